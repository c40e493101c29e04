"""After the battle: who lives, what comes back of the fallen, what the survivors have learned."""

from __future__ import annotations

from collections.abc import Sequence

from escarmouche.core.campaigns import Line
from escarmouche.core.effects import Call, Rolled, Script, Tell, rule
from escarmouche.core.engine import start
from escarmouche.core.errors import DiceError
from escarmouche.core.game import Game
from escarmouche.core.system import Setup
from escarmouche.systems.sbh.army import is_animal
from escarmouche.systems.sbh.content import book
from escarmouche.systems.sbh.ledger import Company, Fighter, Record, line, said
from escarmouche.systems.sbh.model import OFF_TABLE, Figure, World
from escarmouche.systems.sbh.rows import Survival
from escarmouche.systems.sbh.rules.ending import killed
from escarmouche.systems.sbh.rules.quality import target_roll
from escarmouche.systems.sbh.rules.quests import kept_items

UNHARMED = "unharmed"
LEFT = "off-table"
SLAIN = "slain"
"""Fates beside the rows of the survival table."""

SURVIVAL_DICE = max([row.successes for row in book().survival.values()])
"""(sbh.campaign.survival-roll)"""

# ---------------------------------------------------------------- survival


@rule("sbh.campaign.scenario-winner", "sbh.campaign.survivors-off-table", "sbh.campaign.losers-dead")
def after_battle(world: World, winner: int) -> Script:
    """What became of every fighter, by its id in the battle.

    The band that won rolls for those it lost; those of a band that did not win are dead (sbh.campaign.losers-dead): when
    nobody has won, that is both bands. Whoever left the table lives, in either (sbh.campaign.survivors-off-table).
    """
    fates = []
    for figure in world.figures:
        fate = UNHARMED
        if figure.status == OFF_TABLE:
            fate = LEFT
            yield Tell("sbh.campaign.survivors-off-table", "fate-off-table", (figure.id,))
        elif killed(figure) and figure.seat == winner:
            fate = yield Call(survival, world, figure.id)
        elif killed(figure):
            fate = SLAIN
            yield Tell("sbh.campaign.losers-dead", "fate-slain", (figure.id,))
        fates.append(fate)
    return tuple(fates)


@rule("sbh.campaign.survival-roll")
def survival(world: World, id: int) -> Script:
    """A Quality roll with three dice for a fallen fighter; returns the row of the survival table.

    Its Quality is that of its profile with what it has gained, without the losses of the game (sbh.quality.worsened) and
    without a wound from an earlier one (sbh.campaign.survival-2); a Hero has its sure success, but its reroll was for the
    game, which is over.
    """
    risen = world.with_figure(mended(world.figures[id]))
    target = risen.figures[id].card.quality
    _, successes = yield from target_roll(risen, id, "sbh.campaign.survival-roll", SURVIVAL_DICE, target, 0, False)
    row = survival_row(successes)
    yield Tell(f"sbh.campaign.{row.id}", f"fate-{row.id}", (id,), row.id)
    return row.id


def survival_row(successes: int) -> Survival:
    """The row of the survival table. (sbh.campaign.survival-3, sbh.campaign.survival-2, sbh.campaign.survival-1,
    sbh.campaign.survival-0)"""
    return next(row for row in book().survival.values() if row.successes == successes)


def mended(figure: Figure) -> Figure:
    """The fighter as it is once the game is over, its reroll gone with it."""
    twin = figure.copy()
    twin.cancelled = 0
    twin.rerolled = True
    return twin


class Fates:
    """What became of every fighter, by its id in the battle, and the faces that were thrown for it."""

    def __init__(self, fates: tuple[str, ...], faces: dict[int, tuple[int, ...]]) -> None:
        self.fates = fates
        self.faces = faces


def cast(battle: Game, seed: str, dice: Sequence[int] | None) -> Fates:
    """Throw the survival rolls of a battle that is over: from the seed, or with these faces. Where the battle's dice were
    thrown by hand, these are too."""
    assert battle.result is not None
    options = {"dice": battle.setup.options.get("dice", "seeded") if dice is None else list(dice)}
    setup = Setup("sbh", battle.setup.armies, battle.setup.scenario, seed, options)
    call = Call(after_battle, battle.result.world, battle.result.winner)
    game = Game(battle.system, setup, start(call), setup.source())
    game.begin()
    if game.due is not None:
        raise DiceError(*said("dice-by-hand", ()))
    if dice is not None and game.thrown != len(dice):
        raise DiceError(*said("too-many-dice", (len(dice), game.thrown)))
    faces = {event.figure: event.faces for event in game.events if isinstance(event, Rolled)}
    return Fates(game.run.result, faces)


# ---------------------------------------------------------------- what it means for a band


def settle(bands: Sequence[Company], record: Record, world: World | None, cast_fates: Fates, last: bool) -> None:
    """Do to the bands what the battle has done; everything is told in the log of the record.

    Without a world the battle was forfeited, and nobody was hurt in it. After the `last` battle nobody is replaced.
    """
    for seat, band in enumerate(bands):
        fielded = band.fit()
        absent = [fighter for fighter in band.fighters if fighter.away]
        band.refund, band.patrons = 0, False
        record.log.append(verdict(band, seat, record.winner))
        record.log.append(reward(band, record.scores[seat]))
        for fighter in fielded:
            fighter.hurt = False  # it lasted for one game (sbh.campaign.survival-2)
        if world is not None:
            ids = [figure.id for figure in world.figures if figure.seat == seat]
            for fighter, id in zip(fielded, ids, strict=True):
                record.log.extend(fate_of(band, fighter, world.figures[id], cast_fates))
            keep_items(band, dict(zip(ids, fielded, strict=True)), world, seat, record.log)
            dead = buried(band, dict(zip(ids, fielded, strict=True)), cast_fates)
            if dead and not last:
                record.log.append(refund(band, dead, seat == record.winner))
        record.log.extend(recover(band, absent))
        if seat == record.winner:
            learn(band, [fighter for fighter in fielded if fighter in band.fighters], record.log)


def verdict(band: Company, seat: int, winner: int) -> Line:
    """Who has won: on a tie nobody has, and both bands follow the rules of the loser. (sbh.campaign.scenario-winner)"""
    key = "tied" if winner < 0 else "won" if winner == seat else "lost"
    return line("sbh.campaign.scenario-winner", key, band.names())


def reward(band: Company, points: int) -> Line:
    """Either side keeps the victory points that the scenario gives it. (sbh.campaign.victory-points-spend)"""
    band.victory_points += points
    band.earned += points
    return line("sbh.campaign.victory-points-spend", "reward", band.names(), points, band.victory_points)


def fate_of(band: Company, fighter: Fighter, figure: Figure, cast_fates: Fates) -> list[Line]:
    """What became of one fighter, with the dice that decided it; what it means for its next game goes into the ledger."""
    fate = cast_fates.fates[figure.id]
    label = band.label(fighter)
    if fate == UNHARMED:
        return []
    if fate == LEFT:
        return [line("sbh.campaign.survivors-off-table", "fate-off-table", label)]
    if fate == SLAIN:
        return [line("sbh.campaign.losers-dead", "fate-slain", label)]
    row = book().survival[fate]
    fighter.hurt = row.quality_modifier < 0
    fighter.away = row.games_missed
    faces = cast_fates.faces[figure.id]
    sure = SURVIVAL_DICE - len(faces)
    shown = ", ".join([str(face) for face in faces])
    target = figure.card.quality
    thrown = line("sbh.campaign.survival-roll", "survival", label, shown, target, sure, row.successes, dice=faces)
    return [thrown, line(f"sbh.campaign.{row.id}", f"fate-{row.id}", label)]


def recover(band: Company, absent: list[Fighter]) -> list[Line]:
    """Those who missed this game come nearer to the next they play, which they begin wounded. (sbh.campaign.survival-1)"""
    lines = []
    for fighter in absent:
        fighter.away -= 1
        if not fighter.away:
            lines.append(line("sbh.campaign.survival-1", "returns", band.label(fighter)))
    return lines


def keep_items(band: Company, fielded: dict[int, Fighter], world: World, seat: int, log: list[Line]) -> None:
    """Whoever holds a magic item keeps it, with what is left in it; one that is drained or lies on the table is gone.
    (sbh.scenario.quest.keep-item, sbh.item.drained)"""
    for fighter in fielded.values():
        fighter.item, fighter.charges = "", 0
    for id, item, charges in kept_items(world, seat):
        fielded[id].item, fielded[id].charges = item, charges
        log.append(line("sbh.scenario.quest.keep-item", "keeps-item", band.label(fielded[id]), f"item-{item}"))


def buried(band: Company, fielded: dict[int, Fighter], cast_fates: Fates) -> list[Fighter]:
    """The dead, who leave the band. (sbh.campaign.survival-0, sbh.campaign.losers-dead)"""
    dead = [one for id, one in fielded.items() if cast_fates.fates[id] in (SLAIN, "survival-0")]
    band.fighters = [fighter for fighter in band.fighters if fighter not in dead]
    return dead


def refund(band: Company, dead: list[Fighter], won: bool) -> Line:
    """The Points of the dead come back for reinforcements: for the winner characters too
    (sbh.campaign.replacement-winner), for anybody else not (sbh.campaign.replacement-loser). Who only misses a game is
    not paid for."""
    band.refund = sum([band.profile(fighter.profile).points for fighter in dead])
    band.patrons = won
    way = "winner" if won else "loser"
    return line(f"sbh.campaign.replacement-{way}", f"refund-{way}", band.names(), band.refund)


def learn(band: Company, survivors: list[Fighter], log: list[Line]) -> None:
    """A point of experience for every survivor of the band that won (sbh.campaign.experience), but for no Animal
    (sbh.special.animal-no-experience) and no Swarm (sbh.special.swarm-animal)."""
    beasts = [fighter for fighter in survivors if is_animal(band.profile(fighter.profile))]
    pupils = [fighter for fighter in survivors if fighter not in beasts]
    for fighter in pupils:
        fighter.experience += 1
    log.append(line("sbh.campaign.experience", "learns", band.names(), len(pupils)))
    if beasts:
        log.append(line("sbh.special.animal-no-experience", "beasts", band.names(), len(beasts)))
