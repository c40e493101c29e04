"""A campaign as it is written down: the bands with their fighters, the battles fought, and the file it is kept in."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from escarmouche.core import campaigns
from escarmouche.core.campaigns import Line
from escarmouche.core.content import convert
from escarmouche.core.errors import IllegalAnswer, UnknownName
from escarmouche.core.messages import Messages
from escarmouche.core.system import Plain
from escarmouche.kit.rows import Count, Positive
from escarmouche.systems.sbh import army
from escarmouche.systems.sbh.army import Member
from escarmouche.systems.sbh.content import PACKAGE, PROFILES
from escarmouche.systems.sbh.names import NAMES
from escarmouche.systems.sbh.rows import Profile

LONGEST = 20
"""More battles than that no campaign has; three to five are usual. (sbh.campaign.length)"""

MESSAGES = Messages.load(PACKAGE, "campaign_messages.toml", NAMES)

Pair = tuple[str, str]
"""The same words in English and in French."""


# ---------------------------------------------------------------- words


def said(key: str, about: tuple[Any, ...]) -> Pair:
    """A message in both languages; `about` fills it in, as pairs where the languages differ."""
    made = []
    for number, language in enumerate(("en", "fr")):
        filled = tuple([one[number] if isinstance(one, tuple) and len(one) == 2 else one for one in about])
        made.append(MESSAGES.sentence(key, filled, str, language))
    return made[0], made[1]


def line(rule: str, key: str, *about: Any, dice: tuple[int, ...] = ()) -> Line:
    """A line that says the message `key`."""
    return Line(rule, *said(key, about), list(dice))


def refused(rule: str, key: str, *about: Any) -> IllegalAnswer:
    """The error for something that the rules of a campaign do not allow."""
    english, french = said(key, about)
    error = IllegalAnswer(rule, english, key, about)
    error.french = f"{french} ({rule})"
    return error


# ---------------------------------------------------------------- bands


class Fighter(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A member of a band. `number` is its own for the whole campaign; `quality`, `combat` and `shooter` are what it has
    gained (None and "": as in its profile); `hurt` is a wound for its next game, `away` how many games it misses."""

    number: Positive
    profile: str
    name: str = ""
    experience: Count = 0
    quality: Annotated[int, msgspec.Meta(ge=2, le=6)] | None = None
    combat: Annotated[int, msgspec.Meta(ge=0, le=20)] | None = None
    shooter: Annotated[str, msgspec.Meta(pattern="^(|short|medium|long)$")] = ""
    hurt: bool = False
    away: Count = 0
    item: str = ""
    charges: Count = 0

    def options(self) -> Plain:
        """What its entry in an army says about it beside its profile and name."""
        made: Plain = {}
        if self.quality is not None:
            made["quality"] = self.quality
        if self.combat is not None:
            made["combat"] = self.combat
        for name in ("shooter", "hurt", "item", "charges"):
            if getattr(self, name):
                made[name] = getattr(self, name)
        return made

    def entry(self) -> Plain:
        """Its entry in an army."""
        made: Plain = {"profile": self.profile}
        if self.name:
            made["name"] = self.name
        options = self.options()
        return {**made, "options": options} if options else made


class Company(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A band through a campaign. `head` is its army without the fighters; `roots` are the profiles it began with, each once;
    `earned` are all the victory points it ever had; `refund` is what may be spent on reinforcements before the next
    battle, on characters too if `patrons`."""

    head: Plain
    roots: list[str]
    fighters: list[Fighter]
    numbers: Positive
    victory_points: Count = 0
    earned: Count = 0
    upgrades: list[str] = []
    refund: Count = 0
    patrons: bool = False

    def names(self) -> Pair:
        """The band's name in both languages."""
        return self.head["name"], self.head.get("name_fr") or self.head["name"]

    def limit(self) -> int:
        """The points limit that its army was built to."""
        return int(self.head.get("limit", army.LIMIT))

    def profile(self, id: str) -> Profile:
        """A profile by its id: the band's own, the book's, or one from people's folder."""
        return PROFILES.find(id, PROFILES.brought(self.head))

    def member(self, fighter: Fighter) -> Member:
        """The fighter as a member of an army: with what it has gained."""
        return Member(self.profile(fighter.profile), fighter.name, fighter.options())

    def label(self, fighter: Fighter) -> Pair:
        """What a fighter is called in both languages: its own name, or its profile's with its number."""
        if fighter.name:
            return fighter.name, fighter.name
        profile = self.profile(fighter.profile)
        return said("fighter", ((profile.name_en, profile.name_fr), fighter.number))

    def find(self, who: int | str) -> Fighter:
        """A fighter by its number or its name."""
        wanted = str(who).strip().casefold()
        found = [one for one in self.fighters if wanted in (str(one.number), *[n.casefold() for n in self.label(one)])]
        if len(found) == 1:
            return found[0]
        listed = [[f"{one.number} {self.label(one)[i]}" for one in self.fighters] for i in (0, 1)]
        english, french = said("no-fighter", (str(who), (", ".join(listed[0]), ", ".join(listed[1]))))
        raise UnknownName(english, french)

    def fit(self) -> list[Fighter]:
        """Those who take part in the next battle, in the order of the army."""
        return [fighter for fighter in self.fighters if not fighter.away]

    def army(self) -> Plain:
        """The band as an army for the next battle: who is fit, what each has become, its upgrades."""
        return {
            **self.head,
            "campaign": True,
            "victory_points": self.victory_points,
            "upgrades": list(self.upgrades),
            "figure": [fighter.entry() for fighter in self.fit()],
        }

    def enlist(self, profile: str, name: str = "") -> Fighter:
        """A new fighter of the band, with the next number."""
        fighter = Fighter(number=self.numbers, profile=profile, name=name)
        self.numbers += 1
        self.fighters.append(fighter)
        return fighter


OWN = ("figure", "victory_points", "upgrades", "campaign")
"""What a campaign keeps of an army in other places."""


def company(plain: Plain) -> Company:
    """The band of an army at the start of a campaign, with all that its file says of it."""
    head = {name: value for name, value in plain.items() if name not in OWN}
    roots = list(dict.fromkeys([entry["profile"] for entry in plain["figure"]]))
    points = plain.get("victory_points", 0)
    made = Company(
        head=head, roots=roots, fighters=[], numbers=1, victory_points=points, earned=points,
        upgrades=list(plain.get("upgrades", [])),
    )  # fmt: skip
    for number, one in enumerate(army.members(plain), 1):
        written = {"number": number, "profile": one.profile.id, "name": one.name, **one.options}
        made.fighters.append(convert(written, Fighter, head["name"], f"figure {number} ({one.profile.id})"))
        made.numbers = number + 1
    return made


# ---------------------------------------------------------------- the whole


class Record(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A battle that has been fought: its scenario ("" when it was forfeited), who won (-1: nobody) by which rule, the victory
    points, and what came after it."""

    scenario: str
    winner: Annotated[int, msgspec.Meta(ge=-1, le=1)]
    reason: str
    scores: tuple[int, int]
    log: list[Line] = []


class State(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Everything about a campaign. `battle` is the save of the battle under way, null when there is none."""

    length: Annotated[int, msgspec.Meta(ge=1, le=LONGEST)]
    seed: int | str
    options: Plain
    bands: tuple[Company, Company]
    records: list[Record] = []
    battle: msgspec.Raw = msgspec.Raw(b"null")


def dump(state: State) -> bytes:
    """The bytes of a campaign's file; the same campaign gives the same bytes."""
    return campaigns.sealed(msgspec.json.encode(state, order="sorted"))


def read(data: bytes, name: str) -> State:
    """The state in the bytes of a campaign's file."""
    _, text = campaigns.opened(data, name)
    try:
        state = msgspec.json.decode(text, type=State)
    except msgspec.ValidationError as error:
        raise campaigns.wrong(name, str(error), str(error)) from error
    state.battle = msgspec.Raw(bytes(state.battle))
    return state
