"""The mirror: the same battle with the seats exchanged and, where it is `turned`, the table turned half round.

Turning half round is exact on whole hundredths of a millimetre, and keeps left and right; the edges change places, so that
with the seats exchanged each player sits where the other did.
"""

from __future__ import annotations

from collections import defaultdict

from escarmouche.core import registry
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Answer, Choose, Roll
from escarmouche.core.game import Game
from escarmouche.core.system import Plain
from escarmouche.systems.sbh.model import Figure, Ground, Marker, World, held_by_all
from escarmouche.systems.sbh.rules.terrain import RIVER, is_river, layout
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import polygon
from tests.systems.sbh.scene import changed

AT_ONE = ("activate", "sure-footed", "attack", "shoot", "throw", "entangle", "heal", "raise", "give", "receive", "leader")
"""Answers whose second word is a fighter."""
NEUTRAL = "sbh.scenario.place-of-power.setup"
"""A roll between the seats, not of one of them: an even face is one seat, an odd face the other."""


class Mirror:
    """What becomes of everything in the mirror: seats, fighters, spots, worlds, answers."""

    def __init__(self, world: World, turned: bool) -> None:
        self.width, self.depth, self.turned = world.ground.width, world.ground.depth, turned
        self.first = len([figure for figure in world.figures if figure.seat == 0])
        self.second = len(world.figures) - self.first
        self.markers: dict[int, int] = {}
        """The markers' numbers in the mirror: an ambush numbers them by where they lie."""

    # ------------------------------------------------------------ small things

    def seat(self, seat: int) -> int:
        """The other seat."""
        return seat if seat < 0 else 1 - seat

    def fighter(self, id: int) -> int:
        """The fighter's number when the bands have changed places; those of a band keep their order."""
        if id < 0:
            return id
        return id + self.second if id < self.first else id - self.first

    def fighters(self, ids: tuple[int, ...]) -> tuple[int, ...]:
        """The numbers of several."""
        return tuple([self.fighter(id) for id in ids])

    def spot(self, x: int, y: int) -> tuple[int, int]:
        """Where the spot lies on the turned table."""
        return (self.width - x, self.depth - y) if self.turned else (x, y)

    def edge(self, edge: int) -> int:
        """The edge on the turned table."""
        return (edge + 2) % 4 if self.turned and edge >= 0 else edge

    # ------------------------------------------------------------ worlds

    def figure(self, figure: Figure) -> Figure:
        """A fighter that stands on the table or is gone; one that waits stands nowhere."""
        nowhere = figure.x == 0 and figure.y == 0
        x, y = (0, 0) if nowhere else self.spot(figure.x, figure.y)
        bits = [id for id in range(self.first + self.second) if figure.shunned >> id & 1]
        return changed(
            figure,
            id=self.fighter(figure.id),
            seat=self.seat(figure.seat),
            x=x,
            y=y,
            held_by=held_by_all([self.fighter(one) for one in figure.holders()]),
            shunned=sum([1 << self.fighter(id) for id in bits]),
            offered=self.fighter(figure.offered),
        )

    def marker(self, marker: Marker) -> Marker:
        """A marker."""
        x, y = self.spot(marker.x, marker.y)
        seat, figure = self.seat(marker.seat), self.fighter(marker.figure)
        return changed(marker, id=self.markers[marker.id], x=x, y=y, seat=seat, figure=figure)

    def meet(self, world: World, mirrored: World) -> None:
        """Get to know the markers that were laid since: each is the one that lies on its spot in the mirror."""
        lie: dict[tuple[int, int, str], int] = {(marker.x, marker.y, marker.kind): marker.id for marker in mirrored.markers}
        for marker in world.markers:
            spot = (*self.spot(marker.x, marker.y), marker.kind)
            if marker.id not in self.markers and spot in lie:
                self.markers[marker.id] = lie[spot]

    def piece(self, piece: Piece) -> Piece:
        """A piece of scenery."""
        return changed(piece, shape=polygon([self.spot(x, y) for x, y in piece.shape.points]))

    def ground(self, ground: Ground) -> Ground:
        """The table."""
        return changed(ground, pieces=tuple([self.piece(piece) for piece in ground.pieces]))

    def crowd(self, figures: tuple[Figure, ...]) -> tuple[Figure, ...]:
        """All the fighters, in the order of their new numbers."""
        return tuple(sorted([self.figure(figure) for figure in figures], key=lambda figure: figure.id))

    def world(self, world: World) -> World:
        """A world."""
        bands = [
            changed(
                band,
                seat=self.seat(band.seat),
                edge=self.edge(band.edge),
                swap=self.fighters(band.swap),
                surefoot=self.fighter(band.surefoot),
            )
            for band in reversed(world.bands)
        ]
        return changed(
            world,
            ground=self.ground(world.ground),
            figures=self.crowd(world.figures),
            bands=tuple(bands),
            markers=tuple(sorted([self.marker(marker) for marker in world.markers], key=lambda marker: marker.id)),
            active=self.seat(world.active) if world.turn else world.active,
            dawn=self.crowd(world.dawn),
        )

    # ------------------------------------------------------------ answers

    def answer(self, due: Choose, answer: Answer) -> Answer:
        """The same answer, given in the mirror."""
        if due.why == "sbh.group.shared-successes":
            return self.fighter(answer)
        if due.why == "sbh.special.swarm-close-ranks" and answer != "stay":
            return self.spot(*answer)
        if not isinstance(answer, tuple):
            return answer
        kind = answer[0]
        if kind in AT_ONE:
            return (kind, self.fighter(answer[1]), *answer[2:])
        if kind in ("move", "disengage"):
            return (kind, *self.spot(answer[1], answer[2]))
        if kind == "swap":
            return (kind, *self.fighters(answer[1:]))
        if kind in ("group", "regroup"):
            return (kind, self.fighters(answer[1]))
        if kind == "volley":
            return (kind, self.fighters(answer[1]), self.fighter(answer[2]))
        if kind == "cast":
            return (kind, answer[1], self.fighter(answer[2]), answer[3])
        if kind == "edge":
            return (kind, self.edge(answer[1]))
        if kind in ("deploy", "hide"):
            return (kind, tuple([self.spot(x, y) for x, y in answer[1]]))
        if kind == "markers":
            return (kind, tuple([(*self.spot(x, y), self.fighter(figure)) for x, y, figure in answer[1]]))
        if kind == "layout" and self.turned:
            pieces = [self.piece(piece) for piece in layout(due.world, answer[1])]
            return (
                "pieces",
                *[(RIVER if is_river(piece) else piece.kind, piece.shape.points, piece.height) for piece in pieces],
            )
        if kind in ("take", "shoot-marker"):
            return (kind, self.markers[answer[1]], *answer[2:])
        return answer


# ---------------------------------------------------------------- two games, one the mirror of the other

Key = tuple[str, int, int]


class Pair:
    """A game and its mirror, led side by side: what one band does and throws, that band does and throws in the other."""

    def __init__(self, armies: list[Plain], scenario: str, seed: int, turned: bool, options: Plain | None = None) -> None:
        by_hand = {**(options or {}), "dice": "manual"}
        self.chance = Stream(f"mirror {scenario} {seed}")
        self.one = registry.new("sbh", armies, scenario, seed, by_hand)
        self.other = registry.new("sbh", armies[::-1], scenario, seed, by_hand)
        self.mirror = Mirror(self.one.world, turned)
        self.faces: dict[Key, list[tuple[int, ...]]] = defaultdict(list)
        self.decisions = 0

    def throw(self) -> None:
        """Throw what is due in the first game, then give the mirror the same dice, each to the same fighter and purpose."""
        while isinstance(self.one.due, Roll):
            due = self.one.due
            faces = due.throw(lambda sides: self.chance.below(sides) + 1)
            key = self.key(due.why, self.mirror.seat(due.seat), self.mirror.fighter(due.figure))
            self.faces[key].append(tuple([7 - face for face in faces]) if due.why == NEUTRAL else faces)
            self.one.play(faces)
        while isinstance(self.other.due, Roll):
            due = self.other.due
            waiting = self.faces[self.key(due.why, due.seat, due.figure)]
            assert waiting, f"only the mirror throws for {due.why}, seat {due.seat}, fighter {due.figure}"
            self.other.play(waiting.pop(0))
        left = [key for key, waiting in self.faces.items() if waiting]
        assert left == [], f"the mirror does not throw for {left}"

    def key(self, why: str, seat: int, figure: int) -> Key:
        """Whose dice they are, and for what."""
        return (why, 0 if why == NEUTRAL else seat, figure)

    def step(self, options_too: bool) -> bool:
        """One decision in both games; False at the end. Whatever is not the mirror's image fails."""
        self.throw()
        one, other = self.one.due, self.other.due
        self.mirror.meet(self.one.world, self.other.world)
        assert self.mirror.world(self.one.world) == self.other.world
        if one is None or other is None:
            assert one is other
            return False
        assert isinstance(one, Choose)
        assert (other.why, other.seat) == (one.why, self.mirror.seat(one.seat))
        assert other.figure == self.mirror.fighter(one.figure)
        if options_too:
            listed = {self.mirror.answer(one, answer) for answer in self.one.options()}
            assert listed == set(self.other.options()), one.why
        answer = self.one.sample(self.chance)
        self.one.play(answer)
        self.other.play(self.mirror.answer(one, answer))
        self.decisions += 1
        return True

    def play(self, stride: int = 0, most: int = 20_000) -> None:
        """To the end, or for so many decisions; with a stride, every so many decisions the options are compared too."""
        while self.decisions < most and self.step(stride > 0 and self.decisions % stride == 0):
            pass


def result(game: Game) -> tuple[int, str, tuple[int, ...]]:
    """How a game ended."""
    assert game.result is not None
    return game.result.winner, game.result.reason, game.result.scores
