"""Preparing a game: the table, the bands, the roles, the sides, the deployment, who begins."""

from __future__ import annotations

from typing import Any

import pytest

import escarmouche as esc
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Call, Choose, Options, Roll
from escarmouche.core.engine import start
from escarmouche.core.errors import ContentError
from escarmouche.kit.armies import ready
from escarmouche.systems.sbh.content import book
from escarmouche.systems.sbh.model import CLINGING, LONG, MEDIUM, ON_TABLE, SHOOTER, WAITING, World
from escarmouche.systems.sbh.rules.conventions import apart, near
from escarmouche.systems.sbh.rules.deployment import EDGES, Deployment, members
from escarmouche.systems.sbh.setup import begin, deploy, first_player
from tests.systems.sbh.preparing import band, fresh, prepared, row_along, setup, spots
from tests.systems.sbh.scene import MM, changed, fighter, play, scene

ATTACK = ("attacker",)
DEFEND = ("defender",)


def refusal_of(options: Options, answer: Any) -> str:
    """The rule by which an answer is refused, "" when it is legal."""
    refused = options.check(answer)
    return "" if refused is None else refused.rule


# ---------------------------------------------------------------- the table


@pytest.mark.rule("sbh.setup.board-15mm", "sbh.setup.rulers-15mm")
def test_the_usual_table_is_sixty_centimetres_square_with_the_usual_sticks() -> None:
    ground = fresh().ground
    assert (ground.width, ground.depth) == (600 * MM, 600 * MM)
    assert ground.rulers == (0, 50 * MM, 80 * MM, 120 * MM)


@pytest.mark.rule("sbh.setup.rulers-25-28mm", "sbh.setup.board-25-28mm")
def test_larger_miniatures_have_longer_sticks_and_a_larger_table() -> None:
    ground = fresh(scale="28mm").ground
    assert (ground.width, ground.depth) == (900 * MM, 900 * MM)
    assert ground.rulers == (0, 75 * MM, 120 * MM, 180 * MM)


@pytest.mark.rule("sbh.setup.board-25-28mm")
def test_a_table_of_sixty_centimetres_is_too_small_for_larger_miniatures() -> None:
    assert fresh(scale="28mm", table=[900, 900]).ground.width == 900 * MM
    with pytest.raises(ContentError, match="900 by 900") as caught:
        fresh(scale="28mm", table=[600, 600])
    assert "900 × 900" in caught.value.sentence("fr")


@pytest.mark.rule("sbh.setup.bases", "sbh.setup.rulers-25-28mm")
def test_bases_grow_with_the_scale() -> None:
    assert fresh().figures[0].card.radius * 2 == 16 * MM
    assert fresh(scale="28mm").figures[0].card.radius * 2 == 24 * MM


@pytest.mark.rule("sbh.setup.premeasuring", "sbh.setup.measuring-points")
def test_anybody_may_measure_at_any_time_from_base_to_base() -> None:
    world = scene(fighter("human-warrior", 0, 100, 100), fighter("orc-warrior", 1, 100, 236), active=0)
    assert apart(world, world.figures[1], world.figures[0]) == 120 * MM
    assert near(world, world.figures[1], world.figures[0], LONG)
    farther = changed(world, figures=(world.figures[0], changed(world.figures[1], y=237 * MM)))
    assert not near(farther, farther.figures[1], farther.figures[0], LONG)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"scale": "54mm"}, "15mm, 28mm or hex"),
        ({"table": [100, 100]}, "from 300 by 300"),
        ({"table": "large"}, "[width, depth]"),
        ({"terrain": "jungle"}, "random, ask or none"),
        ({"turn_limit": -1}, "turn_limit is a whole number"),
        ({"switches": ["dragons"]}, "no switch 'dragons'"),
        ({"colour": "red"}, "no option 'colour'"),
        ({"scale": "hex", "hex_width": 30}, "from 15 to 20"),
        ({"terrain": {"piece": [{"kind": "lava", "corners": [[0, 0], [60, 0], [0, 60]]}]}}, "no known kind"),
        ({"terrain": {"piece": [{"kind": "wood", "corners": [[0, 0], [900, 0], [0, 60]]}]}}, "leaves the table"),
        ({"terrain": {"piece": [{"kind": "wood", "corners": [[0, 0], [60, 60], [60, 0], [0, 60]]}]}}, "cross"),
        ({"terrain": {"piece": [{"kind": "wood"}]}}, "no layout"),
    ],
)
def test_options_that_cannot_be_are_refused_in_a_sentence(options: dict[str, Any], said: str) -> None:
    with pytest.raises(ContentError) as caught:
        fresh(**options)
    assert said in str(caught.value)
    assert caught.value.sentence("fr").startswith("La partie ne peut pas commencer")


# ---------------------------------------------------------------- the bands


@pytest.mark.rule("sbh.setup.number-of-players")
def test_exactly_two_bands_fight() -> None:
    one = band("human-warrior")
    for armies in ([one], [one, one, one]):
        with pytest.raises(ContentError, match="2 sides fight"):
            fresh(armies=armies)
    assert [figure.seat for figure in fresh(armies=[one, one]).figures] == [0, 1]


@pytest.mark.rule("sbh.setup.secret-selection")
def test_both_bands_are_chosen_before_anything_is_asked_or_rolled() -> None:
    run = start(begin(setup()))
    assert isinstance(run.due, Roll)
    assert run.due.why == "sbh.setup.attacker-defender"
    world: World = run.due.world
    assert [figure.card.profile for figure in world.figures] == ["human-warrior"] * 3 + ["orc-warrior"] * 3
    assert all(figure.status == WAITING for figure in world.figures)


def test_a_band_that_breaks_the_rules_for_building_one_may_not_play() -> None:
    dear = band("10 x human-warrior", limit=300)
    with pytest.raises(ContentError, match="300"):
        fresh(armies=[band("human-warrior"), {**dear, "limit": 100}])
    with pytest.raises(ContentError, match="50"):
        fresh(armies=[band("human-warrior"), dear], limit=50)


def test_a_band_too_large_for_the_strip_is_refused() -> None:
    with pytest.raises(ContentError, match="does not fit"):
        fresh(armies=[band("60 x human-warrior"), band("human-warrior")], table=[300, 300])


def test_a_fighter_comes_out_of_a_campaign_as_it_has_become() -> None:
    veteran = {
        "profile": "human-warrior",
        "name": "Anselme",
        "options": {"quality": 2, "combat": 5, "shooter": "medium", "hurt": True, "item": "scroll", "charges": 4},
    }
    first, second, _ = fresh(armies=[band("human-warrior", campaign=True) | {"figure": [veteran, {"profile": "human-warrior"}]},
                                     band("human-warrior", upgrades=["brave"], campaign=True)]).figures  # fmt: skip
    card = first.card
    assert (card.quality, card.combat, card.shooting, card.hurt) == (2, 5, MEDIUM, -1)
    assert card.traits & SHOOTER
    assert (first.item, first.charges, card.name_en) == ("scroll", 4, "Anselme")
    assert (second.card.quality, second.item, second.card.hurt) == (book().profile["human-warrior"].quality, "", 0)
    brave = band("human-warrior", upgrades=["brave"], campaign=True)
    assert fresh(armies=[band("human-warrior"), brave]).bands[1].upgrades == ("brave",)


@pytest.mark.parametrize(
    ("profile", "options", "said"),
    [
        ("human-warrior", {"item": "wand"}, "unknown item"),
        ("giant-wolf", {"item": "scroll", "charges": 3}, "is an Animal"),
        ("human-warrior", {"item": "magic-javelins"}, "charges"),
        ("human-warrior", {"luck": 3}, "unknown option"),
        ("human-warrior", {"shooter": "far"}, "short, medium or long"),
        ("human-warrior", {"quality": 9}, "from 2 to 6"),
    ],
)
def test_a_fighter_that_cannot_be_is_refused(profile: str, options: dict[str, Any], said: str) -> None:
    army = band("2 x human-warrior", campaign=True) | {"figure": [{"profile": "human-warrior", "count": 2},
                                                   {"profile": profile, "options": options}]}  # fmt: skip
    with pytest.raises(ContentError) as caught:
        fresh(armies=[army, band("human-warrior")])
    assert said in str(caught.value)


# ---------------------------------------------------------------- attacker and defender


@pytest.mark.rule("sbh.setup.attacker-defender", "sbh.scenario.pitched-battle.roles")
def test_the_higher_die_chooses_to_attack_or_to_defend() -> None:
    asked = prepared([5, 3], []).asked[0]
    assert asked.seat == 0
    assert asked.options.listed() == [ATTACK, DEFEND]
    chosen = prepared([5, 3], [ATTACK])
    assert [one.attacker for one in chosen.asked[-1].world.bands] == [True, False]
    other = prepared([2, 6], [DEFEND])
    assert other.asked[0].seat == 1
    assert [one.attacker for one in other.asked[-1].world.bands] == [True, False]
    assert other.asked[-1].seat == 1  # the defender lays out the terrain


@pytest.mark.rule("sbh.setup.attacker-defender")
def test_equal_dice_for_the_roles_are_thrown_again() -> None:
    played = prepared([4, 4, 1, 2], [])
    assert played.asked[0].seat == 1
    assert len(played.rolls) == 4


@pytest.mark.rule("sbh.campaign.upgrade.strategic-bonus")
def test_a_strategic_bonus_adds_one_to_the_die_for_the_roles() -> None:
    armies = [band("human-warrior", upgrades=["strategic-bonus"], campaign=True), band("orc-warrior")]
    played = prepared([4, 5, 3, 3], [], armies=armies)
    assert "roll-again" in played.kinds  # 4 + 1 against 5
    assert played.asked[0].seat == 0  # 3 + 1 against 3


@pytest.mark.rule("sbh.campaign.upgrade.strategic-bonus")
def test_without_the_bonus_the_same_dice_decide_otherwise() -> None:
    played = prepared([4, 5], [], armies=[band("human-warrior"), band("orc-warrior")])
    assert played.asked[0].seat == 1


# ---------------------------------------------------------------- the order of preparation


@pytest.mark.rule("sbh.setup.sequence", "sbh.setup.table-side", "sbh.setup.terrain-by-defender")
def test_the_steps_of_preparation_come_in_order() -> None:
    played = prepared(
        [6, 1, 2, 5],
        [ATTACK, ("layout", 3), ("edge", 1), row_along(3, 558), row_along(3, 42)],
    )
    assert [(choice.why, choice.seat) for choice in played.asked] == [
        ("sbh.setup.attacker-defender", 0),
        ("sbh.setup.terrain-by-defender", 1),
        ("sbh.setup.table-side", 0),
        ("sbh.setup.deployment", 1),
        ("sbh.setup.deployment", 0),
        ("sbh.activation.choose-fighter", 1),
    ]
    assert [roll.why for roll, _ in played.rolls] == ["sbh.setup.attacker-defender"] * 2 + ["sbh.activation.first-player"] * 2
    world: World = played.asked[-1].world
    assert len(world.ground.pieces) > 0
    assert [one.edge for one in world.bands] == [1, 3]
    assert all(figure.status == ON_TABLE for figure in world.figures)
    assert (world.turn, world.active) == (1, 1)


@pytest.mark.rule("sbh.setup.table-side")
@pytest.mark.parametrize(("edge", "other"), [(0, 2), (1, 3), (2, 0), (3, 1)])
def test_the_attacker_may_take_any_side_and_the_defender_has_the_opposite_one(edge: int, other: int) -> None:
    played = prepared([6, 1], [ATTACK, ("layout", 3), ("edge", edge)])
    assert played.asked[2].options.listed() == [("edge", one) for one in EDGES]
    assert [one.edge for one in played.asked[-1].world.bands] == [edge, other]


@pytest.mark.rule("sbh.setup.terrain-by-defender")
def test_nobody_is_asked_about_terrain_that_is_agreed_or_left_to_chance() -> None:
    agreed = {"piece": [{"kind": "wood", "corners": [[200, 200], [300, 200], [250, 300]]}]}
    for terrain, count in ((agreed, 1), ("none", 0)):
        played = prepared([6, 1], [ATTACK], terrain=terrain)
        assert [choice.why for choice in played.asked] == ["sbh.setup.attacker-defender", "sbh.setup.table-side"]
        assert len(played.asked[-1].world.ground.pieces) == count
    one, again, other = [prepared([6, 1], [ATTACK], terrain="random", seed=seed).asked[-1].world for seed in (1, 1, 2)]
    assert one.ground == again.ground != other.ground
    assert len(one.ground.pieces) >= 2


# ---------------------------------------------------------------- deployment


def deploying(seat: int, edge: int, *profiles: str, **options: Any) -> Deployment:
    """The deployment of a band along an edge."""
    world = fresh(armies=[band(*profiles), band(*profiles)], **options)
    own = world.bands[seat].copy()
    own.edge = edge
    return Deployment(world.with_band(own), seat)


@pytest.mark.rule("sbh.setup.deployment", "sbh.scenario.pitched-battle.deployment")
def test_the_whole_base_lies_within_short_of_the_edge() -> None:
    options = deploying(0, 1, "human-warrior")
    assert refusal_of(options, ("deploy", spots((300, 42)))) == ""  # its far side is 50 mm away
    assert refusal_of(options, ("deploy", spots((300, 42.01)))) == "sbh.setup.deployment"
    assert refusal_of(options, ("deploy", spots((300, 60)))) == "sbh.setup.deployment"
    assert refusal_of(options, ("deploy", spots((300, 7)))) == "sbh.setup.deployment"  # over the edge
    assert refusal_of(deploying(0, 3, "human-warrior"), ("deploy", spots((300, 42)))) == "sbh.setup.deployment"


@pytest.mark.rule("sbh.setup.deployment")
def test_everybody_deploys_at_once_and_nobody_on_anybody() -> None:
    options = deploying(0, 0, "2 x human-warrior")
    assert refusal_of(options, ("deploy", spots((20, 100), (20, 116)))) == ""
    assert refusal_of(options, ("deploy", spots((20, 100)))) == "sbh.setup.deployment"
    assert refusal_of(options, ("deploy", spots((20, 100), (20, 115)))) == "sbh.movement.figures-block"
    for answer in (("deploy",), ("deploy", ((1, 2), 3)), ("deploy", ((True, 2), (3, 4))), ("deploy", None), 5, ()):
        assert refusal_of(options, answer) == "sbh.setup.deployment"


@pytest.mark.rule("sbh.setup.deployment")
def test_all_defenders_are_placed_before_any_attacker() -> None:
    played = prepared([6, 1], [ATTACK, ("layout", 3), ("edge", 0), ("deploy", spots((580, 100), (580, 200), (580, 300)))])
    world: World = played.asked[-1].world
    assert [figure.status for figure in members(world, 1)] == [ON_TABLE] * 3
    assert [figure.status for figure in members(world, 0)] == [WAITING] * 3
    assert played.asked[-1].seat == 0


@pytest.mark.rule("sbh.special.swarm-cohesion")
def test_bases_of_a_swarm_deploy_side_by_side() -> None:
    options = deploying(0, 1, "2 x human-warrior", "2 x rat-swarm")
    together = spots((100, 30), (150, 30), (200, 30), (216, 30))
    assert refusal_of(options, ("deploy", together)) == ""
    assert refusal_of(options, ("deploy", (*together[:3], (220 * MM, 30 * MM)))) == "sbh.special.swarm-cohesion"


def test_nobody_deploys_in_impassable_terrain_but_a_climber_on_a_wall() -> None:
    wall = {"piece": [{"kind": "wall-or-tree", "corners": [[280, 0], [320, 0], [320, 30], [280, 30]], "height_mm": 30}]}
    world = fresh(armies=[band("human-warrior"), band("human-warrior")], terrain=wall)
    own = world.bands[0].copy()
    own.edge = 1
    world = world.with_band(own)
    spot = ("deploy", spots((300, 20)))
    assert refusal_of(Deployment(world, 0), spot) == "sbh.movement.figures-block"
    climber = changed(world.figures[0], card=changed(world.figures[0].card, traits=CLINGING))
    assert refusal_of(Deployment(world.with_figure(climber), 0), spot) == ""


CROWD = ("13 x goblin-warrior", "6 x rat-swarm", "6 x bat-swarm")
MONSTERS = ("6 x goblin-warrior", "8 x ogre-warrior", "2 x dragon-adult")


@pytest.mark.rule("sbh.setup.deployment")
@pytest.mark.parametrize("crew", [CROWD, MONSTERS])
@pytest.mark.parametrize("scale", ["15mm", "28mm", "hex"])
@pytest.mark.parametrize("edge", EDGES)
def test_every_deployment_offered_is_legal_for_large_bands_too(edge: int, scale: str, crew: tuple[str, ...]) -> None:
    options = deploying(0, edge, *crew, scale=scale, limit=5000)
    offered = [*options.listed(), *[options.sample(Stream(number)) for number in range(4)]]
    assert len(offered) >= 8
    assert [options.check(answer) for answer in offered] == [None] * len(offered)


def test_the_ready_made_bands_have_several_deployments_to_choose_from() -> None:
    for army in ready("escarmouche.systems.sbh").values():
        world = fresh(armies=[army.to_plain(), army.to_plain()])
        own = world.bands[1].copy()
        own.edge = 2
        assert len(Deployment(world.with_band(own), 1).listed()) == 5


def test_deploying_puts_each_fighter_on_its_spot() -> None:
    world = fresh(armies=[band("human-warrior", "human-archer"), band("orc-warrior")])
    own = world.bands[0].copy()
    own.edge = 1
    played = play(Call(deploy, world.with_band(own), 0), (), [("deploy", spots((100, 20), (200, 40)))])
    after: World = played.result
    assert [(one.x, one.y, one.status) for one in members(after, 0)] == [
        (100 * MM, 20 * MM, ON_TABLE),
        (200 * MM, 40 * MM, ON_TABLE),
    ]


# ---------------------------------------------------------------- who begins


@pytest.mark.rule("sbh.activation.first-player")
def test_the_higher_die_takes_the_first_turn_and_equal_dice_are_thrown_again() -> None:
    world = scene(fighter("human-warrior", 0, 100, 100), fighter("orc-warrior", 1, 300, 300), turn=0)
    second = play(Call(first_player, world), [2, 6])
    assert isinstance(second.asked[0], Choose)
    assert second.asked[0].seat == 1
    again = play(Call(first_player, world), [3, 3, 5, 4])
    assert again.asked[0].seat == 0
    assert again.asked[0].world.turn == 1


@pytest.mark.rule("sbh.scenario.table-roll")
def test_a_game_whose_scenario_is_left_to_the_die() -> None:
    played = {esc.new("sbh", scenario="random", seed=seed).world.scenario for seed in range(12)}
    assert len(played) > 3
    assert played <= set(book().scenario)
