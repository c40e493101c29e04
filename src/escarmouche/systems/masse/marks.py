"""What a screen needs to show an answer before it is given: what it points at, how far it goes and what that costs, what it
would provoke, what counts for and against it, and its exact odds. Every number comes from the rules themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from escarmouche.core.effects import Answer, Call, Choose, Told
from escarmouche.core.odds import Leaf, all_outcomes
from escarmouche.core.pools import Dice
from escarmouche.core.system import Plain
from escarmouche.kit import marks as marks_kit
from escarmouche.kit.marks import is_worded, modifier, modifiers, parts
from escarmouche.kit.view import corners
from escarmouche.systems.masse.content import book
from escarmouche.systems.masse.model import FRONT, ON_TABLE, Attack, Unit, World
from escarmouche.systems.masse.planning import SHAPED, WHOLE, budget, flights, path, walked
from escarmouche.systems.masse.rules.charge import dares_charge, length_before_obstacle, may_counter
from escarmouche.systems.masse.rules.combat import Modifiers, attack_numbers, blows, naturals
from escarmouche.systems.masse.rules.engines import shot_line, shot_modifiers, shot_needs
from escarmouche.systems.masse.rules.flying import flight_mv
from escarmouche.systems.masse.rules.ground import (
    attack_sector,
    enemies,
    figure_bases,
    footprint,
    gap,
    melee_sector,
    setting_off,
)
from escarmouche.systems.masse.rules.melee import (
    armour,
    first_blow_pool,
    further_blows,
    melee_lines,
    melee_modifiers,
    melee_pool,
    strikes_first,
    striking,
)
from escarmouche.systems.masse.rules.morale import FORCED_MARCH, morale_test, takes_tests
from escarmouche.systems.masse.rules.movement import brought, take_step, touches_enemy
from escarmouche.systems.masse.rules.orders import Doing
from escarmouche.systems.masse.rules.shooting import (
    can_hit,
    missile_line,
    missile_modifiers,
    missile_pool,
    only_in_an_arc,
    reach_of_shot,
    shooter_refusal,
    shooters,
)
from escarmouche.systems.masse.rules.singles import champions_in, is_duel
from escarmouche.systems.masse.rules.undead import courage
from escarmouche.systems.masse.rules.values import PT_TIMES, RULE_OF
from escarmouche.systems.masse.scenery import piece_of_structure
from escarmouche.systems.masse.words import MESSAGES, SPEECH, outcome_name

PARTS: dict[str, tuple[str, ...]] = {
    "place": ("figure", "x", "y", "facing", "files", "formation"),
    "join": ("figure", "target", "position"),
    "hold-back": ("figure",),
    "arrive": ("figure", "along"),
    "declare": ("pairs",),
    "receive": ("figures",),
    "shoot": ("target", "indirect"),
    "shoot-melee": ("target", "friend"),
    "attack": ("target",),
    "swoop": ("target",),
    "intercept": ("target",),
    "ground-attack": ("target",),
    "dive": ("target",),
    "breathe": ("target",),
    "fire": ("target",),
    "wreck": ("target",),
    "ram-engine": ("target",),
    "board": ("target",),
    "repel": ("target",),
    "revive": ("target",),
    "send-off": ("hero",),
    "fire-at": ("structure",),
    "enter": ("structure",),
    "demolish": ("structure",),
    "ram": ("structure",),
    "cross": ("structure",),
    "raise": ("structure", "gear"),
    "surmount": ("piece",),
    "clamber": ("piece",),
    "leave": ("opening",),
    "stairs": ("height",),
    "walk": ("x", "y", "facing"),
    "climb": ("way",),
    "cast": ("spell", "target", "x", "y"),
    "fronts": ("sectors",),
    "switch": ("line",),
    "rearm": ("line",),
}
"""What stands behind the first word of each kind of answer."""
WAYS = ("move", "charge", "forced-march")
QUIET = (
    "arrive", "concede", "declare", "delay", "done", "fronts", "hold-back", "join", "place", "rearm", "receive", "switch",
    "walk",
)  # fmt: skip
"""Answers that no die of their own follows: whatever is rolled next is another matter."""
SHOTS = ("masse.shoot.second-shot-initiative",)
"""Questions whose answers are targets by their numbers alone."""


def marks(due: Choose, answer: Answer) -> Plain:
    """What an answer points at."""
    world: World = due.world
    if not is_worded(answer):
        return {**({"figure": due.figure} if due.figure >= 0 else {}), **_value(due, answer)}
    kind = answer[0]
    found = parts(answer, PARTS, due.figure)
    if "structure" in found:
        found["piece"] = piece_of_structure(world, found["structure"])
    if type(found.get("x")) is int and kind not in (*SHAPED, *WHOLE):
        found["place"] = 1 + PARTS[kind].index("x")
    if kind in (*WAYS, "arrive"):
        stops = path(due, answer)
        if stops:
            found.update(stand(stops[-1]))
    if kind in ("charge", "dive") and due.figure >= 0:
        found["target"] = world.units[due.figure].declared
    return found


def _value(due: Choose, answer: Answer) -> Plain:
    """An answer that is a mere value: a unit, a word, a champion and how many aim at him."""
    if isinstance(answer, int) and not isinstance(answer, bool):
        return {"kind": "value", "target" if due.why in SHOTS else "figure": answer}
    if isinstance(answer, tuple) and len(answer) == 2:
        return {"kind": "value", "target": answer[0], "number": answer[1]}
    return {"kind": answer if isinstance(answer, str) else "value"}


def stand(unit: Unit) -> Plain:
    """Where a unit would stand, and how."""
    return {"x": unit.x, "y": unit.y, "facing": unit.facing, "files": unit.files, "formation": unit.formation}


def outlined(unit: Unit) -> Plain:
    """The same with its outline and the bases of its figures, to be drawn."""
    shown = stand(unit)
    set = {"files": shown.pop("files"), "formation": shown.pop("formation")}
    return {**shown, "outline": corners(footprint(unit)), "bases": [corners(base) for base in figure_bases(unit)], "set": set}


# ---------------------------------------------------------------- before one commits


def trial(due: Choose, answer: Answer) -> Plain:
    """The way of a move with its cost and what it provokes; the modifiers of an attack, its numbers in words and its odds."""
    world: World = due.world
    if isinstance(answer, int) and due.why in SHOTS:
        answer = ("shoot", answer, only_in_an_arc(world, world.units[due.figure], world.units[answer]))
    if not isinstance(answer, tuple) or not answer:
        return {}
    kind = answer[0]
    shown = [outlined(unit) for unit in path(due, answer)]
    if kind in WAYS and isinstance(due.options, Doing) and len(answer) == 2:
        return {"path": shown, **_way(due, answer)}
    if kind == "fly" and shown:
        return {"path": shown, **_flight(world, world.units[due.figure], answer[1])}
    if kind == "fire":
        return _fire(world, world.units[due.figure], world.units[answer[1]])
    if kind == "shoot":
        return _shot(world, world.units[due.figure], world.units[answer[1]], answer[2])
    if kind == "attack":
        return _fight(world, world.units[due.figure], world.units[answer[1]], False)
    found: Plain = {"path": shown} if shown else {}
    return {**found, "stages": []} if kind in QUIET else found


def _way(due: Choose, answer: tuple[Any, ...]) -> Plain:
    """What a march costs, what the ground adds to it, whom it provokes; of a charge also what it leads to."""
    kind, steps = answer
    world: World = due.world
    unit = world.units[due.figure]
    if not steps:
        return {}
    used, open_cost = _costs(world, unit, steps)
    found: Plain = {
        "distance": used,
        "limit": budget(world, unit, kind),
        "terrain": used - open_cost,
        "provokes": _provoked(world, unit, steps, kind),
        "stages": [],
    }
    if kind == "charge" and unit.declared >= 0:
        found.update(_charge(world, unit, steps))
    elif kind == "forced-march" and takes_tests(unit):
        call = Call(morale_test, world, unit.id, FORCED_MARCH, -1)
        found["stages"] = [test_stage(world, call, RULE_OF[FORCED_MARCH], unit, ("passes", "fails"))]
    elif kind == "move":
        found["stages"] = _contacts(world, unit, steps)
    return found


def _contacts(world: World, unit: Unit, steps: tuple[Any, ...]) -> list[Plain]:
    """What an ordinary move into contact leads to: courage against the undead, the first blows of longer weapons.
    (masse.undead.engage-test, masse.melee.opportunity-before-contact)"""
    there = walked(world, unit, steps, 0)[0]
    now = world.with_unit(brought(setting_off(unit), there))
    mine = now.units[unit.id]
    found: list[Plain] = []
    for foe in touches_enemy(now, mine):
        if foe.card.has("undead") and takes_tests(unit):
            call = Call(courage, world, unit.id, foe.id)
            found.append(test_stage(world, call, "masse.undead.engage-test", unit, ("passes", "fails")))
        if strikes_first(now, foe, mine):
            pool = first_blow_pool(now, foe, mine, 0)
            found.append(attack_stage(now, foe, mine, pool, "masse.melee.opportunity-before-contact", "stage-first-blow"))
    return found


def _costs(world: World, unit: Unit, steps: tuple[Any, ...]) -> tuple[int, int]:
    """What steps cost, and what they would cost on open ground."""
    bare = world.copy()
    bare.pieces = ()
    used = plain_cost = 0
    for one in steps:
        taken = take_step(world, unit, one)
        if taken.refused is not None:
            break
        used += taken.cost
        plain_cost += take_step(bare, unit, one).cost
        unit = taken.unit
    return used, plain_cost


def _provoked(world: World, unit: Unit, steps: tuple[Any, ...], kind: str) -> list[Plain]:
    """Enemies that may interrupt the way or strike first at its end, those it comes to touch, and obstacles to be dared."""
    found: list[Plain] = []
    before = [foe.id for foe in touches_enemy(world, unit)]
    now = world.with_unit(setting_off(unit))
    for one in steps:
        here = now.units[unit.id]
        taken = take_step(now, here, one)
        if taken.refused is not None:
            return found
        if kind == "charge" and length_before_obstacle(now, here, one) >= 0:
            found.append({"figure": unit.id, "kind": "obstacle", "rule": "masse.morale.dd-obstacle-in-charge"})
        met = [foe for foe in touches_enemy(now, taken.unit) if foe.id not in before]
        now = now.with_unit(brought(here, taken.unit))
        found.extend(_interruptions(now, now.units[unit.id]))
        for foe in met:
            found.append({"figure": foe.id, "kind": "contact", "rule": "masse.combat.engagement"})
            if strikes_first(now, foe, now.units[unit.id]):
                found.append({"figure": foe.id, "kind": "first-blow", "rule": "masse.melee.opportunity-before-contact"})
            if foe.card.has("undead") and takes_tests(unit) and kind == "move":
                found.append({"figure": foe.id, "kind": "courage", "rule": "masse.undead.engage-test"})
    return [one for number, one in enumerate(found) if one not in found[:number]]


def _interruptions(world: World, mover: Unit) -> list[Plain]:
    """Who might step in now: with a counter-charge, or with a shot for which it holds back."""
    found: list[Plain] = []
    for foe in enemies(world, mover):
        if may_counter(world, foe, mover):
            found.append({"figure": foe.id, "kind": "counter-charge", "rule": "masse.move.counter-charge"})
        ready = foe.waiting and not foe.acted and shooter_refusal(world, foe) is None
        if ready and can_hit(world, foe, mover):
            found.append({"figure": foe.id, "kind": "snap-shot", "rule": "masse.shoot.mod-delayed"})
    return found


def _flight(world: World, unit: Unit, legs: tuple[Any, ...]) -> Plain:
    """What a flight costs, and who waits for it with a shot."""
    ways = flights(world, unit, legs)
    found = [one for way in ways for one in _interruptions(world.with_unit(way.unit), way.unit)]
    return {
        "distance": ways[-1].spent,
        "limit": flight_mv(unit),
        "provokes": [one for number, one in enumerate(found) if one not in found[:number]],
    }


# ---------------------------------------------------------------- attacks


def _fire(world: World, unit: Unit, target: Unit) -> Plain:
    """The shot of a machine: its range, its modifiers and the face it needs."""
    line = shot_line(unit)
    short = reach_of_shot(world, unit, target, line)
    return {
        "modifiers": told(unit, line, shot_modifiers(world, unit, target), "missile_modifier", "engine-"),
        "notes": [
            note(world, "masse.engine.range", "try-range", gap(unit, target), *[times * short for times in PT_TIMES]),
            note(world, "masse.engine.to-hit", "try-needs", shot_needs(world, unit, target)),
        ],
    }


def _shot(world: World, unit: Unit, target: Unit, indirect: bool) -> Plain:
    """A volley: its range, modifiers and numbers; where a champion might be aimed at, the odds of shooting at the unit."""
    line = missile_line(unit)
    if line is None or target.status != ON_TABLE:
        return {}
    rows = missile_modifiers(world, unit, target, line, indirect, unit.delayed)
    sector = attack_sector(target, unit)
    direct, arc = shooters(world, unit, target, indirect)
    ca = armour(target, sector if sector == FRONT else 1)
    short = reach_of_shot(world, unit, target, line)
    limits = (gap(unit, target), *[times * short for times in PT_TIMES])
    range_key = "try-range-thrown" if line.thrown else "try-range"
    found: Plain = {
        "modifiers": told(unit, line, rows, "missile_modifier"),
        "notes": [
            note(world, "masse.shoot.table-5b", range_key, *limits),
            numbers(world, "masse.shoot.table-5c", unit, arc if indirect else direct, line, rows, ca),
        ],
    }
    if arc and not indirect:
        high = missile_modifiers(world, unit, target, line, True, unit.delayed)
        found["notes"].append(numbers(world, "masse.shoot.table-5c", unit, arc, line, high, ca))
    if champions_in(world, target):
        pool = missile_pool(world, unit, target, indirect, unit.delayed)
        found["stages"] = [attack_stage(world, unit, target, pool, "masse.shoot.whole-unit", "stage-volley")]
    return found


def _fight(world: World, unit: Unit, target: Unit, charging: bool) -> Plain:
    """A melee attack where both stand: its modifiers and numbers, and the odds of striking at the unit."""
    sector = FRONT if is_duel(unit, target) else melee_sector(target, unit)
    rows = melee_modifiers(world, unit, target, sector, charging, False)
    lines = melee_lines(unit)
    figures = striking(world, unit, target)
    ca = armour(target, sector)
    pool = melee_pool(world, unit, target, sector, charging)
    stages = [attack_stage(world, unit, target, pool, "masse.melee.contact", "stage-blow")]
    for id, many in further_blows(world, unit, target):
        foe = world.units[id]
        pool = melee_pool(world, unit, foe, melee_sector(foe, unit), charging, figures=many)
        stages.append(attack_stage(world, unit, foe, pool, "masse.melee.contact", "stage-blow"))
    return {
        "modifiers": told(unit, lines[0], rows, "melee_modifier"),
        "notes": [
            note(world, "masse.view.sectors", "try-sector", target.id, f"sector-{sector}"),
            *[numbers(world, "masse.melee.table-5d", unit, figures, line, rows, ca) for line in lines],
        ],
        "stages": stages,
    }


def _charge(world: World, unit: Unit, steps: tuple[Any, ...]) -> Plain:
    """What a charge leads to: the test of command, the first blow of longer weapons, the attack at the end of the run."""
    target = world.units[unit.declared]
    stages: list[Plain] = []
    if takes_tests(unit):
        call = Call(dares_charge, world, unit.id, target.id)
        stages.append(test_stage(world, call, "masse.move.charge-command-test", unit, ("dares", "dares-not")))
    now = setting_off(unit)
    now.charged = True
    there = world.with_unit(now)
    for one in steps:
        taken = take_step(there, there.units[unit.id], one)
        if taken.refused is not None:
            return {"stages": stages}
        there = there.with_unit(brought(there.units[unit.id], taken.unit))
    mine, foe = there.units[unit.id], there.units[target.id]
    if foe not in touches_enemy(there, mine):
        return {"stages": stages}
    if strikes_first(there, foe, mine):
        extra = 2 if foe.receiving else 0
        pool = first_blow_pool(there, foe, mine, extra)
        why = "masse.melee.opportunity-before-contact"
        stages.append(attack_stage(there, foe, mine, pool, why, "stage-first-blow"))
    found = _fight(there, mine, foe, True)
    return {**found, "stages": [*stages, *found["stages"]]}


# ---------------------------------------------------------------- odds and words


def test_stage(world: World, call: Call, why: str, unit: Unit, names: tuple[str, str]) -> Plain:
    """The exact odds of a test, by the names of its success and failure."""

    def label(leaf: Leaf) -> str:
        # The first state that is told decides it: what the loss of heart means to others is no part of the test.
        if leaf.outcomes:
            return names[0] if leaf.outcomes[0] == "enraged" else names[1]
        return names[0] if leaf.run.due is None and leaf.run.result[1] else names[1]

    return stage(world, call, why, "stage-dare", (unit.id,), label)


def attack_stage(world: World, unit: Unit, target: Unit, pool: tuple[Dice, ...], why: str, key: str) -> Plain:
    """The exact odds of the NV that an attack removes."""
    call = Call(blows, world, unit.id, target.id, pool, why)
    return {**stage(world, call, why, key, (unit.id, target.id), all_outcomes), "hurts": target.seat}


def stage(world: World, call: Call, why: str, key: str, about: tuple[Any, ...], label: Callable[[Leaf], str]) -> Plain:
    """One thing that comes of an answer, with its exact odds."""
    return marks_kit.stage(outcome_name, note(world, why, key, *about), call, label)


def note(world: World, why: str, key: str, *about: Any) -> Plain:
    """A sentence with the rule it rests on."""
    return marks_kit.note(SPEECH, world, why, key, *about)


def numbers(world: World, why: str, unit: Unit, figures: int, line: Attack, rows: Modifiers, ca: int) -> Plain:
    """The numbers of an attack, in the words in which the log will tell them."""
    tell = attack_numbers(why, unit.id, figures, line, rows, ca, naturals(world))
    return note(world, tell.why, tell.kind, *tell.about)


def told(unit: Unit, line: Attack, rows: Modifiers, table: str, names: str = "weapon-") -> list[Plain]:
    """MA and the modifiers of the attacker, each with its rule and its name."""
    return [_ma(unit.id, names + line.weapon, line.ma), *modifiers(unit.id, rows, getattr(book(), table), MESSAGES)]


def _ma(unit: int, weapon: str, value: int) -> Plain:
    return modifier(unit, "ma", value, "masse.org.stat-ma", SPEECH.both("try-ma", (weapon,), NOWHERE))


def event_modifiers(event: Told) -> list[Plain]:
    """The modifiers of an attack or of a morale test, out of the event that tells its numbers; nothing for other events."""
    if event.kind == "attack-numbers":
        unit, _, weapon, ma, found, _, _ = event.about
        rows = {**book().missile_modifier, **book().melee_modifier}
        return [_ma(unit, weapon, ma), *modifiers(unit, found, rows, MESSAGES)]
    if event.kind == "morale-test":
        return modifiers(event.about[0], event.about[3], book().morale_modifier, MESSAGES)
    return []


NOWHERE = World(0, 0, (), (), (), ())
"""For sentences that speak of no unit."""


__all__ = ["event_modifiers", "marks", "trial"]
