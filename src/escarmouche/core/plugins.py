"""Systems that other packages bring: loaded when they are asked for, and named in one sentence when they cannot be played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from escarmouche.core.errors import PluginError
from escarmouche.core.messages import Messages
from escarmouche.core.system import System

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

NEEDED = ("start", "classes", "scenarios", "view", "evaluate", "name", "describe", "question", "draw")
"""What a system has to give; everything else of `System` has a default or is an offering."""
LONGEST = 200
"""So much of another package's own words is repeated."""


def loaded(points: list[EntryPoint]) -> System | PluginError:
    """The system that packages bring under one id, or what is wrong with it."""
    point, *others = sorted(points, key=package)
    if others:
        also = ", ".join([package(one) for one in others])
        return unplayable(point, f"{also} brings one of that name too", f"{also} en apporte un du même nom")
    try:
        found: Any = point.load()
    except (Exception, SystemExit) as error:
        why = " ".join(f"{type(error).__name__}: {error}".split())[:LONGEST].rstrip(" .:")
        return unplayable(point, f"it fails to load ({why})", f"il ne se charge pas ({why})")
    wrong = fault(point.name, found)
    return found if wrong is None else unplayable(point, *wrong)


def fault(name: str, found: Any) -> tuple[str, str] | None:
    """Why something cannot be the system of this id, in both languages; None when it can."""
    if not isinstance(found, System):
        kind = type(found).__name__
        return f"it is no System ({kind})", f"ce n’est pas un System ({kind})"
    if found.id != name:
        return f"it calls itself {found.id!r}", f"il s’appelle {found.id!r}"
    missing = [one for one in NEEDED if getattr(type(found), one) is getattr(System, one)]
    if not isinstance(getattr(found, "messages", None), Messages):
        missing.append("messages")
    if missing:
        return f"it lacks {', '.join(missing)}", f"il lui manque {', '.join(missing)}"
    return None


def unplayable(point: EntryPoint, why: str, pourquoi: str) -> PluginError:
    """The sentence about a system that cannot be played."""
    return PluginError(
        f"The system {point.name!r} of the package {package(point)} cannot be played: {why}; mend or uninstall the package.",
        f"Le système {point.name!r} du paquet {package(point)} est injouable : {pourquoi} ;"
        " corrigez ou désinstallez ce paquet.",
    )


def package(point: EntryPoint) -> str:
    """The name of the package that an entry point belongs to."""
    return point.module if point.dist is None else point.dist.name
