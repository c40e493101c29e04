"""End of the game: when it is over, who has won."""

from __future__ import annotations

from escarmouche.core.effects import Result
from escarmouche.systems.sbh.model import MAGE, ON_TABLE, SUDDEN_END, Figure, World
from escarmouche.systems.sbh.rules.values import KILLED, STATUS, term
from escarmouche.table.shapes import disc_meets_polygon


def in_play(world: World, seat: int) -> int:
    """How many fighters of a side are still in the battle: on the table, or under a marker not yet revealed."""
    count = hidden(world, seat)
    for figure in world.figures:
        if figure.seat == seat and figure.status == ON_TABLE:
            count += 1
    return count


def hidden(world: World, seat: int) -> int:
    """How many of its fighters are under ambush markers."""
    count = 0
    for marker in world.markers:
        if marker.kind == "ambush" and marker.seat == seat and marker.figure >= 0:
            count += 1
    return count


def stands(world: World, seat: int) -> bool:
    """Is anybody of a side on its feet, not knocked down? Immobilised ones are; so are hidden ones.
    (sbh.scenario.ambush.end)"""
    for figure in world.figures:
        if figure.seat == seat and figure.status == ON_TABLE and not figure.prone:
            return True
    return hidden(world, seat) > 0


def why_over(world: World, dusk: bool = False) -> str:
    """The id of the rule that ends the game now, or "" while it goes on. That one side has nobody left on its feet is judged at
    `dusk`, when a turn ends; with the house option at once."""
    if world.turn == 0:
        return ""
    for band in world.bands:
        if band.conceded:
            return "sbh.end.scenario-conditions"
        if band.brought_home:
            return "sbh.scenario.treasure.win"
    for band in world.bands:
        if stands(world, band.seat):
            continue
        if in_play(world, band.seat) == 0:
            return "sbh.end.eradication"
        if world.scenario != "treasure-hunt" and (dusk or SUDDEN_END in world.switches):
            return end_rule(world.scenario)
    if world.turn_limit and world.turn > world.turn_limit:
        return "sbh.end.scenario-conditions"
    return ""


def end_rule(scenario: str) -> str:
    """The rule by which a scenario ends when one side has nobody left on its feet."""
    if scenario == "ambush":
        return "sbh.scenario.ambush.end"
    if scenario == "hard-terrain":
        return "sbh.scenario.hard-terrain.end"
    return "sbh.scenario.pitched-battle.end"


def is_over(world: World) -> bool:
    """Has the game come to its end?"""
    return why_over(world) != ""


# ---------------------------------------------------------------- victory points


def out_of_play(figure: Figure, removal: str) -> Figure:
    """The figure once it has left play in one of the ways of the removal table: dead, out of action or off the table.
    (sbh.removal.statuses)"""
    twin = figure.copy()
    twin.status = STATUS[removal]
    twin.removal = removal
    return twin


def killed(figure: Figure) -> bool:
    """Dead or out of action: it counts as killed. (sbh.removal.statuses)"""
    return figure.status != ON_TABLE and figure.status in KILLED


def points_killed(world: World, seat: int) -> int:
    """The Points of the enemies of a side that are dead or out of action. (sbh.profile.points)"""
    return sum([figure.card.points for figure in world.figures if figure.seat != seat and killed(figure)])


def victory_points(world: World, seat: int) -> int:
    """Points of killed enemies divided by the scenario's rate, rounded down, and the scenario's bonus.
    (sbh.scenario.victory-points-rounding, sbh.scenario.pitched-battle.victory, sbh.scenario.ambush.victory,
    sbh.scenario.hard-terrain.victory)"""
    rate = term(world, "attacker_points_per_vp" if world.bands[seat].attacker else "defender_points_per_vp")
    return points_killed(world, seat) // rate + bonus_points(world, seat)


def bonus_points(world: World, seat: int) -> int:
    """The scenario's own bonus: the treasure brought back (sbh.scenario.treasure.victory), every Mage on the Place of Power
    (sbh.scenario.place-of-power.victory), the magic item that was seized (sbh.scenario.quest.victory)."""
    worth = term(world, "bonus_vp")
    if world.scenario == "treasure-hunt":
        return worth if has_treasure_home(world, seat) else 0
    if world.scenario == "place-of-power":
        return worth * len([figure for figure in world.on_table(seat) if figure.has(MAGE) and at_place(world, figure)])
    if world.scenario == "quest-for-a-magic-item":
        return worth if any(one.seat == seat and one.treasure for one in world.figures) else 0
    return 0


def has_treasure_home(world: World, seat: int) -> bool:
    """Brought home, or held when nobody is left to stop it. (sbh.scenario.treasure.win)"""
    if world.bands[seat].brought_home:
        return True
    alone = in_play(world, 1 - seat) == 0 or world.bands[1 - seat].conceded
    return alone and any(figure.treasure for figure in world.on_table(seat))


def at_place(world: World, figure: Figure) -> bool:
    """Does it stand on the Place of Power?"""
    if world.place < 0 or figure.status != ON_TABLE:
        return False
    return disc_meets_polygon(figure.x, figure.y, figure.card.radius, world.ground.pieces[world.place].shape)


def outcome(world: World, dusk: bool = False) -> Result:
    """The result of a battle that is over, now or at `dusk`. (sbh.campaign.scenario-winner)

    A concession is a loss; the treasure brought home wins Treasure Hunt; otherwise more victory points win.
    """
    scores = (victory_points(world, 0), victory_points(world, 1))
    return Result(why_over(world, dusk), scores, winner(world, scores), world)


def winner(world: World, scores: tuple[int, int]) -> int:
    """The seat that has won, or -1."""
    for band in world.bands:
        if band.conceded:
            return 1 - band.seat
    if world.scenario == "treasure-hunt":
        for band in world.bands:
            if has_treasure_home(world, band.seat):
                return band.seat
    if scores[0] == scores[1]:
        return -1
    return 0 if scores[0] > scores[1] else 1
