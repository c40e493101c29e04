"""What hands shape on the table: troops who go as far as each may, guns, spells where they are pointed, targets proposed."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call, Choose, Refusal
from escarmouche.core.engine import start
from escarmouche.kit.view import checked_hands
from escarmouche.systems.bataille.model import SORCERER, World
from escarmouche.systems.bataille.rules.magic import cast_side
from escarmouche.systems.bataille.rules.melee import melee
from escarmouche.systems.bataille.rules.movement import move_side
from escarmouche.systems.bataille.rules.shooting import shooting
from escarmouche.systems.bataille.rules.values import FIREBALL_RADIUS, SHELL_RADIUS
from escarmouche.systems.bataille.system import SYSTEM
from tests.systems.bataille.scene import PLAIN, box, changed, gun, inches, man, play, scene

Plain = dict[str, Any]


def due(world: World, rule: Any, *args: Any) -> Choose:
    """The first decision of a rule."""
    found = start(Call(rule, world, *args)).due
    assert isinstance(found, Choose)
    return found


def at(*spots: float) -> tuple[int, ...]:
    """Coordinates in inches."""
    return tuple([inches(one) for one in spots])


def planned(asked: Choose, kind: str, **wish: Any) -> Any:
    """The answer that a wish leads to, which is legal."""
    answer, _ = SYSTEM.planned(asked, {"kind": kind, **wish})
    assert asked.options.check(answer) is None, answer
    return answer


def hand(asked: Choose, kind: str) -> Plain:
    """The hand of a kind."""
    return next(dict(one) for one in checked_hands(SYSTEM.hands(asked), "bataille") if one["kind"] == kind)


# ---------------------------------------------------------------- moving


@pytest.mark.rule("bataille.move.free", "bataille.char.movement")
def test_of_a_troop_those_go_who_can_and_the_first_of_the_others_says_why() -> None:
    world = scene(man(0, 10, 10), man(0, 12, 10), man(0, 14, 10), pieces=[box("building", 11, 12, 13, 13)])
    asked = due(world, move_side, 0)
    wish = {"kind": "shift", "figures": [0, 1, 2], "dx": 0, "dy": inches(4)}
    answer, kept = SYSTEM.planned(asked, wish)
    assert answer == ("shift", 0, inches(4), 0, 2)
    assert isinstance(kept, Refusal)
    assert (kept.key, kept.about[0]) == ("terrain-in-the-way", 1)
    assert SYSTEM.trial(asked, answer)["places"] == [[0, *at(10, 14)], [2, *at(14, 14)]]
    assert SYSTEM.planned(asked, {**wish, "figures": [0, 1]})[0] == ("move", 0, *at(10, 14)), "one alone makes a move"
    assert SYSTEM.planned(asked, {**wish, "figures": [2]}) == (("move", 2, *at(14, 14)), None)
    far, kept = SYSTEM.planned(asked, {**wish, "dy": inches(7)})
    assert (far, kept) == (("shift", 0, inches(7), 0, 1, 2), None), "where nobody can go all are refused"
    assert asked.options.check(far) is not None


@pytest.mark.rule("bataille.shoot.moved-over-half", "bataille.move.into-contact")
def test_a_troop_is_told_who_will_not_shoot_and_how_many_meet_an_enemy() -> None:
    world = scene(man(0, 10, 10, shooting=(3,)), man(0, 12, 10, shooting=(3,)), man(1, 10, 15))
    asked = due(world, move_side, 0)
    assert SYSTEM.trial(asked, ("shift", 0, inches(3), 0, 1))["notes"] == []
    told = SYSTEM.trial(asked, ("shift", 0, inches(4), 0, 1))["notes"]
    assert [one["en"] for one in told] == ["1 figure comes into contact.", "2 shooters move too far to shoot."]


@pytest.mark.rule("bataille.artillery.crew-move-along", "bataille.artillery.crew-moves")
def test_a_gun_is_dragged_by_its_crew() -> None:
    asked = due(scene(gun(0, 10, 10), man(0, 8.4, 10, gun=0), man(0, 11.6, 10, gun=0), man(1, 40, 40)), move_side, 0)
    assert hand(asked, "gun")["figures"] == [0]
    answer = planned(asked, "gun", figure=0, x=inches(10), y=inches(13))
    assert answer == ("gun", 0, *at(10, 13), 1, 2)
    assert SYSTEM.trial(asked, answer)["distance"] == inches(3)
    left = due(scene(gun(0, 10, 10), man(0, 20, 20, gun=0), man(1, 40, 40)), move_side, 0)
    assert "gun" not in [one["kind"] for one in SYSTEM.hands(left)], "nobody is there to push it"


# ---------------------------------------------------------------- spells


def casting(*spells: str, **more: Any) -> Choose:
    """What a Sorcerer who knows these is asked, with an enemy at 18 and one at 22 inches."""
    caster = man(0, 10, 10, role=SORCERER, spells=spells, **more)
    return due(scene(caster, man(0, 10, 14), man(1, 18, 10, melee=(3, 3)), man(1, 22, 10)), cast_side, 0)


@pytest.mark.rule("bataille.spell.fireball-place")
def test_a_fireball_bursts_where_it_is_pointed_and_its_template_is_seen() -> None:
    asked = casting("fireball")
    assert (hand(asked, "fireball")["gesture"], hand(asked, "fireball")["figures"]) == ("aim", [0])
    answer = planned(asked, "fireball", figure=0, x=inches(18.5), y=inches(10))
    assert answer == ("fireball", 0, *at(18.5, 10))
    told = SYSTEM.trial(asked, answer)
    ((outline),) = told["areas"]
    assert {max(abs(x - inches(18.5)), abs(y - inches(10))) <= FIREBALL_RADIUS for x, y in outline} == {True}
    assert max([x for x, _ in outline]) == inches(18.5) + FIREBALL_RADIUS
    assert told["notes"][0]["en"] == "Under it: Man (II)"


@pytest.mark.parametrize("spell", ["paralysis", "paranoia", "death-ray"])
def test_a_spell_at_a_figure_takes_whoever_is_nearest(spell: str) -> None:
    asked = casting(spell)
    answer = planned(asked, spell, figure=0, x=inches(21), y=inches(10.4))
    assert answer == (spell, 0, 3)
    assert len(SYSTEM.trial(asked, answer)["areas"]) == 1, "whom it is cast at is shown"


def test_what_is_set_of_a_spell_goes_into_it() -> None:
    asked = casting("curse")
    assert planned(asked, "curse", figure=0, x=inches(18), y=inches(10), set={"loses": "shooting"}) == ("curse", 0, 2, "melee")
    wall = casting("wall-of-fire")
    assert hand(wall, "wall-of-fire")["turns"]
    answer = planned(wall, "wall-of-fire", figure=0, x=inches(14), y=inches(18), facing=4500)
    assert answer == ("wall-of-fire", 0, *at(14, 18), 4500)
    assert len(SYSTEM.trial(wall, answer)["areas"][0]) == 4
    beasts = tuple([changed(PLAIN, profile=name, name_en=name, name_fr=name) for name in ("rat", "crow")])
    summoning = casting("summoning", summons=beasts)
    assert [one["id"] for one in hand(summoning, "summoning")["controls"][0]["values"]] == ["rat", "crow"]
    chosen = planned(summoning, "summoning", figure=0, x=inches(12), y=inches(10), set={"creature": "crow"})
    assert chosen == ("summoning", 0, "crow", *at(12, 10))


@pytest.mark.rule("bataille.spell.teleport-place", "bataille.magic.any-side-target")
def test_whoever_is_carried_off_is_taken_in_hand() -> None:
    asked = casting("teleportation")
    assert (hand(asked, "teleportation")["gesture"], hand(asked, "teleportation")["figures"]) == ("move", [0, 1, 2, 3])
    assert planned(asked, "teleportation", figure=2, x=inches(18), y=inches(20)) == ("teleportation", 0, 2, *at(18, 20))


@pytest.mark.rule("bataille.magic.resistance")
def test_the_chance_to_resist_is_told() -> None:
    world = scene(man(0, 10, 10, role=SORCERER, spells=("paralysis",)), man(1, 18, 10, mental=2))
    asked = play(Call(cast_side, world, 0), [], [("paralysis", 0, 1)]).asked[-1]
    (told,) = SYSTEM.trial(asked, ("resist",))["stages"]
    assert {row["text"]["en"]: row["chance"] for row in told["odds"].values()} == {"resists": "1/3", "does not": "2/3"}


# ---------------------------------------------------------------- declarations


@pytest.mark.rule("bataille.core.simultaneous-declaration")
def test_everybody_begins_with_the_nearest_enemy_and_all_attacks() -> None:
    world = scene(man(0, 10, 10, shooting=(3, 2)), gun(0, 10, 14), man(0, 8.4, 14, gun=1), man(1, 20, 10), man(1, 20, 14))
    asked = due(world, shooting)
    proposed = hand(asked, "declare")["usual"]
    assert proposed == [(0, 3), (0, 3), (1, 4)]
    assert planned(asked, "declare", pairs=proposed) == asked.options.listed()[0]
    held = planned(asked, "declare", pairs=[(0, -1), (0, 4)])
    assert held == ("declare", (0, -1, 4)), "one attack may be held back"


@pytest.mark.rule("bataille.artillery.template-place", "bataille.artillery.piercing-line")
def test_what_a_gun_would_strike_is_seen_before_it_is_fired() -> None:
    crew = man(0, 8.4, 10, gun=0)
    asked = due(scene(gun(0, 10, 10), crew, man(1, 22, 10)), shooting)
    (disc,) = SYSTEM.trial(asked, ("declare", (0, 1, 2)))["areas"]
    assert (min([x for x, _ in disc]), max([x for x, _ in disc])) == (inches(22) - SHELL_RADIUS, inches(22) + SHELL_RADIUS)
    bolt = due(scene(gun(0, 10, 10, "piercing"), crew, man(1, 22, 10)), shooting)
    (line,) = SYSTEM.trial(bolt, ("declare", (0, 1, 2)))["areas"]
    assert len(line) == 4
    assert max([y for _, y in line]) - min([y for _, y in line]) < inches(0.2)


@pytest.mark.rule("bataille.melee.eligible-targets")
def test_who_may_not_attack_is_refused_by_the_rule_that_says_so() -> None:
    asked = due(scene(man(0, 10, 10), man(1, 11, 10), man(0, 30, 30)), melee)
    answer, _ = SYSTEM.planned(asked, {"kind": "declare", "pairs": [[2, 1]]})
    refused = asked.options.check(answer)
    assert refused is not None
    assert refused.rule.startswith("bataille.")
