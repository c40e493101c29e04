"""The units in which the tables of Frères d'Armes are written."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Cm = Annotated[float, msgspec.Meta(ge=0)]
Percent = Annotated[float, msgspec.Meta(ge=0, le=100)]
Level = Literal["basic", "advanced"]
RuleId = Annotated[str, msgspec.Meta(pattern=r"^fda(\.[a-z0-9-]+)+$")]
