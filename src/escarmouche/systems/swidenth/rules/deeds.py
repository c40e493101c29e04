"""The other actions: concentrating, reloading, recovering, drawing, picking up, and special actions.
(swidenth.action.special)"""

from __future__ import annotations

from typing import Any, Final, final

from escarmouche.core.effects import Answer, Call, Chance, Refusal, Roll, Rule, Script, Tell, rule
from escarmouche.kit.menu import Deed, malformed, no
from escarmouche.systems.swidenth.content import book
from escarmouche.systems.swidenth.model import ANIMAL, FOR_TARGET, ON_TABLE, Course, Figure, World
from escarmouche.systems.swidenth.rules.actions import CONCENTRATE, Trail, register
from escarmouche.systems.swidenth.rules.conventions import GATE, enemies, friends, hangs, is_engaged, near_spot, within
from escarmouche.systems.swidenth.rules.equipment import drawable, drawn, held, without
from escarmouche.systems.swidenth.rules.goals import CHEST, EGG, LEVER
from escarmouche.systems.swidenth.rules.heroism import boost, boosted
from escarmouche.systems.swidenth.rules.psychology import total_of
from escarmouche.systems.swidenth.rules.sight import hidden_beyond, in_full_view
from escarmouche.systems.swidenth.rules.values import BONUS, COVER_SOME, DIFFICULT, REACH, SIDES, SIGHT, THROWN_AS, Modifier
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import disc_meets_polygon, inside

ITEM: Final = "item"
OBJECTS: Final = (CHEST, EGG)
HIDING: Final[frozenset[str]] = frozenset([kind for kind in DIFFICULT if SIGHT[kind] != "clear"] + ["marsh"])
"""Ground in which one can hide. (swidenth.shooting.camouflage)"""
LEVER_DIFFICULTY: Final[int] = book().portcullis.lever_difficulty
OPEN_GATE: Final = "open"
"""The kind of the gateway's ground when the gate is open."""
GATEWAY: Final = "gateway"


# ---------------------------------------------------------------- preparation


@rule("swidenth.action.concentrate", "swidenth.action.nothing")
def concentrate(world: World, id: int, course: Course, _: Answer) -> Script:
    """The figure prepares its second action; unused, it is lost. Returns the world and the course."""
    yield Tell("swidenth.action.concentrate", "concentrates", (id,))
    return world, course.after(CONCENTRATE)


@rule("swidenth.action.reload")
def reload(world: World, id: int, course: Course, answer: tuple[str, str]) -> Script:
    """One weapon is reloaded. Returns the world and the course."""
    twin = world.figures[id].copy()
    twin.unloaded = without(twin.unloaded, answer[1])
    yield Tell("swidenth.action.reload", "reloads", (id, f"item-{answer[1]}"))
    return world.with_figure(twin), course.after("reload")


@final
class Concentrate(Deed[Trail]):
    """(swidenth.action.concentrate)"""

    def possible(self, menu: Trail) -> bool:
        return not menu.course.done and not hangs(menu.figure())

    def refusal(self, menu: Trail, answer: tuple[Any, ...]) -> Refusal | None:
        if len(answer) != 1:
            return no("swidenth.action.concentrate", "malformed", str(answer)[:80])
        return no("swidenth.terrain.ladder-rope", "on-a-ladder", menu.id) if hangs(menu.figure()) else None

    def listed(self, menu: Trail) -> list[Answer]:
        return [(CONCENTRATE,)]


@final
class Reload(Deed[Trail]):
    """(swidenth.action.reload)"""

    def possible(self, menu: Trail) -> bool:
        return len(menu.figure().unloaded) > 0

    def refusal(self, menu: Trail, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, str):
            return no("swidenth.action.reload", "malformed", str(answer)[:80])
        if answer[1] not in menu.figure().unloaded:
            return no("swidenth.action.reload", "nothing-to-reload", menu.id)
        return None

    def listed(self, menu: Trail) -> list[Answer]:
        return [("reload", weapon) for weapon in dict.fromkeys(menu.figure().unloaded)]


# ---------------------------------------------------------------- single actions (swidenth.action.single-items)


@rule("swidenth.state.recover", "swidenth.action.single-items")
def recover(world: World, id: int, course: Course, _: Answer) -> Script:
    """A Stunned figure returns to normal. Returns the world and the course."""
    twin = world.figures[id].copy()
    twin.stunned = False
    yield Tell("swidenth.state.recover", "recovers", (id,))
    return world.with_figure(twin), course.after("recover")


@rule("swidenth.equipment.hands")
def draw(world: World, id: int, course: Course, answer: tuple[str, str]) -> Script:
    """Another weapon or shield is drawn; what its hands must give up is put away. Returns the world and the course."""
    yield Tell("swidenth.melee.fumble-recover", "draws", (id, f"item-{answer[1]}"))
    return world.with_figure(drawn(world.figures[id], answer[1])), course.after("draw")


@rule("swidenth.melee.fumble-recover")
def pick_up(world: World, id: int, course: Course, answer: tuple[str, int]) -> Script:
    """Something that was dropped is picked up. Returns the world and the course."""
    marker = world.marker(answer[1])
    assert marker is not None
    twin = held(world.figures[id].copy(), marker.item)
    yield Tell("swidenth.melee.fumble-recover", "picks-up", (id, f"item-{marker.item}"))
    return world.without_marker(marker.id).with_figure(twin), course.after("pick-up")


@final
class Recover(Deed[Trail]):
    """(swidenth.state.recover)"""

    def possible(self, menu: Trail) -> bool:
        return menu.figure().stunned

    def refusal(self, menu: Trail, answer: tuple[Any, ...]) -> Refusal | None:
        if len(answer) != 1:
            return no("swidenth.state.recover", "malformed", str(answer)[:80])
        return None if menu.figure().stunned else no("swidenth.state.recover", "not-stunned", menu.id)

    def listed(self, menu: Trail) -> list[Answer]:
        return [("recover",)]


@final
class Draw(Deed[Trail]):
    """(swidenth.melee.fumble-recover)"""

    def possible(self, menu: Trail) -> bool:
        return len(drawable(menu.world, menu.figure())) > 0

    def refusal(self, menu: Trail, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, str):
            return no("swidenth.melee.fumble-recover", "malformed", str(answer)[:80])
        if answer[1] not in drawable(menu.world, menu.figure()):
            return no("swidenth.melee.fumble-recover", "nothing-to-draw", menu.id)
        return None

    def listed(self, menu: Trail) -> list[Answer]:
        return [("draw", item) for item in drawable(menu.world, menu.figure())]


@final
class PickUp(Deed[Trail]):
    """(swidenth.melee.fumble-recover)"""

    def possible(self, menu: Trail) -> bool:
        return any(marker.kind == ITEM for marker in menu.world.markers) and len(self.listed(menu)) > 0

    def refusal(self, menu: Trail, answer: tuple[Any, ...]) -> Refusal | None:
        why = "swidenth.melee.fumble-recover"
        if malformed(answer, int):
            return no(why, "malformed", str(answer)[:80])
        marker = menu.world.marker(answer[1])
        if marker is None or marker.kind != ITEM:
            return no(why, "nothing-there", menu.id)
        return object_refusal(menu.world, menu.figure(), marker.x, marker.y, marker.z, why)

    def listed(self, menu: Trail) -> list[Answer]:
        answers: list[Answer] = [("pick-up", marker.id) for marker in menu.world.markers if marker.kind == ITEM]
        return [answer for answer in answers if self.refusal(menu, answer) is None]


def object_refusal(world: World, figure: Figure, x: int, y: int, z: int, why: str) -> Refusal | None:
    """Why a figure may not lay hands on something: it is an Animal, hangs, is engaged, or too far away. (swidenth.trait.animal,
    swidenth.action.special)"""
    if figure.has(ANIMAL):
        return no("swidenth.trait.animal", "animal-carries", figure.id)
    if hangs(figure):
        return no("swidenth.terrain.ladder-rope", "on-a-ladder", figure.id)
    if not near_spot(figure, x, y, z, REACH):
        return no(why, "out-of-reach", figure.id)
    return no(why, "engaged", figure.id) if is_engaged(world, figure) else None


# ---------------------------------------------------------------- special actions


@rule("swidenth.action.special")
def take(world: World, id: int, course: Course, answer: tuple[str, int]) -> Script:
    """An object of the mission is taken, without a roll. Returns the world and the course."""
    marker = world.marker(answer[1])
    assert marker is not None
    twin = world.figures[id].copy()
    twin.cargo = marker.kind
    world = world.without_marker(marker.id).with_figure(twin)
    world.taken = True
    yield Tell("swidenth.action.special", "takes", (id, f"marker-{marker.kind}"))
    return world, course.after("special")


@rule("swidenth.mission.ravine-special")
def give(world: World, id: int, course: Course, answer: tuple[str, int]) -> Script:
    """An object is handed to a friend. Returns the world and the course."""
    giver, taker = world.figures[id].copy(), world.figures[answer[1]].copy()
    taker.cargo, giver.cargo = giver.cargo, ""
    yield Tell("swidenth.mission.ravine-special", "gives", (id, f"marker-{taker.cargo}", answer[1]))
    return world.with_figure(giver).with_figure(taker), course.after("special")


@rule("swidenth.shooting.camouflage")
def hide(world: World, id: int, course: Course, _: Answer) -> Script:
    """The figure hides. Returns the world and the course."""
    twin = world.figures[id].copy()
    twin.hidden = True
    yield Tell("swidenth.shooting.camouflage", "hides", (id,))
    return world.with_figure(twin), course.after("special")


@rule("swidenth.mission.portcullis-special", "swidenth.heroism.special-actions", "swidenth.action.special")
def lever(world: World, id: int, course: Course, _: Answer) -> Script:
    """The lever of the gate: d20 strictly above 12, three more when concentrated; this mission allows Heroism. Returns the
    world and the course."""
    modifiers = (BONUS["concentrate-special"],) if course.concentrated() else ()
    world, points = yield from boosted(world, id, Call(PULLING, world, id, modifiers), 2)
    world = yield from pulled(world, id, (*modifiers, *boost(points)))
    return world, course.after("special")


def pulled(world: World, id: int, modifiers: tuple[Modifier, ...]) -> Script:
    """The die of whoever works the lever. Returns the world."""
    why = "swidenth.mission.portcullis-special"
    figure = world.figures[id]
    bonus = total_of(modifiers)
    (die,) = yield Roll(why, figure.seat, world, 1, SIDES, (), id, LEVER_DIFFICULTY + 1 - bonus)
    if die + bonus <= LEVER_DIFFICULTY:
        yield Tell(why, "lever-fails", (id, die + bonus, LEVER_DIFFICULTY), "fails")
        return world
    opens = world.bands[figure.seat].attacks
    if opens == is_open(world) or (not opens and in_gateway(world)):
        yield Tell(why, "lever-stays", (id,), "works")
        return world
    yield Tell(why, "gate-opens" if opens else "gate-closes", (id,), "works")
    return with_gate(world, opens)


PULLING: Final = Rule(("swidenth.mission.portcullis-special",), "pulled", pulled)
"""This die alone, for its odds."""


def gate_piece(world: World) -> int:
    """The number of the gate among the pieces, or -1."""
    for number, piece in enumerate(world.ground.pieces):
        if GATEWAY in piece.tags:
            return number
    return -1


def is_open(world: World) -> bool:
    """Is the gate open?"""
    number = gate_piece(world)
    return number >= 0 and world.ground.pieces[number].kind == OPEN_GATE


def in_gateway(world: World) -> bool:
    """Does a figure stand in the opening of the gate?"""
    piece = world.ground.pieces[gate_piece(world)]
    return any(
        figure.status == ON_TABLE
        and figure.z < piece.height
        and disc_meets_polygon(figure.x, figure.y, figure.card.radius, piece.shape)
        for figure in world.figures
    )


def with_gate(world: World, opens: bool) -> World:
    """The world with the gate open, or closed. (swidenth.mission.portcullis-special)"""
    number = gate_piece(world)
    old = world.ground.pieces[number]
    kind = OPEN_GATE if opens else GATE
    new = Piece(kind, old.shape, old.height, impassable=not opens, tags=old.tags)
    twin = world.copy()
    twin.ground = world.ground.with_pieces((*world.ground.pieces[:number], new, *world.ground.pieces[number + 1 :]))
    return twin


@final
class Take(Deed[Trail]):
    """(swidenth.mission.common)"""

    def possible(self, menu: Trail) -> bool:
        return any(marker.kind in OBJECTS for marker in menu.world.markers) and len(self.listed(menu)) > 0

    def refusal(self, menu: Trail, answer: tuple[Any, ...]) -> Refusal | None:
        why = "swidenth.mission.common"
        if malformed(answer, int):
            return no(why, "malformed", str(answer)[:80])
        marker = menu.world.marker(answer[1])
        if marker is None or marker.kind not in OBJECTS:
            return no(why, "nothing-there", menu.id)
        if menu.figure().cargo:
            return no(why, "carries-already", menu.id)
        return object_refusal(menu.world, menu.figure(), marker.x, marker.y, marker.z, why)

    def listed(self, menu: Trail) -> list[Answer]:
        answers: list[Answer] = [("take", marker.id) for marker in menu.world.markers if marker.kind in OBJECTS]
        return [answer for answer in answers if self.refusal(menu, answer) is None]


@final
class Give(Deed[Trail]):
    """(swidenth.mission.ravine-special)"""

    def possible(self, menu: Trail) -> bool:
        return menu.figure().cargo != "" and len(self.listed(menu)) > 0

    def refusal(self, menu: Trail, answer: tuple[Any, ...]) -> Refusal | None:
        why = "swidenth.mission.ravine-special"
        if malformed(answer, int) or not 0 <= answer[1] < len(menu.world.figures):
            return no(why, "malformed", str(answer)[:80])
        giver, taker = menu.figure(), menu.world.figures[answer[1]]
        if not giver.cargo or taker.seat != giver.seat or taker.id == giver.id or taker.status != ON_TABLE or taker.cargo:
            return no(why, "cannot-give", menu.id)
        if taker.has(ANIMAL):
            return no("swidenth.trait.animal", "animal-carries", taker.id)
        if not within(giver, taker, REACH):
            return no(why, "out-of-reach", menu.id)
        if is_engaged(menu.world, giver) or is_engaged(menu.world, taker):
            return no(why, "engaged", menu.id)
        return None

    def listed(self, menu: Trail) -> list[Answer]:
        answers: list[Answer] = [("give", one.id) for one in friends(menu.world, menu.figure())]
        return [answer for answer in answers if self.refusal(menu, answer) is None]


def in_hiding(world: World, figure: Figure) -> bool:
    """Does it stand in ground that hides?"""
    return any(piece.kind in HIDING and inside(piece.shape, figure.x, figure.y) for piece in world.ground.pieces)


def may_hide(world: World, figure: Figure) -> bool:
    """May it hide: neither Stunned nor engaged, in woods, rocks or marsh, or more than a third hidden from every enemy?
    (swidenth.shooting.camouflage)"""
    if figure.hidden or figure.stunned or hangs(figure) or is_engaged(world, figure):
        return False
    if in_hiding(world, figure):
        return True
    others = enemies(world, figure)
    if any(in_full_view(world, enemy, figure) for enemy in others):
        return False
    return all(hidden_beyond(world, enemy, figure, COVER_SOME) for enemy in others)


@final
class Hide(Deed[Trail]):
    """(swidenth.shooting.camouflage)"""

    def possible(self, menu: Trail) -> bool:
        """It is offered to whom it helps: those who shoot or throw, or anybody where it is the target that it helps."""
        figure, world = menu.figure(), menu.world
        helps = len(figure.missiles) > 0 or world.has(FOR_TARGET) or any(item in THROWN_AS for item in figure.hands)
        return helps and not figure.hidden and not figure.stunned and not hangs(figure) and not is_engaged(world, figure)

    def refusal(self, menu: Trail, answer: tuple[Any, ...]) -> Refusal | None:
        if len(answer) != 1:
            return no("swidenth.shooting.camouflage", "malformed", str(answer)[:80])
        if hangs(menu.figure()):
            return no("swidenth.terrain.ladder-rope", "on-a-ladder", menu.id)
        if is_engaged(menu.world, menu.figure()):
            return no("swidenth.shooting.camouflage", "engaged", menu.id)
        if menu.figure().stunned:
            return no("swidenth.shooting.camouflage", "stunned-hides", menu.id)
        return None if may_hide(menu.world, menu.figure()) else no("swidenth.shooting.camouflage", "cannot-hide", menu.id)

    def listed(self, menu: Trail) -> list[Answer]:
        return [("hide",)] if may_hide(menu.world, menu.figure()) else []

    def sample(self, menu: Trail, chance: Chance) -> Answer | None:
        """Mostly where the ground hides: whether everybody's view is barred takes long to find out."""
        if not in_hiding(menu.world, menu.figure()) and chance.below(4) > 0:
            return None
        return ("hide",) if may_hide(menu.world, menu.figure()) else None


@final
class Lever(Deed[Trail]):
    """(swidenth.mission.portcullis-special)"""

    def possible(self, menu: Trail) -> bool:
        return menu.world.mission == "portcullis" and self.refusal(menu, ("lever",)) is None

    def refusal(self, menu: Trail, answer: tuple[Any, ...]) -> Refusal | None:
        why = "swidenth.mission.portcullis-special"
        if len(answer) != 1:
            return no(why, "malformed", str(answer)[:80])
        for marker in menu.world.markers:
            if marker.kind == LEVER:
                return object_refusal(menu.world, menu.figure(), marker.x, marker.y, marker.z, why)
        return no(why, "nothing-there", menu.id)

    def listed(self, menu: Trail) -> list[Answer]:
        return [("lever",)]


register(Concentrate(CONCENTRATE, 3, concentrate))
register(Reload("reload", 6, reload))
register(Recover("recover", 4, recover))
register(Draw("draw", 3, draw))
register(PickUp("pick-up", 2, pick_up))
register(Take("take", 12, take))
register(Give("give", 1, give))
register(Hide("hide", 2, hide))
register(Lever("lever", 10, lever))
