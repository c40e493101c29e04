"""Contact: who engages whom, how many may, facing whoever comes, front, flank and back."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.systems.fda.army import Member
from escarmouche.systems.fda.cards import card, recruit
from escarmouche.systems.fda.content import book
from escarmouche.systems.fda.model import EQUAL_BASES, HALF_PLANE_BACK, PRONE, STUNNED, Figure, World
from escarmouche.systems.fda.rules.conventions import behind, engaging, is_full, looks_at, most_enemies, quarter, touched
from escarmouche.table.sectors import FRONT, REAR
from escarmouche.table.trig import step
from tests.systems.fda.stage import act, changed, cm, figure, refused, scene, why_not


def basic(*figures: Figure, **more: Any) -> World:
    return scene(*figures, options=0, **more)


def around(victim: Figure, count: int, profile: str = "orc") -> list[Figure]:
    """So many enemies in contact with somebody, evenly around."""
    far = victim.card.radius + figure(profile, 1, 0, 0).card.radius
    spots = [step(victim.x, victim.y, number * 36000 // max(4, count), far) for number in range(count)]
    return [changed(figure(profile, 1, 0, 0), x=x, y=y) for x, y in spots]


@pytest.mark.rule("fda.contact.engaged")
def test_only_those_on_their_feet_engage() -> None:
    elf = figure("elf", 0, 40, 40)
    standing, lying, harmless = around(elf, 3)
    world = basic(elf, standing, changed(lying, posture=STUNNED), changed(harmless, card=card(book().profile["chicken"])))
    assert [one.id for one in engaging(world, world.figures[0])] == [1]
    assert len(touched(world, world.figures[0])) == 3


@pytest.mark.rule("fda.contact.limit-foot", "fda.contact.limit-mounted", "fda.contact.limit-large", "fda.trait.large")
def test_four_six_and_eight_may_be_in_contact() -> None:
    assert [most_enemies(figure(name, 0, 40, 40)) for name in ("dwarf", "amazon-rider", "troll")] == [4, 6, 8]
    dwarf = figure("dwarf", 0, 40, 40)
    fifth = figure("orc", 1, 47, 47)
    world = basic(fifth, dwarf, *around(dwarf, 4), acting=0)
    assert is_full(world, world.figures[1])
    assert refused(changed(world, acting=0), ("charge", 1, cm(40), cm(40))) == "fda.contact.limit-foot"
    stopped = act(world, ("advance", cm(40.2), cm(40.2)))
    assert not any(one.id == 1 for one in touched(stopped.world, stopped[0]))
    fallen = changed(world, figures=(*world.figures[:2], changed(world.figures[2], posture=STUNNED), *world.figures[3:]))
    assert not is_full(fallen, fallen.figures[1])


@pytest.mark.rule("fda.contact.limit-mounted", "fda.contact.limit-large")
@pytest.mark.parametrize(("profile", "size"), [("amazon-rider", "mounted"), ("troll", "large")])
def test_one_too_many_is_told_the_limit_of_that_size(profile: str, size: str) -> None:
    victim = figure(profile, 0, 40, 40)
    gang = around(victim, most_enemies(victim))
    world = basic(figure("orc", 1, 48, 48), victim, *gang)
    refusal = why_not(world, ("charge", 1, cm(40), cm(40)))
    assert refusal is not None
    assert (refusal.rule, refusal.about) == (f"fda.contact.limit-{size}", (1, len(gang)))


@pytest.mark.rule("fda.contact.limit-foot")
def test_a_walk_that_ends_before_an_encircled_enemy_says_why() -> None:
    dwarf = figure("dwarf", 0, 40, 40)
    spots = [step(dwarf.x, dwarf.y, angle * 100, 2500) for angle in (90, 150, 210, 270)]
    gang = [changed(figure("orc", 1, 0, 0), x=x, y=y) for x, y in spots]
    stopped = act(basic(figure("orc", 1, 48, 40), dwarf, *gang), ("advance", cm(42), cm(40)))
    assert stopped.tells[0].kind == "no-room-left"
    assert stopped.rules[0] == "fda.contact.limit-foot"
    assert not touched(stopped.world, stopped[0])


@pytest.mark.rule("fda.contact.encircled")
def test_whoever_is_encircled_cannot_move_but_strike() -> None:
    lich = figure("lich", 0, 40, 40)
    three, four = basic(lich, *around(lich, 3, "leek-man")), basic(lich, *around(lich, 4, "leek-man"))
    assert refused(three, ("advance", cm(41), cm(39))) == ""
    assert refused(four, ("advance", cm(41), cm(39))) == "fda.contact.encircled"
    assert refused(four, ("charge", 1, cm(41), cm(39))) == "fda.contact.encircled"
    assert refused(four, ("strike", 1)) == ""
    assert refused(four, ("turn", 100)) == ""


@pytest.mark.rule("fda.contact.free-facing")
def test_whoever_is_contacted_may_turn_to_the_newcomer() -> None:
    orc, elf = figure("orc", 0, 20, 20), figure("elf", 1, 26, 20, 0)
    turned = act(basic(orc, elf), ("advance", cm(26), cm(20)), (), [("face",)])
    assert turned[1].facing == 18000
    kept = act(basic(orc, elf), ("advance", cm(26), cm(20)), (), [("keep",)])
    assert kept[1].facing == 0
    assert (kept[1].x, kept[1].y) == (elf.x, elf.y)
    facing = act(basic(orc, changed(elf, facing=18000)), ("advance", cm(26), cm(20)))
    assert facing.asked == []
    assert act(basic(orc, changed(elf, posture=PRONE)), ("advance", cm(26), cm(20))).asked == []


@pytest.mark.rule("fda.geometry.front-flank-back")
def test_four_quarters_and_a_field_of_vision() -> None:
    north = figure("orc", 0, 40, 40, 90)
    spots = {"north": (40, 50), "east": (50, 40), "south": (40, 30)}
    found = {name: quarter(north, figure("elf", 1, *spot)) for name, spot in spots.items()}
    assert found["north"] == FRONT
    assert found["south"] == REAR
    assert found["east"] not in (FRONT, REAR)
    world = basic(north, figure("elf", 1, 47, 38))
    assert not behind(world, world.figures[0], world.figures[1])
    assert behind(changed(world, switches=HALF_PLANE_BACK), world.figures[0], world.figures[1])
    assert looks_at(north, figure("elf", 1, 50, 39.5))
    assert not looks_at(north, figure("elf", 1, 50, 38))
    assert not looks_at(changed(north, posture=STUNNED), figure("elf", 1, 40, 50))


@pytest.mark.rule("fda.setup.base-size")
def test_bases_are_discs_of_their_size() -> None:
    assert [figure(name, 0, 0, 0).card.radius * 2 for name in ("elf", "amazon-rider", "troll")] == [cm(2.5), cm(4), cm(5)]
    member = Member(book().profile["troll"], "", "")
    assert recruit(member, 0, 0, equal_bases=bool(EQUAL_BASES)).card.radius * 2 == cm(2.5)
    troll = figure("troll", 0, 40, 40)
    assert len(touched(basic(troll, *around(troll, 8)), basic(troll).figures[0])) == 8


@pytest.mark.rule("fda.setup.equipment-as-sculpted", "fda.setup.cards")
def test_a_figure_owns_what_its_profile_lists() -> None:
    ranger = recruit(Member(book().profile["ranger"], "", ""), 0, 0)
    assert (ranger.hands, ranger.belt, ranger.card.armour) == (("sword",), ("bow",), 1)
    orc = figure("orc", 0, 0, 0)
    assert orc.card.healthy.shooting == 4
    assert orc.card.wounded is not None
    assert orc.card.wounded.shooting == 2


@pytest.mark.rule("fda.contact.no-duty-to-strike")
def test_contact_alone_is_enough_to_help() -> None:
    goblin, dwarf = figure("goblin", 0, 20, 20), figure("dwarf", 1, 26, 20, 180)
    played = act(basic(goblin, dwarf), ("advance", cm(26), cm(20)))
    assert played.rolls == []
    assert [one.id for one in engaging(played.world, played[1])] == [0]
