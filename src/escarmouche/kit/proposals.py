"""Answers that lay out the table, drawn before one of them is chosen: as text side by side, and as scenery for a screen."""

from __future__ import annotations

from itertools import zip_longest
from textwrap import wrap

from escarmouche.core.effects import Answer, Choose
from escarmouche.core.system import System
from escarmouche.kit.drawing import NARROWEST
from escarmouche.kit.view import Piece

GAP = 2
"""The empty columns between two drawings."""


def scenery(system: System, due: Choose, answer: Answer) -> list[Piece] | None:
    """The terrain that an answer would lay out, as the seat that is asked would see it; None where it lays out nothing."""
    world = system.proposed(due, answer)
    if world is None:
        return None
    pieces: list[Piece] = system.view(world, due.seat)["pieces"]
    return pieces


def drawn(system: System, due: Choose, titled: list[tuple[str, Answer]], columns: int, language: str) -> list[str]:
    """The tables that some answers would lay out, each as small as it can be drawn and under its title, as many side by side as
    the columns hold; what stands under all of them alike is left out. Nothing where they lay out nothing."""
    sheets: list[tuple[str, list[str]]] = []
    for title, answer in titled:
        world = system.proposed(due, answer)
        if world is not None:
            sheets.append((title, system.draw(world, due.seat, NARROWEST, language).split("\n")))
    alike = _alike([lines for _, lines in sheets])
    pages = [(wrap(title, NARROWEST), lines[: len(lines) - alike]) for title, lines in sheets]
    abreast = max(1, (columns + GAP) // (NARROWEST + GAP))
    return [line for first in range(0, len(pages), abreast) for line in _abreast(pages[first : first + abreast])]


def _alike(sheets: list[list[str]]) -> int:
    """How many lines at their ends all sheets share, where there are several."""
    if len(sheets) < 2:
        return 0
    count = 0
    for lines in zip(*[reversed(sheet) for sheet in sheets], strict=False):
        if len(set(lines)) > 1:
            break
        count += 1
    return count


def _abreast(sheets: list[tuple[list[str], list[str]]]) -> list[str]:
    """Sheets of text, each a heading and lines, side by side, and an empty line below them."""
    rows = [
        *zip_longest(*[head for head, _ in sheets], fillvalue=""),
        *zip_longest(*[body for _, body in sheets], fillvalue=""),
    ]
    return [*["".join([part.ljust(NARROWEST + GAP) for part in row]).rstrip() for row in rows], ""]
