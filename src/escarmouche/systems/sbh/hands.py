"""What a hand shapes on the table: a band's deployment, every fighter of it; the markers of an ambush or a search."""

from __future__ import annotations

from escarmouche.core.effects import Answer, Choose
from escarmouche.core.system import Plain
from escarmouche.kit import sketch
from escarmouche.kit.view import Hand, token
from escarmouche.systems.sbh.rules.ambush import DECOY, Hidden
from escarmouche.systems.sbh.rules.deployment import Deployment, members
from escarmouche.systems.sbh.rules.quests import Hiding
from escarmouche.systems.sbh.view import spoken

KINDS = {"deploy": Deployment, "markers": Hidden, "hide": Hiding}
"""The kinds of answer that a hand shapes, and the decisions they belong to."""


def hands(due: Choose) -> list[Hand]:
    """What is put down before it is settled: a band (sbh.setup.deployment), the markers of a hidden one, first those with its
    fighters (sbh.scenario.ambush.markers), or those to be searched (sbh.scenario.treasure.setup, sbh.scenario.quest.setup)."""
    for kind, options in KINDS.items():
        if isinstance(due.options, options):
            said = spoken(f"group.{kind}"), spoken(f"hint.{kind}")
            return [sketch.hand(kind, -1, *said, "places", figures=laid_down(due))]
    return []


def laid_down(due: Choose) -> list[int]:
    """Whom or what the hand puts down: fighters by their ids, and tokens for what is no fighter."""
    if isinstance(due.options, Hiding):
        return [token(place) for place in range(due.options.count)]
    crew = [figure.id for figure in members(due.world, due.seat)]
    if isinstance(due.options, Hidden):
        return [*crew, *[token(place) for place in range(len(crew), due.options.count)]]
    return crew


def planned(due: Choose, wish: Plain) -> Answer:
    """The answer that puts everything where the hand wants it."""
    kind = wish["kind"]
    if kind not in KINDS or not isinstance(due.options, KINDS[kind]):
        return None
    rows = wish.get("places", ())
    if kind == "markers":
        return ("markers", tuple(sorted([(x, y, figure if figure >= 0 else DECOY) for figure, x, y in rows])))
    spots = {figure: (x, y) for figure, x, y in rows}
    return (kind, tuple([spots[one] for one in laid_down(due) if one in spots]))
