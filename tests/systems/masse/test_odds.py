"""Exact odds of attacks: against tables counted by hand, against an oracle that knows no rules, and against simulation."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from math import comb, sqrt

import pytest

from escarmouche.cli import run as run_command
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Choose, Roll
from escarmouche.core.engine import start
from escarmouche.core.errors import EscarmoucheError, UnknownName
from escarmouche.kit.attacks import first_option
from escarmouche.systems.masse.attacks import ATTACKS, DUELS, TESTS, PreparedAttack, derived
from escarmouche.systems.masse.system import SYSTEM

FOOT, ORCS, BOWS, PIKES = "infanterie-reguliere", "infanterie-orque", "archers-legers", "phalange"
TOUCHES = {1: 0, 2: 0, 3: 1, 4: 1, 5: 1, 6: 2, 7: 2, 8: 2, 9: 3, 10: 3, 11: 3, 12: 4}
Chances = dict[int, Fraction]

# ---------------------------------------------------------------- an oracle that knows no rules but these few lines


def added(one: Chances, other: Chances) -> Chances:
    """The sum of two independent numbers."""
    found: Chances = {}
    for (a, p), (b, q) in product(one.items(), other.items()):
        found[a + b] = found.get(a + b, Fraction(0)) + p * q
    return found


def times(one: Chances, count: int) -> Chances:
    """The sum of so many of them."""
    total: Chances = {0: Fraction(1)}
    for _ in range(count):
        total = added(total, one)
    return total


def attack(count: int, sides: int, needed: int, flat: int = 0) -> Chances:
    """So many attack dice, each touch a d20 that needs so much; a 20 always hits and a 1 never."""
    hits = len([face for face in range(1, 21) if face == 20 or (face > 1 and face >= needed)])
    touch = {0: Fraction(20 - hits, 20), 1: Fraction(hits, 20)}
    die: Chances = {}
    for face in range(1, sides + 1):
        for lost, chance in times(touch, TOUCHES[min(12, face + flat)]).items():
            die[lost] = die.get(lost, Fraction(0)) + chance / sides
    return times(die, count)


def labelled(chances: Chances) -> dict[str, Fraction]:
    """As the odds name them."""
    return {f"nv-{lost}": chance for lost, chance in sorted(chances.items()) if chance}


# ---------------------------------------------------------------- counted by hand


@pytest.mark.rule("masse.combat.procedure", "masse.melee.charge-extra-dice")
def test_the_catalogues_charge() -> None:
    """Five in contact, DA 1d8, charging: 7 d8; d20 + 1 + 2 + 1 must exceed 14, so 11 or more."""
    exact = ATTACKS.chances("melee", FOOT, ORCS, {"charge": "yes"})
    assert exact == labelled(attack(7, 8, 11))
    assert exact["nv-0"] == Fraction(17, 32) ** 7


@pytest.mark.rule("masse.combat.to-hit", "masse.combat.touch-table")
def test_one_die_as_counted_on_paper() -> None:
    """A single figure with a d8: 2 faces no touch, 3 one, 3 two; one touch in 20 - 13 + 1 = 8 faces of 20 with +1 close order
    and MA 1 against CA 14, so 13 or more: 2/5."""
    exact = ATTACKS.chances("melee", FOOT, ORCS, {"figures": "1", "files": "1"})
    two = Fraction(3, 8) * Fraction(2, 5) ** 2
    one = Fraction(3, 8) * Fraction(2, 5) + Fraction(3, 8) * 2 * Fraction(2, 5) * Fraction(3, 5)
    assert exact == {"nv-0": 1 - one - two, "nv-1": one, "nv-2": two}


@pytest.mark.rule("masse.morale.test", "masse.morale.complete-failure", "masse.morale.superior-success")
def test_morale_as_counted_on_paper() -> None:
    """A quarter lost is a test against 10, with +2 for close order and +2 for the hero: 5 or less fails (9 throws of 100,
    beside the natural 2), 17 or more is rage (10 throws)."""
    assert ATTACKS.chances("morale", FOOT, None, {}) == {
        "enraged": Fraction(10, 100),
        "routed": Fraction(1, 100),
        "shaken": Fraction(9, 100),
        "stable": Fraction(80, 100),
    }


@pytest.mark.rule("masse.morale.test")
@pytest.mark.parametrize(
    ("settings", "bonus", "dd", "state"),
    [
        ({"commander": "no"}, 2, 10, "stable"),
        ({"commander": "no", "formation": "skirmish"}, 0, 10, "stable"),
        ({"commander": "no", "formation": "pack", "files": "4", "figures": "16"}, 1 + 2, 10, "stable"),
        ({"commander": "no", "flank": "rear"}, 2 - 4, 10, "stable"),
        ({"commander": "no", "cover": "50"}, 2 + 2, 10, "stable"),
        ({"commander": "no", "cause": "premiere-figurine"}, 2, 6, "stable"),
        ({"commander": "no", "attacker_morale": "shaken"}, 2 - 1, 10, "shaken"),
    ],
)
def test_morale_is_what_all_100_throws_give(settings: dict[str, str], bonus: int, dd: int, state: str) -> None:
    worse = {"stable": "shaken", "shaken": "routed"}[state]
    found: dict[str, Fraction] = {}
    for one, other in product(range(1, 11), repeat=2):
        natural, margin = one + other, one + other + bonus - dd
        if margin >= 0:
            end = "enraged" if natural == 20 or margin > 10 else state
        else:
            end = "routed" if natural == 2 or margin < -10 else worse
        found[end] = found.get(end, Fraction(0)) + Fraction(1, 100)
    assert ATTACKS.chances("morale", FOOT, None, settings) == found


@pytest.mark.rule("masse.engine.to-hit", "masse.engine.misfire", "masse.engine.figure-cap")
def test_a_ballista_as_counted_on_paper() -> None:
    """11 or more hits men in the open; 1 and 2 misfire; two ranks lose at most two figures."""
    exact = ATTACKS.chances("engine", "baliste", ORCS, {})
    assert (exact["miss"], sum([exact[name] for name in ("explosion", "jam", "stuck", "delay")])) == (
        Fraction(8, 20),
        Fraction(2, 20),
    )
    assert (exact["explosion"], exact["jam"], exact["delay"]) == (Fraction(1, 100), Fraction(3, 100), Fraction(3, 100))
    assert exact["nv-0"] == Fraction(1, 2) * Fraction(2, 8) ** 2
    assert exact["nv-1"] == Fraction(1, 2) * 2 * Fraction(2, 8) * Fraction(3, 8)
    assert max([int(name[3:]) for name in exact if name.startswith("nv-")]) == 2


@pytest.mark.rule("masse.engine.ballistic-fire", "masse.engine.range")
def test_a_trebuchet_at_medium_range() -> None:
    """-4 for the arc and -4 for the range: 19 or 20, and 1 to 3 misfire."""
    exact = ATTACKS.chances("engine", "trebuchet", ORCS, {"range": "medium", "defender_figures": "20"})
    hit = sum([chance for name, chance in exact.items() if name.startswith("nv-")])
    assert (hit, exact["miss"]) == (Fraction(2, 20), Fraction(15, 20))
    assert exact["nv-0"] == Fraction(2, 20) * Fraction(2, 10) ** 4


@pytest.mark.rule("masse.breath.damage", "masse.breath.dodge")
def test_breath_kills_all_it_touches_or_nobody() -> None:
    exact = ATTACKS.chances("breath", "dragon-adulte", ORCS, {"defender_figures": "20", "files": "10"})
    assert len(exact) == 2
    dice = 12
    assert exact["nv-0"] == Fraction(3, 10) ** dice
    figures = derived("breath", ORCS, {"defender_figures": "20", "files": "10"}, exact)
    assert sum(figures.values()) == 1


def total(dice: list[int]) -> Chances:
    """The sum of these dice."""
    found: Chances = {0: Fraction(1)}
    for sides in dice:
        found = added(found, {face: Fraction(1, sides) for face in range(1, sides + 1)})
    return found


@pytest.mark.rule("masse.structure.to-hit", "masse.structure.damage", "masse.structure.precise-target")
@pytest.mark.parametrize(
    ("engine", "target", "settings", "needed", "misfires", "dice", "ps"),
    [
        ("baliste", "porte-standard", {}, 15, 2, [8, 8], 5),
        ("canon", "muraille-d-enceinte", {"range": "medium"}, 15, 4, [8] * 5, 8),
        ("trebuchet", "muraille-d-enceinte", {}, 15, 3, [10] * 4, 8),
        ("catapulte-lourde", "tour-de-fortification", {"distance": "61"}, 19, 2, [12, 12], 10),
        ("belier-lourd", "porte-de-fortification", {}, 11, 0, [6] * 4, 8),
        ("canon", "baliste", {}, 15, 4, [8] * 5, 5),
    ],
)
def test_an_engine_against_a_structure_is_what_all_its_dice_give(
    engine: str, target: str, settings: dict[str, str], needed: int, misfires: int, dice: list[int], ps: int
) -> None:
    """Above 10, -4 in an arc, -4 at a gate or an engine, -4 at medium range; the dice added up, less PS."""
    exact = ATTACKS.chances("engine", engine, target, settings)
    hit = Fraction(21 - needed, 20)
    expected: dict[str, Fraction] = {}
    for points, chance in total(dice).items():
        label = f"pr-{max(0, points - ps)}"
        expected[label] = expected.get(label, Fraction(0)) + hit * chance
    assert {name: chance for name, chance in exact.items() if name.startswith("pr-")} == expected
    assert exact["miss"] == 1 - hit - Fraction(misfires, 20)
    assert sum(exact.values()) == 1


@pytest.mark.rule("masse.structure.destroyed")
def test_whether_it_stands_follows_from_the_points() -> None:
    settings = {"damage": "15"}
    exact = ATTACKS.chances("engine", "belier-de-siege", "porte-renforcee", settings)
    # 20 PR, 15 gone: 3d6 less 5 must be 5 or more, on 135 of 216 throws, after a hit on 11 or more
    assert derived("engine", "porte-renforcee", settings, exact) == {"stands": Fraction(11, 16), "destroyed": Fraction(5, 16)}
    assert derived("engine", "porte-renforcee", {}, exact) == {"stands": Fraction(1)}
    gun = ATTACKS.chances("engine", "canon", "baliste", {})
    fallen = sum([chance for name, chance in gun.items() if name.startswith("pr-") and int(name[3:]) >= 12])
    assert derived("engine", "baliste", {}, gun) == {"stands": 1 - fallen, "destroyed": fallen}


@pytest.mark.rule("masse.structure.to-hit", "masse.structure.adjacent")
def test_a_unit_at_a_gate_is_what_all_its_dice_give() -> None:
    """Three ogres with clubs, only a natural 1 misses: each hit adds 2d6 + 1, and PS comes off once."""
    exact = ATTACKS.chances("melee", "ogres", "porte-standard", {"figures": "3", "files": "3"})
    line = SYSTEM.armies().profiles()["ogres"]["attacks"][0]
    hit = Fraction(19, 20)
    expected: dict[str, Fraction] = {}
    for hits in range(4):
        chance = comb(3, hits) * hit**hits * (1 - hit) ** (3 - hits)
        for points, part in total(list(line["dice"]) * hits).items():
            label = f"pr-{max(0, points + hits - 5)}"
            expected[label] = expected.get(label, Fraction(0)) + chance * part
    assert exact == expected


# ---------------------------------------------------------------- the settings, against the oracle


MELEES: list[tuple[str, str, dict[str, str], Chances]] = [
    (FOOT, ORCS, {}, attack(5, 8, 13)),
    (FOOT, ORCS, {"commander": "no"}, attack(5, 8, 15)),
    (FOOT, ORCS, {"formation": "skirmish", "defender_formation": "skirmish"}, attack(5, 8, 14)),
    (FOOT, ORCS, {"attacker_morale": "shaken"}, attack(5, 8, 15)),
    (FOOT, ORCS, {"attacker_morale": "enraged"}, attack(5, 8, 11)),
    (FOOT, ORCS, {"cover": "25"}, attack(5, 8, 14)),
    (FOOT, ORCS, {"cover": "50"}, attack(5, 8, 15)),
    (FOOT, ORCS, {"cover": "90"}, attack(5, 8, 17)),
    (FOOT, ORCS, {"height": "attacker"}, attack(5, 8, 12)),
    (FOOT, ORCS, {"height": "defender"}, attack(5, 8, 14)),
    (FOOT, ORCS, {"figures": "20", "files": "10"}, attack(10, 8, 13)),
    (FOOT, ORCS, {"figures": "6", "files": "3"}, attack(3, 8, 13)),
    (FOOT, ORCS, {"figures": "20", "files": "10", "defender_formation": "pack"}, attack(8, 8, 13)),
    (PIKES, ORCS, {}, attack(10, 8, 12)),
]


@pytest.mark.rule("masse.melee.table-5d", "masse.melee.contact", "masse.melee.second-rank")
@pytest.mark.parametrize(("attacker", "defender", "settings", "expected"), MELEES)
def test_melee(attacker: str, defender: str, settings: dict[str, str], expected: Chances) -> None:
    assert ATTACKS.chances("melee", attacker, defender, settings) == labelled(expected)


@pytest.mark.rule("masse.melee.mod-flank", "masse.melee.mod-rear")
def test_flank_and_rear_deny_the_shield() -> None:
    """Against regular infantry (CA 15 with its shield) +1 in the flank, +2 in the rear, and CA 14."""
    front, flank, rear = [ATTACKS.chances("melee", ORCS, FOOT, {"flank": sector}) for sector in ("front", "flank", "rear")]
    expected = [sum([int(name[3:]) * chance for name, chance in one.items()]) for one in (front, flank, rear)]
    assert rear != front
    per_figure = [expected[0] / 5, expected[2] / 5]
    assert per_figure[1] - per_figure[0] == Fraction(3, 20) * Fraction(9, 8)
    assert flank.keys() <= front.keys()


SHOTS: list[tuple[str, dict[str, str], int]] = [
    (BOWS, {}, 13),
    (BOWS, {"range": "medium"}, 17),
    (BOWS, {"range": "long"}, 20),
    (BOWS, {"cover": "50"}, 17),
    (BOWS, {"attacker_morale": "shaken"}, 14),
    (BOWS, {"indirect": "yes"}, 17),
    (BOWS, {"distance": "11"}, 20),
    (BOWS, {"distance": "11", "height": "attacker"}, 17),
]


@pytest.mark.rule("masse.shoot.table-5c", "masse.shoot.range-medium", "masse.shoot.mod-indirect")
@pytest.mark.parametrize(("attacker", "settings", "needed"), SHOTS)
def test_shooting(attacker: str, settings: dict[str, str], needed: int) -> None:
    assert ATTACKS.chances("shooting", attacker, ORCS, settings) == labelled(attack(10, 6, needed))


ACTS: dict[str, tuple[str, str | None, dict[str, dict[str, str]]]] = {
    "melee": (FOOT, ORCS, {
        "figures": {"figures": "3"}, "files": {"files": "3"}, "defender_figures": {"defender_figures": "1"},
        "defender_formation": {"figures": "20", "files": "10", "defender_formation": "pack"}, "flank": {"flank": "rear"},
        "cover": {"cover": "25"}, "formation": {"formation": "skirmish"}, "attacker_morale": {"attacker_morale": "shaken"},
        "charge": {"charge": "yes"}, "height": {"height": "attacker"}, "commander": {"commander": "no"},
    }),
    "shooting": (BOWS, FOOT, {
        "figures": {"figures": "3"}, "files": {"files": "1"}, "flank": {"flank": "rear"}, "cover": {"cover": "25"},
        "formation": {"formation": "pack"}, "attacker_morale": {"attacker_morale": "shaken"}, "range": {"range": "medium"},
        "distance": {"distance": "7"}, "indirect": {"indirect": "yes"}, "height": {"distance": "11", "height": "attacker"},
    }),
    "engine": ("trebuchet", ORCS, {
        "files": {"files": "10"}, "defender_figures": {"defender_figures": "2"}, "flank": {"files": "10", "flank": "flank"},
        "defender_formation": {"files": "10", "defender_formation": "pack"}, "cover": {"cover": "25"},
        "range": {"range": "long"}, "distance": {"distance": "91"}, "height": {"distance": "181", "height": "attacker"},
    }),
    "breath": ("dragon-adulte", ORCS, {
        "files": {"files": "1"}, "defender_figures": {"defender_figures": "7"}, "flank": {"flank": "flank"},
        "defender_formation": {"defender_formation": "skirmish"}, "distance": {"distance": "1"},
    }),
    "morale": (FOOT, None, {
        "figures": {"figures": "15"}, "files": {"files": "1"}, "formation": {"formation": "skirmish"},
        "flank": {"flank": "rear"}, "attacker_morale": {"attacker_morale": "shaken"}, "cover": {"cover": "50"},
        "charge": {"charge": "yes"}, "commander": {"commander": "no"}, "cause": {"cause": "cinquante-pc"},
    }),
}  # fmt: skip
"""For each kind of attack two units, and for each of its settings a case that it decides."""


@pytest.mark.parametrize(("kind", "key"), [(kind, key) for kind, case in ACTS.items() for key in case[2]])
def test_every_setting_acts(kind: str, key: str) -> None:
    attacker, defender, cases = ACTS[kind]
    chosen = cases[key]
    without = {name: value for name, value in chosen.items() if name != key}
    assert ATTACKS.chances(kind, attacker, defender, chosen) != ATTACKS.chances(kind, attacker, defender, without)


def test_no_setting_is_forgotten() -> None:
    for kind, (_, keys) in [*DUELS.items(), *TESTS.items()]:
        # Arrows do not care how their target stands; how many it has shows in the figures that fall. Damage is the engines'.
        told_later = {"shooting": {"defender_figures", "defender_formation"}, "engine": {"damage"}}.get(kind, set())
        assert set(keys) == set(ACTS[kind][2]) | told_later, kind


EVERY: list[tuple[str, str, str | None, dict[str, str]]] = [
    ("melee", "lions", ORCS, {"figures": "3", "files": "3"}),
    ("melee", "dragon-ancien", FOOT, {}),
    ("melee", "ogres", "cavalerie-lourde", {"charge": "yes", "flank": "flank"}),
    ("melee", "zombis", "trolls", {}),
    ("shooting", "geants-collines", ORCS, {"range": "medium", "height": "attacker"}),
    ("shooting", "archers-elfes", "squelettes", {"formation": "skirmish", "flank": "rear"}),
    ("engine", "canon", "dragon-adulte", {"range": "long"}),
    ("engine", "catapulte-lourde", PIKES, {"cover": "75"}),
    ("breath", "dragon-jeune", PIKES, {}),
    ("morale", "kobolds", None, {"cause": "cinquante-pc"}),
]


@pytest.mark.parametrize(("kind", "attacker", "defender", "settings"), EVERY)
def test_chances_add_up_to_one(kind: str, attacker: str, defender: str | None, settings: dict[str, str]) -> None:
    exact = ATTACKS.chances(kind, attacker, defender, settings)
    assert sum(exact.values()) == 1
    assert all(chance > 0 for chance in exact.values())


# ---------------------------------------------------------------- simulation


SIMULATED: list[tuple[str, str, str | None, dict[str, str]]] = [
    ("melee", FOOT, ORCS, {"charge": "yes", "figures": "3", "files": "3"}),
    ("melee", "ogres", FOOT, {"figures": "6", "files": "3", "attacker_morale": "shaken"}),
    ("shooting", BOWS, ORCS, {"range": "medium", "figures": "4", "files": "2"}),
    ("engine", "baliste", ORCS, {}),
    ("engine", "catapulte-lourde", "porte-standard", {}),
    ("breath", "dragon-jeune", "ogres", {"defender_figures": "4"}),
    ("morale", FOOT, None, {"flank": "rear", "cause": "cinquante-pc"}),
]


def attacked(made: PreparedAttack, stream: Stream) -> str:
    """One attack as it is played: the rules themselves, with dice thrown, to the first outcome that is told."""
    run = start(made.call)
    while True:
        for tell in run.told:
            if tell.outcome:
                return tell.outcome
        run.told.clear()
        due = run.due
        if due is None:
            return made.silent
        if isinstance(due, Choose):
            run.reply(first_option(due))
        else:
            assert isinstance(due, Roll)
            run.reply(due.read(due.throw(lambda sides: stream.below(sides) + 1)))


def furthest(made: PreparedAttack, seed: str, count: int) -> float:
    """How far so many attacks are from the exact odds, in sigmas of the outcome that is farthest off."""
    stream, exact = Stream(seed), made.chances()
    seen: dict[str, int] = {}
    for _ in range(count):
        label = attacked(made, stream)
        assert label in exact, label
        seen[label] = seen.get(label, 0) + 1
    found = 0.0
    for label, chance in exact.items():
        p = float(chance)
        found = max(found, (abs(seen.get(label, 0) - count * p) - 1) / sqrt(count * p * (1 - p)))
    return found


@pytest.mark.parametrize(("kind", "attacker", "defender", "settings"), SIMULATED)
def test_attacks_as_they_are_played_agree(kind: str, attacker: str, defender: str | None, settings: dict[str, str]) -> None:
    assert furthest(ATTACKS.prepared(kind, attacker, defender, settings), f"{kind} {attacker}", 5_000) <= 4


@pytest.mark.soak
@pytest.mark.parametrize(("kind", "attacker", "defender", "settings"), SIMULATED)
def test_a_hundred_thousand_attacks_agree(kind: str, attacker: str, defender: str | None, settings: dict[str, str]) -> None:
    sigmas = furthest(ATTACKS.prepared(kind, attacker, defender, settings), f"{kind} {attacker}", 100_000)
    print(f"{kind} {attacker} {defender} {settings}: 100,000 attacks, {sigmas:.2f} sigmas at most")
    assert sigmas <= 4


# ---------------------------------------------------------------- what follows from them


@pytest.mark.rule("masse.combat.nv-to-figures")
def test_figures_follow_from_nv() -> None:
    """Seven NV take three ogres of NV 2, and never more than there are."""
    exact = {f"nv-{lost}": Fraction(1, 8) for lost in range(8)}
    figures = derived("melee", "ogres", {"defender_figures": "3"}, exact)
    nv = next(profile for name, profile in SYSTEM.armies().profiles().items() if name == "ogres")["nv"]
    assert figures == {
        f"figures-{n}": Fraction(len([lost for lost in range(8) if min(3, lost // nv) == n]), 8)
        for n in sorted({min(3, lost // nv) for lost in range(8)})
    }
    assert derived("morale", None, {}, {"stable": Fraction(1)}) == {}


def test_the_command_prints_both(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["odds", "masse", "melee", FOOT, ORCS, "--with", "charge=yes", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert sum([Fraction(text) for text in data["outcomes"].values()]) == 1
    assert sum([Fraction(text) for text in data["derived"].values()]) == 1
    assert run_command(["odds", "masse", "morale", FOOT, "--json"]) == 0
    assert "derived" not in json.loads(capsys.readouterr().out)
    assert run_command(["odds", "masse", "melee", FOOT, ORCS, "--lang", "en"]) == 0
    assert "figures fall" in capsys.readouterr().out


# ---------------------------------------------------------------- what cannot be asked


@pytest.mark.parametrize(
    ("kind", "attacker", "defender", "settings", "wrong"),
    [
        ("dancing", FOOT, ORCS, {}, "There are no odds of 'dancing': choose from melee, shooting, engine, breath, morale."),
        ("melee", FOOT, None, {}, "The odds of melee need a defender: name a second profile."),
        ("morale", FOOT, ORCS, {}, "The odds of morale are those of one side alone: name a single profile."),
        ("melee", FOOT, ORCS, {"wind": "1"}, "The odds of melee know no setting 'wind': choose from figures, files, "),
        ("melee", FOOT, ORCS, {"figures": "0"}, "The setting figures cannot be '0': choose from 1 to 200."),
        ("melee", FOOT, ORCS, {"flank": "up"}, "The setting flank cannot be 'up': choose from front, flank, rear."),
        ("melee", "nobody", ORCS, {}, "There is no profile 'nobody': `escarmouche profiles masse` lists them."),
        ("engine", "sling", ORCS, {}, "There is no engine 'sling': choose from baliste, "),
    ],
)
def test_what_is_not_known_is_said_in_one_sentence(
    kind: str, attacker: str, defender: str | None, settings: dict[str, str], wrong: str
) -> None:
    with pytest.raises(UnknownName) as error:
        ATTACKS.chances(kind, attacker, defender, settings)
    assert str(error.value).startswith(wrong)
    assert error.value.sentence("fr") != str(error.value)


@pytest.mark.parametrize(
    ("kind", "attacker", "settings", "rule"),
    [
        ("melee", "milice", {"formation": "close"}, "masse.formation.allowed"),
        ("melee", "dragon-adulte", {"figures": "3"}, "masse.org.individuals"),
        ("melee", FOOT, {"attacker_morale": "routed"}, "masse.melee.mod-routed"),
        ("shooting", FOOT, {}, "masse.shoot.weapon-change"),
        ("shooting", BOWS, {"attacker_morale": "enraged"}, "masse.shoot.mod-enraged"),
        ("shooting", "tireurs-halfelin", {"indirect": "yes"}, "masse.shoot.no-indirect-weapons"),
        ("breath", FOOT, {}, "masse.breath.use"),
        ("breath", "dragon-adulte", {"distance": "0"}, "masse.shoot.not-engaged"),
        ("engine", "tour-de-siege-legere", {}, "masse.engine.profile"),
    ],
)
def test_what_the_rules_do_not_allow_names_the_rule(kind: str, attacker: str, settings: dict[str, str], rule: str) -> None:
    with pytest.raises(EscarmoucheError) as error:
        ATTACKS.chances(kind, attacker, ORCS, settings)
    assert f"({rule})" in str(error.value)


def test_every_kind_is_there() -> None:
    assert [*DUELS, *TESTS] == ["melee", "shooting", "engine", "breath", "morale"]
