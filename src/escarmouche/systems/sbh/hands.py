"""What a hand shapes on the table: a band's deployment, every fighter of it."""

from __future__ import annotations

from escarmouche.core.effects import Answer, Choose
from escarmouche.core.system import Plain
from escarmouche.kit import sketch
from escarmouche.kit.view import Hand
from escarmouche.systems.sbh.rules.deployment import Deployment, members
from escarmouche.systems.sbh.view import spoken


def hands(due: Choose) -> list[Hand]:
    """The deployment of a band, whose places may be changed before it is settled. (sbh.setup.deployment)"""
    if not isinstance(due.options, Deployment):
        return []
    figures = [figure.id for figure in members(due.world, due.seat)]
    return [sketch.hand("deploy", -1, spoken("group.deploy"), spoken("hint.deploy"), "places", figures=figures)]


def planned(due: Choose, wish: Plain) -> Answer:
    """The deployment that puts every fighter where the hand wants it."""
    if wish["kind"] != "deploy" or not isinstance(due.options, Deployment):
        return None
    spots = {figure: (x, y) for figure, x, y in wish.get("places", ())}
    return ("deploy", tuple([spots[figure.id] for figure in members(due.world, due.seat) if figure.id in spots]))
