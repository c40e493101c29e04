"""The contract of the page: every view of every system keeps it, at every moment and for whoever looks."""

from __future__ import annotations

import pytest

import escarmouche as esc
from escarmouche.core.dice import Stream
from escarmouche.core.errors import ContentError
from escarmouche.kit.view import Kept, checked

MOMENTS = 60
"""So many decisions of each game are looked at."""


@pytest.mark.parametrize(
    ("system", "scenario", "seed"),
    [
        *[("sbh", scenario, 11) for scenario in ("pitched-battle", "ambush", "treasure-hunt", "place-of-power")],
        *[("masse", scenario, 12) for scenario in esc.system("masse").scenarios()],
    ],
)
def test_every_view_keeps_the_contract(system: str, scenario: str, seed: int) -> None:
    game, chance = esc.new(system, scenario=scenario, seed=seed), Stream(seed)
    for _ in range(MOMENTS):
        for seat in (-1, 0, 1):
            checked(game.system.view(game.world, seat), system)
        if game.due is None:
            return
        game.play(game.sample(chance))


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
