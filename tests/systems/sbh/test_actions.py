"""Actions: the price list, one attack a turn, what is left is lost."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

import escarmouche.systems.sbh.rules.magic
import escarmouche.systems.sbh.rules.shooting  # noqa: F401  (importing a chapter makes its actions known)
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Call
from escarmouche.systems.sbh.content import book
from escarmouche.systems.sbh.model import SPELLBOUND, World
from escarmouche.systems.sbh.rules.actions import DEEDS, END, OFFERED, Doing, spend
from tests.systems.sbh.scene import Played, fighter, play, scene, square

WOOD = square("wood", 0, 310, 600, 60, difficult=True)
FRIENDS = [fighter("human-warrior", 0, 100 * n, 20) for n in (1, 2, 3, 4)]
FOES = [fighter("orc-warrior", 1, 100 * n, 580) for n in (1, 2, 3, 4)]


def world_of(profile: str = "human-warrior", foe: tuple[float, float] | None = (316, 300), **changes: Any) -> World:
    """A fighter at 300, 300 and perhaps an orc; changes are for the fighter."""
    orc = [] if foe is None else [fighter("orc-warrior", 1, *foe)]
    return scene(fighter(profile, 0, 300, 300, **changes), *orc, *FRIENDS, *FOES)


def spent(world: World, answer: tuple[Any, ...], dice: tuple[int, ...]) -> int:
    """What an action costs figure 0."""
    _, cost = play(Call(DEEDS[answer[0]].perform, world, 0, answer), dice=dice).result
    return int(cost)


def acted(world: World, left: int, *answers: object, dice: tuple[int, ...] = ()) -> Played:
    """Figure 0 spends its actions so."""
    return play(Call(spend, world, 0, left, "", "", ()), dice=dice, answers=answers)


def key(world: World, left: int, answer: object) -> str:
    """The key of a refusal, or ""."""
    refused = Doing(world, 0, left).check(answer)
    return "" if refused is None else refused.key


# ---------------------------------------------------------------- the price list


DISTANT = world_of("human-archer", (300, 360))
DWARF = scene(fighter("dwarf-warrior", 0, 300, 300), *FRIENDS, *FOES, pieces=[WOOD])
BOUND = world_of(held=SPELLBOUND)
LYING = world_of(foe=None, prone=True)

PRICES: list[tuple[str, World, tuple[Any, ...], tuple[int, ...]]] = [
    ("move", world_of(foe=None), ("move", 30000, 31000), ()),
    ("short-move-difficult", DWARF, ("move", 30000, 33000), ()),
    ("attack", world_of(), ("attack", 1, False), (3, 3)),
    ("power-attack", world_of(), ("attack", 1, True), (3, 4)),
    ("shoot", DISTANT, ("shoot", 1, False), (3, 5)),
    ("aimed-shot", DISTANT, ("shoot", 1, True), (3, 6)),
    ("disengage", world_of(), ("disengage", 30000, 36000), (1, 6)),
    ("break-immobilisation", BOUND, ("break",), ()),
    ("stand-up", LYING, ("stand",), ()),
]


@pytest.mark.rule("sbh.action.table", "sbh.reference.actions")
@pytest.mark.parametrize(("row", "world", "answer", "dice"), PRICES, ids=[price[0] for price in PRICES])
def test_the_price_list(row: str, world: World, answer: tuple[Any, ...], dice: tuple[int, ...]) -> None:
    price = book().action[row].cost_min
    assert spent(world, answer, dice) == price
    assert key(world, price, answer) == ""
    if price == 2:
        assert key(world, 1, answer) == "too-dear"


@pytest.mark.rule("sbh.action.table", "sbh.reference.actions")
def test_the_list_itself() -> None:
    main = {row.id: (row.cost_min, row.cost_max) for row in book().action.values() if row.in_main_table}
    assert main == {
        "move": (1, 1), "move-twice": (2, 2), "move-thrice": (3, 3), "short-move-difficult": (2, 2), "attack": (1, 1),
        "power-attack": (2, 2), "shoot": (1, 1), "aimed-shot": (2, 2), "disengage": (2, 2),
        "break-immobilisation": (2, 2), "stand-up": (1, 1), "cast-spell": (1, 3),
    }  # fmt: skip
    assert {"move", "attack", "shoot", "disengage", "break", "stand", "cast"} <= set(DEEDS)


@pytest.mark.rule("sbh.action.table")
def test_actions_are_combined_in_any_order() -> None:
    near = world_of(foe=(300, 340))
    contact = ("move", 30000, 32399)
    both = acted(near, 3, contact, ("attack", 1, True), dice=(3, 4))
    assert both.kinds[:2] == ["moves", "attacks"]
    archer = world_of("human-archer", (300, 360), prone=True)
    shot = acted(archer, 3, ("stand",), ("shoot", 1, True), dice=(3, 6))
    assert shot.kinds[:2] == ["stands-up", "shoots"]


@pytest.mark.rule("sbh.action.move")
def test_one_action_is_one_move() -> None:
    played = acted(world_of(foe=None), 1, ("move", 30000, 38000))
    assert (played.result.figures[0].y, played.result.figures[0].moves) == (38000, 1)


@pytest.mark.rule("sbh.action.move-twice")
def test_two_moves_have_each_their_own_direction() -> None:
    played = acted(world_of(foe=None), 2, ("move", 30000, 38000), ("move", 38000, 38000))
    assert (played.result.figures[0].x, played.result.figures[0].y) == (38000, 38000)


@pytest.mark.rule("sbh.action.move-thrice")
def test_three_moves_go_three_times_as_far() -> None:
    steps = [("move", 30000, 30000 + 8000 * n) for n in (1, 2, 3)]
    assert acted(world_of(foe=None), 3, *steps).result.figures[0].y == 54000


# ---------------------------------------------------------------- attacks


@pytest.mark.rule("sbh.action.attack")
def test_one_success_in_contact_is_one_attack_and_ten_millimetres_off_only_a_move() -> None:
    assert acted(world_of(), 1, ("attack", 1, False), dice=(3, 3)).kinds[0] == "attacks"
    off = world_of(foe=(326, 300))
    assert key(off, 1, ("attack", 1, False)) == "not-in-contact"
    moved = acted(off, 1, ("move", 30999, 30000))
    assert (moved.result.figures[0].x, moved.rolls) == (30999, [])


@pytest.mark.rule("sbh.action.power-attack")
def test_a_power_attack_lowers_the_opponents_combat_by_one() -> None:
    world = scene(
        fighter("human-warrior", 0, 300, 300, combat=3), fighter("orc-warrior", 1, 316, 300, combat=3), *FRIENDS, *FOES
    )
    played = acted(world, 2, ("attack", 1, True), dice=(4, 1))
    about = played.told("totals").about
    assert (about[4], about[9], played.outcomes) == (7, 3, ["defender-kill"])


@pytest.mark.rule("sbh.action.extra-action-limit")
def test_a_third_action_cannot_strengthen_an_attack() -> None:
    world = world_of()
    assert [answer for answer in Doing(world, 0, 3).listed() if answer[0] == "attack"] == [
        ("attack", 1, False),
        ("attack", 1, True),
    ]
    assert ("attack", 1, True) in Doing(world, 0, 2).listed()
    assert ("attack", 1, True) not in Doing(world, 0, 1).listed()
    assert key(world, 3, ("attack", 1, 2)) == "malformed"
    played = acted(world, 3, ("attack", 1, True), dice=(4, 2))
    about = played.told("totals").about
    assert about[8] == (("power-attack", -1),)
    assert played.left == 1


@pytest.mark.rule("sbh.action.one-attack-per-turn")
def test_no_second_attack_in_a_turn() -> None:
    played = acted(world_of("human-archer"), 3, ("attack", 1, False), dice=(3, 3))
    options = played.asked[-1].options
    refused = options.check(("attack", 1, False))
    assert refused is not None
    assert refused.rule == "sbh.action.one-attack-per-turn"
    assert not any(answer[0] in ("attack", "shoot") for answer in options.listed())
    assert options.check(("disengage", 30000, 36000)) is None
    assert options.check(("move", 30000, 36000)) is not None


@pytest.mark.rule("sbh.action.one-attack-per-turn")
def test_a_shot_is_the_attack_of_the_turn_too() -> None:
    played = acted(world_of("human-archer", (300, 360)), 3, ("shoot", 1, False), dice=(3, 6))
    after = played.asked[-1].world
    assert after.figures[0].attacked
    refused = played.asked[-1].options.check(("shoot", 1, False))
    assert refused is not None
    assert refused.rule == "sbh.action.one-attack-per-turn"


# ---------------------------------------------------------------- the rest is lost


@pytest.mark.rule("sbh.action.optional-use")
def test_actions_may_be_left_and_are_lost() -> None:
    world = world_of(foe=None)
    assert Doing(world, 0, 3).check(END) is None
    assert END in Doing(world, 0, 3).listed()
    played = acted(world, 3, ("move", 30000, 31000), END)
    assert (played.result.figures[0].y, played.run.due) == (31000, None)
    assert acted(world, 3, END).result == world


@pytest.mark.parametrize(
    "answer",
    [None, 0, "end", (), (1,), ("dance",), ("move",), ("move", 1), ("move", 1.0, 2), ("move", True, 2), ("attack", 1)],
)
def test_malformed_answers_are_refused(answer: object) -> None:
    assert key(world_of(), 3, answer) in ("malformed", "no-such-deed")


def test_a_random_player_tries_everything() -> None:
    options, chance = Doing(world_of(), 0, 3), Stream(1)
    drawn = {options.sample(chance)[0] for _ in range(300)}
    assert drawn == {"attack", "disengage", "end"}
    free, chance = Doing(world_of("human-archer", (300, 360)), 0, 3), Stream(1)
    assert {free.sample(chance)[0] for _ in range(300)} == {"move", "shoot", "end"}


@pytest.mark.rule("sbh.end.eradication")
def test_nobody_goes_on_when_the_last_enemy_is_dead() -> None:
    world = scene(fighter("human-warrior", 0, 300, 300, combat=6), fighter("orc-warrior", 1, 316, 300), *FRIENDS)
    played = acted(world, 3, ("attack", 1, False), dice=(6, 1))
    assert (len(played.asked), played.outcomes[0]) == (1, "defender-gruesome-kill")


def test_nobody_is_asked_without_actions_or_when_it_is_gone() -> None:
    world = world_of()
    assert acted(world, 0).result == world
    assert acted(scene(fighter("human-warrior", 0, 300, 300, status=1), *FRIENDS, *FOES), 3).asked == []
    assert Doing(BOUND, 0, 1).single() == END


@pytest.mark.parametrize("first", ["movement", "magic", "quests"])
def test_actions_are_offered_in_one_order_whichever_chapter_is_read_first(first: str) -> None:
    program = (
        f"import escarmouche.systems.sbh.rules.{first}, escarmouche.systems.sbh.system\n"
        "from escarmouche.systems.sbh.rules.actions import DEEDS\n"
        "print(*DEEDS)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert tuple(done.stdout.split()) == OFFERED
