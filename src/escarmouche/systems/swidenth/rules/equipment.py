"""Equipment: what hands hold, Defence, weapons in use, dropping, drawing and picking up."""

from __future__ import annotations

from escarmouche.systems.swidenth.model import FANGS, MARTIAL_ARTS, STRICT_HANDS, Figure, World
from escarmouche.systems.swidenth.rules.values import HANDS, MELEE, NATURAL, SHIELD, SPELLS, THROWN_AS, TWO_HANDS, UNARMED


def hands_of(items: tuple[str, ...]) -> int:
    """How many hands these things take. (swidenth.equipment.hands)"""
    return sum([HANDS[item] for item in items])


def sets(items: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The sets that two hands can hold out of these things, the fullest in the order they are listed first: a shield at most
    once, nothing that would still fit left out. (swidenth.equipment.hands)"""
    found: list[tuple[str, ...]] = []
    for i, first in enumerate(items):
        alone = True
        for second in [*items[:i], *items[i + 1 :]]:
            if HANDS[first] + HANDS[second] <= TWO_HANDS and not (is_shield(first) and is_shield(second)):
                alone = False
                pair = (first, second)
                if pair not in found and (second, first) not in found:
                    found.append(pair)
        if alone and (first,) not in found:
            found.append((first,))
    return found


def is_shield(item: str) -> bool:
    """Does it add to Defence while it is held? (swidenth.equipment.shields)"""
    return SHIELD.get(item, 0) > 0


def weapons(figure: Figure) -> tuple[str, ...]:
    """The melee weapons that it holds, as weapons. Bare hands are one, fangs and claws another (swidenth.melee.unarmed,
    swidenth.trait.fangs-and-claws)."""
    held = () if figure.aiming else tuple([MELEE[item] for item in figure.hands if item in MELEE])
    if held:
        return held
    return (NATURAL,) if figure.has(FANGS) else (UNARMED,)


def is_bare(figure: Figure, weapon: str) -> bool:
    """Does it fight with bare hands, and badly? Martial arts make them as good as a dagger. (swidenth.melee.unarmed,
    swidenth.trait.martial-arts)"""
    return weapon == UNARMED and not figure.has(MARTIAL_ARTS)


def shielded(figure: Figure) -> int:
    """What a shield in hand adds to Defence; nothing while its hands are or were on a bow. (swidenth.equipment.shields,
    swidenth.equipment.hands)"""
    if figure.bowed or figure.aiming:
        return 0
    most = 0
    for item in figure.hands:
        most = max(most, SHIELD.get(item, 0))
    return most


def defence(figure: Figure, pierced: bool = False) -> int:
    """Its Defence at this moment: the profile's, with armour, shield and spells (swidenth.stats.defence,
    swidenth.equipment.armour, swidenth.weapon-trait.shield-piercing)."""
    total = figure.card.defence + figure.card.armour + (0 if pierced else shielded(figure))
    return total + SPELLS["mystic-shield"].bonus if figure.under("mystic-shield") else total


# ---------------------------------------------------------------- missile weapons


def loaded(figure: Figure, weapon: str) -> bool:
    """Is one of its missile weapons of this kind ready? (swidenth.weapon-trait.reload)"""
    return figure.missiles.count(weapon) > figure.unloaded.count(weapon)


def shootable(world: World, figure: Figure) -> list[str]:
    """What it may shoot or throw now: loaded missile weapons, and melee weapons in hand that may be thrown. Where hands are
    counted strictly the weapon must be in hand."""
    found: list[str] = []
    for weapon in figure.missiles:
        handy = not world.has(STRICT_HANDS) or figure.aiming == weapon or HANDS[weapon] == 0
        if weapon not in found and loaded(figure, weapon) and handy:
            found.append(weapon)
    for item in figure.hands:
        if item in THROWN_AS and item not in found and not figure.aiming:
            found.append(item)
    return found


def without(items: tuple[str, ...], item: str) -> tuple[str, ...]:
    """These things without one of that kind."""
    place = items.index(item)
    return (*items[:place], *items[place + 1 :])


def drawable(world: World, figure: Figure) -> list[str]:
    """What it could draw: things at its belt, and missile weapons where hands are counted strictly, or its melee set back."""
    found = list(dict.fromkeys(figure.belt))
    if world.has(STRICT_HANDS):
        found += [one for one in dict.fromkeys(figure.missiles) if one != figure.aiming and HANDS[one] > 0]
        if figure.aiming and figure.hands:
            found.append("melee-set")
    return found


def drawn(figure: Figure, item: str) -> Figure:
    """The figure with this thing in hand; what must make room for it goes to the belt. (swidenth.melee.fumble-recover)"""
    twin = figure.copy()
    if item == "melee-set":
        twin.aiming = ""
        return twin
    if item in figure.missiles:
        twin.aiming = item
        return twin
    twin.aiming = ""
    twin.belt = without(figure.belt, item)
    return held(twin, item)


def held(twin: Figure, item: str) -> Figure:
    """The figure, a twin still unseen, with one more thing in hand and what no longer fits at its belt."""
    kept = list(twin.hands)
    away: list[str] = []
    while kept and (hands_of((*kept, item)) > TWO_HANDS or (is_shield(item) and any(is_shield(one) for one in kept))):
        shields = [one for one in kept if is_shield(one)]
        out = shields[0] if is_shield(item) and shields else kept[-1]
        kept.remove(out)
        away.append(out)
    twin.hands = (item, *kept) if item in MELEE else (*kept, item)
    twin.belt = (*twin.belt, *away)
    return twin
