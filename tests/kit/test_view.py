"""The contract of the page: every view of every system keeps it, at every moment and for whoever looks."""

from __future__ import annotations

from typing import Literal

import msgspec
import pytest

import escarmouche as esc
from escarmouche.core import save
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Choose
from escarmouche.core.errors import ContentError
from escarmouche.core.game import Game
from escarmouche.core.views import GameView
from escarmouche.kit.kept import Kept, Latest, Row
from escarmouche.kit.view import BOTH, View, checked, checked_hands

MOMENTS = 60
"""So many decisions of each game are looked at."""
PARTS: tuple[Literal["short", "value", "words"], ...] = ("short", "value", "words")


@pytest.mark.parametrize(
    ("system", "scenario", "seed"),
    [
        *[("sbh", scenario, 11) for scenario in ("pitched-battle", "ambush", "treasure-hunt", "place-of-power")],
        *[("masse", scenario, 12) for scenario in esc.system("masse").scenarios()],
    ],
)
def test_every_view_and_every_decision_keeps_the_contract(system: str, scenario: str, seed: int) -> None:
    game, chance = esc.new(system, scenario=scenario, seed=seed), Stream(seed)
    for _ in range(MOMENTS):
        for seat in (-1, 0, 1):
            told(checked(game.system.view(game.world, seat), system))
        due = game.due
        if due is None:
            return
        if isinstance(due, Choose):
            shaped(game, due)
        game.play(game.sample(chance))


@pytest.mark.parametrize("system", ["sbh", "masse", "bataille", "swidenth", "fda"])
def test_views_stay_as_they_were_given_and_are_those_of_a_game_that_nobody_has_looked_at(system: str) -> None:
    for seed, scenario in enumerate(esc.system(system).scenarios()):
        game, chance = esc.new(system, scenario=scenario, seed=seed), Stream(seed)
        given: list[tuple[GameView, bytes]] = []
        for step in range(MOMENTS):
            for one in (game, game.fork(step)):  # two ways that the battle may take, looked at in turns
                if one.due is not None:
                    one.play(one.sample(chance))
                seats = range(-1, one.setup.seats)
                views = [one.view(seat) for seat in seats]
                given += [(view, msgspec.json.encode(view)) for view in views]
                if step % 6 == 0:
                    unseen = save.parse(save.dump(one))
                    assert [msgspec.json.encode(unseen.view(seat)) for seat in seats] == [
                        data for _, data in given[-len(seats) :]
                    ]
        for view, data in given:
            assert msgspec.json.encode(view) == data


def told(view: View) -> None:
    """Everything that a person reads is there in both languages, and whatever is referred to is there."""
    both = [view["score"], view["table"]["unit"]["words"]]
    for figure in view["figures"]:
        both += [figure["name"], figure["kind"], *[number[part] for number in figure["numbers"] for part in PARTS]]
        both += [mark["words"] for mark in figure["marks"]]
        assert (figure["state"] == "table") == (figure["note"]["en"] == "")
    for piece in view["pieces"]:
        both += [piece["name"], *[mark["words"] for mark in piece["marks"]]]
    both += [part for trait in view["traits"] for part in (trait["name"], trait["text"])]
    both += [marker["name"] for marker in view["markers"]]
    assert all(words["en"] and words["fr"] for words in both), both
    traits = {trait["id"] for trait in view["traits"]}
    assert traits == {id for figure in view["figures"] for id in figure["traits"]}
    assert len({piece["id"] for piece in view["pieces"]} - {-1}) == len([one for one in view["pieces"] if one["id"] >= 0])


def shaped(game: Game, due: Choose) -> None:
    """Hands keep the contract, every proposal that a hand follows leads to an answer, and every kind has a heading."""
    system = game.system
    hands = checked_hands(system.hands(due), system.id)
    for hand in hands:
        assert all(hand[part][one] for part in ("words", "hint") for one in BOTH)
    seen = {figure["id"] for figure in system.view(game.world, due.seat)["figures"]}
    assert {hand["figure"] for hand in hands} <= {-1, *seen}
    kinds: dict[str, int] = {}
    for answer in due.options.listed():
        marks = system.marks(due, answer)
        kinds[marks["kind"]] = kinds.get(marks["kind"], 0) + 1
        if "place" in marks:
            assert tuple(answer[marks["place"] :][:2]) == (marks["x"], marks["y"])
    for kind, count in kinds.items():
        assert count == 1 or all(system.heading(kind, one) != kind for one in BOTH), kind


def test_a_view_that_breaks_it_is_told_by_name() -> None:
    view = dict(esc.new("sbh", seed=1).view(0)["world"])
    for changed in ({**view, "turn": "first"}, {**view, "prone": True}, {name: view[name] for name in view if name != "score"}):
        with pytest.raises(ContentError, match="The view of the system sbh breaks the contract"):
            checked(changed, "sbh")


def test_what_is_kept_belongs_to_one_thing() -> None:
    made: list[list[int]] = []

    def length(thing: list[int]) -> int:
        made.append(thing)
        return len(thing)

    kept = Kept(length, 2)
    one, other = [1, 2], [1, 2]
    assert [kept(one), kept(one), kept(other), kept([]), kept(one)] == [2, 2, 2, 0, 2]
    assert made == [one, other, [], one]


def test_a_row_is_made_anew_only_where_it_has_changed() -> None:
    made: list[tuple[str, int]] = []

    def joined(thing: list[str], number: int) -> str:
        made.append((thing[0], number))
        return f"{thing[0]}{number}"

    row: Row[list[str], str] = Row(joined)
    a, b, c = ["a"], ["b"], ["c"]
    first = row((a, b), (1, 2))
    assert first == ["a1", "b2"]
    assert row((a, c), (1, 2)) == ["a1", "c2"]
    assert row((a, c), (1, 3)) == ["a1", "c3"]
    assert row((a,), (1,)) == ["a1"]
    again = row((a,), (1,))
    assert row((a,), (1,)) is again
    assert made == [("a", 1), ("b", 2), ("c", 2), ("c", 3), ("a", 1)]
    assert first == ["a1", "b2"]  # what was given stays as it was


def test_the_latest_is_given_again_as_long_as_what_is_asked_of_is_alike() -> None:
    made: list[str] = []

    def number(thing: str) -> int:
        made.append(thing)
        return len(made)

    latest = Latest(number, lambda one, other: one.lower() == other.lower())
    assert [latest("a"), latest("A"), latest("b"), latest("a")] == [1, 1, 2, 3]
