"""Scenery strewn by chance between the armies: new with every seed, never where somebody deploys."""

from __future__ import annotations

import pytest

from escarmouche.core import registry
from escarmouche.core.dice import Stream
from escarmouche.core.system import Setup
from escarmouche.systems.masse import scenario
from escarmouche.systems.masse.strewing import KEPT, reserved, strewn
from escarmouche.table.shapes import polygons_meet


@pytest.mark.parametrize("name", list(scenario.ours()))
def test_nothing_lies_where_armies_deploy_or_walls_stand(name: str) -> None:
    row = scenario.ours()[name]
    kept = [one for one in scenario.pieces(row) if one.kind in KEPT]
    for seed in range(20):
        pieces = strewn(row, Stream(seed))
        assert list(pieces[: len(kept)]) == kept, "roads and rivers stay"
        for piece in pieces[len(kept) :]:
            assert not any(polygons_meet(piece.shape, one) for one in reserved(row))
            assert piece.shape.left >= 0
            assert piece.shape.bottom >= 0


def test_the_same_seed_lays_out_the_same_table_and_another_one_another() -> None:
    row = scenario.ours()["open-battle"]
    assert strewn(row, Stream(1)) == strewn(row, Stream(1)) != strewn(row, Stream(2))
    assert all(len(strewn(row, Stream(seed))) >= 4 for seed in range(20))


def test_a_battle_takes_it_from_its_seed_only_when_asked() -> None:
    system = registry.system("masse")
    armies = [system.armies().ready()[name] for name in ("kings-host", "orc-horde")]  # type: ignore[union-attr]
    tables = [
        system.view(system.preview(Setup("masse", armies, "open-battle", seed, options)), -1)["pieces"]
        for seed, options in ((1, {}), (2, {}), (1, {"terrain": "random"}), (2, {"terrain": "random"}))
    ]
    assert tables[0] == tables[1]
    assert tables[0] != tables[2] != tables[3]


def test_a_table_of_another_size_is_strewn_too() -> None:
    system = registry.system("masse")
    armies = [system.armies().ready()[name] for name in ("kings-host", "orc-horde")]  # type: ignore[union-attr]
    options = {"terrain": "random", "table": [60, 36]}
    view = system.view(system.preview(Setup("masse", armies, "open-battle", 3, options)), -1)
    assert (view["table"]["width"], view["table"]["depth"]) == (150_000, 90_000)
    assert all(0 <= x <= 150_000 and 0 <= y <= 90_000 for piece in view["pieces"] for x, y in piece["points"])
