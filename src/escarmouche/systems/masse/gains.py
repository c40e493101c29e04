"""What charges and melees promise, blow for blow on the mean: for judging what has not been struck yet."""

from __future__ import annotations

from escarmouche.core.pools import Dice
from escarmouche.systems.masse.model import Unit, World
from escarmouche.systems.masse.rules.charge import moved_to, run, within_charge
from escarmouche.systems.masse.rules.facing import melee_sector
from escarmouche.systems.masse.rules.ground import strength
from escarmouche.systems.masse.rules.melee import melee_pool


def charge_gain(world: World, unit: Unit, target: Unit) -> float:
    """How much more NV a charge costs the enemy on the mean than his blows in return cost the charger; 0 for one that cannot be
    carried home as everybody stands."""
    steps = within_charge(world, unit, target) if unit.altitude == 0 else ()
    if not steps:
        return 0.0
    home = moved_to(unit, run(world, unit, steps, "masse.move.charge-path").unit)
    world = world.with_unit(home)
    taken = melee_pool(world, home, target, melee_sector(target, home), charging=True)
    given = melee_pool(world, target, home, melee_sector(home, target))
    return min(float(strength(target)), mean(taken)) - min(float(strength(home)), mean(given))


def blow(world: World, unit: Unit, met: list[Unit]) -> float:
    """How much NV a unit in melee takes on the mean when it strikes next at the best of those whom it fights."""
    best = 0.0
    for foe in met:
        taken = melee_pool(world, unit, foe, melee_sector(foe, unit))
        best = max(best, min(float(strength(foe)), mean(taken)))
    return best


def mean(pool: tuple[Dice, ...]) -> float:
    """What the dice of a pool come to on the mean.

    >>> mean((Dice(3, 2, (0, 1)),)), mean((Dice(4, 2, (1, 2), 4, (0, 0, 0, 1)),))
    (1.5, 1.5)
    """
    total = 0.0
    for part in pool:
        each = sum(part.table) / part.sides
        total += part.count * each * (sum(part.then_table) / part.then_sides if part.then_sides else 1)
    return total
