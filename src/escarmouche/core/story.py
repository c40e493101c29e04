"""The log as a story: what happened as deeds, each with a headline, and everything else behind it.

A deed begins with a decision that begins something new and goes on until the next one does: an activation with its moves and
blows, say. Which decisions and events begin one, and how much each event tells, is the system's to say (`System.story`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from escarmouche.core.effects import Chosen, Event, Rolled, Told, visible

if TYPE_CHECKING:
    from escarmouche.core.system import Plain, Setup, System

DETAIL, PLAIN, TELLING, GRAVE = range(4)
"""How much an event tells: nothing without the rest; a sentence; what came of it; what changes the battle."""


class Story:
    """How a system's log reads. Kinds of events by what they tell; one that ends in "-" stands for all that begin so. What is
    in none of the lists is plain, telling where it names an outcome, and a detail where it is dice or a decision.

    `opens` are the kinds and the rules of decisions that begin a deed, beside headings and decisions about no figure;
    `goes_on` are those about no figure that do not."""

    def __init__(
        self,
        details: tuple[str, ...] = (),
        plain: tuple[str, ...] = (),
        telling: tuple[str, ...] = (),
        grave: tuple[str, ...] = (),
        opens: tuple[str, ...] = (),
        goes_on: tuple[str, ...] = (),
    ) -> None:
        lists = {DETAIL: details, PLAIN: plain, TELLING: telling, GRAVE: grave}
        self._weights = {kind: weight for weight, kinds in lists.items() for kind in kinds}
        self._begun = {kind: weight for kind, weight in self._weights.items() if kind.endswith("-")}
        self._opens = frozenset(opens)
        self._goes_on = frozenset(goes_on)

    def kinds(self) -> list[str]:
        """Every kind and every rule that the lists name."""
        return [*self._weights, *self._opens, *self._goes_on]

    def weight(self, event: Event) -> int:
        """How much an event tells, from DETAIL to GRAVE."""
        if not isinstance(event, Told):
            return DETAIL
        known = self._weights.get(event.kind)
        if known is None:
            known = next((weight for start, weight in self._begun.items() if event.kind.startswith(start)), None)
        return known if known is not None else TELLING if event.outcome else PLAIN

    def opens(self, event: Event, headings: tuple[str, ...]) -> bool:
        """Does a deed begin with this event?"""
        if isinstance(event, Told):
            return event.kind in headings or event.kind in self._opens
        if isinstance(event, Rolled):
            return False
        assert isinstance(event, Chosen)
        return event.why in self._opens or (event.figure < 0 and event.why not in self._goes_on)


class Deed:
    """Some events that belong together; `first` is the number of the first among all."""

    def __init__(self, first: int, events: list[Event]) -> None:
        self.first = first
        self.events = events

    @property
    def seat(self) -> int:
        """Whose deed it is: of the first who decides or rolls in it, -1 where nobody does."""
        return next((event.seat for event in self.events if isinstance(event, (Chosen, Rolled))), -1)

    def heads(self, system: System) -> bool:
        """Is it a heading?"""
        first = self.events[0]
        return isinstance(first, Told) and first.kind in system.headings

    def headline(self, story: Story) -> Event:
        """The event that tells most of it, the last of equals; a decision where nothing else was told."""
        told = [event for event in self.events if isinstance(event, Told)]
        if told:
            return max(reversed(told), key=story.weight)
        return next((event for event in self.events if isinstance(event, Chosen)), self.events[0])


def deeds(system: System, events: list[Event], seat: int) -> list[Deed]:
    """What a seat may know of what happened, deed by deed. A heading is one of its own; a decision that nothing came of belongs
    to what was done before it."""
    found: list[Deed] = []
    headed = True
    for number, event in enumerate(events):
        if not visible(event, seat):
            continue
        if headed or system.story.opens(event, system.headings):
            if len(found) > 1 and all(isinstance(one, Chosen) for one in found[-1].events) and not found[-2].heads(system):
                found[-2].events.extend(found.pop().events)
            found.append(Deed(number, []))
        found[-1].events.append(event)
        headed = found[-1].heads(system)
    return found


def marks(system: System, event: Event) -> dict[str, Any]:
    """What a screen is told of an event beside its sentence: its `weight`, whether it `opens` a deed or is a `heading`, and the
    `figures` it speaks of."""
    found: dict[str, Any] = {"weight": system.story.weight(event)}
    if system.story.opens(event, system.headings):
        found["opens"] = True
    if isinstance(event, Told):
        if event.kind in system.headings:
            found["heading"] = True
        found["figures"] = system.messages.figures(event.kind, event.about)
    return found


def army_names(armies: Sequence[Plain], language: str) -> list[str]:
    """What armies are called, nothing for one without a name; nothing for all of them where names do not tell them apart."""
    own = [str((language == "fr" and army.get("name_fr")) or army.get("name") or "") for army in armies]
    return own if len(set(own)) == len(own) else [""] * len(own)


def side_names(setup: Setup, language: str) -> list[str]:
    """What the sides of a battle are called in a sentence: their armies' names where those tell them apart, else players by
    number."""
    from escarmouche.core.messages import CORE

    own = army_names(setup.armies, language)
    if all(own):
        return own
    return [CORE.sentence("the-seat", (seat + 1,), str, language) for seat in range(setup.seats)]
