"""What the rules say to players: every message key in their source, found by reading it."""

from __future__ import annotations

import ast
from functools import cache
from typing import Any

from escarmouche.core.rulebook import Rulebook
from escarmouche.systems.sbh.content import PACKAGE, book
from escarmouche.systems.sbh.rules.activation import TALLY
from escarmouche.systems.sbh.rules.magic import SPELLS
from escarmouche.systems.sbh.rules.quests import ITEM, TREASURE
from escarmouche.systems.sbh.rules.upgrades import STRATEGIC_BONUS, TERRAIN_KNOWLEDGE, UNPREDICTABLE
from escarmouche.table import scatter
from tests.systems.kit import Source

FAMILIES: dict[str, tuple[str, ...]] = {
    "declares-": ("nothing", "cast", "heal", "scroll"),
    "upgrade-": tuple(book().upgrade),
    "trait-": tuple(book().trait),
    "item-": tuple(book().magic_item),
    "scenario-": tuple(book().scenario),
    "terrain-": tuple(book().terrain),
    "spell-": SPELLS,
    "finds-": (ITEM, TREASURE),
    "last-": (ITEM, TREASURE),
    "sbh.campaign.upgrade.": tuple(
        [name for name in book().upgrade if name not in (STRATEGIC_BONUS, TERRAIN_KNOWLEDGE, UNPREDICTABLE)]
    ),
}
"""Keys put together from a beginning and a name: what the name may be. (Three upgrades are not offered in a window.)"""

CODES = (
    scatter.TOO_FEW, scatter.TOO_MANY, scatter.TOO_SMALL, scatter.TOO_LARGE, scatter.TOO_HIGH, scatter.TOO_CLOSE,
    scatter.OFF_TABLE,
)  # fmt: skip
"""What may be wrong with a layout of terrain."""


def of_the_book(table: str) -> list[str]:
    """The rows of a table that come from the book. Rules of our own have no lines of the book in the rulebook, and a row that
    rests on one of them is ours as well, whatever special rule it belongs to."""
    ours = {entry.id for entry in Rulebook.load("sbh").rules.values() if not entry.lines}
    traits = {name for name, row in book().trait.items() if ours & set(row.rules)}

    def is_ours(name: str, row: Any) -> bool:
        cited = {getattr(row, "rule", ""), *getattr(row, "rules", ())}
        held = {one.partition(":")[0] for one in (name, *getattr(row, "traits", ()))}
        return bool(cited & ours or held & traits)

    return [name for name, row in getattr(book(), table).items() if not is_ours(name, row)]


SOURCE = Source(PACKAGE, FAMILIES, {"price_refusal": 2}, CODES)


HARM = {
    "role": ("attacker", "defender"),
    "result": ("kill", "gruesome-kill"),
    "moves": ("1", "2"),
}
"""What the names in the outcomes of the rules may stand for."""


@cache
def outcomes() -> set[str]:
    """Every outcome that the rules tell."""
    found: set[str] = set()
    for _, function, node in SOURCE.calls("Tell"):
        if len(node.args) > 3:
            found |= spelled(node.args[3], function)
    dice = {name for name in found if len(name) == 3 and name[0].isdigit()}
    return {name for name in found if name not in dice or 1 <= int(name[0]) + int(name[2]) <= 3}


def spelled(node: ast.expr, function: ast.FunctionDef) -> set[str]:
    """The strings that an outcome may be, its parts filled in."""
    if ast.unparse(node) == "TALLY[successes][failures]":
        return {name for row in TALLY for name in row}
    if not isinstance(node, ast.JoinedStr):
        return SOURCE.texts(node, function)
    found = {""}
    for part in node.values:
        if isinstance(part, ast.FormattedValue):
            name = ast.unparse(part.value)
            values = HARM[name] if name in HARM else tuple(SOURCE.texts(part.value, function))
        else:
            values = tuple(SOURCE.texts(part, function))
        found = {start + value for start in found for value in values}
    return found
