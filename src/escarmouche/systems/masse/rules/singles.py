"""Single figures among units: duels, and champions singled out as targets."""

from __future__ import annotations

from escarmouche.core.effects import Answer, Choose, Listed, Refusal, Script, Tell, rule
from escarmouche.kit.menu import no
from escarmouche.systems.masse.model import Unit, World
from escarmouche.systems.masse.rules.ground import (
    CONTACT,
    figure_bases,
    figure_places,
    foes,
    heroes_in,
    is_champion,
    is_individual,
)
from escarmouche.table.shapes import Polygon, polygons_within, rectangle

# ---------------------------------------------------------------- duels (masse.hero.duel)


def is_single(unit: Unit) -> bool:
    """A hero or a monster by itself; the crew of an engine is no duellist. (masse.hero.position-individual)"""
    return is_individual(unit) and unit.card.category != "engine"


def is_duel(unit: Unit, foe: Unit) -> bool:
    """Do two individuals face each other?"""
    return is_single(unit) and is_single(foe)


def duel_refusal(world: World, unit: Unit, foe: Unit) -> Refusal | None:
    """Why it may not strike the other this turn, or None: duellists strike in the turn of contact and then every second one,
    a round of single combat being two turns. (masse.hero.duel, masse.scale.time)"""
    if is_duel(unit, foe) and unit.duel >= 0 and (world.turn - unit.duel) % 2:
        return no("masse.hero.duel", "duel-pause", unit.id, foe.id)
    return None


def met_in_duel(world: World, id: int, foe: int) -> World:
    """The world once an individual has come up to another: their duel begins now, unless the other is in one already."""
    unit, other = world.units[id], world.units[foe]
    if not is_duel(unit, other):
        return world
    busy = any(is_single(enemy) and enemy.id != id for enemy in foes(world, other))
    world = with_duel(world, id, world.turn)
    return world if busy else with_duel(world, foe, world.turn)


def in_duel(world: World, id: int, foe: int) -> World:
    """The world once an individual strikes another: a duel that nobody has counted begins with this blow."""
    if is_duel(world.units[id], world.units[foe]):
        for one in (id, foe):
            if world.units[one].duel < 0:
                world = with_duel(world, one, world.turn)
    return world


def with_duel(world: World, id: int, turn: int) -> World:
    """The world with the turn in which a duellist's fight began."""
    twin = world.units[id].copy()
    twin.duel = turn
    return world.with_unit(twin)


# ---------------------------------------------------------------- champions (masse.hero.champion-targetable)


def champion_place(world: World, hero: Unit) -> tuple[int, int]:
    """Where a champion stands among the figures of his unit: in the middle of its first rank, or of its last."""
    host = world.units[hero.host]
    places = figure_places(host)
    if hero.first_rank:
        return places[min(host.files, host.figures) // 2]
    return places[-1 - ((host.figures - 1) % host.files) // 2]


def champion_base(world: World, hero: Unit) -> Polygon:
    """His base there."""
    x, y = champion_place(world, hero)
    return rectangle(x, y, hero.card.front // 2, hero.card.depth // 2, world.units[hero.host].facing)


def champions_in(world: World, unit: Unit) -> list[Unit]:
    """The champions in the first rank of a unit: they fight with it, and may be singled out."""
    return [hero for hero in heroes_in(world, unit) if is_champion(hero) and hero.first_rank]


def reaching(world: World, unit: Unit, hero: Unit) -> int:
    """How many figures of an attacker touch a champion's base."""
    his = champion_base(world, hero)
    return len([base for base in figure_bases(unit) if polygons_within(base, his, CONTACT)])


@rule("masse.hero.champion-targetable")
def aim(world: World, id: int, target: int, figures: int, melee: bool) -> Script:
    """Before it rolls, an attacker says how many of its figures aim at a champion in the target's first rank; hand to hand only
    those that touch his base, unless one of the two is in the air. Returns the champion (-1: nobody) and their number."""
    unit, foe = world.units[id], world.units[target]
    rule_id = "masse.hero.champion-targetable"
    answers: list[Answer] = ["unit"]
    for hero in champions_in(world, foe):
        most = figures
        if melee and unit.altitude == 0 and foe.altitude == 0:
            most = min(figures, reaching(world, unit, hero))
        answers.extend([(hero.id, number) for number in range(1, most + 1)])
    wish = yield Choose(rule_id, unit.seat, world, Listed(tuple(answers), rule_id), id)
    if wish == "unit":
        return -1, 0
    yield Tell(rule_id, "aims-at", (id, wish[0], wish[1]))
    return wish
