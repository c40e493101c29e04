"""The types of the page say what the contract says: the same names, keys, what may be missing, and what a word may be."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NotRequired, get_args, get_origin, get_type_hints, is_typeddict

import msgspec
import pytest

from escarmouche.kit import view
from escarmouche.server import api_catalog, shapes

TYPES = Path(__file__).parents[2] / "web" / "src" / "lib" / "types.ts"
CONTRACT = {name: kind for name, kind in vars(view).items() if is_typeddict(kind)}
SHAPES: dict[str, Any] = {
    "Wish": shapes.Wish,
    "SystemInfo": api_catalog.SystemInfo,
    "SettingInfo": api_catalog.SettingInfo,
    "Counsel": shapes.Counsel,
    "Proposed": shapes.Proposed,
    "Reviewed": shapes.Reviewed,
    "ToldReview": shapes.ToldReview,
    "ToldLapse": shapes.ToldLapse,
}


def interfaces() -> dict[str, dict[str, bool]]:
    """The interfaces of the page's types, each with its keys and whether they may be missing."""
    found = {}
    for name, body in re.findall(
        r"^export interface (\w+)[^{]*\{\n(.*?)^\}", TYPES.read_text("utf-8"), re.MULTILINE | re.DOTALL
    ):
        found[name] = {key: mark == "?" for key, mark in re.findall(r"^  (\w+)(\??):", body, re.MULTILINE)}
    return found


def keys(kind: Any) -> dict[str, bool]:
    """The keys of a type of the contract, and whether they may be missing."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: get_origin(hint) is NotRequired for name, hint in hints.items()}


@pytest.mark.parametrize("name", sorted(CONTRACT))
def test_the_page_knows_every_part_of_the_contract_as_it_is(name: str) -> None:
    assert interfaces()[name] == keys(CONTRACT[name])


@pytest.mark.parametrize("name", sorted(SHAPES))
def test_the_page_knows_what_goes_over_the_wire(name: str) -> None:
    assert set(interfaces()[name]) == {field.encode_name for field in msgspec.structs.fields(SHAPES[name])}


@pytest.mark.parametrize("name", ["State", "Pose", "DeedKind"])
def test_the_page_knows_the_same_words(name: str) -> None:
    found = re.search(rf"^export type {name} = (.*);$", TYPES.read_text("utf-8"), re.MULTILINE)
    assert found is not None
    assert tuple(re.findall(r'"([^"]*)"', found[1])) == get_args(getattr(view, name))
