"""What a screen needs to show an answer before it is given: what it points at, where a move would end, what counts for and
against it, and where a figure could go. Every number comes from the rules themselves."""

from __future__ import annotations

from functools import partial
from math import isqrt
from typing import Any

from escarmouche.core.effects import Answer, Choose
from escarmouche.core.system import Plain
from escarmouche.kit.marks import is_worded, modifier, parts, star
from escarmouche.kit.view import said
from escarmouche.systems.fda.content import book
from escarmouche.systems.fda.model import NOBODY, ON_TABLE, Figure, World
from escarmouche.systems.fda.rules.actions import Activation
from escarmouche.systems.fda.rules.conventions import touched
from escarmouche.systems.fda.rules.melee import CHARGE, DEFEND, STRIKE, advantages
from escarmouche.systems.fda.rules.movement import Move, Stride, before
from escarmouche.systems.fda.rules.objects import BODY, CHEST
from escarmouche.systems.fda.rules.reactions import Window
from escarmouche.systems.fda.rules.shooting import VEILS, in_strip, is_close, is_hampered, is_sheltered, shot_modifiers, veil
from escarmouche.systems.fda.rules.ways import ENEMY, fits, full_length, has_way_past, reach, snags, spot
from escarmouche.systems.fda.view import MESSAGES as SCREEN
from escarmouche.systems.fda.words import MESSAGES
from escarmouche.table.trig import angle_of, step

PARTS: dict[str, tuple[str, ...]] = {
    "activate": ("figure",),
    "strike": ("target",),
    "charge": ("target", "x", "y"),
    "shoot": ("weapon", "target"),
    "aimed-shot": ("weapon", "target"),
    "advance": ("x", "y", "target"),
    "advance-fast": ("x", "y", "target"),
    "advance-crouched": ("x", "y"),
    "advance-hidden": ("x", "y"),
    "crawl": ("x", "y"),
    "flee": ("facing",),
    "spot": ("target",),
    "cast": ("target",),
    "sing": ("target",),
    "use-destiny": ("target", "facing"),
    "destiny": ("target",),
    "raise-friend": ("target", "facing"),
    "carry-friend": ("target",),
    "behead": ("target",),
    "hand-over": ("target",),
    "graze": ("target",),
    "two-pistols": ("target", "second"),
    "climb": ("piece",),
    "top": ("x", "y"),
    "foot": ("x", "y"),
    "reload-faster": ("weapon",),
    "drop-object": ("weapon",),
    "repair": ("weapon",),
    "turn": ("facing",),
    "go": ("length",),
    "reload-quick": ("weapon",),
    "reload-slow": ("weapon",),
    "victim": ("target",),
    "shake-awake": ("target",),
    "rise": ("x", "y"),
    "deploy": ("places",),
}
"""What stands behind the first word of each kind of answer."""
FIXTURES = ("open", "close", "break-open")
PLACED = ("advance", "advance-fast", "advance-crouched", "advance-hidden", "crawl")


def marks(due: Choose, answer: Answer) -> Plain:
    """What an answer points at. A reaction points at who reacts and at who triggers it."""
    if not is_worded(answer):
        return {"kind": "value"}
    if isinstance(due.options, Window) and len(answer) > 1:
        return {"kind": answer[0], "figure": answer[1], "target": due.options.trigger.enemy}
    found = parts(answer, PARTS, due.figure)
    if answer[0] in PLACED:
        found["place"] = 1
        figure = due.world.figures[due.figure]
        found["facing"] = angle_of(answer[1] - figure.x, answer[2] - figure.y)
    elif answer[0] in FIXTURES:
        found["piece"] = due.world.fixtures[answer[1]].piece
    elif answer[0] == "pick-up" and answer[1] == BODY:
        found["target"] = answer[2]
    elif answer[0] in ("pick-up", "retrieve-missile") and answer[1] != CHEST:
        thing = next(one for one in due.world.things if one.id == answer[-2 if answer[0] == "pick-up" else -1])
        found["x"], found["y"] = thing.x, thing.y
    elif answer[0] == "deploy":
        found["places"] = [[x, y] for x, y, _ in answer[1]]
    elif answer[0] == "go" and isinstance(due.options, Stride):
        stride = due.options
        found["x"], found["y"] = spot(due.world.figures[due.figure], stride.dx, stride.dy, answer[1])
    return found


# ---------------------------------------------------------------- before one commits


def trial(due: Choose, answer: Answer) -> Plain:
    """Where a move would end and whom it contacts; what counts for an attack or a shot; what a spell does."""
    if not is_worded(answer):
        return {}
    world: World = due.world
    if answer[0] == "memorise":
        return {"notes": [spell_note(answer[1])]}
    figure = world.figures[due.figure]
    if isinstance(due.options, Stride):
        x, y = spot(figure, due.options.dx, due.options.dy, answer[1])
        return way_trial(world, figure, x, y, due.options.limit) if answer[1] else {}
    if not isinstance(due.options, Activation):
        return {}
    if answer[0] == "cast":
        return {"notes": [spell_note(figure.spell)]}
    if answer[0] in PLACED and isinstance(due.options.known().get(answer[0]), Move):
        return way_trial(world, figure, answer[1], answer[2], longest(due.options, answer[0]))
    if answer[0] == STRIKE:
        return {"modifiers": fight(world, figure, world.figures[answer[1]], STRIKE)}
    if answer[0] == CHARGE:
        told = way_trial(world, figure, answer[2], answer[3], full_length(figure), whole=True)
        return {**told, "modifiers": fight(world, figure, world.figures[answer[1]], CHARGE)}
    if answer[0] in ("shoot", "aimed-shot"):
        target = world.figures[answer[2]]
        hampered = is_hampered(world, figure, due.options.course, not in_strip(figure, target))
        precise = answer[0] == "aimed-shot" or is_close(world, figure, target)
        found = shot_modifiers(world, figure, target, answer[1], hampered, precise)
        counts = told_of(figure.id, "shooting", figure.values().shooting, found, "mod")
        return {"modifiers": counts, "notes": cover_notes(world, figure, target, answer[1], precise)}
    return {}


def cover_notes(world: World, shooter: Figure, target: Figure, weapon: str, precise: bool) -> list[Plain]:
    """What hides the target from the shooter: why it is poorly visible where that counts, and whether its cover lets it roll
    its JD again."""
    hides = "" if precise else veil(world, shooter, target, weapon)
    found = [note_of(VEILS[hides], f"note.{hides}")] if hides else []
    if is_sheltered(world, shooter, target):
        found.append(note_of("fda.cover.reroll-jd", "note.sheltered"))
    return found


def longest(menu: Activation, kind: str) -> int:
    """How far a kind of move may lead over clear ground."""
    deed = menu.known()[kind]
    assert isinstance(deed, Move)
    return deed.longest(menu)


def way_trial(world: World, figure: Figure, x: int, y: int, full: int, whole: bool = False) -> Plain:
    """How far a straight move comes, as far as no JA tells otherwise, and whom it touches."""
    dx, dy = x - figure.x, y - figure.y
    limit = reach(world, figure, dx, dy, full)
    length = limit if whole else min(limit, isqrt(dx * dx + dy * dy))
    met, tests = NOBODY, 0
    ahead, past = snags(world, figure, dx, dy, length), []
    for snag in ahead:
        if snag.doubtful() and has_way_past(snag, ahead, length):
            tests += 1
            past.append(snag)
            continue
        if snag.at <= length:
            length = before(past, snag.at)
            met = snag.who if snag.kind == ENEMY and length == snag.at else NOBODY
            break
    end = spot(figure, dx, dy, length)
    notes = [note_of("fda.move.disputes", "note.squeeze", tests)] if tests else []
    known = [one.id for one in touched(world, figure)]
    provoked = [{"figure": met, "kind": "contact", "rule": "fda.contact.engaged"}] if met != NOBODY and met not in known else []
    stand = {"x": end[0], "y": end[1], "facing": angle_of(dx, dy), "outline": [], "bases": [], "set": {}}
    return {"distance": length, "limit": limit, "notes": notes, "path": [stand], "provokes": provoked}


def note_of(rule: str, key: str, *about: Any) -> Plain:
    """A sentence of the screen with the rule it rests on."""
    return {"rule": rule, **said(SCREEN, key, *about)}


def spell_note(spell: str) -> Plain:
    """What a spell does. (fda.magic.memorised)"""
    row = book().spell[spell]
    return {"rule": "fda.magic.memorised", "en": row.effect, "fr": row.effect_fr}


def fight(world: World, figure: Figure, enemy: Figure, mode: str) -> list[Plain]:
    """C and the advantages of both sides."""
    mine, theirs = advantages(world, figure, enemy, mode), advantages(world, enemy, figure, DEFEND)
    return [
        *told_of(figure.id, "combat", figure.values().combat, mine, "adv"),
        *told_of(enemy.id, "combat", enemy.values().combat, theirs, "adv"),
    ]


def told_of(id: int, skill: str, value: int, found: list[tuple[str, int]], table: str) -> list[Plain]:
    """A characteristic and what counts beside it, each with its rule and its name. What changes a test changes what the die
    must not exceed; advantages are added to nothing, they tell who wins on equal sums. (fda.melee.tie-to-advantaged)"""
    rows = book().advantage if table == "adv" else book().modifier
    own: Plain = {} if table == "adv" else {"under": True}
    told = [{**modifier(id, skill, value, f"fda.char.{skill}", both(f"char-{skill}")), **own}]
    apart: Plain = {"apart": True} if table == "adv" else {}
    rest = [modifier(id, name, change, rows[name].rule, both(f"{table}-{name}")) for name, change in found]
    return told + [{**one, **apart} for one in rest]


def both(key: str) -> Plain:
    """A message in both languages."""
    return {one: MESSAGES.form(key, one) or key for one in ("en", "fr")}


# ---------------------------------------------------------------- where it could go


def reachable(world: World, id: int) -> list[list[tuple[int, int]]]:
    """Where one straight move may end: the farthest spot in every direction."""
    figure = world.figures[id]
    if figure.status != ON_TABLE:
        return []
    return [star(figure.x, figure.y, full_length(figure) - 2, partial(_free, world, figure), rays=48)]


def _free(world: World, figure: Figure, angle: int, length: int) -> bool:
    x, y = step(figure.x, figure.y, angle, length)
    dx, dy = x - figure.x, y - figure.y
    if not fits(world, figure, x, y, full_length(figure)):
        return False
    ahead = snags(world, figure, dx, dy, length)
    return not any(snag.at < length and not (snag.doubtful() and has_way_past(snag, ahead, length)) for snag in ahead)
