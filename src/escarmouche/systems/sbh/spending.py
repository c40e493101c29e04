"""Between two battles: what experience, victory points and the Points of the fallen buy."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from escarmouche.core.errors import IllegalAnswer, UnknownName
from escarmouche.systems.sbh import army, content
from escarmouche.systems.sbh.content import book
from escarmouche.systems.sbh.ledger import Company, Line, Pair, line, refused, said
from escarmouche.systems.sbh.rows import Profile

BEST_QUALITY = 2
"""No fighter's Quality gets better: a 1 always fails an activation. (sbh.campaign.xp-quality-combat)"""
POINTS_A_VICTORY_POINT = 2
"""What a victory point pays of a recruit's cost. (sbh.campaign.recruit)"""
RANGES = ("", "short", "medium", "long")


class Wish(msgspec.Struct, frozen=True):
    """What a player wants: the fighter, upgrade or profile, how many of it, the new fighter's name, whose item it is."""

    name: str
    count: int = 1
    called: str = ""
    giver: str = ""


def known(kind: Pair, name: str, names: Iterable[str]) -> str:
    """The name itself when it is among the names; else a sentence that lists them."""
    listed = list(names)
    if name not in listed:
        english, french = said("unknown", (kind, name, ", ".join(listed)))
        raise UnknownName(english, french)
    return name


# ---------------------------------------------------------------- experience


def train(band: Company, what: str, who: str) -> Line:
    """A fighter spends its own experience: on Quality or Combat (sbh.campaign.xp-quality-combat), or on becoming a Shooter of
    Short (sbh.campaign.xp-shooter-short), Medium (sbh.campaign.xp-shooter-medium) or Long range
    (sbh.campaign.xp-shooter-long), at the full price whatever it shot before."""
    rule = f"sbh.campaign.xp-{what}" if what.startswith("shooter") else "sbh.campaign.xp-quality-combat"
    row = book().experience_cost[what]
    fighter = band.find(who)
    label = band.label(fighter)
    if fighter.experience < row.cost:
        raise refused(rule, "too-little-experience", label, fighter.experience, row.cost)
    member = band.member(fighter)
    if what == "quality":
        if member.quality <= BEST_QUALITY:
            raise refused(rule, "best-quality", label)
        fighter.quality = member.quality - 1
        done = line(rule, "trained-quality", label, fighter.quality)
    elif what == "combat":
        fighter.combat = member.combat + 1
        done = line(rule, "trained-combat", label, fighter.combat)
    else:
        range = row.grants.partition(":")[2]
        if RANGES.index(shooting_range(member.traits)) >= RANGES.index(range):
            raise refused(rule, "shoots-that-far", label)
        fighter.shooter = range
        done = line(rule, "trained-shooter", label, f"range-{range}")
    fighter.experience -= row.cost
    return done


def shooting_range(traits: Iterable[str]) -> str:
    """The range of a Shooter; "" for anybody else."""
    return next((trait.partition(":")[2] for trait in traits if trait.startswith("shooter:")), "")


# ---------------------------------------------------------------- victory points


def buy_upgrade(band: Company, name: str) -> Line:
    """An upgrade of the band, which it can buy once. (sbh.campaign.upgrade-price)"""
    rule = "sbh.campaign.upgrade-price"
    row = book().upgrade[known(("upgrade", "amélioration"), name, book().upgrade)]
    if name in band.upgrades:
        raise refused(rule, "upgrade-owned", band.names(), f"upgrade-{name}")
    pay(band, rule, row.cost_victory_points)
    band.upgrades.append(name)
    return line(rule, "upgrade-bought", band.names(), f"upgrade-{name}", row.cost_victory_points, band.victory_points)


def pay(band: Company, rule: str, price: int) -> None:
    """Victory points are spent as soon as there are enough of them. (sbh.campaign.victory-points-spend)"""
    if band.victory_points < price:
        raise refused(rule, "too-few-victory-points", band.names(), band.victory_points, price)
    band.victory_points -= price


def recruit(band: Company, wish: Wish) -> Line:
    """New fighters for victory points, characters too, even beyond the points limit of the band. (sbh.campaign.recruit)"""
    rule = "sbh.campaign.recruit"
    profile = wanted(band, wish)
    refuse_company(band, profile, wish, ())
    price = wish.count * -(-profile.points // POINTS_A_VICTORY_POINT)
    pay(band, rule, price)
    welcome(band, profile, wish)
    names = (profile.name_en, profile.name_fr)
    return line(rule, "recruited", band.names(), wish.count, names, price, band.victory_points)


# ---------------------------------------------------------------- the Points of the fallen


def reinforce(band: Company, wish: Wish) -> Line:
    """New fighters for the Points of the fallen, before the next battle. Characters join only a band that has won
    (sbh.campaign.replacement-loser), and the third that they may cost counts for the whole band
    (sbh.campaign.replacement-winner)."""
    rule = "sbh.campaign.replacement-winner" if band.patrons else "sbh.campaign.replacement-loser"
    profile = wanted(band, wish)
    names = (profile.name_en, profile.name_fr)
    price = profile.points * wish.count
    if price > band.refund:
        raise refused(rule, "refund-too-small", band.names(), band.refund, price)
    if profile.character and not band.patrons:
        raise refused(rule, "no-characters", names)
    refuse_company(band, profile, wish, ("sbh.army.characters-third",) if profile.character else ())
    band.refund -= price
    welcome(band, profile, wish)
    return line(rule, "reinforced", band.names(), wish.count, names, price, band.refund)


def wanted(band: Company, wish: Wish) -> Profile:
    """The profile of new fighters."""
    profile = band.profile(wish.name)
    if not 1 <= wish.count <= 50:
        raise refused("sbh.army.build", "wrong-count", wish.count)
    return profile


def refuse_company(band: Company, profile: Profile, wish: Wish, also: tuple[str, ...]) -> None:
    """Refuse fighters who break a rule for building bands: the lists agreed on, non-combatants, half of a band Animals, lone
    Swarm bases, and those named in `also`. What losses have broken already binds only those who would make it worse.

    What counts as the points limit is the whole band where recruits have taken it further.
    """
    new = [{"profile": profile.id} for _ in range(wish.count)]
    whole = [*[fighter.entry() for fighter in band.fighters], *new]
    checks = [("sbh.army.racial-bands", new), ("sbh.army.non-combatants", new), *[(rule, whole) for rule in also]]
    if army.is_animal(profile):
        checks.append(("sbh.army.animals-half", whole))
    if "swarm" in profile.traits:
        checks.append(("sbh.special.swarm-cohesion", [entry for entry in whole if entry["profile"] == profile.id]))
    points = sum([band.profile(entry["profile"]).points for entry in whole])
    for rule, figures in checks:
        for fault in army.check({**band.head, "figure": figures}, max(band.limit(), points)):
            if fault.rule == rule:
                error = IllegalAnswer(rule, fault.en, rule)
                error.french = f"{fault.fr} ({rule})"
                raise error


def welcome(band: Company, profile: Profile, wish: Wish) -> None:
    """Take new fighters into the band; the band brings along a profile of people's own from now on."""
    brought = [one["id"] for one in band.head.get("profile", [])]
    if profile.id not in book().profile and profile.id not in brought:
        own = msgspec.to_builtins(content.PROFILES.own()[profile.id])
        band.head["profile"] = [*band.head.get("profile", []), own]
    for number in range(1, wish.count + 1):
        band.enlist(profile.id, f"{wish.called} {number}" if wish.called and wish.count > 1 else wish.called)


# ---------------------------------------------------------------- magic items


def hand_on(band: Company, wish: Wish) -> Line:
    """A magic item goes to another fighter for the next game: no Animal, one item each. (sbh.scenario.quest.keep-item)"""
    rule = "sbh.scenario.quest.keep-item"
    taker = band.find(wish.name)
    holders = [fighter for fighter in band.fighters if fighter.item and fighter is not taker]
    if wish.giver:
        holders = [fighter for fighter in holders if fighter is band.find(wish.giver)]
    if len(holders) != 1:
        raise refused(rule, "which-item" if holders else "no-item", band.names())
    (giver,) = holders
    if army.is_animal(band.profile(taker.profile)):
        raise refused("sbh.special.animal-no-items", "no-items-for-animals", band.label(taker))
    if taker.item:
        raise refused(rule, "has-an-item", band.label(taker))
    if taker.away:
        raise refused(rule, "is-away", band.label(taker))
    taker.item, taker.charges = giver.item, giver.charges
    giver.item, giver.charges = "", 0
    return line(rule, "item-given", band.label(giver), band.label(taker), f"item-{taker.item}")


# ---------------------------------------------------------------- everything that can be bought

TRAINING = ("quality", "combat", "shooter-short", "shooter-medium", "shooter-long")
PURCHASES: dict[str, Callable[[Company, Wish], Line]] = {
    "upgrade": lambda band, wish: buy_upgrade(band, wish.name),
    "recruit": recruit,
    "reinforce": reinforce,
    "item": hand_on,
}
AUTO = "auto"
"""Leave it to `look_after`."""
WAYS = (*TRAINING, *PURCHASES, AUTO)


def spend(band: Company, what: str, wish: Wish) -> list[Line]:
    """Spend something; raises IllegalAnswer (or UnknownName) and changes nothing when that cannot be."""
    known(("way to spend", "façon de dépenser"), what, WAYS)
    if what == AUTO:
        return look_after(band)
    return [train(band, what, wish.name) if what in TRAINING else PURCHASES[what](band, wish)]


# ---------------------------------------------------------------- a band that looks after itself


def look_after(band: Company) -> list[Line]:
    """Spend as a careful player might: the fallen are replaced by profiles the band began with, in turn, the dearest first;
    experience goes into Quality while it is worse than 3+, else into Combat; victory points are kept, for they win the
    campaign, unless nobody could fight without a recruit."""
    done: list[Line] = []
    by_price = sorted(band.roots, key=lambda one: (-band.profile(one).points, one))
    before = -1
    while before < len(done):
        before = len(done)
        for id in by_price:
            tried(band, "reinforce", Wish(id, bases(band, id)), done)
    for fighter in band.fighters:
        what = "quality" if band.member(fighter).quality > 3 else "combat"
        while tried(band, what, Wish(str(fighter.number)), done):
            pass
    for id in reversed(by_price):
        if not band.fit():
            tried(band, "recruit", Wish(id, bases(band, id)), done)
    return done


def bases(band: Company, id: str) -> int:
    """How many of a profile must come at least: a Swarm's first two bases come together."""
    alone = not any(fighter.profile == id for fighter in band.fighters)
    return 2 if alone and "swarm" in band.profile(id).traits else 1


def tried(band: Company, what: str, wish: Wish, done: list[Line]) -> bool:
    """Spend if that is allowed, and note it; was it?"""
    try:
        done.extend(spend(band, what, wish))
    except IllegalAnswer:
        return False
    return True
