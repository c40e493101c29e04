"""Exact odds of one attack: a little table on which the settings hold, and the very rules that play.

Nothing is worked out here. Figures and scenery are placed so that the rules themselves find what was asked for (friends in
contact, debris under the target, a wall that hides it), the rules say whether the attack is allowed, and every face of every
die is followed. How the defender reacts is a setting; whatever else the rules ask, its owner answers as is best for him.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, Final, NamedTuple

from escarmouche.core.effects import Answer, Call, Choose, Effect, Roll, Rule
from escarmouche.core.engine import Frame, Run, start
from escarmouche.core.errors import UnknownName
from escarmouche.kit import attacks
from escarmouche.kit.attacks import YES, demand
from escarmouche.systems.fda.cards import card
from escarmouche.systems.fda.content import PROFILES, book
from escarmouche.systems.fda.dungeon import made
from escarmouche.systems.fda.model import (
    CROUCHED,
    DEAD,
    HIDDEN,
    ON_TABLE,
    OUT,
    PRONE,
    STANDING,
    STUNNED,
    TWO_D6,
    Card,
    Course,
    Figure,
    Ground,
    Side,
    Trigger,
    Values,
    World,
)
from escarmouche.systems.fda.rules import chapters, turn  # noqa: F401  (reading them makes every action known)
from escarmouche.systems.fda.rules.actions import DEEDS, Activation
from escarmouche.systems.fda.rules.damage import NO_REROLL
from escarmouche.systems.fda.rules.melee import CHARGE, SKEWER, STRIKE, pass_of_arms, winner
from escarmouche.systems.fda.rules.reactions import ATTACK, LET_BE, Window
from escarmouche.systems.fda.rules.values import FLIES
from escarmouche.systems.fda.rules.ways import full_length
from escarmouche.systems.fda.settings import OPTION_BITS
from escarmouche.systems.fda.words import SPEECH
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import polygon
from escarmouche.table.trig import step

CM: Final = 1000
TABLE: Final = 200 * CM
MIDDLE: Final = TABLE // 2
ATTACKER: Final = 0
DEFENDER: Final = 1
APART: Final = 4 * CM
"""How far from its target a charge begins."""
SIDES: Final = (9000, -9000, 0)
"""Where helping friends touch a fighter, in hundredths of a degree off the way to its enemy's other side."""
MOST_HELP: Final = len(SIDES)
WEST: Final = 18000
ROLES: Final = ("attacker", "defender")
NOTHING: Final = "nothing"
WORKS: Final = "works"
BOTH: Final = " + "
"""Stands between what becomes of the attacker and what becomes of the defender."""
HARM: Final = ("down", "stunned", "wounded", "out", "dead")
"""What may become of a figure, from bad to worse."""

# ---------------------------------------------------------------- settings

STATES: Final = {"standing": STANDING, "crouched": CROUCHED, "prone": PRONE, "stunned": STUNNED, "wounded": STANDING}
DEFENCES: Final = {"reflex": "", "skewer": SKEWER, "posture": "defensive-posture", "dodge": "dodge"}
COVERS: Final = {"none": "", "light": "column", "heavy": "wall"}


class Settings(NamedTuple):
    """What counts beside the two profiles."""

    attack: str = STRIKE
    defence: str = ""
    advantage: int = 0
    hampered: bool = False
    poorly_visible: bool = False
    defender_state: str = "standing"
    options: str = ""
    spell: str = ""
    distance: int = 25
    cover: str = ""
    night: bool = False
    difference: int = 0
    advantaged: bool = True
    dice: str = "d10"


def whole(least: int, most: int) -> dict[str, int]:
    """Whole numbers by the words for them, with their signs."""
    found = {str(number): number for number in range(least, most + 1)}
    return found | {f"+{number}": number for number in range(1, most + 1)}


NUMBERS = {"distance": (1, 90)}
WORDS: Final[dict[str, dict[str, Any]]] = {
    "attack": {one: one for one in (STRIKE, CHARGE)},
    "defence": DEFENCES,
    "advantage": {**whole(-MOST_HELP, MOST_HELP), "attacker": 1, "defender": -1, "none": 0, "true": 1, "false": -1},
    "defender_state": {one: one for one in STATES},
    "options": {one: one for one in ("basic", "advanced")},
    "spell": {one: one for one in book().spell},
    "cover": COVERS,
    "difference": whole(-9, 9),
    "advantaged": YES,
    "dice": {one: one for one in ("d10", "2d6")},
}
SETTINGS = attacks.SettingsReader(Settings, NUMBERS, WORDS)


def option_bits(settings: Settings, usual: str) -> int:
    """The options in force: none, or the advanced ones as they usually are."""
    if (settings.options or usual) == "basic":
        return 0
    return sum([OPTION_BITS[row.id] for row in book().option.values() if row.default])


# ---------------------------------------------------------------- the little table


@cache
def card_for(profile: str) -> Card:
    """The card of a profile: the book's, or people's own."""
    return card(PROFILES.find(profile, {}))


def gear_of(profile: str, weapon: str = "") -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What a figure of a profile holds and what it has at its belt; or with a weapon alone in hand."""
    row = PROFILES.find(profile, {})
    carried = [item for item in row.equipment if item not in book().armour or book().armour[item].hands]
    held = (weapon,) if weapon else row.in_hand
    for item in held:
        carried.remove(item)
    return held, tuple(carried)


def helper() -> Card:
    """The card of somebody who is only there to help."""
    return card_for("orc")


class Scene:
    """A table under construction: the attacker, figure 0, stands in the middle and looks east; the defender is figure 1."""

    def __init__(self, options: int) -> None:
        self.options = options
        self.figures: list[Figure] = []
        self.pieces: list[Piece] = []

    def add(self, seat: int, found: Card, x: int, y: int, facing: int) -> Figure:
        """One more figure."""
        figure = Figure(len(self.figures), seat, found, x, y, 0, facing, ON_TABLE)
        self.figures.append(figure)
        return figure

    def fighter(self, profile: str, seat: int, x: int, facing: int, weapon: str = "") -> Figure:
        """The attacker or the defender."""
        figure = self.add(seat, card_for(profile), x, MIDDLE, facing)
        figure.hands, figure.belt = gear_of(profile, weapon)
        return figure

    def in_state(self, figure: Figure, state: str) -> None:
        """How the figure fares at the beginning."""
        figure.posture, figure.wounded = STATES[state], state == "wounded"

    def help(self, figure: Figure, enemy: Figure, count: int) -> None:
        """Friends of a figure touch its enemy, where they are in nobody's way."""
        away = 0 if enemy.x > figure.x else WEST
        for turned in SIDES[:count]:
            x, y = step(enemy.x, enemy.y, away + turned, enemy.card.radius + helper().radius)
            self.add(figure.seat, helper(), x, y, 0).activated = True

    def box(self, kind: str, x: int, half_width: int, half_depth: int) -> None:
        """A piece of terrain around a place on the line between the two."""
        corners = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
        shape = polygon([(x + half_width * dx, MIDDLE + half_depth * dy) for dx, dy in corners])
        self.pieces.append(made(kind, shape, False))

    def world(self, night: bool = False) -> World:
        """The world, in the attacker's activation."""
        ground = Ground(TABLE, TABLE, tuple(self.pieces))
        sides = (Side(0, len(self.figures)), Side(1, len(self.figures)))
        found = World(ground, tuple(self.figures), sides, options=self.options, turn=1, turn_limit=10, night=night)
        found.acting = ATTACKER
        return found


# ---------------------------------------------------------------- following every die


def state(before: Figure, after: Figure) -> str:
    """What has become of a figure, by its worst; nothing where it fares as before."""
    if after.status in (OUT, DEAD) and after.status != before.status:
        return HARM[-1] if after.status == DEAD else HARM[-2]
    if after.wounded and not before.wounded:
        return "wounded"
    if after.posture != before.posture and after.posture in (PRONE, STUNNED):
        return "stunned" if after.posture == STUNNED else "down"
    return ""


def harm(before: World, after: World) -> str:
    """What an attack has come to, for both: "defender-stunned", "attacker-out + defender-out", "nothing"."""
    found = []
    for id in range(min(len(ROLES), len(before.figures))):
        became = state(before.figures[id], after.figures[id])
        if became:
            found.append(f"{ROLES[id]}-{became}")
    return BOTH.join(found) or NOTHING


def world_of(result: object) -> World:
    """The world that a rule returns, alone or before its course."""
    found = result[0] if isinstance(result, tuple) else result
    assert isinstance(found, World)
    return found


def liking(chances: dict[str, Fraction], seat: int) -> Fraction:
    """How a seat likes these chances: harm to the enemy, less harm to itself; the attacker has seat 0."""
    total = Fraction(0)
    for name, chance in chances.items():
        for part in name.split(BOTH):
            role, _, became = part.partition("-")
            if became in HARM:
                total += chance * (1 + HARM.index(became)) * (1 if role != ROLES[seat] else -1)
    return total


class PreparedAttack(NamedTuple):
    """An attack ready to be made: the rule, what the defender answers when it is attacked, and what its end is called."""

    call: Call
    world: World
    label: Callable[[World, World], str] = harm
    reaction: Answer = LET_BE

    def chances(self) -> dict[str, Fraction]:
        """The exact chances of its outcomes."""
        found = self.spread(start(self.call), {})
        return {name: found[name] for name in sorted(found)}

    def spread(self, run: Run, known: dict[Frame, dict[str, Fraction]]) -> dict[str, Fraction]:
        """The chances from here on, every decision taken. What was thrown before is forgotten where another rule begins: equal
        situations are followed once from there, and `known` has them."""
        due, frame = run.due, run.top
        if due is None or frame is None:
            return {self.label(self.world, world_of(run.result)): Fraction(1)}
        if frame.answers:
            return self.followed(run, due, known)
        found = known.get(frame)
        if found is None:
            found = known[frame] = self.followed(run, due, known)
        return found

    def followed(self, run: Run, due: Effect, known: dict[Frame, dict[str, Fraction]]) -> dict[str, Fraction]:
        """The chances after whatever is due."""
        return self.decided(run, due, known) if isinstance(due, Choose) else self.rolled(run, due, known)

    def rolled(self, run: Run, due: Effect, known: dict[Frame, dict[str, Fraction]]) -> dict[str, Fraction]:
        """The chances after a roll, over all its faces."""
        assert isinstance(due, Roll)
        total: dict[str, Fraction] = {}
        branches = due.outcomes()
        for number, (value, weight) in enumerate(branches, 1):
            twin = run.fork() if number < len(branches) else run
            twin.reply(value)
            share = Fraction(weight, due.scale())
            for name, chance in self.spread(twin, known).items():
                total[name] = total.get(name, Fraction(0)) + chance * share
        return total

    def decided(self, run: Run, due: Choose, known: dict[Frame, dict[str, Fraction]]) -> dict[str, Fraction]:
        """The chances after a decision: a reaction as it was asked for, anything else as is best for whoever decides."""
        options = due.options
        if isinstance(options, Window):
            answers = [self.reaction if options.trigger.window == ATTACK else LET_BE]
        else:
            answers = options.listed()
        found = []
        for answer in answers:
            twin = run.fork()
            twin.reply(answer)
            found.append(self.spread(twin, known))
        return max(found, key=lambda chances: liking(chances, due.seat))


def deed(world: World, answer: Answer, perform: Rule, done: tuple[str, ...] = ()) -> Call:
    """An action that the rules allow, as the call that carries it out; `done` was done before it."""
    kind = str(answer[0])
    menu = Activation(world, ATTACKER, Course(2 - len(done), done))
    demand(SPEECH, world, menu.check(answer))
    return Call(perform, world, ATTACKER, Course(0, (*done, kind)), answer)


# ---------------------------------------------------------------- the kinds of attack


def melee(attacker: str, defender: str, settings: Settings) -> PreparedAttack:
    """One strike or charge, with room all around. (fda.melee.strike, fda.melee.charge)"""
    scene = Scene(option_bits(settings, "advanced" if settings.defence in ("dodge", DEFENCES["posture"]) else "basic"))
    one = scene.fighter(attacker, 0, MIDDLE, 0)
    touching = MIDDLE + one.card.radius + card_for(defender).radius
    two = scene.fighter(defender, 1, touching, WEST)
    scene.in_state(two, settings.defender_state)
    if settings.advantage > 0:
        scene.help(one, two, settings.advantage)
    elif settings.advantage < 0:
        scene.help(two, one, -settings.advantage)
    reaction: Answer = (settings.defence, DEFENDER) if settings.defence else LET_BE
    world = scene.world()
    demand(SPEECH, world, Window(world, Trigger(ATTACK, ATTACKER, (DEFENDER,))).check(reaction))
    if settings.attack == CHARGE:
        back = one.copy()
        back.x -= APART
        world = world.with_figure(back)
        return PreparedAttack(deed(world, (CHARGE, DEFENDER, two.x, two.y), DEEDS[CHARGE].perform), world, reaction=reaction)
    return PreparedAttack(deed(world, (STRIKE, DEFENDER), DEEDS[STRIKE].perform), world, reaction=reaction)


def shot(attacker: str, defender: str, settings: Settings) -> PreparedAttack:
    """One shot or throw, with the first missile weapon that the shooter has. (fda.shoot.shoot)"""
    scene = Scene(option_bits(settings, "basic"))
    row = PROFILES.find(attacker, {})
    weapon = next((item for item in (*row.in_hand, *row.equipment) if item in FLIES), "")
    if not weapon:
        raise UnknownName(
            f"{row.name_en} has nothing to shoot or to throw: name another shooter. (fda.shoot.weapon-in-hand)",
            f"{row.name_fr} n’a rien à tirer ni à lancer : nommez un autre tireur. (fda.shoot.weapon-in-hand)",
        )
    scene.fighter(attacker, 0, MIDDLE, 0, weapon)
    two = scene.fighter(defender, 1, MIDDLE + settings.distance * CM, WEST)
    scene.in_state(two, settings.defender_state)
    if settings.poorly_visible:
        scene.box("debris", two.x, two.card.radius, two.card.radius)
    world = scene.world()
    done = ("advance-fast",) if settings.hampered else ()
    return PreparedAttack(deed(world, ("shoot", weapon, DEFENDER), DEEDS["shoot"].perform, done), world)


def worked(before: World, after: World) -> str:
    """What a spell has come to: harm, or something else that it has done to its target."""
    found = harm(before, after)
    one, two = before.figures[DEFENDER], after.figures[DEFENDER]
    changed = [(one.x, one.y, one.glued, one.bark, one.wounded, one.posture, one.body)] != [
        (two.x, two.y, two.glued, two.bark, two.wounded, two.posture, two.body)
    ]
    return WORKS if found == NOTHING and changed else found


def cast(attacker: str, defender: str, settings: Settings) -> PreparedAttack:
    """One spell that is memorised, the first that the caster knows unless another is named. (fda.magic.cast)"""
    scene = Scene(option_bits(settings, "advanced"))
    one = scene.fighter(attacker, 0, MIDDLE, 0)
    one.spell = settings.spell or next(iter(one.card.spells), "")
    row = book().spell.get(one.spell)
    friend = row is not None and row.target == "friend-or-self"
    near = row is not None and not row.range
    apart = one.card.radius + card_for(defender).radius + (0 if near else APART)
    two = scene.fighter(defender, 0 if friend else 1, one.x + apart, WEST)
    scene.in_state(two, settings.defender_state)
    if row is not None and row.target == "body":
        two.status, two.posture = OUT, PRONE
    world = scene.world()
    return PreparedAttack(deed(world, ("cast", DEFENDER), DEEDS["cast"].perform), world, worked)


def spot(attacker: str, defender: str, settings: Settings) -> PreparedAttack:
    """Looking for a figure that is hidden, in the open or behind something. (fda.scout.action)"""
    scene = Scene(option_bits(settings, "advanced"))
    scene.fighter(attacker, 0, MIDDLE, 0)
    apart = card_for(attacker).radius + card_for(defender).radius + settings.distance * CM
    two = scene.fighter(defender, 1, MIDDLE + apart, WEST)
    two.posture = HIDDEN
    if settings.cover:
        scene.box(settings.cover, two.x - two.card.radius - CM, CM // 2, 2 * two.card.radius)
    world = scene.world(settings.night)
    return PreparedAttack(deed(world, ("spot", DEFENDER), DEEDS["spot"].perform), world, found_out)


def found_out(before: World, after: World) -> str:
    """Whether somebody hidden was spotted."""
    was, is_now = [world.figures[DEFENDER].posture for world in (before, after)]
    return "spotted" if was == HIDDEN and is_now != HIDDEN else NOTHING


def run(attacker: str, settings: Settings) -> PreparedAttack:
    """A fast advance over clear ground. (fda.move.advance-fast)"""
    scene = Scene(option_bits(settings, "basic"))
    scene.fighter(attacker, 0, MIDDLE, 0)
    world = scene.world()
    one = world.figures[ATTACKER]
    answer = ("advance-fast", MIDDLE + full_length(one), MIDDLE)
    return PreparedAttack(deed(world, answer, DEEDS["advance-fast"].perform), world, ran)


def ran(before: World, after: World) -> str:
    """How a fast advance ended: the whole way, only A centimetres, or flat on the ground."""
    one, two = before.figures[ATTACKER], after.figures[ATTACKER]
    if state(one, two):
        return harm(before, after)
    return "full" if two.x - one.x >= full_length(one) else "slowed"


class Clash(NamedTuple):
    """A pass of arms of which only the winner is wanted: the chances of the book's table. (fda.melee.win-chance-table)"""

    world: World

    def chances(self) -> dict[str, Fraction]:
        """Both dice, as the rules throw them, and whom they let win."""
        total = {"win": Fraction(0), "lose": Fraction(0), "nobody": Fraction(0)}
        fight = start(Call(pass_of_arms, self.world, ATTACKER, DEFENDER, STRIKE, SKEWER, NO_REROLL))
        for blow, chance in faces(fight):
            half = fight.fork()
            half.reply(blow)
            for guard, other in faces(half):
                last = half.fork()
                last.reply(guard)
                told = next(tell for tell in last.told if tell.kind == "pass-of-arms")
                _, ours, _, theirs, edge = told.about
                won = winner(ours, theirs, blow, guard, edge)
                total[("nobody", "win", "lose")[won]] += chance * other
        return {name: chance for name, chance in total.items() if chance}


def faces(at: Run) -> list[tuple[int, Fraction]]:
    """The values of the die that is due, and their chances."""
    due = at.due
    assert isinstance(due, Roll)
    return [(value, Fraction(weight, due.scale())) for value, weight in due.outcomes()]


def clash(settings: Settings) -> Clash:
    """Two fighters with bare hands whose C differ by so much, the one advantaged or the other. (fda.melee.win-chance-table)"""
    scene = Scene(TWO_D6 if settings.dice == "2d6" else 0)
    pair = (max(0, settings.difference), max(0, -settings.difference))
    radius = helper().radius
    for seat, combat in enumerate(pair):
        bare = Card("", "", "", 0, helper().size, Values(combat, 0, 0, 0, 0), radius=radius)
        scene.add(seat, bare, MIDDLE + 2 * radius * seat, MIDDLE, WEST * seat)
    one, two = scene.figures
    scene.help(*((one, two) if settings.advantaged else (two, one)), 1)
    return Clash(scene.world())


# ---------------------------------------------------------------- the door

DUELS: Final[dict[str, tuple[Callable[[str, str, Settings], PreparedAttack], tuple[str, ...]]]] = {
    "melee": (melee, ("attack", "defence", "advantage", "defender_state", "options")),
    "shot": (shot, ("hampered", "poorly_visible", "defender_state", "distance", "options")),
    "cast": (cast, ("spell", "defender_state", "options")),
    "spot": (spot, ("distance", "cover", "night", "options")),
}


class FighterAttacks(attacks.Attacks["PreparedAttack | Clash"]):
    """The odds of attacks between figures.

    >>> ATTACKS.chances("clash", "", None, {"difference": "1", "advantaged": "true"})["win"]
    Fraction(31, 50)
    """

    duels = tuple(DUELS)
    tests = ("run",)
    bare = ("clash",)

    def duel(self, attack: str, attacker: str, defender: str, settings: Mapping[str, str]) -> PreparedAttack:
        made, keys = DUELS[attack]
        return made(attacker, defender, SETTINGS.read(attack, settings, keys))

    def single(self, attack: str, attacker: str, settings: Mapping[str, str]) -> PreparedAttack:
        return run(attacker, SETTINGS.read(attack, settings, ("options",)))

    def nobody(self, attack: str, settings: Mapping[str, str]) -> Clash:
        return clash(SETTINGS.read(attack, settings, ("difference", "advantaged", "dice")))

    def derived(
        self, attack: str, attacker: str, defender: str | None, settings: dict[str, str], outcomes: dict[str, Fraction]
    ) -> dict[str, Fraction]:
        """Where both may fare badly at once: what becomes of each of the two, whatever becomes of the other."""
        if not any(BOTH in outcome for outcome in outcomes):
            return {}
        found: dict[str, Fraction] = {}
        for outcome, chance in outcomes.items():
            for part in outcome.split(BOTH):
                found[part] = found.get(part, Fraction(0)) + chance
        return {name: found[name] for name in sorted(found)}


ATTACKS = FighterAttacks()
