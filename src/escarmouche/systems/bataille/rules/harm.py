"""Harm: the hits of one step are defended, wounds taken, the dead removed together, and somebody has the credit."""

from __future__ import annotations

from escarmouche.core.effects import Roll, Script, Tell, rule
from escarmouche.systems.bataille.model import DEAD, ENDURANCE, OBSIDIAN, ON_TABLE, Figure, World
from escarmouche.systems.bataille.rules.core import armour_score, drawn
from escarmouche.systems.bataille.rules.scenarios import PILLAGE, carries, gem_dropped, gem_let_go, gem_won, plunder, scored
from escarmouche.systems.bataille.rules.values import ENDURED, OVER

Hit = tuple[int, int, int, int]
"""A hit: its victim, the figure it comes from, the side that has the credit, and the malus to Armour."""
Wounds = tuple[int, int, int]
"""Unsaved wounds of one victim: the figure that dealt them, its side, and how many."""


def immune(figure: Figure) -> bool:
    """Is no magic of any effect on it? (bataille.item.obsidian-immunity, bataille.item.obsidian-immunity-scope)"""
    return figure.bears(OBSIDIAN)


@rule("bataille.core.defence-roll", "bataille.core.death")
def suffer(world: World, hits: tuple[Hit, ...], close: bool) -> Script:
    """Every hit of a step is defended, also by those who are past saving; then all wounds are taken at once and the dead go;
    nothing gives hit points back (bataille.core.no-healing).
    `close` says that these are hits of close combat. Returns the world."""
    counts: dict[Hit, int] = {}
    for hit in hits:
        counts[hit] = counts.get(hit, 0) + 1
    wounds: dict[int, list[Wounds]] = {}
    for hit, count in counts.items():
        lost = yield from defend(world, hit, count)
        if lost:
            wounds.setdefault(hit[0], []).append((hit[1], hit[2], lost))
    changed: list[Figure] = []
    for victim in sorted(wounds):
        figure = world.figures[victim].copy()
        lost = sum([number for _, _, number in wounds[victim]])
        figure.hp = max(0, figure.hp - lost)
        if figure.hp == 0:
            figure.status = DEAD
        changed.append(figure)
        about = (victim, lost, figure.hp)
        yield Tell("bataille.core.wound", "wounded" if figure.hp else "killed", about, "wounded" if figure.hp else "falls")
    if not changed:
        return world
    world = world.with_figures(changed)
    for figure in changed:
        if figure.status == DEAD:
            world = yield from credited(world, figure.id, wounds[figure.id], close)
    return world


def defend(world: World, hit: Hit, count: int) -> Script:
    """The defence rolls for equal hits, each with the malus of its attack; endurance is a second chance. Returns the wounds.
    (bataille.shoot.defence-per-hit, bataille.melee.defence-per-hit, bataille.item.endurance-scope)"""
    figure = world.figures[hit[0]]
    score = armour_score(world, figure, hit[3])
    failed = yield Roll("bataille.core.defence-roll", figure.seat, world, count, 6, OVER[score], figure.id, -score)
    if failed and figure.bears(ENDURANCE):
        failed = yield Roll("bataille.item.endurance", figure.seat, world, failed, 6, OVER[ENDURED], figure.id, -ENDURED)
    return failed


@rule("bataille.scenario.kill-credit", "bataille.core.excess-wounds")
def credited(world: World, victim: int, wounds: list[Wounds], close: bool) -> Script:
    """Who killed it: the enemy side with the most unsaved wounds of the step, and in it the figure with the most; dice decide
    between equals. What a side does to its own counts for every other side. Returns the world."""
    figure = world.figures[victim]
    rule_id = "bataille.scenario.kill-credit"
    totals: dict[int, int] = {}
    for _, seat, number in wounds:
        if seat != figure.seat:
            totals[seat] = totals.get(seat, 0) + number
    best = [seat for seat in sorted(totals) if totals[seat] == max(totals.values())]
    seat = -1
    if best:
        seat = best[0] if len(best) == 1 else best[(yield from drawn(world, rule_id, best[0], len(best)))]
        world = scored(world, figure, seat)
    elif world.on("own-kills-score"):
        world = scored(world, figure, -1)
    if close and seat >= 0 and world.scenario == PILLAGE:
        world = yield from plunder(world, victim, seat)
    if carries(world, figure):
        carried, world = world, gem_dropped(world, figure.x, figure.y)
        if close:
            dealt: dict[int, int] = {}
            for by, whose, number in wounds:
                if whose == seat or seat < 0:
                    dealt[by] = dealt.get(by, 0) + number
            most = [by for by in sorted(dealt) if dealt[by] == max(dealt.values())]
            place = 0 if len(most) == 1 else (yield from drawn(world, rule_id, max(seat, 0), len(most)))
            if world.figures[most[place]].status == ON_TABLE:
                world = yield from gem_won(world, most[place])
        world = yield from gem_let_go(carried, world)
    return world
