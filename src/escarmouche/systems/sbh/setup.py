"""Preparing a game: the table, the bands, then who attacks, the terrain, the sides, who stands where and who begins.

The options of a game (all may be left out):

| option | meaning |
|---|---|
| scale | "15mm" (usual), "28mm", or "hex" for a hexagon board |
| table | [width, depth] in millimetres; usually 600 by 600, at 28 mm 900 by 900, which is the least it may be |
| hex_width | how wide a hexagon is, 15 to 20 mm; usually 20 |
| terrain | "ask" (usual: the defender lays it out), "random", "none", or a layout as in people's own terrain files |
| turn_limit | the game ends after so many turns; 0 (usual) for never |
| limit | the points a band may cost, where it is not what the army files say |
| switches | house options that are on: "natural-rolls" makes 1 and 6 final on every Quality roll, "literal-animals" |
| | lets Animals rout only when their last other friend is killed |

A band that comes from a campaign names its upgrades (`upgrades` of the army), and its fighters what they are now, in the
`options` of their entry: quality, combat, shooter ("short", "medium" or "long"), hurt (true: -1 on Quality rolls), item
and charges.
"""

from __future__ import annotations

from typing import Final

from escarmouche.core.data import Secret
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Call, Choose, Listed, Roll, Script, Tell, rule
from escarmouche.core.system import Setup
from escarmouche.kit.options import bad, read, refuse_illegal
from escarmouche.systems.sbh.army import RANDOM, check
from escarmouche.systems.sbh.content import book
from escarmouche.systems.sbh.model import ON_TABLE, Band, Figure, Marker, World
from escarmouche.systems.sbh.muster import (
    board,
    how_laid,
    recruits,
    scenario_row,
    with_scenario,
)
from escarmouche.systems.sbh.rules import exposing, groups, healing, items, leaving, magic, shooting
from escarmouche.systems.sbh.rules.activation import new_turn
from escarmouche.systems.sbh.rules.ambush import UNTOLD, Hidden, has_hiding_room, laid
from escarmouche.systems.sbh.rules.deployment import EDGE_NAMES, EDGES, Deployment, has_room, members, opposite
from escarmouche.systems.sbh.rules.quests import SEARCH, Hiding, next_marker, placement_rule, search
from escarmouche.systems.sbh.rules.terrain import Layouts, counted, layout, with_pieces
from escarmouche.systems.sbh.rules.upgrades import STRATEGIC_BONUS
from escarmouche.systems.sbh.rules.values import UPGRADE_BONUS, term, terms_of
from escarmouche.systems.sbh.settings import settings
from escarmouche.table.shapes import LIMIT

CHAPTERS: Final = (exposing, groups, healing, items, leaving, magic, shooting)
"""The chapters whose actions a fighter may take; they register them when they are read."""


def begin(setup: Setup) -> Call:
    """The outermost rule of a game with this set-up.

    Each player has chosen its band on its own (sbh.setup.secret-selection): both come with the set-up, and nothing of
    them is asked once the game has begun. There are two sides (sbh.setup.number-of-players).
    """
    options = read(setup, settings(), seats=2)
    ground = board(options)
    figures: list[Figure] = []
    bands: list[Band] = []
    for seat, plain in enumerate(setup.armies):
        refuse_illegal(plain, check(plain, options.count("limit") or None))
        crew = recruits(plain, seat, len(figures), ground)
        figures.extend(crew)
        bands.append(Band(seat, began=len(crew), upgrades=tuple(plain.get("upgrades", ()))))
    world = World(
        ground,
        tuple(figures),
        tuple(bands),
        scenario=setup.scenario,
        switches=options.switches(),
        turn_limit=options.count("turn_limit"),
        terms=terms_of(book().scenario["ambush"]),
    )
    if setup.scenario != RANDOM:
        world = with_scenario(world, scenario_row(setup))
    if not has_room(world) or (world.scenario in ("ambush", RANDOM) and not has_hiding_room(world)):
        raise bad("a band does not fit within Short of an edge of this table: take a larger table or fewer fighters",
                  "une bande ne tient pas à distance Courte d’un bord de cette table : prenez une table plus grande ou"
                  " moins de combattants")  # fmt: skip
    number = Stream(f"terrain {setup.seed}").below(LIMIT)
    return Call(prepare, world, how_laid(options), number, setup.secret("hiding"))


# ---------------------------------------------------------------- the order of preparation


@rule("sbh.setup.sequence", "sbh.setup.secret-selection", "sbh.setup.number-of-players")
def prepare(world: World, terrain: str, number: int, secret: Secret = UNTOLD) -> Script:
    """The bands are chosen; then the scenario, the roles, the terrain, the sides, the deployment, and who begins. What is
    offered to one who hides a band comes from the game's `secret`."""
    if world.scenario == RANDOM:
        world = yield Call(scenario_roll, world)
    world = yield Call(roles, world)
    world = yield Call(lay_out, world, terrain, number)
    if world.scenario == "place-of-power":
        world = yield Call(name_place, world)
    if term(world, "markers") > 0:
        world = yield Call(hide_markers, world)
    world = yield Call(choose_side, world)
    attacker = attacking(world)
    if world.scenario == "ambush":
        world = yield Call(hide_band, world, 1 - attacker, secret)
    else:
        world = yield Call(deploy, world, 1 - attacker)
    world = yield Call(deploy, world, attacker)
    return Call(first_player, world)


def attacking(world: World) -> int:
    """The seat of the attacker."""
    return 0 if world.bands[0].attacker else 1


@rule("sbh.scenario.table-roll")
def scenario_roll(world: World) -> Script:
    """A die on the scenario table. Returns the world."""
    (die,) = yield Roll("sbh.scenario.table-roll", 0, world)
    row = next(row for row in book().scenario.values() if row.die == die)
    yield Tell("sbh.scenario.table-roll", "scenario", ("scenario-" + row.id,))
    return with_scenario(world, row)


@rule("sbh.setup.attacker-defender", "sbh.scenario.pitched-battle.roles", "sbh.campaign.upgrade.strategic-bonus")
def roles(world: World) -> Script:
    """The higher die chooses to attack or to defend; equal dice are thrown again. Some bands have +1 on theirs. Returns the
    world."""
    rule_id = "sbh.setup.attacker-defender"
    totals = []
    for band in world.bands:
        bonus = UPGRADE_BONUS[STRATEGIC_BONUS][1] if STRATEGIC_BONUS in band.upgrades else 0
        (die,) = yield Roll(rule_id, band.seat, world, 1, 6, (), -1, 0, bonus)
        totals.append(die + bonus)
    if totals[0] == totals[1]:
        yield Tell(rule_id, "roll-again", (totals[0],))
        return Call(roles, world)
    winner = 0 if totals[0] > totals[1] else 1
    wish = yield Choose(rule_id, winner, world, Listed((("attacker",), ("defender",)), rule_id))
    attacker = winner if wish == ("attacker",) else 1 - winner
    band = world.bands[attacker].copy()
    band.attacker = True
    yield Tell(rule_id, "roles", (attacker, 1 - attacker))
    return world.with_band(band)


@rule("sbh.setup.terrain-by-defender", "sbh.scenario.pitched-battle.terrain-count", "sbh.scenario.hard-terrain.terrain")
def lay_out(world: World, terrain: str, number: int) -> Script:
    """The defender lays out the scenery, unless the table is agreed on or left to chance. Returns the world."""
    rule_id = "sbh.setup.terrain-by-defender"
    defender = 1 - attacking(world)
    if terrain == "laid":
        yield Tell(rule_id, "terrain-agreed", (len(counted(world.ground.pieces)),))
        return world
    if terrain == RANDOM:
        pieces = layout(world, number)
        yield Tell(rule_id, "terrain-random", (len(counted(pieces)),))
    else:
        options = Layouts(world, number)
        answer = yield Choose(rule_id, defender, world, options)
        pieces = options.pieces(answer)
        yield Tell(rule_id, "terrain-laid", (defender, len(counted(pieces))))
    twin = world.copy()
    twin.ground = with_pieces(world.ground, pieces)
    return twin


@rule("sbh.scenario.place-of-power.setup")
def name_place(world: World) -> Script:
    """A player chosen at random names the piece of scenery that is the Place of Power. Returns the world."""
    rule_id = "sbh.scenario.place-of-power.setup"
    count = len(world.ground.pieces)
    if count == 0:
        yield Tell(rule_id, "no-place-of-power")
        return world
    seat = yield Roll(rule_id, 0, world, 1, 6, (0, 1, 0, 1, 0, 1))
    places = tuple([("place", index) for index in range(count)])
    _, index = yield Choose(rule_id, seat, world, Listed(places, rule_id))
    twin = world.copy()
    twin.place = index
    piece = world.ground.pieces[index]
    middle = ((piece.shape.left + piece.shape.right) // 2, (piece.shape.bottom + piece.shape.top) // 2)
    yield Tell(rule_id, "place-of-power", (seat, "terrain-" + piece.kind, *middle))
    return twin


@rule("sbh.scenario.treasure.setup", "sbh.scenario.quest.setup")
def hide_markers(world: World) -> Script:
    """The attacker puts the markers into pieces of scenery. Returns the world."""
    rule_id = placement_rule(world)
    attacker = attacking(world)
    options = Hiding(world, term(world, "markers"))
    if options.in_the_open():
        yield Tell(rule_id, "markers-in-the-open")
    answer = yield Choose(rule_id, attacker, world, options)
    first = next_marker(world)
    markers = [Marker(first + number, SEARCH, x, y) for number, (x, y) in enumerate(answer[1])]
    yield Tell(rule_id, "markers-hidden", (attacker, len(markers)))
    return world.with_markers((*world.markers, *markers))


@rule("sbh.setup.table-side")
def choose_side(world: World) -> Script:
    """The attacker picks the edge by which its band enters; the defender has the opposite one. Returns the world."""
    rule_id = "sbh.setup.table-side"
    attacker = attacking(world)
    edges = tuple([("edge", edge) for edge in EDGES])
    _, edge = yield Choose(rule_id, attacker, world, Listed(edges, rule_id))
    for seat, own in ((attacker, edge), (1 - attacker, opposite(edge))):
        band = world.bands[seat].copy()
        band.edge = own
        world = world.with_band(band)
    yield Tell(rule_id, "sides", (attacker, EDGE_NAMES[edge]))
    return world


@rule("sbh.setup.deployment", "sbh.scenario.pitched-battle.deployment", "sbh.scenario.hard-terrain.deployment")
def deploy(world: World, seat: int) -> Script:
    """A band takes its place on the table, all of it at once; whoever stands beside a marker searches it
    (sbh.scenario.treasure.search, sbh.scenario.quest.search). Returns the world."""
    answer = yield Choose("sbh.setup.deployment", seat, world, Deployment(world, seat))
    for figure, (x, y) in zip(members(world, seat), answer[1], strict=True):
        twin = figure.copy()
        twin.x = x
        twin.y = y
        twin.status = ON_TABLE
        world = world.with_figure(twin)
    yield Tell("sbh.setup.deployment", "deployed", (seat, len(answer[1])))
    for figure in members(world, seat):
        world = yield from search(world, figure.id)
    return world


@rule("sbh.scenario.ambush.markers", "sbh.scenario.ambush.placement")
def hide_band(world: World, seat: int, secret: Secret = UNTOLD) -> Script:
    """The defender puts down markers instead of its figures, half of them decoys. Returns the world."""
    rule_id = "sbh.scenario.ambush.markers"
    count = term(world, "markers_per_defender") * len(members(world, seat))
    answer = yield Choose(rule_id, seat, world, Hidden(world, seat, count, secret), -1, True)
    yield Tell(rule_id, "band-hidden", (seat, count))
    return laid(world, seat, answer[1])


@rule("sbh.activation.first-player")
def first_player(world: World) -> Script:
    """The higher die takes the first turn; equal dice are thrown again."""
    rule_id = "sbh.activation.first-player"
    (one,) = yield Roll(rule_id, 0, world)
    (other,) = yield Roll(rule_id, 1, world)
    if one == other:
        yield Tell(rule_id, "roll-again", (one,))
        return Call(first_player, world)
    first = 0 if one > other else 1
    yield Tell(rule_id, "plays-first", (first,))
    return Call(new_turn, world, first)
