"""What players may set before a game, in every system: the declaration is whole, and the set-up holds people to it."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core import offers, registry
from escarmouche.core.armies import Army
from escarmouche.core.dice import Stream
from escarmouche.core.errors import EscarmoucheError
from escarmouche.core.game import Game
from escarmouche.core.settings import Setting
from escarmouche.core.system import Setup, System

SYSTEMS = [registry.system(name) for name in registry.systems()]
ALL = [(system, one) for system in SYSTEMS for one in system.settings()]
NAMES = [f"{system.id}-{one.id}" for system, one in ALL]


def begin(system: System, **options: Any) -> Game:
    """A game with these options."""
    scenario = system.default_scenario()
    return registry.begin(Setup(system.id, system.armies_for(scenario, Stream("a"), 2), scenario, 7, options))


def needed(one: Setting) -> dict[str, str | bool]:
    """The other option without which it has no meaning."""
    return {} if one.only is None else {one.only[0]: one.only[1]}


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda one: one.id)
def test_every_option_is_declared(system: System) -> None:
    declared = [one.id for one in system.settings()]
    with pytest.raises(
        EscarmoucheError, match=f"no option 'no-such-option': choose among {', '.join(declared)}, scenario, dice"
    ):
        begin(system, **{"no-such-option": 1})
    for one in system.settings():
        assert one.en, one.id
        assert one.fr, one.id
        assert bool(one.hint_en) == bool(one.hint_fr)
        assert all(value.en and value.fr for value in one.values)


@pytest.mark.parametrize(("system", "one"), ALL, ids=NAMES)
def test_what_is_declared_begins_a_game(system: System, one: Setting) -> None:
    given: list[Any] = [value.id for value in one.values]
    if one.kind == "count":
        given = [one.least, one.most]
    elif one.kind == "size":
        given = [[one.most, one.most]]
    elif one.kind == "switches":
        given = [[], [value.id for value in one.values]]
    elif one.kind == "flag":
        given = [False, True]
    assert given
    for value in [*given, *([] if one.usual is None else [one.usual])]:
        assert begin(system, **needed(one), **{one.id: value}).due is not None, value


@pytest.mark.parametrize(("system", "one"), ALL, ids=NAMES)
def test_what_is_not_declared_is_refused_in_a_sentence(system: System, one: Setting) -> None:
    wrong: list[Any] = ["no-such-value", None, {"a": 1}]
    if one.kind == "count":
        wrong += [one.least - 1, one.most + 1, 2.5]
    elif one.kind == "size":
        wrong += [[one.least - 1, one.most], [one.most, one.most + 1], [one.most]]
    elif one.kind == "switches":
        wrong += [["no-such-switch"]]
    for value in wrong:
        with pytest.raises(EscarmoucheError) as caught:
            begin(system, **needed(one), **{one.id: value})
        for language in ("en", "fr"):
            said = caught.value.sentence(language) if language == "fr" else str(caught.value)
            assert said.endswith("."), said
            assert "\n" not in said


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda one: one.id)
def test_the_preview_is_the_table_of_the_game(system: System) -> None:
    terrain = {"terrain": "random"} if any(one.id == "terrain" for one in system.settings()) else {}
    for scenario in system.scenarios():
        setup = Setup(system.id, system.armies_for(scenario, Stream("b"), 2), scenario, "seen before", terrain)
        shown = system.view(system.preview(setup), -1)
        game = registry.begin(setup)
        chance = Stream("play on")
        for _ in range(60):
            if game.world.turn > 0:
                break
            game.play(game.sample(chance))
        real = system.view(game.world, -1)
        assert shown["table"] == real["table"]
        # The place of power is marked once it is chosen, and a prison is built later; nothing else may differ.
        laid, stands = [[{**piece, "marks": []} for piece in one["pieces"]] for one in (shown, real)]
        assert scenario == "random" or laid == stands[: len(laid)]


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda one: one.id)
def test_what_an_army_is_made_of_is_declared(system: System) -> None:
    kinds = offers.armies(system).kinds()
    assert [one.id for one in kinds] == list(offers.armies(system).entry_kinds)
    for kind in kinds:
        profile = kind.named[0].id if kind.named else next(iter(offers.armies(system).profiles()))
        plain = {"system": system.id, "name": "One of each", kind.id: [{"profile": profile, **kind.start}]}
        offers.armies(system).check(Army.from_plain(plain).to_plain())
        for one in kind.settings:
            assert one.en, one.id
            assert one.fr, one.id
            assert one.id in offers.armies(system).entry_fields, f"{kind.id} has no field {one.id}"


def test_a_hero_and_an_engine_as_the_builder_begins_them_are_legal() -> None:
    system = registry.system("masse")
    made: dict[str, Any] = {"system": "masse", "name": "All", "unit": [{"profile": "milice", "figures": 8}]}
    for kind in offers.armies(system).kinds()[1:]:
        made[kind.id] = [{"profile": one.id, **kind.start} for one in kind.named[:2]]
    assert offers.armies(system).check(Army.from_plain(made).to_plain()) == []
