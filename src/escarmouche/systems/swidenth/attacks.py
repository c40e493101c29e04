"""Exact odds of one attack: a little table on which the settings hold, and the very rules that play.

Nothing is worked out here. Figures and scenery are placed so that the rules themselves find what was asked for (allies engaged
with the defender, a wall or rocks that hide him), the rules say whether the attack is allowed, and every face of every die
is followed up to the attack's outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from escarmouche.core.effects import Answer, Call, Choose, Rule
from escarmouche.core.engine import start
from escarmouche.core.errors import EscarmoucheError
from escarmouche.core.odds import Leaf, leaves, tally
from escarmouche.kit import attacks
from escarmouche.kit.attacks import demand, first_option
from escarmouche.systems.swidenth.army import Member
from escarmouche.systems.swidenth.cards import recruit
from escarmouche.systems.swidenth.content import PROFILES, book
from escarmouche.systems.swidenth.equipment import gear, hands
from escarmouche.systems.swidenth.model import HENCHMAN, ON_TABLE, OUT, Band, Card, Course, Figure, Ground, World
from escarmouche.systems.swidenth.rules.actions import CONCENTRATE, MOVE, Trail
from escarmouche.systems.swidenth.rules.magic import cast
from escarmouche.systems.swidenth.rules.melee import start_fight
from escarmouche.systems.swidenth.rules.shooting import shoot
from escarmouche.systems.swidenth.rules.values import PAS
from escarmouche.systems.swidenth.words import SPEECH
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import polygon
from escarmouche.table.trig import step

ATTACKER, DEFENDER = 0, 1
ROLES = ("attacker", "defender")
MIDDLE = 20 * PAS
GAP = PAS // 4
"""How far apart engaged figures stand."""
CHIP = PAS // 10
"""Allies stand on small bases around the defender, where they are in nobody's way."""
SIDES = (6000, -6000, 9000, -9000, 12000, -12000)
"""Where they stand, in hundredths of a degree off the direction from the defender to the attacker."""
BOOST, SOFTEN = "swidenth.heroism.boost", "swidenth.heroism.soften"
SPELL_RESULTS = {"gust": "defender-pushed", "stupor": "defender-stunned"}
"""Spells that do what a blow does."""

# ---------------------------------------------------------------- settings

NONE = "none"
MELEE = [one.id for one in book().weapon.values() if one.kind == "melee" and (one.bought or one.id == "unarmed")]
MISSILE = [one.id for one in book().weapon.values() if one.thrown_as or (one.kind == "missile" and one.bought)]


class Settings(NamedTuple):
    """What counts beside the two profiles; empty words leave what the profile is usually bought with."""

    charge: bool = False
    concentrate: bool = False
    allies: int = 0
    attacker_stunned: bool = False
    defender_stunned: bool = False
    cover: int = 0
    camouflaged: bool = False
    heroism_attacker: int = 0
    heroism_defender: int = 0
    avoid_attacker: int = 0
    avoid_defender: int = 0
    attacker_weapon: str = ""
    attacker_second: str = ""
    attacker_armour: str = ""
    attacker_shield: str = ""
    defender_weapon: str = ""
    defender_second: str = ""
    defender_armour: str = ""
    shield: str = ""
    spell: str = ""


def words(*known: str) -> dict[str, str]:
    """Words that mean themselves."""
    return {word: word for word in known}


ARMOURS = {NONE: NONE, **{short: name for name in book().armour for short in (name, name.removesuffix("-armour"))}}
SHIELDS = words(NONE, *book().shield)
SECONDS = words(NONE, *[name for name in MELEE if book().weapon[name].hands == 1], "round-shield")
POINTS = (0, 20)
NUMBERS = {
    "allies": (0, len(SIDES)),
    **{f"{use}_{role}": POINTS for use in ("heroism", "avoid") for role in ROLES},
}
WORDS: dict[str, Mapping[str, object]] = {
    "cover": {"0": 0, "33": 33, "66": 66},
    "attacker_weapon": words(*dict.fromkeys((*MELEE, *MISSILE))),
    "defender_weapon": words(*MELEE),
    "attacker_second": SECONDS,
    "defender_second": SECONDS,
    "attacker_armour": ARMOURS,
    "defender_armour": ARMOURS,
    "attacker_shield": SHIELDS,
    "shield": SHIELDS,
    "spell": words(*[name for name, row in book().spell.items() if row.target == "enemy"]),
}
SETTINGS = attacks.SettingsReader(Settings, NUMBERS, WORDS)


# ---------------------------------------------------------------- the little table


def refuse(rule: str, text: str, french: str) -> EscarmoucheError:
    """The sentence about odds that the rules do not know."""
    return EscarmoucheError(
        f"There are no such odds ({rule}): {text}", f"Il n’y a pas de telles probabilités ({rule}) : {french}"
    )


def member(profile: str, weapon: str, second: str, armour: str, shield: str, spell: str) -> Member:
    """A fighter of a profile, equipped as asked: a weapon takes the place of its melee set (but a shield stays where it still
    fits), or of its missile weapons."""
    row = PROFILES.find(profile, {})
    usual = gear(row.kit)
    held, slung = list(usual.held), [*usual.missiles, *usual.thrown]
    guards = [name for name in held if name in book().shield]
    if weapon in MELEE:
        held = [weapon] * (weapon != "unarmed")
        held += [name for name in guards if not second and not shield and hands([*held, name]) <= book().carrying.hands]
    elif weapon:
        slung = [weapon]
    if second:
        held = [*[name for name in held if name not in guards][:1], *[second] * (second != NONE)]
    if shield:
        held = [*[name for name in held if name not in guards], *[shield] * (shield != NONE)]
    worn = [armour] * (armour != NONE) if armour else list(usual.armour)
    made = Member(row, "", "", (*held, *slung, *worn), (), (spell,) if spell else row.spells)
    if hands(held) > book().carrying.hands:
        names = [", ".join([book().items()[name].name(language) for name in held]) for language in ("en", "fr")]
        raise refuse(
            "swidenth.equipment.hands",
            f"{names[0]} take more than two hands: choose fewer.",
            f"{names[1]} : il y faut plus de deux mains, choisissez-en moins.",
        )
    return made


def sides(attacker: str, defender: str, settings: Settings) -> tuple[Member, Member]:
    """The two fighters, equipped."""
    one = settings.attacker_weapon, settings.attacker_second, settings.attacker_armour, settings.attacker_shield
    other = settings.defender_weapon, settings.defender_second, settings.defender_armour, settings.shield
    return member(attacker, *one, settings.spell), member(defender, *other, "")


def box(kind: str, left: int, bottom: int, right: int, top: int, height: int = 0) -> Piece:
    """A rectangular piece of terrain."""
    return Piece(
        kind, polygon([(left, bottom), (right, bottom), (right, top), (left, top)]), height=height, blocks_sight=height > 0
    )


def placed(one: Member, id: int, x: int, points: int, stunned: bool) -> Figure:
    """A fighter on the table, with so many points of Heroism to spend and no more."""
    figure = recruit(one, id, id)
    if points > figure.heroism:
        raise refuse(
            "swidenth.heroism.pool",
            f"{one.called('en')} has {figure.heroism} points of Heroism, not {points}: spend fewer.",
            f"{one.called('fr')} a {figure.heroism} point(s) d’héroïsme, pas {points} : dépensez-en moins.",
        )
    figure.x, figure.y, figure.status = x, MIDDLE, ON_TABLE
    figure.heroism, figure.stunned = points, stunned
    return figure


class Scene:
    """A table under construction: the attacker is figure 0 on the left, the defender figure 1 in the middle, `gap` between
    their bases."""

    def __init__(self, attacker: Member, defender: Member, settings: Settings, gap: int) -> None:
        spent = [
            settings.heroism_attacker + settings.avoid_attacker,
            settings.heroism_defender + settings.avoid_defender,
        ]
        other = placed(defender, DEFENDER, MIDDLE, spent[DEFENDER], settings.defender_stunned)
        one = placed(attacker, ATTACKER, MIDDLE, spent[ATTACKER], settings.attacker_stunned)
        one.x -= one.card.radius + gap + other.card.radius
        self.figures = [one, other]
        self.pieces: list[Piece] = []
        for turn in SIDES[: settings.allies]:
            self.add_ally(turn)

    def add_ally(self, turn: int) -> None:
        """One more ally of the attacker, engaged with the defender."""
        defender = self.figures[DEFENDER]
        x, y = step(defender.x, defender.y, 18_000 + turn, defender.card.radius + GAP + CHIP)
        card = Card("", "", "", 0, HENCHMAN, 0, 0, 1, radius=CHIP)
        self.figures.append(Figure(len(self.figures), ATTACKER, card, x, y, status=ON_TABLE))

    def hide(self, cover: int) -> None:
        """The defender stands in rocks, which half hide him, or behind a wall that shows a fifth of him.
        (swidenth.terrain.sight)"""
        one = self.figures[DEFENDER]
        near, wide = one.card.radius, one.card.radius + PAS
        if cover == 33:
            self.pieces.append(box("rocks", one.x - near, one.y - near, one.x + near, one.y + near))
        elif cover == 66:
            left, tall = one.x - near - PAS // 2, one.card.height * 4 // 5
            self.pieces.append(box("thin-obstacle", left, one.y - wide, left + PAS // 5, one.y + wide, tall))

    def world(self) -> World:
        """The world, in the attacker's phase."""
        ground = Ground(2 * MIDDLE, 2 * MIDDLE, tuple(self.pieces))
        bands = (Band(ATTACKER, 0), Band(DEFENDER, 2))
        return World(ground, tuple(self.figures), bands, turn=1, order=(ATTACKER, DEFENDER), active=ATTACKER)


# ---------------------------------------------------------------- following every die


def result(before: Figure, after: Figure) -> str:
    """What has become of a figure in the end."""
    if after.status == OUT:
        return "out"
    if after.vitality < before.vitality:
        return "wounded"
    if after.stunned:
        return "stunned"
    return "pushed" if (after.x, after.y) != (before.x, before.y) else "unhurt"


class PreparedAttack(NamedTuple):
    """An attack ready to be made: the rule, the points announced before the rolls and those spent against a result, by role."""

    call: Call
    announced: tuple[int, int]
    avoiding: tuple[int, int]

    def decide(self, due: Choose) -> Answer:
        """Points are spent as asked, all that are left against the first result; whatever else is optional is as it comes."""
        if due.why not in (BOOST, SOFTEN):
            return first_option(due)
        points = (self.announced if due.why == BOOST else self.avoiding)[due.figure]
        answers = due.options.listed()
        return answers[min(points, len(answers) - 1)]

    def followed(self) -> Iterator[Leaf]:
        """Every way it goes, to its first outcome; where somebody spends points against that, to the end."""
        before: World = self.call.args[0]
        for leaf in leaves(start(self.call), self.decide, True):
            role = leaf.outcomes[0].partition("-")[0]
            if role not in ROLES or not self.avoiding[ROLES.index(role)]:
                yield leaf
                continue
            id = ROLES.index(role)
            for last in leaves(leaf.run, self.decide):
                found = f"{role}-{result(before.figures[id], last.run.result[0].figures[id])}"
                yield Leaf((found,), last.run, leaf.scale * last.scale, leaf.weight * last.weight)

    def chances(self) -> dict[str, Fraction]:
        """The exact chances of its outcomes."""
        return tally(self.followed(), lambda leaf: SPELL_RESULTS.get(leaf.outcomes[0], leaf.outcomes[0]))


def deed(rule: Rule, world: World, settings: Settings, answer: Answer) -> PreparedAttack:
    """An action that the rules allow, as an attack; `rule` carries it out."""
    first = CONCENTRATE if settings.concentrate else MOVE
    course = Course((first,), charge=(DEFENDER,) if settings.charge else ())
    demand(SPEECH, world, Trail(world, ATTACKER, course).check(answer))
    return PreparedAttack(
        Call(rule, world, ATTACKER, course, answer),
        (settings.heroism_attacker, settings.heroism_defender),
        (settings.avoid_attacker, settings.avoid_defender),
    )


# ---------------------------------------------------------------- the kinds of attack


def melee(attacker: Member, defender: Member, settings: Settings) -> PreparedAttack:
    """One combat phase, with room all around."""
    if settings.charge and settings.concentrate:
        raise refuse(
            "swidenth.melee.charge-limits",
            "A charge cannot be combined with concentration: choose one.",
            "Une charge ne se cumule pas avec la concentration : choisissez.",
        )
    if settings.attacker_weapon and settings.attacker_weapon not in MELEE:
        name = book().weapon[settings.attacker_weapon]
        raise refuse(
            "swidenth.melee.unarmed",
            f"{name.name_en} is no melee weapon: choose another.",
            f"{name.name_fr} n’est pas une arme de mêlée : choisissez-en une autre.",
        )
    world = Scene(attacker, defender, settings, GAP).world()
    return deed(start_fight, world, settings, ("fight", DEFENDER))


def shot(attacker: Member, defender: Member, settings: Settings) -> PreparedAttack:
    """A shot or a throw at half its range."""
    carried = gear(attacker.kit)
    thrown = [settings.attacker_weapon] if settings.attacker_weapon in set(carried.held) & set(MISSILE) else []
    weapon = next(iter([*thrown, *carried.missiles, *carried.thrown]), "")
    if not weapon:
        raise refuse(
            "swidenth.shooting.requirements",
            f"{attacker.called('en')} has no missile weapon: choose one with attacker_weapon.",
            f"{attacker.called('fr')} n’a pas d’arme de tir : choisissez-en une avec attacker_weapon.",
        )
    row = book().weapon[weapon]
    reach = book().weapon[row.thrown_as].range if row.thrown_as else row.range
    scene = Scene(attacker, defender, settings, reach * PAS // 2)
    scene.hide(settings.cover)
    scene.figures[ATTACKER].hidden = settings.camouflaged
    return deed(shoot, scene.world(), settings, ("shoot", weapon, DEFENDER))


def spell(attacker: Member, defender: Member, settings: Settings) -> PreparedAttack:
    """A spell against an enemy, at half its range: the one that is asked for, or the first that the caster usually knows."""
    known = [name for name in attacker.spells if book().spell[name].target == "enemy"]
    if attacker.profile.psychism is None or not known:
        raise refuse(
            "swidenth.trait.spellcaster",
            f"{attacker.called('en')} casts no spell against enemies: take a spellcaster, and name one with spell.",
            f"{attacker.called('fr')} ne lance aucun sort contre l’ennemi : prenez un lanceur, et nommez-en un avec spell.",
        )
    scene = Scene(attacker, defender, settings, round(book().spell[known[0]].range * PAS) // 2)
    scene.hide(settings.cover)
    return deed(cast, scene.world(), settings, ("cast", known[0], DEFENDER))


# ---------------------------------------------------------------- the door

BOTH = (
    "concentrate", "attacker_stunned", "defender_stunned", "heroism_attacker", "heroism_defender", "avoid_defender",
    "attacker_armour", "defender_weapon", "defender_armour", "shield",
)  # fmt: skip
MELEE_KEYS = (
    "charge", "allies", *BOTH, "avoid_attacker", "attacker_weapon", "attacker_second", "attacker_shield", "defender_second",
)  # fmt: skip
DUELS: dict[str, tuple[Callable[[Member, Member, Settings], PreparedAttack], tuple[str, ...]]] = {
    "melee": (melee, MELEE_KEYS),
    "shot": (shot, (*BOTH, "cover", "camouflaged", "attacker_weapon")),
    "spell": (spell, (*BOTH, "cover", "spell")),
}


class FighterAttacks(attacks.Attacks[PreparedAttack]):
    """The odds of attacks between fighters.

    >>> ATTACKS.chances("melee", "orc-veteran", "dwarf-veteran", {})["tie"]
    Fraction(1, 20)
    """

    duels = tuple(DUELS)

    def duel(self, attack: str, attacker: str, defender: str, settings: Mapping[str, str]) -> PreparedAttack:
        made, keys = DUELS[attack]
        found = SETTINGS.read(attack, settings, keys)
        return made(*sides(attacker, defender, found), found)


ATTACKS = FighterAttacks()
