"""What a screen shows before an answer is given, and what a hand on the table leads to."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import escarmouche as esc
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Choose, Told
from escarmouche.core.odds import odds
from escarmouche.core.system import Plain
from escarmouche.systems.masse.marks import marks, trial
from escarmouche.systems.masse.model import INCH, Attack, Unit, World, Zone
from escarmouche.systems.masse.planning import path, planned, reach, shaped
from escarmouche.systems.masse.rules.charge import charge_steps
from escarmouche.systems.masse.rules.deployment import Placement
from escarmouche.systems.masse.rules.engines import shot_needs
from escarmouche.systems.masse.rules.flying import leg_cost
from escarmouche.systems.masse.rules.ground import footprint
from escarmouche.systems.masse.rules.movement import allowance
from escarmouche.systems.masse.rules.orders import Doing
from escarmouche.systems.masse.rules.turn import Declarations, Postures
from tests.systems.masse.field import area, changed, engine, field, hero, structure, unit

CLUB = Attack("gourdin", "melee", 0, (6,), length=1)
WHY = "masse.turn.action-content"


def infantry(x: float = 30, y: float = 20, facing: float = 90, seat: int = 0, **changes: Any) -> Unit:
    """Regular infantry, MV 4.5 in: 4 in wide and 1.6 in deep."""
    return unit("infanterie-reguliere", seat, x, y, facing, **{"attacks": (CLUB,), "ml": 0, **changes})


def ordered(world: World, id: int = 0) -> Choose:
    """The question what a unit does."""
    world = changed(world, acting=id)
    return Choose(WHY, world.units[id].seat, world, Doing(world, id, 0), id)


def wished(due: Choose, kind: str = "move", **wish: Any) -> tuple[Any, Any]:
    """What a wish leads to; places in inches."""
    for axis in ("x", "y"):
        if axis in wish:
            wish[axis] = round(wish[axis] * INCH)
    answer, stopped = planned(due, {"kind": kind, **wish})
    return answer, stopped


# ---------------------------------------------------------------- dragging and turning


def test_a_unit_dragged_ahead_marches_there() -> None:
    due = ordered(field(infantry()))
    answer, stopped = wished(due, x=30, y=23)
    assert answer == ("move", (("march", 0, 3 * INCH),))
    assert stopped is None
    assert due.options.check(answer) is None
    (end,) = path(due, answer)
    assert (end.x, end.y) == (30 * INCH, 23 * INCH)


def test_a_unit_dragged_too_far_goes_as_far_as_it_can_and_says_so() -> None:
    due = ordered(field(infantry()))
    answer, stopped = wished(due, x=30, y=40)
    assert answer == ("move", (("march", 0, 9 * INCH // 2),))
    assert (stopped.rule, stopped.key) == ("masse.move.budget", "too-far")


def test_what_stands_in_the_way_is_named() -> None:
    due = ordered(field(infantry(), infantry(30, 24)))
    answer, stopped = wished(due, x=30, y=24)
    assert due.options.check(answer) is None
    assert (stopped.rule, stopped.about) == ("masse.move.no-interpenetration", (0, 1))


def test_a_unit_dragged_back_steps_back_or_turns_about_as_the_hand_asks() -> None:
    due = ordered(field(infantry(mv=9 * INCH)))
    kept, _ = wished(due, x=30, y=18, set={"manner": "keep"})
    assert kept == ("move", (("flank", -18000, 2 * INCH),))
    turned, _ = wished(due, x=30, y=18, set={"manner": "turn"})
    assert turned == ("move", (("pivot", "about"), ("march", 0, 2 * INCH)))
    far, _ = wished(due, x=24, y=20)
    assert far[1][0] == ("pivot", "left"), "stepping aside would not come that far"


def test_a_unit_that_is_turned_wheels_as_far_as_it_can() -> None:
    due = ordered(field(infantry()))
    answer, stopped = wished(due, facing=10500)
    assert answer == ("move", (("wheel", "left", 1500),))
    assert stopped is None
    answer, stopped = wished(due, facing=0)
    ((kind, side, angle),) = answer[1]
    assert (kind, side) == ("wheel", "right")
    assert 5000 < angle < 9000
    assert stopped.rule == "masse.move.wheel"
    assert due.options.check(answer) is None


def test_steps_that_are_settled_stay_before_the_rest() -> None:
    due = ordered(field(infantry(mv=9 * INCH)))
    answer, _ = wished(due, before=["move", [["wheel", "left", 1000]]], x=30, y=22)
    assert answer[1][0] == ("wheel", "left", 1000)
    assert len(answer[1]) == 2
    assert due.options.check(answer) is None
    only, _ = wished(due, step=["pivot", "left"])
    assert only == ("move", (("pivot", "left"),))
    both, _ = wished(due, before=only, step=["pivot", "right"])
    assert both == ("move", (("pivot", "left"), ("pivot", "right")))


def test_a_unit_is_drawn_up_otherwise_behind_what_is_settled() -> None:
    due = ordered(field(infantry(mv=9 * INCH)))
    answer, _ = wished(due, before=["move", [["march", 0, INCH]]], set={"files": 4, "formation": "close", "manner": ""})
    assert answer == ("move", (("march", 0, INCH), ("formation", 4, "close")))
    again, _ = wished(due, before=answer, set={"files": 4, "formation": "close"}, x=30, y=22)
    assert again[1][:2] == answer[1]
    assert [step[0] for step in again[1]] == ["march", "formation", "march"]
    for nonsense in ({"files": "many", "formation": 3}, {"weather": "rain"}):
        assert wished(due, x=30, y=21, set=nonsense)[0] == ("move", (("march", 0, INCH),))


def test_a_hero_turns_and_walks_freely() -> None:
    due = ordered(field(hero(0, 30, 20)))
    answer, _ = wished(due, x=28, y=20)
    assert answer == ("move", (("march", 9000, 2 * INCH),))
    assert wished(due, facing=0)[0] == ("move", (("march", -9000, 0),))


@pytest.mark.parametrize(
    "wish",
    [
        {"before": ["move", [["x"], 3]]},
        {"before": ["move", [[]]]},
        {"before": 7},
        {"before": ["charge", [["march", 0, 100]]]},
        {"step": [["x"]]},
        {},
        {"before": ["move", [["march", "a", 2]]], "x": 1, "y": 1},
    ],
)
def test_a_foolish_wish_is_refused_by_the_rules(wish: Plain) -> None:
    due = ordered(field(infantry()))
    answer, _ = wished(due, **wish)
    refused = due.options.check(answer)
    assert refused is not None
    assert refused.rule.startswith("masse.")


def test_nobody_is_planned_for_who_does_not_exist() -> None:
    world = field(infantry(status=3), zones=(Zone("deploy", 0, 0, 0, 60 * INCH, 12 * INCH),))
    due = Choose("masse.setup.deployment", 0, world, Placement(world, 0))
    for wish in ({"kind": "place", "figure": 77}, {"kind": "fire", "figure": 0}, {"kind": "move", "figure": 0, "x": 1, "y": 1}):
        assert planned(due, wish) == (None, None)
    assert due.options.check(None) is not None


# ---------------------------------------------------------------- placing


def deployment(*units: Unit, **more: Any) -> Choose:
    """The question what is placed next."""
    world = field(*units, zones=(Zone("deploy", 0, 0, 0, 60 * INCH, 12 * INCH),), **more)
    return Choose("masse.setup.deployment", 0, world, Placement(world, 0))


def test_a_unit_is_placed_where_the_hand_puts_it_turned_as_it_likes() -> None:
    due = deployment(infantry(status=3))
    assert shaped(due) == ["place"]
    answer, _ = wished(due, "place", figure=0, x=20, y=6, facing=4500, set={"files": 4})
    assert answer == ("place", 0, 20 * INCH, 6 * INCH, 4500, 4, "close")
    assert due.options.check(answer) is None
    assert marks(due, answer) == {
        "kind": "place", "figure": 0, "x": 20 * INCH, "y": 6 * INCH, "facing": 4500, "files": 4, "formation": "close",
    }  # fmt: skip
    (shown,) = trial(due, answer)["path"]
    assert (len(shown["bases"]), shown["set"]) == (10, {"files": 4, "formation": "close"})
    usual, _ = wished(due, "place", figure=0, x=20, y=6)
    assert usual[4:] == (9000, 5, "close"), "facing the enemy, as its list says"


def test_a_unit_dropped_just_outside_its_zone_is_pulled_in_and_farther_out_is_refused() -> None:
    due = deployment(infantry(status=3))
    near, _ = wished(due, "place", figure=0, x=20, y=11.9)
    assert due.options.check(near) is None
    assert near[3] < 11.9 * INCH
    far, _ = wished(due, "place", figure=0, x=20, y=14)
    refused = due.options.check(far)
    assert refused is not None
    assert refused.key == "outside-zone"


def test_a_unit_dropped_on_a_wall_of_its_side_mans_it() -> None:
    due = deployment(infantry(status=3), structures=[structure("donjon", 40, 30, 6, 6, seat=0)])
    answer, _ = wished(due, "place", figure=0, x=43, y=33)
    assert answer[6] == "skirmish"
    assert due.options.check(answer) is None


def test_the_reach_of_a_unit_to_be_placed_is_its_zone() -> None:
    due = deployment(infantry(status=3))
    assert reach(due.world, 0) == [[(0, 0), (60 * INCH, 0), (60 * INCH, 12 * INCH), (0, 12 * INCH)]]


# ---------------------------------------------------------------- costs, reactions, reach


def test_a_way_tells_its_cost_and_what_the_ground_adds() -> None:
    world = field(infantry(), pieces=[area("foret-clairsemee", 20, 20, 20, 20)])
    found = trial(ordered(world), ("move", (("march", 0, 2 * INCH),)))
    assert found["distance"] == 3 * INCH
    assert found["terrain"] == INCH
    assert found["limit"] == 9 * INCH // 2
    assert (found["path"][-1]["x"], found["path"][-1]["y"]) == (30 * INCH, 22 * INCH)
    assert found["provokes"] == []


def test_a_way_tells_whom_it_provokes() -> None:
    fast = infantry(30, 33, 270, 1, die=20, mv=9 * INCH)
    world = field(infantry(), fast)
    found = trial(ordered(world), ("move", (("march", 0, 4 * INCH),)))
    assert found["provokes"] == [{"figure": 1, "kind": "counter-charge", "rule": "masse.move.counter-charge"}]
    tired = field(infantry(), changed(fast, acted=True))
    assert trial(ordered(tired), ("move", (("march", 0, 4 * INCH),)))["provokes"] == []


def test_a_way_into_contact_tells_of_longer_weapons_and_of_the_undead() -> None:
    pikes = unit("phalange", 1, 30, 25, 270, figures=10, files=5, acted=True)
    due = ordered(field(infantry(), pikes))
    answer, _ = wished(due, x=30, y=30)
    found = trial(due, answer)
    assert [one["kind"] for one in found["provokes"]] == ["contact", "first-blow"]
    (blow,) = found["stages"]
    assert blow["rule"] == "masse.melee.opportunity-before-contact"
    assert sum(Fraction(row["chance"]) for row in blow["odds"].values()) == 1
    bones = unit("squelettes", 1, 30, 24, 270, figures=10, files=5, acted=True)
    due = ordered(field(infantry(), bones))
    answer, _ = wished(due, x=30, y=30)
    found = trial(due, answer)
    assert "courage" in [one["kind"] for one in found["provokes"]]
    # 2d10 + 2 close order against 10, and -1 for the fear they spread: 9 or more.
    assert found["stages"][0]["odds"]["passes"]["chance"] == "18/25"


def test_who_holds_back_with_a_bow_is_named() -> None:
    name = next(name for name, row in esc.profiles("masse").items() if row["category"] == "shooters")
    archers = unit(name, 1, 30, 32, 270, waiting=True)
    found = trial(ordered(field(infantry(), archers)), ("move", (("march", 0, INCH),)))
    assert "snap-shot" in [one["kind"] for one in found["provokes"]]


def test_the_reach_of_a_unit_is_what_its_move_allows() -> None:
    world = field(infantry(), infantry(30, 24, 270, 1))
    (outline,) = reach(world, 0)
    mv = allowance(world, world.units[0])
    assert all((x - 30 * INCH) ** 2 + (y - 20 * INCH) ** 2 <= (mv + INCH) ** 2 for x, y in outline)
    ahead = max(y for x, y in outline if abs(x - 30 * INCH) < INCH)
    assert ahead == pytest.approx(24 * INCH - (footprint(world.units[0]).top - 20 * INCH) - 2000, abs=60), "it stops in contact"
    back = 20 * INCH - min(y for _, y in outline)
    assert back == pytest.approx(mv // 2, abs=INCH // 4), "back at twice the cost"
    assert reach(field(infantry(), infantry(30, 21.6, 270, 1)), 0) == [], "in melee it does not manoeuvre"


# ---------------------------------------------------------------- attacks


def charging() -> Choose:
    """Infantry that has declared to charge an enemy four inches ahead."""
    return ordered(field(infantry(declared=1), infantry(30, 25.6, 270, 1, acted=True)))


def test_a_charge_dropped_on_its_target_is_the_run_of_the_rules() -> None:
    due = charging()
    steps = charge_steps(due.world, due.world.units[0], due.world.units[1])
    answer, stopped = wished(due, "charge", x=30, y=25.6)
    assert answer == ("charge", steps)
    assert stopped is None
    assert marks(due, answer)["target"] == 1
    aside, _ = wished(due, "charge", x=36, y=24)
    assert due.options.check(aside) is not None


def test_a_forced_march_tells_the_odds_of_its_test_and_quiet_answers_none() -> None:
    due = ordered(field(infantry(), infantry(24, 20)))
    # 2d10 + 2 close order against 5; a natural 2 always fails: one in a hundred.
    (stage,) = trial(due, ("forced-march", (("march", 0, 9 * INCH),)))["stages"]
    assert {name: row["chance"] for name, row in stage["odds"].items()} == {"passes": "99/100", "fails": "1/100"}
    assert trial(due, ("done",)) == {"stages": []}


def test_a_charge_out_of_reach_falls_short() -> None:
    due = ordered(field(infantry(declared=1), infantry(30, 40, 270, 1)))
    answer, stopped = wished(due, "charge", x=30, y=40)
    assert answer == ("charge", ())
    assert stopped.rule == "masse.move.charge-failed-distance"


def test_a_charge_tells_its_odds_stage_by_stage() -> None:
    due = charging()
    answer, _ = wished(due, "charge", x=30, y=25.6)
    found = trial(due, answer)
    dare, blow = found["stages"]
    assert dare["rule"] == "masse.move.charge-command-test"
    # 2d10 + 4 charging + 2 close order against 8: only a total of 1 would fail.
    assert dare["odds"] == {"dares": {"chance": "1", "percent": 100.0, "text": {"en": "charges home", "fr": "charge"}}}
    assert sum(Fraction(row["chance"]) for row in blow["odds"].values()) == 1
    assert [one["id"] for one in found["modifiers"]] == ["ma", "charge", "serree", "sans-commandant"]
    assert found["limit"] == 27 * INCH // 4
    timid = ordered(field(infantry(declared=1, ml=-4), infantry(30, 25.6, 270, 1, acted=True)))
    assert trial(timid, answer)["stages"][0]["odds"]["dares-not"]["chance"] == "1/10", "6 or more on 2d10"


def test_a_shot_tells_its_range_and_modifiers_and_the_odds_are_those_of_play() -> None:
    game = esc.new("masse", seed=5, options={"deploy": "auto"})
    chance = Stream("towards the enemy")
    for _ in range(200):
        due = game.due
        assert isinstance(due, Choose)
        shots = [one for one in due.options.listed() if isinstance(one, tuple) and one[0] == "shoot"]
        if shots:
            break
        game.play(game.sample(chance))
    found = trial(game.choice, shots[0])
    assert found["modifiers"][0]["id"] == "ma"
    assert all(one["rule"].startswith("masse.") and one["en"] and one["fr"] for one in found["modifiers"])
    assert "range" in found["notes"][0]["en"]
    whole = odds(game, shots[0], until_outcome=True)
    assert sum(whole.values()) == 1
    assert all(name.startswith("nv-") for name in whole)


def test_a_blow_tells_its_sector_and_the_same_odds_as_play() -> None:
    world = field(infantry(), infantry(30, 21.6, 90, 1))
    found = trial(ordered(world), ("attack", 1))
    assert "rear" in found["notes"][0]["en"]
    assert ("arriere", 2) in [(one["id"], one["value"]) for one in found["modifiers"]]
    (stage,) = found["stages"]
    assert sum(Fraction(row["chance"]) for row in stage["odds"].values()) == 1
    assert stage["odds"]["nv-0"]["text"] == {"en": "0 NV lost", "fr": "0 NV perdu"}


def test_the_shot_of_a_machine_tells_what_it_needs() -> None:
    due = ordered(field(engine("baliste", 0, 30, 10), infantry(30, 30, 270, 1)))
    found = trial(due, ("fire", 1))
    assert found["modifiers"][0]["en"] == "MA (Ballista)"
    needed = shot_needs(due.world, due.world.units[0], due.world.units[1])
    assert found["notes"][1]["en"] == f"The shot needs {needed}+ on a d20."


def test_a_flight_is_a_leg_to_where_the_hand_points() -> None:
    name = next(name for name, row in esc.profiles("masse").items() if row["category"] == "flying")
    due = ordered(field(unit(name, 0, 30, 20, altitude=4)))
    assert "fly" in shaped(due)
    answer, _ = wished(due, "fly", x=30, y=26, set={"altitude": 25})
    assert answer == ("fly", ((0, 6 * INCH, 1),))
    assert due.options.check(answer) is None
    found = trial(due, answer)
    assert (found["path"][-1]["x"], found["path"][-1]["y"]) == (30 * INCH, 26 * INCH)
    assert found["limit"] == due.world.units[0].card.mv
    assert found["distance"] == leg_cost(6 * INCH, 1)


# ---------------------------------------------------------------- what the rest points at


def test_declarations_and_postures_point_at_their_units() -> None:
    world = field(infantry(), infantry(30, 25.6, 270, 1, declared=0))
    due = Choose("masse.turn.charge-declaration", 0, world, Declarations(world, 0))
    assert marks(due, ("declare", ((0, 1),))) == {"kind": "declare", "pairs": ((0, 1),)}
    due = Choose("masse.move.receive-charge", 0, world, Postures(world, 0))
    assert marks(due, ("receive", (0,))) == {"kind": "receive", "figures": (0,)}


def test_moves_point_at_where_they_end_and_words_at_nothing_else() -> None:
    due = ordered(field(infantry()))
    found = marks(due, ("move", (("pivot", "left"),)))
    assert (found["facing"], found["files"], found["figure"]) == (18000, 2, 0)
    assert marks(due, ("done",)) == {"kind": "done", "figure": 0}
    second = Choose("masse.shoot.second-shot-initiative", 0, due.world, due.options, 0)
    assert marks(second, 1)["target"] == 1
    assert marks(Choose("masse.turn.delay", 0, due.world, due.options), 0) == {"kind": "value", "figure": 0}
    assert marks(due, "hold") == {"kind": "hold", "figure": 0}


def test_numbers_that_were_told_come_with_their_modifiers_one_by_one() -> None:
    game = esc.new("masse", seed=4, options={"deploy": "auto"})
    chance = Stream("numbers")
    kinds = set()
    while game.due is not None and len(game.events) < 900:
        for event in game.play(game.sample(chance)):
            if not isinstance(event, Told) or not (rows := game.system.event_modifiers(event)):
                continue
            kinds.add(event.kind)
            assert all(row["en"] and row["fr"] and row["figure"] == event.about[0] for row in rows)
            added = sum([row["value"] for row in rows])
            if event.kind == "morale-test":
                assert event.about[1] + event.about[2] + added == event.about[4]
            else:
                assert max(2, min(20, event.about[5] - added + 1)) == event.about[6], "a touch exceeds the CA"
    assert kinds == {"attack-numbers", "morale-test"}
