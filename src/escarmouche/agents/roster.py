"""The agents by name: ours, those that other packages bring, and any class by its module.

A package names its agents in the entry point group `escarmouche.agents`; a class that is not installed is written
`package.module:Class`. Both are imported when they are first asked for, in whatever process plays.
"""

from __future__ import annotations

import inspect
import os
import pickle
import re
import sys
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from escarmouche.agents.chance import RandomAgent
from escarmouche.agents.greedy import GreedyAgent
from escarmouche.agents.levels import Recruit, Veteran, Warlord
from escarmouche.agents.protocol import Agent, Budget, label, told
from escarmouche.agents.search import SearchAgent
from escarmouche.core.errors import AgentError, EscarmoucheError, UnknownName, perhaps

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "escarmouche.agents"
OURS: dict[str, Callable[..., Agent]] = {
    "random": RandomAgent,
    "greedy": GreedyAgent,
    "search": SearchAgent,
    "recruit": Recruit,
    "veteran": Veteran,
    "warlord": Warlord,
}
NAMES = tuple(OURS)
PLAYOUTS = 16
"""How much an agent thinks where nobody says otherwise."""

TIMED = re.compile(r"([0-9]+(?:\.[0-9]+)?)s")
"""Seconds to think."""

Wanted = str | type[Any] | Agent
"""An agent as people ask for one: by name, as a class, or as an object (every battle then begins with a copy of it)."""


@cache
def _brought() -> dict[str, EntryPoint]:
    """What other packages bring; nothing of it is imported. Our own names stay ours."""
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=GROUP) if point.name not in OURS}


def names() -> list[str]:
    """The names of all agents that are installed: ours, then those that other packages bring.

    >>> names()[:2]
    ['random', 'greedy']
    """
    return [*OURS, *sorted(_brought())]


def agent(wanted: Wanted, seed: int | str = 0) -> Agent:
    """A new agent. A class is called with the seed, or with nothing if it takes nothing.

    >>> type(agent("random")).__name__
    'RandomAgent'
    """
    if isinstance(wanted, str):
        return _made(_kind(checked(wanted)), wanted, seed)
    return _made(wanted if isinstance(wanted, type) else lambda: deepcopy(wanted), label(wanted), seed)


def checked(name: str, only_installed: bool = False) -> str:
    """The name, if there is such an agent and it can be made; else one sentence. With `only_installed` no other module is
    imported, whatever the name: for requests of strangers."""
    if name not in names() and (only_installed or ":" not in name):
        hint = ("", "") if only_installed else (", or write package.module:Class", ", ou écrivez paquet.module:Classe")
        listed = ", ".join(names())
        near, voisin = perhaps(name, names())
        raise UnknownName(
            f"There is no agent {name!r}{near}: choose one of {listed}{hint[0]}.",
            f"Il n’y a pas de joueur {name!r}{voisin} : choisissez parmi {listed}{hint[1]}.",
        )
    _kind(name)
    return name


@cache
def _kind(name: str) -> Callable[..., Agent]:
    """What makes agents of this name; one was made, to see that it answers."""
    if name in OURS:
        return OURS[name]
    try:
        kind: Callable[..., Agent] = _brought()[name].load() if name in _brought() else _imported(name)
    except Exception as error:
        raise AgentError(
            f"The agent {name} cannot be loaded ({told(error)}): check its name and its package.",
            f"Le joueur {name} ne peut pas être chargé ({told(error)}) : vérifiez son nom et son paquet.",
        ) from error
    _made(kind, name, 0)
    return kind


def _imported(name: str) -> Any:
    """The class written package.module:Class, which may lie in the folder one is in."""
    module, _, attribute = name.partition(":")
    if os.getcwd() not in sys.path and "" not in sys.path:
        sys.path.append(os.getcwd())
    found: Any = import_module(module)
    for part in attribute.split("."):
        found = getattr(found, part)
    return found


def _made(kind: Any, name: str, seed: int | str) -> Agent:
    """An agent of a kind: a class or a function that gives one."""
    try:
        made: Agent = kind(seed) if _takes_seed(kind) else kind()
    except Exception as error:
        raise AgentError(
            f"The agent {name} cannot be made ({told(error)}): its class is called with a seed, or with nothing.",
            f"Le joueur {name} ne peut pas être créé ({told(error)}) : sa classe est appelée avec une graine, ou sans rien.",
        ) from error
    if not callable(getattr(made, "answer", None)):
        raise AgentError(
            f"The agent {name} has no method `answer(game, seat, budget)`: write one.",
            f"Le joueur {name} n’a pas de méthode « answer(game, seat, budget) » : écrivez-en une.",
        )
    return made


def _takes_seed(kind: Any) -> bool:
    """Can it be called with one argument?"""
    try:
        inspect.signature(kind).bind("seed")
    except (TypeError, ValueError):
        return False
    return True


class Player(NamedTuple):
    """An agent and how much it may think, written `greedy:32` for trials, `warlord:1s` for seconds (of those who can tell the
    time); `greedy` alone thinks as much as usual. One that was given as a class or an object goes along as `given`."""

    name: str
    playouts: int = PLAYOUTS
    given: Any = None
    seconds: float = 0.0

    @staticmethod
    def read(wanted: Wanted) -> Player:
        """From its text, or from a class or an object.

        >>> str(Player.read("greedy:32")), str(Player.read("warlord:0.50s"))
        ('greedy:32', 'warlord:0.5s')
        """
        if not isinstance(wanted, str):
            agent(wanted)
            return Player(label(wanted), PLAYOUTS, wanted)
        text = wanted.strip()
        name, colon, number = text.rpartition(":")
        timed = TIMED.fullmatch(number)
        if not colon or (not number.isdigit() and not timed and name not in OURS):
            return Player(checked(text))
        checked(name)
        if timed and float(timed[1]) > 0:
            return Player(name, seconds=float(timed[1]))
        if not number.isdigit():
            raise EscarmoucheError(
                f"{text} does not say how much {name} may think: write a number after the colon, such as {name}:32, or seconds"
                f" such as {name}:1s.",
                f"{text} ne dit pas combien {name} peut réfléchir : mettez un nombre après les deux-points, comme {name}:32, ou"
                f" des secondes, comme {name}:1s.",
            )
        return Player(name, Budget(int(number)).playouts)

    def agent(self, seed: int | str) -> Agent:
        """A new agent for a battle."""
        return agent(self.name if self.given is None else self.given, seed)

    def travels(self) -> Player:
        """The player itself, if it can be sent to another process; else a sentence."""
        home = getattr(self.given, "__module__", "")
        try:
            pickle.dumps(self.given)
            lost = home == "__main__" and not hasattr(sys.modules["__main__"], "__file__")
        except Exception:
            lost = True
        if lost:
            raise AgentError(
                f"The agent {self.name} cannot be sent to other processes: put its class into a module, or play in this one.",
                f"Le joueur {self.name} ne peut pas être envoyé à d’autres processus : mettez sa classe dans un module, ou"
                " jouez dans celui-ci.",
            )
        return self

    @property
    def budget(self) -> Budget:
        """How much it may think for one answer."""
        return Budget(self.playouts, self.seconds)

    def __str__(self) -> str:
        if self.seconds:
            return f"{self.name}:{self.seconds:g}s"
        return self.name if self.name == "random" or self.playouts == PLAYOUTS else f"{self.name}:{self.playouts}"
