"""A feud: the brawl as a campaign of three, whose bands are a name, a purse and scars: what a campaign of any system is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from escarmouche.core import campaigns, registry, save
from escarmouche.core.armies import Army
from escarmouche.core.campaigns import AFTERMATH, BATTLE, OVER, READY, Campaign, Campaigns, Fought, Line, Purchase, Sheet
from escarmouche.core.dice import Stream
from escarmouche.core.errors import IllegalAnswer
from escarmouche.core.game import Game
from escarmouche.core.system import Plain
from tests.core.brawl import Brawl

RULE = "feud.purse"


class Feud(Campaign):
    """Who wins a brawl gets a coin; a die tells whether the others keep a scar; a coin heals one."""

    def __init__(self, state: Plain, game: Game | None) -> None:
        self.state = state
        self.game = game

    @property
    def length(self) -> int:
        return int(self.state["length"])

    @property
    def number(self) -> int:
        return min(len(self.state["records"]) + 1, self.length)

    @property
    def phase(self) -> str:
        if self.game is not None:
            return AFTERMATH if self.game.due is None else BATTLE
        return OVER if len(self.state["records"]) == self.length else READY

    @property
    def winner(self) -> int | None:
        purse = self.state["purse"]
        best = [seat for seat, coins in enumerate(purse) if coins == max(purse)]
        return None if self.phase != OVER else best[0] if len(best) == 1 else -1

    def sheets(self, language: str) -> list[Sheet]:
        french = language == "fr"
        made = []
        for seat, name in enumerate(self.state["names"]):
            head = f"{seat + 1}. {name} : {self.state['purse'][seat]} écus" if french else f"{seat + 1}. {name}"
            made.append(Sheet(name, [head], ["cicatrices" if french else "scars"], [[str(self.state["scars"][seat])]], (0,)))
        return made

    def history(self, language: str) -> list[Fought]:
        return [Fought("Brawl", one["winner"], tuple(one["scores"]), []) for one in self.state["records"]]

    def title(self, language: str) -> str:
        return "Bagarre" if language == "fr" else "Brawl"

    def agent_seed(self, seat: int) -> str:
        return f"{self.state['seed']} {self.number} {seat}"

    def battle(self) -> Game:
        if self.game is None:
            self.game = registry.new("feud", [{}] * 3, "ring", f"{self.state['seed']} {self.number}")
        return self.game

    def aftermath(self, game: Game | None = None, dice: Sequence[int] | None = None) -> list[Line]:
        fought = self.battle()
        assert fought.result is not None
        chance = Stream(f"{self.state['seed']} after {self.number}")
        lines = []
        for seat in range(3):
            if seat == fought.result.winner:
                self.state["purse"][seat] += 1
                lines.append(Line(RULE, "A coin.", "Un écu."))
            else:
                face = 1 + chance.below(6) if dice is None else dice[len(lines)]
                self.state["scars"][seat] += face < 3
                lines.append(Line(RULE, f"A die: {face}.", f"Un dé : {face}.", [face]))
        self.state["records"].append({"winner": fought.result.winner, "scores": list(fought.result.scores)})
        self.game = None
        return lines

    def forfeit(self, seat: int) -> list[Line]:
        self.state["records"].append({"winner": -1, "scores": [0, 0, 0]})
        return [Line(RULE, "Nobody came.", "Personne n’est venu.")]

    def choices(self, seat: int) -> list[Purchase]:
        able = self.state["purse"][seat] and self.state["scars"][seat]
        return [Purchase("heal", "scar", Line(RULE, "A scar heals.", "Une cicatrice guérit."))] if able else []

    def spend(self, seat: int, what: str, name: int | str = "", *, count: int = 1, called: str = "",
              giver: int | str = "") -> list[Line]:  # fmt: skip
        if not self.choices(seat):
            raise IllegalAnswer(RULE, "There is nothing to heal: keep your coin.")
        self.state["purse"][seat] -= 1
        self.state["scars"][seat] -= 1
        return [Line(RULE, "A scar heals.", "Une cicatrice guérit.")]

    def dump(self) -> bytes:
        battle = None if self.game is None else msgspec.Raw(save.dump(self.game))
        return campaigns.sealed(msgspec.json.encode({**self.state, "battle": battle}), "feud")

    def to_plain(self) -> Plain:
        return {"system": "feud", "phase": self.phase, **self.state}


class Feuds(Campaigns):
    ways = ("heal",)

    def new(
        self,
        armies: Sequence[Army | Plain] | None = None,
        length: int = 4,
        seed: int | str | None = None,
        options: Plain | None = None,
    ) -> Feud:
        fresh: Plain = {"purse": [0] * 3, "scars": [0] * 3, "records": []}
        return Feud({"length": length, "seed": seed, "names": ["Reds", "Blues", "Greens"], **fresh}, None)

    def read(self, data: bytes, name: str) -> Feud:
        _, text = campaigns.opened(data, name)
        state: dict[str, Any] = msgspec.json.decode(text)
        battle = state.pop("battle")
        return Feud(state, None if battle is None else save.parse(msgspec.json.encode(battle)))


class Quarrel(Brawl):
    """The brawl, with feuds."""

    id = "feud"

    def campaign(self) -> Feuds:
        return Feuds()


QUARREL = Quarrel()
