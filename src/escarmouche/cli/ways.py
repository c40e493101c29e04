"""A way typed in the terminal: the word of a hand and one place after the other, as a hand would lead it on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from escarmouche.core.game import plain

if TYPE_CHECKING:
    from escarmouche.core.effects import Answer, Choose
    from escarmouche.core.game import Game


def led(game: Game, due: Choose, words: list[str]) -> Answer | None:
    """The answer that words such as "move 18 16 jump 18 20" lead to: places in the unit in which the table is read, each with
    what a control of the hand is set to before it; None where they lead to none."""
    hand = next((one for one in game.system.hands(due) if one["kind"] == words[0] and one["gesture"] == "move"), None)
    if hand is None:
        return None
    named = {value["id"]: control["id"] for control in hand["controls"] for value in control["values"]}
    unit = game.system.view(game.world, due.seat)["table"]["unit"]["length"]
    figure = due.figure if hand["figure"] < 0 else hand["figure"]
    answer: Answer | None = None
    place: list[int] = []
    settings: dict[str, str] = {}
    for word in words[1:]:
        if word in named:
            settings[named[word]] = word
            continue
        place.append(round(float(word.replace(",", ".")) * unit))
        if len(place) == 2:
            wish = {"kind": words[0], "figure": figure, "x": place[0], "y": place[1], "set": settings}
            answer, _ = game.system.planned(
                due, wish if answer is None or not hand.get("bends") else {**wish, "before": answer}
            )
            answer, place, settings = plain(answer), [], {}
    return None if place else answer
