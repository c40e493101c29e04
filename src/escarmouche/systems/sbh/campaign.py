"""A campaign: battles in a row between two bands that live through them. (sbh.campaign.structure)

>>> from escarmouche.systems.sbh import campaign
>>> from escarmouche.kit.armies import ready
>>> bands = ready("escarmouche.systems.sbh")
>>> c = campaign.new([bands["elves"], bands["orcs"]], length=3, seed=7)
>>> game = c.battle()
>>> (c.phase, c.number, game.setup.scenario)
('battle', 1, 'random')

Play the game to its end, then `c.aftermath()`, then `c.spend(…)` for either seat, then the next `c.battle()`. After the
last aftermath `c.winner` is a seat, or -1 when nothing separates the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from escarmouche.core import campaigns, registry, save
from escarmouche.core.armies import Army
from escarmouche.core.campaigns import AFTERMATH, BATTLE, OVER, READY, USUAL_LENGTH, Campaigns, Fought, Line, Purchase, Sheet
from escarmouche.core.dice import Stream
from escarmouche.core.errors import EscarmoucheError, UnknownName
from escarmouche.core.game import Game
from escarmouche.core.system import Plain, fresh_seed
from escarmouche.systems.sbh import aftermath, ledger, spending
from escarmouche.systems.sbh.army import RANDOM
from escarmouche.systems.sbh.content import book
from escarmouche.systems.sbh.ledger import LONGEST, Company, Fighter, Record, State, said
from escarmouche.systems.sbh.sheets import sheet
from escarmouche.systems.sbh.spending import AUTO, WAYS, Wish


class Campaign(campaigns.Campaign):
    """A campaign under way. Made by `new` or `load`."""

    def __init__(self, state: State, game: Game | None = None) -> None:
        self.state = state
        self.game = game

    # ------------------------------------------------------------ looking

    @property
    def bands(self) -> tuple[Company, Company]:
        """The two bands, by seat."""
        return self.state.bands

    @property
    def length(self) -> int:
        """How many battles were agreed on."""
        return self.state.length

    @property
    def number(self) -> int:
        """The number of the battle that is under way or comes next, from 1; after the end, that of the last."""
        return min(len(self.state.records) + 1, self.state.length)

    @property
    def phase(self) -> str:
        """Where it stands: "ready" for a battle, in a "battle", before its "aftermath", or "over"."""
        if self.game is not None:
            return BATTLE if self.game.due is not None else AFTERMATH
        return OVER if len(self.state.records) >= self.state.length else READY

    @property
    def winner(self) -> int | None:
        """None while it goes on; then the seat with the most victory points left, which decides (sbh.campaign.winner); where
        they are equal, the one that earned more; -1 when nothing separates the two."""
        if self.phase != OVER:  # the agreed number of battles ends it (sbh.campaign.length)
            return None
        one, other = [(band.victory_points, band.earned) for band in self.bands]
        return -1 if one == other else 0 if one > other else 1

    def sheets(self, language: str) -> list[Sheet]:
        """Both bands."""
        return [sheet(seat, band, language) for seat, band in enumerate(self.bands)]

    def history(self, language: str) -> list[Fought]:
        """The battles fought so far."""
        return [
            Fought(scenario_name(one.scenario, language), one.winner, one.scores, list(one.log)) for one in self.state.records
        ]

    def title(self, language: str) -> str:
        """The scenario of the battle under way."""
        return "" if self.game is None else scenario_name(self.game.world.scenario, language)

    def army(self, seat: int) -> Plain:
        """The band of a seat as an army for the next battle."""
        return self.band(seat).army()

    def band(self, seat: int) -> Company:
        """The band of a seat, 0 or 1."""
        if seat not in (0, 1):
            raise EscarmoucheError(*said("no-seat", (seat,)))
        return self.bands[seat]

    def agent_seed(self, seat: int) -> str:
        """A seed for whoever answers for a seat in this battle, so that the campaign follows from its own seed."""
        return f"{self.state.seed} battle {self.number} seat {seat}"

    # ------------------------------------------------------------ playing

    def battle(self) -> Game:
        """The battle under way; if there is none the next one begins, its scenario rolled at random
        (sbh.campaign.structure, sbh.scenario.table-roll). What is left of the Points of the fallen is lost with that
        (sbh.campaign.replacement-loser)."""
        if self.game is None:
            self._refuse_in(OVER)
            for band in self.bands:
                if not band.fit():
                    raise EscarmoucheError(*said("nobody-fit", (band.names(),)))
            seed = f"{self.state.seed} battle {self.number}"
            self.game = registry.new("sbh", [band.army() for band in self.bands], RANDOM, seed, self.state.options)
            for band in self.bands:
                band.refund, band.patrons = 0, False
        return self.game

    def aftermath(self, game: Game | None = None, dice: Sequence[int] | None = None) -> list[Line]:
        """Draw the consequences of the battle: survival, Points for the fallen, victory points, items, experience.

        `game` is the battle played to its end, where it is not the one that `battle` gave; `dice` are the faces of the
        survival rolls, where they are not to come from the seed. Returns everything that happened.
        """
        self._refuse_in(READY, OVER)
        assert self.game is not None
        fought = self.game if game is None else game
        if fought.setup.to_plain() != self.game.setup.to_plain():
            raise EscarmoucheError(*said("other-battle", (self.number,)))
        result = fought.result
        if result is None:
            raise EscarmoucheError(*said("battle-not-over", (self.number,)))
        fates = aftermath.cast(fought, f"{self.state.seed} aftermath {self.number}", dice)
        one, other = result.scores
        record = Record(scenario=result.world.scenario, winner=result.winner, reason=result.reason, scores=(one, other))
        aftermath.settle(self.bands, record, result.world, fates, self.number == self.state.length)
        return self._written(record)

    def forfeit(self, seat: int) -> list[Line]:
        """The band of a seat does not come to the next battle, and so loses it; nobody is hurt and nothing is won but
        experience. When the other has nobody to send either, nobody wins. (sbh.campaign.scenario-winner)"""
        self._refuse_in(BATTLE, AFTERMATH, OVER)
        self.band(seat)
        winner = 1 - seat if self.bands[1 - seat].fit() else -1
        record = Record(scenario="", winner=winner, reason="sbh.campaign.scenario-winner", scores=(0, 0))
        aftermath.settle(self.bands, record, None, aftermath.Fates((), {}), self.number == self.state.length)
        return self._written(record)

    def _written(self, record: Record) -> list[Line]:
        """The record goes into the ledger, and the battle is history."""
        self.state.records.append(record)
        self.game = None
        if self.phase == OVER:
            key = "campaign-tied" if self.winner == -1 else "campaign-won"
            first, second = self.bands[::-1] if self.winner == 1 else self.bands
            points = (first.victory_points, first.earned, second.victory_points, second.earned)
            record.log.append(ledger.line("sbh.campaign.winner", key, first.names(), *points))
        return list(record.log)

    def spend(self, seat: int, what: str, name: int | str = "", *, count: int = 1, called: str = "",
              giver: int | str = "") -> list[Line]:  # fmt: skip
        """Spend for a band between two battles. `what` is one of

        quality, combat, shooter-short, shooter-medium, shooter-long: the experience of the fighter `name`;
        upgrade: victory points on the upgrade `name`;
        recruit, reinforce: victory points, or the Points of the fallen, on `count` fighters of the profile `name`, who are
        `called` something;
        item: the magic item of the `giver` (there may be only one) goes to the fighter `name`;
        auto: everything is spent by a simple plan, for a band that nobody looks after.

        Raises IllegalAnswer and changes nothing when the rules do not allow it.
        """
        self._refuse_in(BATTLE, AFTERMATH, OVER)
        band = self.band(seat)
        done = spending.spend(band, what, Wish(str(name), count, called, str(giver)))
        if self.state.records:
            self.state.records[-1].log.extend(done)
        return done

    def choices(self, seat: int) -> list[Purchase]:
        """What the band of a seat can spend on now; nothing but between two battles."""
        return spending.choices(self.band(seat)) if self.phase == READY else []

    def _refuse_in(self, *phases: str) -> None:
        """Refuse what cannot be done in these phases."""
        if self.phase in phases:
            raise EscarmoucheError(*said(f"phase-{self.phase}", (self.number, self.state.length)))

    # ------------------------------------------------------------ keeping

    def dump(self) -> bytes:
        """The bytes of its file, with the battle under way."""
        self.state.battle = msgspec.Raw(b"null" if self.game is None else save.dump(self.game))
        return ledger.dump(self.state)

    def to_plain(self) -> Plain:
        """As plain data, for people's own programs."""
        return {
            "system": "sbh",
            "seed": self.state.seed,
            "length": self.state.length,
            "phase": self.phase,
            "battle": self.number,
            "winner": self.winner,
            "bands": [band_plain(band) for band in self.bands],
            "battles": [{"battle": i, **msgspec.to_builtins(one)} for i, one in enumerate(self.state.records, 1)],
        }


def band_plain(band: Company) -> Plain:
    """A band as plain data."""
    return {
        "name": band.head["name"],
        "name_fr": band.names()[1],
        "victory_points": band.victory_points,
        "earned": band.earned,
        "refund": band.refund,
        "refund_for_characters": band.patrons,
        "upgrades": list(band.upgrades),
        "fighters": [fighter_plain(band, fighter) for fighter in band.fighters],
    }


def fighter_plain(band: Company, fighter: Fighter) -> Plain:
    """A fighter as plain data, with what its profile gives it."""
    member = band.member(fighter)
    return {
        "number": fighter.number,
        "name": band.label(fighter)[0],
        "name_fr": band.label(fighter)[1],
        "profile": fighter.profile,
        "points": member.profile.points,
        "quality": member.quality,
        "combat": member.combat,
        "traits": member.traits,
        "experience": fighter.experience,
        "hurt": fighter.hurt,
        "away": fighter.away,
        "item": fighter.item,
        "charges": fighter.charges,
    }


def new(
    armies: Sequence[Army | Plain] | None = None,
    length: int = USUAL_LENGTH,
    seed: int | str | None = None,
    options: Plain | None = None,
) -> Campaign:
    """Begin a campaign of `length` battles, as agreed; three to five are usual (sbh.campaign.length).

    Without armies it is two ready-made ones; `options` are those of every battle. What cannot be played is refused now.
    """
    if type(length) is not int or not 1 <= length <= LONGEST:
        raise EscarmoucheError(*said("wrong-length", (length, LONGEST)))
    seed = fresh_seed() if seed is None else seed
    chosen = registry.system("sbh")
    brought = chosen.armies_for(RANDOM, Stream(f"armies {seed}"), 2) if armies is None else armies
    plain = [Army.from_plain(one.to_plain() if isinstance(one, Army) else one).to_plain() for one in brought]
    for one in plain:
        if one["system"] != "sbh":
            raise EscarmoucheError(*said("other-system", (one["name"], one["system"])))
    trial = registry.new("sbh", plain, RANDOM, seed, options)
    first, second = [ledger.company(one) for one in trial.setup.armies]
    return Campaign(State(length=length, seed=seed, options=trial.setup.options, bands=(first, second)))


def load(path: str | Path) -> Campaign:
    """Read a campaign from its file, with the battle under way."""
    return read(campaigns.contents(path), str(path))


def read(data: bytes, name: str) -> Campaign:
    """A campaign from the bytes of its file."""
    state = ledger.read(data, name)
    under_way = bytes(state.battle)
    game = None if under_way == b"null" else save.parse(under_way, name)
    try:
        for band in state.bands:
            for fighter in band.fighters:
                band.profile(fighter.profile)
    except UnknownName as error:
        raise campaigns.wrong(name, str(error), error.french) from error
    return Campaign(state, game)


def scenario_name(id: str, language: str) -> str:
    """A scenario's name."""
    return book().scenario[id].name(language) if id in book().scenario else id


class Wars(Campaigns):
    """The campaigns of this book. (sbh.campaign.structure)"""

    ways = WAYS
    steward = AUTO

    def new(
        self,
        armies: Sequence[Army | Plain] | None = None,
        length: int = USUAL_LENGTH,
        seed: int | str | None = None,
        options: Plain | None = None,
    ) -> Campaign:
        return new(armies, length, seed, options)

    def read(self, data: bytes, name: str) -> Campaign:
        return read(data, name)

    def reads(self, head: Plain) -> bool:
        """Our files name no system: they are older than the campaigns of any other."""
        return "system" not in head


WARS = Wars()
