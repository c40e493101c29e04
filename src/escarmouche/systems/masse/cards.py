"""Cards: profiles of the army lists, converted heroes, crews and structures as the rules use them.

Printed values are used as they stand, in inches per turn; only a creature's own metric speed is halved.
(masse.scale.speed-conversion)
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import ceil
from typing import Final

import msgspec

from escarmouche.core.data import fields
from escarmouche.systems.masse.content import PROFILES, ROCKS, book, is_missile, missile_row
from escarmouche.systems.masse.model import (
    CLOSE,
    INCH,
    METRE,
    NONE,
    PACK,
    RESERVE,
    SHIELD,
    SKIRMISH,
    Attack,
    Card,
    Machine,
    Structure,
    Unit,
)
from escarmouche.systems.masse.rows import Base, Profile
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import Polygon, polygon
from escarmouche.table.whole import root_up

LENGTHS: Final = {"short": 0, "medium": 1, "long": 2}
LARGE: Final = ("tg", "gig", "c")
"""Sizes of individuals that stand on the base of gigantic monsters. (masse.org.base-sizes)"""
NV_HIT_POINTS: Final = 40
"""Hit points to an NV of an individual. (masse.org.stat-nv-individual)"""
LOAD: Final = 3 * INCH // 2
"""What each extra load of missiles takes from MV, and what is left at least. (masse.shoot.ammo-extra)"""


def changed_card(card: Card, **changes: object) -> Card:
    """A copy of a card with some fields changed."""
    return Card(**{name: getattr(card, name) for name in fields(Card)} | changes)


def inches(length: float) -> int:
    """Inches on the table in hundredths of a millimetre."""
    return round(length * INCH)


def inches_of_speed(metres: float) -> float:
    """How many inches a turn a creature moves whose speed is so many metres a round: half. (masse.scale.speed-conversion)"""
    return metres / 2


# ---------------------------------------------------------------- bases


def base_row(size: str, formation: str, mounted: bool) -> Base:
    """The base of a figure. Troops listed in pack formation are the less orderly ones; riders share a base with their
    mounts; from size TG on individuals have the largest. (masse.org.base-sizes, masse.org.category-infantry,
    masse.org.category-cavalry, masse.org.category-special)"""
    rows = book().base
    if mounted:
        return rows["cavalerie"]
    if size in LARGE:
        return rows["monstre-gigantesque"]
    if size == "p":
        return rows["p-ou-moins"]
    return rows[f"{size}-moins-coherent" if formation == PACK else size]


def base_size(size: str, formation: str, mounted: bool) -> tuple[int, int]:
    """Front and depth of a base. The millimetres count, not the inches beside them. (masse.org.base-sizes)"""
    row = base_row(size, formation, mounted)
    return round(row.front_mm * 100), round(row.depth_mm * 100)


# ---------------------------------------------------------------- attack lines


def attack(weapon: str, ma: int, dice: Iterable[int], bonus: int = 0, pt: float = 0, extra: int = 0) -> Attack:
    """An attack line with what the weapon tables say of its weapon. `extra` are standard loads beyond the first.
    (masse.org.stat-da, masse.org.stat-ma, masse.org.stat-pt)"""
    if is_missile(book(), weapon):
        return missile_attack(weapon, ma, tuple(dice), bonus, pt, extra)
    return melee_attack(weapon, ma, tuple(dice), bonus)


def melee_attack(weapon: str, ma: int, dice: tuple[int, ...], bonus: int) -> Attack:
    """A line of hand-to-hand fighting. (masse.weapon.table-a1a, masse.weapon.receive-charge-property,
    masse.weapon.ineffective-vs-structures, masse.structure.natural-weapons)"""
    natural = book().natural_weapon.get(weapon)
    if natural is not None:
        return Attack(weapon, "melee", ma, dice, bonus, length=LENGTHS[natural.length], damage=natural.damage)
    row = book().weapon[weapon]
    return Attack(
        weapon, "melee", ma, dice, bonus,
        length=LENGTHS[row.length],
        damage=row.against_structures or row.damage,
        receives_charge="receive-charge" in row.properties,
        second_rank="second-rank" in row.properties,
        two_handed=row.hands == 2,
        useless_on_structures="ineffective-vs-structures" in row.properties,
    )  # fmt: skip


def missile_attack(weapon: str, ma: int, dice: tuple[int, ...], bonus: int, pt: float, extra: int) -> Attack:
    """A line of shooting: range, rate of fire, reloading, change of weapon, load of volleys. (masse.shoot.table-5b,
    masse.weapon.table-a1b, masse.shoot.rate-of-fire, masse.shoot.reload-if-immobile, masse.shoot.reload-one-turn,
    masse.shoot.weapon-change, masse.shoot.two-handed, masse.shoot.ammo-thrown, masse.shoot.ammo-missile,
    masse.scale.ranges) Each extra load is another standard one (masse.shoot.ammo-extra)."""
    row = book().missile_weapon[missile_row(weapon)]
    ranged = book().ranged_weapon.get(weapon)
    damage = book().natural_weapon[ROCKS].damage if ranged is None else ranged.damage
    return Attack(
        weapon, "missile", ma, dice, bonus,
        pt=inches(pt if pt or row.range_in is None else row.range_in),
        damage=damage,
        two_handed=row.two_handed,
        thrown=row.kind == "thrown",
        indirect=row.indirect,
        shots=row.shots,
        reload=row.reload,
        change=row.change,
        volleys=row.volleys * (1 + extra),
    )  # fmt: skip


# ---------------------------------------------------------------- profiles


@lru_cache(maxsize=1024)
def card_of(profile: Profile, name_en: str = "", name_fr: str = "", extra_load: int = 0) -> Card:
    """The card of a profile. (masse.army.profile-columns, masse.org.stat-n-per-fig, masse.org.stat-nv, masse.org.stat-init,
    masse.org.stat-mv, masse.org.stat-ca, masse.org.stat-ml)

    CA is used as printed, Dexterity or not (masse.org.stat-ca-no-dex), but for one misprint; ML printed S/o means no
    morale tests (masse.special.no-morale). The MV of the lists of swimmers and fliers is that in water and in the air
    (masse.special.aquatic, masse.special.flying-profile). Each extra load of missiles costs a step of 1.5 in of MV, down
    to 1.5 (masse.shoot.ammo-extra).
    """
    front, depth = base_size(profile.size, profile.formation, "mounted" in profile.traits)
    breath = next((row.id for row in book().breath.values() if row.profile == profile.id), "")
    land = profile.land_mv
    return Card(
        profile=profile.id,
        name_en=name_en or profile.name_en,
        name_fr=name_fr or profile.name_fr,
        category=profile.category,
        formation=profile.formation,
        size=profile.size,
        n_per_fig=profile.n_per_fig,
        nv=profile.nv,
        init=profile.init,
        mv=laden(inches(profile.mv), extra_load),
        ca=profile.ca_effective or profile.ca,
        dexterity=0,
        ml=profile.ml or 0,
        no_morale=profile.ml is None,
        shield=profile.shield,
        attacks=tuple([attack(one.weapon, one.ma, one.dice, one.bonus, one.pt, extra_load) for one in profile.attacks]),
        front=front,
        depth=depth,
        traits=profile.traits,
        breath=breath if "breath" in profile.traits else "",
        land_mv=-1 if land is None else laden(inches(land), extra_load),
    )


def laden(mv: int, loads: int) -> int:
    """Movement with so many extra loads of missiles. (masse.shoot.ammo-extra)"""
    return max(mv - loads * LOAD, min(mv, LOAD))


def card(profile_id: str) -> Card:
    """The card of a profile of the lists, by its id."""
    ours = book().profile.get(profile_id)
    return card_of(ours if ours is not None else PROFILES.all()[profile_id])


def fighter_size(card: Card) -> str:
    """The size of those who wield the weapons: of troops in the saddle the rider's (M where people's own profiles say nothing),
    of a chariot its crew's; heroes have their own size, mounted or not. (masse.cavalry.dismount, masse.melee.reach-score)"""
    if card.category == "hero" or not (card.has("mounted") or card.has("chariot")):
        return card.size
    profile = book().profile.get(card.profile)
    return (profile and profile.rider_size) or "m"


def dismounted(card: Card, loads: int = 0) -> Card:
    """The riders of a mounted unit on foot: NV 1, their own armour and pace, infantry bases; Init., MA, DA, PT and ML stay, and
    so does what `loads` of missiles more than usual cost them (masse.shoot.ammo-extra).
    (masse.cavalry.dismount) Riders of people's own profiles have 2 less CA than mounted, as most of the lists."""
    profile = book().profile.get(card.profile)
    size = fighter_size(card)
    rows = [book().armour[name] for name in profile.armour] if profile else []
    armour = max([row.rider_ca for row in rows], default=0)
    front, depth = base_size(size, card.formation, mounted=False)
    return changed_card(
        card,
        category="shooters" if card.attacks[0].mode == "missile" else "infantry",
        size=size,
        nv=1,
        mv=laden(inches(3 if any(row.heavy for row in rows) else 4.5), loads),
        ca=armour + (SHIELD if card.shield else 0) if armour else card.ca - 2,
        front=front,
        depth=depth,
        traits=tuple([trait for trait in card.traits if trait != "mounted"]),
        land_mv=-1,
        mount=card,
    )


# ---------------------------------------------------------------- heroes


class HeroAttack(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One attack of a hero: its weapon, its bonus, the most damage it can do. (masse.hero.conversion-da)"""

    weapon: str
    ma: int
    max_damage: int
    pt: float = 0


def loyalty_base(charisma: int) -> int:
    """The Charisma modifier. (masse.hero.loyalty-base)"""
    return (charisma - 10) // 2


def nv_of(hit_points: int) -> int:
    """NV of an individual: one for every 40 hit points begun. (masse.hero.conversion-nv, masse.org.stat-nv-individual)"""
    return -(-hit_points // NV_HIT_POINTS)


def attack_die(max_damage: int) -> int:
    """The attack die for the most damage an attack, or a spell, can do. (masse.hero.conversion-da,
    masse.magic.damage-conversion)"""
    rows = list(book().hero_attack_die.values())
    return max([row.da for row in rows if max_damage >= row.damage_min], default=rows[0].da)


def command_radius(level: int, fighter: bool, loyalty: int) -> int:
    """In inches: level, or half of it for those who are no fighters, and the loyalty base. (masse.hero.conversion-rc)"""
    return max(0, (level if fighter else level // 2) + loyalty)


def hero_attacks(attacks: Iterable[HeroAttack]) -> tuple[Attack, ...]:
    """A hero's attack lines: every attack is a die of its own, rolled at its own bonus; attacks with one weapon at one
    bonus share a line. (masse.hero.conversion-da, masse.hero.conversion-pt)"""
    grouped: dict[tuple[str, int, float], list[int]] = {}
    for one in attacks:
        grouped.setdefault((one.weapon, one.ma, one.pt), []).append(attack_die(one.max_damage))
    return tuple([attack(weapon, ma, dice, pt=pt) for (weapon, ma, pt), dice in grouped.items()])


def hero_card(
    name_en: str = "Hero",
    name_fr: str = "Héros",
    *,
    level: int = 8,
    hero_class: str = "fighter",
    charisma: int = 14,
    hit_points: int = 64,
    attacks: Iterable[HeroAttack] = (),
    ca: int = 20,
    dexterity: int = 0,
    init: int = 1,
    speed_m: float = 9,
    will: int = 4,
    size: str = "m",
    mounted: bool = False,
    shield: bool = False,
    spells: tuple[str, ...] = (),
    traits: tuple[str, ...] = (),
) -> Card:
    """A hero converted from his role-playing sheet. (masse.hero.who-is-hero)

    He stands for himself (masse.hero.conversion-n-per-fig); initiative, CA with Dexterity and MA are his own, movement is
    his metric speed halved (masse.hero.conversion-same-stats); ML is his Will save, though he takes no morale tests
    (masse.hero.conversion-ml, masse.morale.heroes-exempt). `dexterity` is the part of his CA that attacks from the rear
    ignore. A card with several melee lines rolls them all: it has the trait "two-melee-lines".
    """
    row = book().hero_class[hero_class]
    loyalty = loyalty_base(charisma)
    lines = hero_attacks(attacks or [HeroAttack(weapon="epee-longue", ma=level, max_damage=12)])
    several = len([line for line in lines if line.mode == "melee"]) > 1
    front, depth = base_size(size, NONE, mounted)
    own = [*row.traits, *traits, *(["mounted"] if mounted else []), *(["two-melee-lines"] if several else [])]
    return Card(
        profile=f"hero-{hero_class}",
        name_en=name_en,
        name_fr=name_fr,
        category="hero",
        formation=NONE,
        size=size,
        n_per_fig=1,
        nv=nv_of(hit_points),
        init=init,
        mv=inches(inches_of_speed(speed_m)),
        ca=ca,
        dexterity=max(0, dexterity),
        ml=will,
        no_morale=True,
        shield=shield,
        attacks=lines,
        front=front,
        depth=depth,
        traits=tuple(dict.fromkeys(own)),
        loyalty=loyalty,
        radius=command_radius(level, row.fighter, loyalty) * INCH,
        level=level,
        spells=spells,
    )


# ---------------------------------------------------------------- engines


def crew_needed(engine_id: str, size: str = "m") -> int:
    """The full crew of an engine, for servants of a size: twice as many of size P, half of size G, a quarter of size TG,
    rounded up. (masse.siege.crew-by-size, masse.engine.table-6b, masse.siege.table-7a)"""
    return ceil(book().engine[engine_id].crew / book().srd_size[size].men)


def machine(engine_id: str, crew: int, bearers_mv: int) -> Machine:
    """What Tables 6b, 7a and A1c say of an engine; a portable ram moves as its bearers do. (masse.weapon.table-a1c,
    masse.engine.profile)"""
    row = book().engine[engine_id]
    war = book().war_machine.get(engine_id)
    siege = book().siege_engine.get(engine_id)
    return Machine(
        engine=engine_id,
        crew=crew,
        mv=bearers_mv if row.mv is None else inches(row.mv),
        range=inches(row.range_in),
        fire=row.fire,
        rate=row.one_shot_per_turns,
        misfire=0 if war is None else war.misfire_max,
        ps=row.ps,
        pr=row.pr,
        dice=tuple(row.dice),
        length=0 if siege is None else siege.length_m * METRE,
        height=0 if siege is None else siege.height_m * METRE,
        cover=0 if siege is None else siege.cover_pc,
        capacity=0 if siege is None else siege.capacity_men,
    )


def crew_card(engine_id: str, crew_profile: str = "milice", name_en: str = "", name_fr: str = "") -> Card:
    """The card of an engine with its crew: one figure whose NV are its men, so that each NV lost is a man. CA, MA, DA and ML
    are those of the crew, which defends it hand to hand. (masse.engine.crew, masse.engine.profile,
    masse.engine.crew-defends) A ram is as long as it is, other engines stand on the largest base."""
    row = book().engine[engine_id]
    servants = card(crew_profile)
    men = crew_needed(engine_id, servants.size)
    made = machine(engine_id, men, servants.mv)
    front, depth = base_size("tg", NONE, mounted=False)
    if made.length:
        front, depth = INCH, max(INCH, made.length)
    melee = tuple([line for line in servants.attacks if line.mode == "melee"])
    return changed_card(
        servants,
        name_en=name_en or row.name_en,
        name_fr=name_fr or row.name_fr,
        category="engine",
        formation=NONE,
        n_per_fig=1,
        nv=men,
        mv=made.mv,
        attacks=melee,
        front=front,
        depth=depth,
        engine=engine_id,
        land_mv=-1,
        machine=made,
    )


def crew_pace(card: Card) -> int:
    """How far the crew of an engine that is no more walks: the MV of its profile, that of infantry for people's own.
    (masse.engine.profile)"""
    profile = book().profile.get(card.profile)
    return inches(4.5 if profile is None else profile.mv)


# ---------------------------------------------------------------- units

LOOSER: Final = {
    printed: tuple([row.order for row in book().formation.values() if printed in row.allowed_to])
    for printed in (CLOSE, SKIRMISH, PACK)
}
"""What a printed formation allows: close order is for regular troops, who may also skirmish; undisciplined troops have only
the pack. (masse.formation.allowed)"""


def formations(card: Card) -> tuple[str, ...]:
    """The formations that troops may take, their own first: close-order troops every one, skirmishers may also go as a pack,
    packs know nothing else; fliers and chariots skirmish always. (masse.formation.allowed, masse.fly.skirmish-formation,
    masse.chariot.skirmish-formation, masse.org.individuals)"""
    if card.category in ("flying", "chariot"):
        return (SKIRMISH,)
    return (NONE,) if card.formation == NONE else LOOSER[card.formation]


def unit_of(
    card: Card,
    seat: int,
    figures: int = 1,
    files: int = 0,
    formation: str = "",
    *,
    id: int = 0,
    status: int = RESERVE,
    name_en: str = "",
    name_fr: str = "",
) -> Unit:
    """A unit at the start of a battle: loaded, with its standard load of volleys, its first attack line in hand.

    Where nothing is said it stands in its own formation, five abreast, a pack as wide as it is deep (masse.formation.pack).
    """
    formation = formation or formations(card)[0]
    if formation == PACK:
        files = max(1, root_up(figures))
    volleys = max([line.volleys for line in card.attacks], default=0)
    return Unit(
        id, seat, name_en or card.name_en, name_fr or card.name_fr, card, status,
        figures=figures,
        began=figures,
        files=min(files or 5, figures),
        formation=formation,
        turn_figures=figures,
        volleys=volleys,
        turns_left=max(0, 3 + card.loyalty) if card.has("turns-undead") else 0,
    )  # fmt: skip


# ---------------------------------------------------------------- terrain

FORESTS: Final = ("foret-clairsemee", "foret-dense")
HILL: Final = "elevations"
HEIGHTS_M: Final = {
    "broussailles": 2, "foret-clairsemee": 10, "foret-dense": 10, "obstacles-bas": 1, "obstacles-hauts-escaladables": 5,
    "obstacles-hauts-non-franchissables": 10, HILL: 5,
}  # fmt: skip
"""How high terrain is where nothing else is said, in metres: the book gives no heights."""


def terrain_piece(kind: str, shape: Polygon, tags: Iterable[str] = (), height_m: float = -1) -> Piece:
    """A piece of terrain of Table 4a: its cover is written in its tags as "cover-50", obstacles and forests are tagged so,
    and whatever gives at least light cover cuts off the view (masse.view.field-of-view, masse.terrain.cover-light); one
    stands on top of a hill. Snow, which has no row, is difficult as sand is. (masse.terrain.table-4a,
    masse.terrain.difficult)"""
    row = book().terrain.get(kind)
    height = round((HEIGHTS_M.get(kind, 0) if height_m < 0 else height_m) * METRE)
    own = list(tags)
    hill = kind == HILL
    covers = row is not None and row.cover_pc > 0 and not hill
    if row is not None and covers and not any(tag.startswith("cover-") for tag in own):
        own.append(f"cover-{row.cover_pc}")
    own += ["obstacle"] * (row is not None and row.cover_drops_when_fighting) + ["forest"] * (kind in FORESTS)
    return Piece(
        kind, shape, height,
        difficult=row is None or row.difficult,
        impassable=row is not None and row.impassable,
        blocks_sight=covers,
        cover=covers,
        tags=tuple(dict.fromkeys(own)),
        floor=height if hill else 0,
    )  # fmt: skip


# ---------------------------------------------------------------- structures


def structure(
    kind: str,
    shape: Polygon,
    *,
    id: int = 0,
    role: str = "",
    height_m: int = -1,
    cover: int = -1,
    openings: tuple[tuple[str, int, int], ...] = (),
    seat: int = -1,
) -> Structure:
    """A structure of Table A1d on the table. Where nothing else is said its role, height and cover are those of its row.
    (masse.weapon.table-a1d)"""
    row = book().structure[kind]
    return Structure(
        id=id,
        kind=kind,
        role=role or row.role,
        shape=shape,
        ps=row.ps,
        pr=row.pr,
        height=(row.height_m if height_m < 0 else height_m) * METRE,
        cover=row.cover_pc if cover < 0 else cover,
        openings=openings,
        seat=seat,
    )


def rectangle_inches(left: float, bottom: float, width: float, depth: float) -> Polygon:
    """A rectangle on the table, given in inches."""
    x0, y0, x1, y1 = inches(left), inches(bottom), inches(left + width), inches(bottom + depth)
    return polygon([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
