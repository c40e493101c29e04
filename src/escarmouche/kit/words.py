"""Words: the decision that is due, the answers it may get, and what happened, as phrases in French and English.

A system brings its messages, its figures' names and a few phrases for answers that need more than their own parts; the rest is
the same for all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from escarmouche.core.effects import Answer, Choose, Chosen, Event, Listed, Rolled, Told
from escarmouche.core.messages import CORE, Messages
from escarmouche.core.rulebook import found

Phrase = tuple[str, tuple[Any, ...]]
"""The key of a message, and what fills it in."""
BOTH = ("en", "fr")
SEATS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII")
"""What tells namesakes of several sides apart."""


class Speech:
    """How a system speaks. `name` gives a figure's name in a world; `kinds` are the phrases of answers by their first word,
    where the message "answer-WORD" filled in with the answer's parts is not enough; `feminine` tells of a figure in a world
    whether its French name is of that gender."""

    def __init__(
        self,
        system: str,
        messages: Messages,
        name: Callable[[Any, int, str], str],
        kinds: dict[str, Callable[[Choose, Answer, str], str]] | None = None,
        feminine: Callable[[Any, int], bool] = lambda _world, _figure: False,
    ) -> None:
        self.system = system
        self.messages = messages
        self.name = name
        self.kinds = kinds or {}
        self.feminine = feminine

    def sentence(self, key: str, about: tuple[Any, ...], world: Any, language: str) -> str:
        """A message filled in."""
        return self.messages.sentence(
            key,
            about,
            lambda figure: self.name(world, figure, language),
            language,
            lambda figure: self.feminine(world, figure),
        )

    def both(self, key: str, about: tuple[Any, ...], world: Any) -> dict[str, str]:
        """A message filled in, in both languages."""
        return {language: self.sentence(key, about, world, language) for language in BOTH}

    # ------------------------------------------------------------ what happened
    #
    # The log is read long after: a sentence about what happened rests on what the event itself holds, and reads of the world
    # only what never changes in a battle, such as names.

    def event_sentence(self, event: Event, world: Any, language: str) -> str:
        """One sentence for an event; the same from any world of the battle since it happened."""
        if isinstance(event, Rolled):
            return self.dice_sentence(event, world, language)
        if isinstance(event, Told):
            return self.sentence(event.kind, event.about, world, language)
        assert isinstance(event, Chosen)
        said = self.chosen(event, world, language)
        key = "chosen" if event.figure < 0 else "chosen-for"
        return self.sentence(key, (event.seat, said, event.figure), world, language)

    def chosen(self, event: Chosen, world: Any, language: str) -> str:
        """The phrase for a decision once it is taken; what the menu knew of the world then is left out."""
        due = Choose(event.why, event.seat, world, Listed((event.answer,)), event.figure)
        return self.describe(due, event.answer, language)

    def dice_sentence(self, event: Rolled, world: Any, language: str) -> str:
        """Who rolls what, what each die needs and what is added to it, and the title of the rule that asks for it."""
        seat = self.sentence("the-seat", (event.seat + 1,), world, language)
        who = self.name(world, event.figure, language) if event.figure >= 0 else seat
        about = (who, event.faces, ", ".join(self.needs(event, world, language)), self.rule_title(event.why, language))
        return self.sentence("rolled" if event.faces else "rolled-nothing", about, world, language)

    def needs(self, event: Rolled, world: Any, language: str) -> list[str]:
        """What each die of a roll needs, if anything, and what is added to it."""
        notes = []
        if event.target:
            key = "rolled-needs" if event.target > 0 else "rolled-under"
            notes.append(self.sentence(key, (abs(event.target),), world, language))
        if event.bonus:
            notes.append(self.sentence("rolled-each", (event.bonus, len(event.faces) > 1), world, language))
        return notes

    def rule_title(self, rule: str, language: str) -> str:
        """The title of a rule, or its id where there is no rulebook or it has none."""
        book = found(self.system)
        return rule if book is None else book.title(rule, language)

    # ------------------------------------------------------------ what is asked

    def question(self, due: Choose, language: str) -> str:
        """One sentence for the decision that is due: the message "ask.RULE", filled in with the seat, the figure and more."""
        return self.sentence(f"ask.{due.why}", (due.seat, due.figure, *self.asked(due)), due.world, language)

    def asked(self, due: Choose) -> tuple[Any, ...]:
        """What else a question is filled in with; usually nothing."""
        return ()

    def describe(self, due: Choose, answer: Answer, language: str) -> str:
        """One phrase for an answer: by its first word, or as a mere value."""
        if isinstance(answer, tuple) and answer and isinstance(answer[0], str):
            worded = self.kinds.get(answer[0])
            if worded is not None:
                return worded(due, answer, language)
            return self.sentence(f"answer-{answer[0]}", answer[1:], due.world, language)
        return self.value(due, answer, language)

    def value(self, due: Choose, answer: Answer, language: str) -> str:
        """The phrase for an answer that is a mere value."""
        return self.sentence(f"answer-{answer}", (), due.world, language)


# ---------------------------------------------------------------- names


def unique(id: int, figures: Sequence[tuple[str, int]], doubled: bool | None = None) -> str:
    """The name of a figure among all, given as (name, seat): with a number where its side has several of that name, and with
    its side, I, II and so on, where another side has one too, or where `doubled` says so.

    >>> unique(1, [("Orc", 0), ("Orc", 0), ("Elf", 1)]), unique(0, [("Orc", 0), ("Orc", 1)])
    ('Orc 2', 'Orc (I)')
    """
    name, seat = figures[id]
    namesakes = [number for number, (other, _) in enumerate(figures) if other == name]
    mine = [number for number in namesakes if figures[number][1] == seat]
    numbered = f"{name} {mine.index(id) + 1}" if len(mine) > 1 else name
    others = len(namesakes) > len(mine) if doubled is None else doubled
    return f"{numbered} ({SEATS[seat]})" if others else numbered


@lru_cache(256)
def all_unique(figures: tuple[tuple[str, int], ...], doubled: tuple[bool, ...] = ()) -> tuple[str, ...]:
    """The names of all figures, as `unique` has each; worked out once for a battle, in which they hardly ever change."""
    return tuple([unique(id, figures, doubled[id] if doubled else None) for id in range(len(figures))])


class ContentNames(Messages):
    """The names of a book's rows as messages, "trait-leader", "terrain-wood": the table's name or another for it, then the id.
    The content is read when the first is asked for."""

    def __init__(self, book: Callable[[], Any], tables: dict[str, str]) -> None:
        super().__init__({}, CORE)
        self.book = book
        self.tables = tables

    def form(self, key: str, language: str) -> str | None:
        table, _, id = key.partition("-")
        if table in self.tables:
            row = getattr(self.book(), self.tables[table]).get(id)
            if row is not None:
                return self.told(str(row.name(language)))
        return super().form(key, language)

    def told(self, name: str) -> str:
        """A row's name as it stands in a sentence."""
        return name


# ---------------------------------------------------------------- directions


def compass(dx: int, dy: int) -> str:
    """The message for one of eight directions; north is the top of the table.

    >>> compass(100, 5), compass(-50, -50)
    ('direction-0', 'direction-5')
    """
    eighth = 0 if 2 * abs(dy) < abs(dx) else 2 if 2 * abs(dx) < abs(dy) else 1
    if dx < 0:
        eighth = 4 - eighth
    return f"direction-{-eighth % 8 if dy < 0 else eighth}"


def heading(facing: int) -> str:
    """The message for the direction nearest to a facing, in hundredths of a degree."""
    return f"direction-{(facing + 2250) // 4500 % 8}"
