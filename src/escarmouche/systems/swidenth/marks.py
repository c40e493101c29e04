"""What a screen needs to show an answer before it is given: what it points at, what a way costs and whom it engages, what
counts for and against it, and where a figure could go. Every number comes from the rules themselves."""

from __future__ import annotations

from functools import partial
from math import isqrt
from typing import Any

from escarmouche.core.effects import Answer, Call, Choose, Told
from escarmouche.core.errors import TooManyOutcomes
from escarmouche.core.odds import Leaf, last_outcome
from escarmouche.core.system import Plain
from escarmouche.kit.marks import compared, is_worded, modifier, note, parts, stage, star
from escarmouche.kit.marks import modifiers as kit_modifiers
from escarmouche.kit.view import Stand, said
from escarmouche.systems.swidenth.content import book
from escarmouche.systems.swidenth.hands import ladders
from escarmouche.systems.swidenth.model import NEUTRAL, ON_TABLE, Course, Figure, World
from escarmouche.systems.swidenth.rules.actions import Trail
from escarmouche.systems.swidenth.rules.activation import gathered
from escarmouche.systems.swidenth.rules.conventions import NO_FLOOR, foes, foes_at
from escarmouche.systems.swidenth.rules.equipment import defence
from escarmouche.systems.swidenth.rules.falls import fall
from escarmouche.systems.swidenth.rules.heroism import BOOST, RESULTS, SOFTEN, SOFTENING, Stake
from escarmouche.systems.swidenth.rules.melee import Modifiers, arms, phase_of
from escarmouche.systems.swidenth.rules.movement import JUMP, budget, put, way_of
from escarmouche.systems.swidenth.rules.shooting import dodge_modifiers, missile, shooting_modifiers, volley
from escarmouche.systems.swidenth.rules.values import DAMAGE
from escarmouche.systems.swidenth.rules.values import SOFTEN as SOFTENS_ON
from escarmouche.systems.swidenth.rules.ways import GRAIN, Walker, Way
from escarmouche.systems.swidenth.view import MESSAGES as SCREEN
from escarmouche.systems.swidenth.words import MESSAGES, SPEECH
from escarmouche.table.trig import step

PARTS: dict[str, tuple[str, ...]] = {
    "activate": ("figure",),
    "hero": ("figure",),
    "next": ("figure",),
    "group": ("figures", "target"),
    "fight": ("target",),
    "opponent": ("target",),
    "shoot": ("weapon", "target"),
    "shoot-target": ("weapon", "marker"),
    "cast": ("spell", "target"),
    "move": ("steps",),
    "run": ("steps",),
    JUMP: ("x", "y"),
    "flee": ("x", "y"),
    "reload": ("weapon",),
    "draw": ("item",),
    "pick-up": ("marker",),
    "take": ("marker",),
    "give": ("target",),
    "rally": ("target",),
    "weapon": ("weapon",),
    "heroism": ("points",),
    "split": ("pairs",),
    "edge": ("edge",),
    "corner": ("corner",),
    "deploy": ("places",),
}
"""What stands behind the first word of each kind of answer."""
WAYS = ("move", "run")
SHOWN = 2
"""Of so many enemies that a move engages the odds of a fight are shown."""


def marks(due: Choose, answer: Answer) -> Plain:
    """What an answer points at."""
    if not is_worded(answer):
        return {"kind": "value"}
    kind = answer[0]
    found = parts(answer, PARTS, due.figure)
    if kind == JUMP:
        found["place"] = 1
    if kind in WAYS and isinstance(due.options, Trail):
        found.pop("steps", None)
        way = way_of(due.world, due.world.figures[due.figure], due.options.course, kind, answer[1])
        found["x"], found["y"], _ = way.end()
        found["cost"] = -(-way.cost // GRAIN)
        found["path"] = stands(way, answer[1])
    return found


def stands(way: Way, steps: Any) -> list[Stand]:
    """Where a figure would be at each way-point, and how it comes there."""
    found: list[Stand] = []
    if not isinstance(steps, tuple):
        return found
    for (x, y, z), (_, _, before), (gait, _, _) in zip(way.spots[1:], way.spots, steps, strict=False):
        stand: Stand = {"x": x, "y": y, "facing": 0, "outline": [], "bases": [], "set": {}}
        if gait != "walk":
            stand["sign"] = "⤼" if gait == "jump" else "⇡" if z > before else "⇣"
        found.append(stand)
    return found


# ---------------------------------------------------------------- before one commits


def trial(due: Choose, answer: Answer) -> Plain:
    """The cost of a way, its jumps, climbs and falls and whom it engages; the modifiers of both sides for an attack; the odds
    with points of Heroism."""
    if isinstance(due.options, Stake) and due.options.check(answer) is None:
        return {"stages": against_none(due, due.options, answer[1])}
    if due.why == SOFTEN and due.options.check(answer) is None and answer[1] > 0:
        return {"stages": [softened(due, answer)]}
    if not is_worded(answer):
        return {}
    world: World = due.world
    if answer[0] == "hero" and due.options.check(answer) is None:
        return {"notes": [_bubble(world, answer[1])]}
    if not isinstance(due.options, Trail):
        return {}
    figure, course = world.figures[due.figure], due.options.course
    if answer[0] in WAYS and len(answer) == 2:
        way = way_of(world, figure, course, answer[0], answer[1])
        return way_trial(world, figure, course, way, budget(figure, course, answer[0]), answer)
    if due.options.check(answer) is not None:
        return {}
    if answer[0] == JUMP:
        steps = (("jump", answer[1], answer[2]),)
        way = Walker(world, figure, 0, 0, True).take(steps)
        return way_trial(world, figure, course, way, way.cost, (JUMP, steps))
    if answer[0] == "fight" and answer[1] >= 0:
        return _melee(world, figure, world.figures[answer[1]], course)
    if answer[0] == "shoot":
        return _shot(world, figure, world.figures[answer[2]], course, answer[1])
    return {}


def _bubble(world: World, hero: int) -> Plain:
    """Whom a Hero's phase may activate beside himself."""
    others = tuple([one for one in gathered(world, hero) if one != hero])
    return note(SPEECH, world, "swidenth.activation.bubble-members", "bubble" if others else "bubble-empty", others)


def way_trial(world: World, figure: Figure, course: Course, way: Way, left: int, answer: tuple[str, Any]) -> Plain:
    """What a way costs and brings about, and the climbs that may follow."""
    x, y, z = way.end()
    met = [one for one in foes_at(world, figure, x, y, z) if one not in foes(world, figure)]
    notes = []
    if way.jumps:
        notes.append(note_of("swidenth.jump.running", "note.jumps", way.jumps))
    if way.climbs:
        notes.append(note_of("swidenth.terrain.ladder-rope", "note.climbs", way.climbs))
    fights = []
    if way.floor != NO_FLOOR:
        notes.append({**note_of("swidenth.fall.risk", "note.falls", z - way.floor), "grave": True})
        fights = _fall(put(world, figure.id, x, y, z), figure.id, way.floor)
    if met and answer[0] == "move" and not course.done and way.refused is None and way.floor == NO_FLOOR:
        notes.append(note_of("swidenth.melee.charge", "note.charge"))
        fights = [_charge(put(world, figure.id, x, y, z), figure.id, one, tuple(met)) for one in met[:SHOWN]]
    cost = -(-way.cost // GRAIN)
    known = way.refused is None or way.cost > left
    return {
        **({"distance": cost, "limit": left // GRAIN, "cost": cost, "terrain": max(0, cost - walked(way))} if known else {}),
        "notes": notes,
        "path": stands(way, answer[1]),
        "steps": [] if answer[0] == JUMP else ladders(world, standing(figure, way), left - way.cost),
        "provokes": [{"figure": one, "kind": "contact", "rule": "swidenth.melee.engaged"} for one in met],
        **({"stages": fights} if fights else {}),
    }


def _fall(world: World, id: int, floor: int) -> list[Plain]:
    """The odds of a fall before Heroism, where there is a die; nothing where too much hangs on it, such as a Chief's."""
    try:
        found = stage(
            _spoken, note_of("swidenth.fall.risk", "note.landing"), Call(fall, world, id, floor), partial(_landed, id)
        )
    except TooManyOutcomes:
        return []
    return [found] if len(found["odds"]) > 1 else []


def _landed(id: int, leaf: Leaf) -> str:
    """How a fall ends: the result that Heroism could still lower, or how the figure is in the end."""
    due = leaf.run.due
    if isinstance(due, Choose) and due.why == SOFTEN:
        return "status.out" if due.options.listed()[0][0] == "avoid-out" else "mark.stunned"
    figure = (due.world if isinstance(due, Choose) else leaf.run.result).figures[id]
    return "status.out" if figure.status != ON_TABLE else "mark.stunned" if figure.stunned else "fall.unhurt"


def _spoken(key: str, language: str) -> str:
    return SCREEN.sentence(key, (), str, language)


def _charge(world: World, id: int, target: int, charge: tuple[int, ...]) -> Plain:
    """The odds of the fight that a charge leads to."""
    call = phase_of(world, id, target, arms(world.figures[id])[0], arms(world.figures[target])[0], False, charge)
    return stage(_outcome, note(SPEECH, world, "swidenth.melee.roll", "fight-then", target), call, last_outcome)


def walked(way: Way) -> int:
    """The length of a way seen from above, with a little to spare for what rounding adds to each leg."""
    legs = zip(way.spots, way.spots[1:], strict=False)
    return sum([isqrt((x - a) ** 2 + (y - b) ** 2) + 2 for (a, b, _), (x, y, _) in legs])


def standing(figure: Figure, way: Way) -> Figure:
    """The figure at the end of a way."""
    twin = figure.copy()
    twin.x, twin.y, twin.z = way.end()
    twin.climbing = way.climbing
    return twin


def note_of(rule: str, key: str, *about: Any) -> Plain:
    """A sentence of the screen with the rule it rests on."""
    return {"rule": rule, **said(SCREEN, key, *about)}


def _melee(world: World, figure: Figure, enemy: Figure, course: Course) -> Plain:
    """The modifiers of a fight with the weapons that stand first, and its odds if nobody spends Heroism."""
    call = phase_of(world, figure.id, enemy.id, arms(figure)[0], arms(enemy)[0], course.concentrated(), course.charge)
    own, others, damage, pierce = call.args[3:7]
    told = [*_told(figure.id, "combat", figure.card.combat, own), *_told(enemy.id, "combat", enemy.card.combat, others)]
    notes = [_blow(world, figure, damage[0], enemy, pierce[0]), _blow(world, enemy, damage[1], figure, pierce[1])]
    return {"modifiers": told, "notes": notes, "stages": [_stage("swidenth.melee.roll", "note.fight", call)]}


def _shot(world: World, figure: Figure, target: Figure, course: Course, weapon: str) -> Plain:
    """The modifiers of a shot, and its odds if nobody spends Heroism."""
    own = shooting_modifiers(world, figure, course.concentrated())
    others = dodge_modifiers(world, figure, target)
    damage = DAMAGE[missile(weapon)]
    call = Call(volley, world, figure.id, target.id, own, others, damage)
    skill, combat = figure.card.shooting, target.card.combat
    told = [*_told(figure.id, "shooting", skill, own), *_told(target.id, "combat", combat, others)]
    notes = [_blow(world, figure, damage, target, False)]
    return {"modifiers": told, "notes": notes, "stages": [_stage("swidenth.shooting.roll", "note.shot", call)]}


def _blow(world: World, figure: Figure, damage: int, other: Figure, pierced: bool) -> Plain:
    """What a figure's blow counts if it wins: Damage, against the other's Defence."""
    return note(SPEECH, world, "swidenth.damage.margin", "blow", figure.id, damage, defence(other, pierced))


# ---------------------------------------------------------------- Heroism


def staked(due: Choose, stake: Stake, points: int) -> list[Plain]:
    """The odds of the roll on which points ride; where the other side announces after it, those for all it may announce.
    (swidenth.heroism.boost, swidenth.heroism.boost-order)"""
    rival = due.world.figures[stake.rival] if stake.rival >= 0 else None
    most = rival.heroism if rival is not None and rival.seat != NEUTRAL else 0
    if most == 0:
        return [stage(_outcome, note_of(BOOST, "note.staked"), stake.rolled(points, 0), _label)]
    order = "swidenth.heroism.boost-order"
    found = []
    for others in range(most + 1):
        note = note_of(order, "note.rival-spends", others) if others else note_of(order, "note.rival-keeps")
        found.append(stage(_outcome, note, stake.rolled(points, others), _label, partial(_announced, others)))
    return found


def against_none(due: Choose, stake: Stake, points: int) -> list[Plain]:
    """The odds with points, and what they change against none."""
    found = staked(due, stake, points)
    return [compared(*both) for both in zip(found, staked(due, stake, 0), strict=True)] if points else found


def _announced(points: int, due: Choose) -> Answer:
    """The other side's announcement, where the roll itself asks for it."""
    return ("heroism", points) if due.why == BOOST else due.options.listed()[0]


def softened(due: Choose, answer: tuple[str, int]) -> Plain:
    """The odds of points against a result. (swidenth.heroism.soften)"""
    result = RESULTS.index(answer[0].removeprefix("avoid-"))
    call = Call(SOFTENING, due.world, due.figure, result, answer[1])
    return stage(_outcome, note_of(SOFTEN, "note.softened", SOFTENS_ON), call, partial(_label, yes="avoided", no="endured"))


def _label(leaf: Leaf, yes: str = "passed", no: str = "failed") -> str:
    """The outcome that was told, or whether the roll succeeded, which is the second part of what it returned."""
    return leaf.outcomes[-1] if leaf.outcomes else yes if leaf.run.result[1] else no


def _stage(rule: str, key: str, call: Call) -> Plain:
    """The exact odds of an attack: the rule itself, followed through all its dice."""
    return stage(_outcome, note_of(rule, key), call, last_outcome)


def _outcome(name: str, language: str) -> str:
    return MESSAGES.form(f"outcome.{name}", language) or name


def _told(id: int, skill: str, value: int, found: Modifiers) -> list[Plain]:
    """A characteristic and the modifiers of one side, each with its rule and its name."""
    words = {one: MESSAGES.form(f"mod-{skill}", one) or skill for one in ("en", "fr")}
    return [modifier(id, skill, value, f"swidenth.stats.{skill}", words), *kit_modifiers(id, found, book().modifier, MESSAGES)]


def totals(event: Told) -> list[Plain]:
    """What both sides added to their dice, out of the event that tells their totals; nothing for other events."""
    if event.kind != "totals":
        return []
    first, _, skill, mine, _, _, second, _, combat, theirs, _, _ = event.about
    shot = event.why == "swidenth.shooting.roll"
    return [*_told(first, "shooting" if shot else "combat", skill, mine), *_told(second, "combat", combat, theirs)]


# ---------------------------------------------------------------- where it could go


def reach(world: World, id: int) -> list[list[tuple[int, int]]]:
    """Where one straight move may end: the farthest free spot in every direction."""
    return _reach(world, id, Course(), "move")


def reach_now(due: Choose, id: int) -> list[list[tuple[int, int]]]:
    """Where the move or the run may end that a figure can make now."""
    if isinstance(due.options, Trail) and id == due.figure:
        ready = [deed.kind for deed in due.options.ready()]
        return next((_reach(due.world, id, due.options.course, kind) for kind in WAYS if kind in ready), [])
    return reach(due.world, id)


def _reach(world: World, id: int, course: Course, kind: str) -> list[list[tuple[int, int]]]:
    figure = world.figures[id]
    if figure.status != ON_TABLE:
        return []
    longest = budget(figure, course, kind) // GRAIN - 2
    return [star(figure.x, figure.y, longest, partial(_free, world, figure, course, kind))]


def _free(world: World, figure: Figure, course: Course, kind: str, angle: int, length: int) -> bool:
    x, y = step(figure.x, figure.y, angle, length)
    way = way_of(world, figure, course, kind, (("walk", x, y),))
    return way.refused is None and way.floor == NO_FLOOR
