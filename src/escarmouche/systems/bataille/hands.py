"""What a hand may shape on the table now, and the answers that its gestures lead to."""

from __future__ import annotations

from escarmouche.core.effects import Answer, Choose, Refusal
from escarmouche.core.system import Plain
from escarmouche.kit import sketch
from escarmouche.kit.view import Control, Hand, Option, words
from escarmouche.systems.bataille.model import GUN, ON_TABLE, Figure, World
from escarmouche.systems.bataille.names import figure_name
from escarmouche.systems.bataille.rules.artillery import crew_serving
from escarmouche.systems.bataille.rules.declaring import HOLD, Declaring
from escarmouche.systems.bataille.rules.deployment import Placing
from escarmouche.systems.bataille.rules.magic import SPELLS, Casting, near
from escarmouche.systems.bataille.rules.movement import Fleeing, FreeBlows, Marching, Shift, shift_refusal
from escarmouche.systems.bataille.rules.spells import Running, cursed_kinds
from escarmouche.systems.bataille.rules.ways import way_to
from escarmouche.systems.bataille.view import spoken
from escarmouche.table.shapes import square_between

AT_PLACES = ("fireball", "summoning", "wall-of-fire")
"""The spells that are cast at a place; all others, but the one that carries somebody there, at a figure."""
CARRIES = "teleportation"


def hands(due: Choose) -> list[Hand]:
    """What may be shaped: figures placed, led along a way alone or together, spells aimed, targets given."""
    options, world = due.options, due.world
    if isinstance(options, Placing):
        return [sketch.hand("deploy", -1, spoken("group.deploy"), spoken("hint.deploy"), "places", figures=list(options.ids))]
    if isinstance(options, Marching):
        return marching(options)
    if isinstance(options, Casting):
        return [hand for spell in SPELLS for hand in casting(options, spell)]
    if isinstance(options, (Fleeing, Running)):
        kind = "flee" if isinstance(options, Fleeing) else "run"
        return [sketch.hand(kind, due.figure, spoken(f"group.{kind}"), spoken("hint.move"), "move", reach=kind == "run")]
    if isinstance(options, Declaring):
        pairs = [(id, options.targets(id)) for id in options.able()]
        said = {"stay": spoken("declare.stay"), "none": spoken("declare.none"), "go": spoken("declare.go")}
        able = [one for one in pairs if one[1]]
        title = spoken(f"declare.{world.phase}")
        return [sketch.hand("declare", -1, title, spoken("declare.hint"), "many", able=able, usual=usual(options), **said)]
    if isinstance(options, FreeBlows):
        said = {"stay": spoken("declare.stay"), "none": spoken("strike.none"), "go": spoken("strike.go")}
        blows = {"able": [(id, []) for id in options.able], "usual": [(id, HOLD) for id in options.able]}
        return [sketch.hand("strike", -1, spoken("strike.title"), spoken("strike.hint"), "many", **blows, **said)]
    return []


def marching(options: Marching) -> list[Hand]:
    """One figure led along a way, several led together, a gun pushed by its crew."""
    able = [one.id for one in options.unengaged()]
    found = []
    if able:
        found.append(sketch.hand("move", -1, spoken("group.move"), spoken("hint.move"), "move", figures=able, reach=True))
        found.append(sketch.hand("shift", -1, spoken("group.shift"), spoken("hint.shift"), "shift", figures=able))
    world = options.world
    guns = [one for one in world.figures if one.seat == options.seat and one.card.role == GUN and one.status == ON_TABLE]
    served = [one.id for one in guns if options.known()["gun"].possible(options) and pushers(options, one)]
    if served:
        found.append(sketch.hand("gun", -1, spoken("group.gun"), spoken("hint.gun"), "move", figures=served))
    return found


def pushers(options: Marching, gun: Figure) -> list[int]:
    """The crew who would push a gun."""
    return crew_serving(options.world, gun, options.contacts())


def casting(options: Casting, spell: str) -> list[Hand]:
    """A spell aimed by one of those who can cast it, or somebody carried off by one."""
    casters, world = options.casters(spell), options.world
    if not casters:
        return []
    title, ids = spoken(f"group.{spell}"), [one.id for one in casters]
    if spell == CARRIES:
        found = [one.id for caster in casters for friends in (True, False) for one in near(world, caster, friends)]
        named = [named_one(world, one) for one in casters]
        by = [sketch.choice(spoken, "caster", named, str(ids[0]))] if len(ids) > 1 else []
        whom = list(dict.fromkeys([*ids, *found]))
        return [sketch.hand(spell, -1, title, spoken("hint.carry"), "move", figures=whom, controls=by)]
    hint = spoken("hint.cast-place" if spell in AT_PLACES else "hint.cast-figure")
    settings = controls(spell, casters)
    return [sketch.hand(spell, -1, title, hint, "aim", figures=ids, turns=spell == "wall-of-fire", controls=settings)]


def controls(spell: str, casters: list[Figure]) -> list[Control]:
    """What is set of a spell besides its aim: the creature that is summoned, the kind of attack that a Curse takes."""
    if spell == "curse":
        kinds: list[Option] = [{"id": kind, "words": spoken(f"number.{kind}")} for kind in ("melee", "shooting")]
        return [sketch.choice(spoken, "loses", kinds, "melee")]
    cards = {card.profile: card for caster in casters for card in caster.card.summons}
    if spell == "summoning" and len(cards) > 1:
        named: list[Option] = [{"id": id, "words": words(card.name_en, card.name_fr)} for id, card in cards.items()]
        return [sketch.choice(spoken, "creature", named, named[0]["id"])]
    return []


def named_one(world: World, one: Figure) -> Option:
    """A figure as a value of a control."""
    return {"id": str(one.id), "words": words(figure_name(world, one.id, "en"), figure_name(world, one.id, "fr"))}


def usual(options: Declaring) -> list[tuple[int, int]]:
    """What is proposed: everybody attacks the nearest, with all attacks."""
    rows = options.usual()[1:]
    guns = options.world.figures
    return [(row[0], target) for row in rows for target in row[2 if guns[row[0]].is_gun() else 1 :]]


# ---------------------------------------------------------------- what gestures lead to


def planned(due: Choose, wish: Plain) -> tuple[Answer, Refusal | None]:
    """The answer that a gesture leads to, and what keeps it from being all that was wished; trying it says whether it is
    legal."""
    options, world, kind = due.options, due.world, wish["kind"]
    if kind == "shift" and isinstance(options, Marching):
        return together(options, wish)
    if kind == "deploy" and isinstance(options, Placing):
        spots = {figure: (x, y) for figure, x, y in wish.get("places", ())}
        return ("deploy", tuple([spots[id] for id in options.ids if id in spots])), None
    if kind == "declare" and isinstance(options, Declaring):
        return declared(options, wish.get("pairs", ())), None
    if kind == "strike" and isinstance(options, FreeBlows):
        return ("strike", *sorted([figure for figure, *_ in wish.get("pairs", ())])), None
    id = wish.get("figure", due.figure)
    if "x" not in wish or not 0 <= id < len(world.figures):
        return None, None
    figure = world.figures[id]
    if isinstance(options, Casting):
        return cast(options, figure, wish), None
    if kind == "gun" and isinstance(options, Marching):
        return ("gun", figure.id, wish["x"], wish["y"], *pushers(options, figure)), None
    if kind in ("move", "flee", "run"):
        return led(world, figure, (kind, figure.id) if kind == "move" else (kind,), wish, kind == "flee"), None
    return None, None


def together(options: Marching, wish: Plain) -> tuple[Answer, Refusal | None]:
    """Those who can make the shift go; with it what keeps the first of the others, if there are any."""
    world, dx, dy = options.world, wish.get("dx", 0), wish.get("dy", 0)
    free = {one.id: one for one in options.unengaged()}
    ids = [id for id in wish.get("figures", ()) if id in free]
    alone: list[Answer] = [("move", id, free[id].x + dx, free[id].y + dy) for id in ids]
    if len(ids) == 1:
        return alone[0], None
    refused = shift_refusal(world, ids, dx, dy)
    if refused is not None:
        shift = options.known()["shift"]
        assert isinstance(shift, Shift)
        going = shift.together(options, ids, dx, dy) or next((one for one in alone if options.check(one) is None), None)
        if going is not None:
            return going, refused
    return ("shift", dx, dy, *ids), None


def cast(options: Casting, figure: Figure, wish: Plain) -> Answer:
    """A spell cast where the hand points: at the place, or at whoever stands nearest to it."""
    spell, x, y, set = wish["kind"], wish["x"], wish["y"], wish.get("set", {})
    if spell == CARRIES:
        able = [one.id for one in options.casters(spell)]
        answers = [(spell, caster, figure.id, x, y) for caster in able if set.get("caster", str(caster)) == str(caster)]
        return next((one for one in answers if options.check(one) is None), answers[0] if answers else None)
    if spell == "wall-of-fire":
        return (spell, figure.id, x, y, wish.get("facing", 0))
    if spell == "summoning":
        known = [card.profile for card in figure.card.summons]
        return (spell, figure.id, set["creature"] if set.get("creature") in known else next(iter(known), ""), x, y)
    if spell in AT_PLACES:
        return (spell, figure.id, x, y)
    standing = [one for one in options.world.figures if one.status == ON_TABLE and not one.is_gun()]
    target = min(standing, key=lambda one: (square_between(one.x, one.y, x, y), one.id))
    if spell != "curse":
        return (spell, figure.id, target.id)
    kinds = cursed_kinds(options.world, target)
    return (spell, figure.id, target.id, set["loses"] if set.get("loses") in kinds else kinds[0])


def declared(options: Declaring, pairs: list[tuple[int, int]]) -> Answer:
    """The declaration that gives each figure its target; one named several times spreads its attacks over its targets."""
    aims: dict[int, list[int]] = {}
    for figure, target in pairs:
        aims.setdefault(figure, []).append(target)
    rows, able = [], options.able()
    for figure, found in sorted(aims.items()):
        if all(target == HOLD for target in found):
            continue
        row = options.row(figure, found[-1]) if figure in able else (figure, found[-1])
        spread = figure in able and not options.world.figures[figure].is_gun()
        rows.append((figure, *[*found, *row[1:]][: len(row) - 1]) if spread else row)
    return ("declare", *rows)


def led(world: World, figure: Figure, head: tuple[object, ...], wish: Plain, shy: bool) -> Answer:
    """A way to where the hand is, round what cannot be passed; it goes on from an earlier one (`before`) where there is one."""
    before = wish.get("before")
    if before:
        return (*before, wish["x"], wish["y"])
    path = way_to(world, figure, wish["x"], wish["y"], shy)
    return (*head, *[one for spot in path[1:] for one in spot])
