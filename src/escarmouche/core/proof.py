"""Dice that can be proved: whoever throws them commits to a secret first, the players add salts, and once the secret is told
everybody can compute every die again.

The die at place p of a game (the dice of a game are counted from 0) comes from HMAC-SHA256 with the secret as key, over
"p:attempt:" and the salts joined by line ends. Its first eight bytes are a number u; a number so large that the faces would
not be equally likely is passed over for the next attempt; the face is u mod sides + 1. The commitment is the SHA-256 of the
secret.

Players commit as well: each gives the SHA-256 of the own salt before anybody's salt is told. So nobody, not even whoever holds
the secret, can choose a salt that goes well with the others.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

from escarmouche.core.dice import Scripted, Seeded, Source
from escarmouche.core.effects import Roll
from escarmouche.core.errors import DiceError

SPAN = 1 << 64
KIND = "committed"


def commitment(secret: str) -> str:
    """What is published before the first die: the SHA-256 of the secret, both as hexadecimal digits.

    >>> commitment("00")
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'
    """
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def salt_commitment(salt: str) -> str:
    """What a player gives before the salts are told: the SHA-256 of the salt in UTF-8, as hexadecimal digits.

    >>> salt_commitment("sea")[:16]
    '4a69f19c8c264850'
    """
    return hashlib.sha256(salt.encode()).hexdigest()


def face(secret: bytes, salts: str, place: int, sides: int) -> int:
    """What a die shows.

    >>> face(b"secret", "salt", 0, 6), face(b"secret", "salt", 0, 6)
    (2, 2)
    """
    fair = SPAN - SPAN % sides
    attempt = 0
    while True:
        digest = hmac.digest(secret, f"{place}:{attempt}:{salts}".encode(), "sha256")
        number = int.from_bytes(digest[:8], "big")
        if number < fair:
            return number % sides + 1
        attempt += 1


class Committed(Source):
    """Dice from a secret and the players' salts."""

    def __init__(self, secret: str, salts: tuple[str, ...] = ()) -> None:
        self.secret = bytes.fromhex(secret)
        self.salts = "\n".join(salts)

    def throw(self, roll: Roll, place: int) -> tuple[int, ...]:
        thrown = 0

        def die(sides: int) -> int:
            nonlocal thrown
            thrown += 1
            return face(self.secret, self.salts, place + thrown - 1, sides)

        return roll.throw(die)


class Spliced(Source):
    """The dice of one source up to a place, those of another from there on: a fork with fresh dice."""

    def __init__(self, before: Source, since: int, after: Source) -> None:
        self.before = before
        self.since = since
        self.after = after

    def throw(self, roll: Roll, place: int) -> tuple[int, ...]:
        return (self.before if place < self.since else self.after).throw(roll, place)


def source(dice: Any, seed: int | str) -> Source | None:
    """The dice that the option `dice` of a set-up asks for; None for dice thrown by hand.

    "seeded" (usual), "manual", a list of faces, or {"kind": "committed", "commitment", "secret", "salts"}, where players have
    committed to their salts also "salt_commitments" in the same order, and for a fork with fresh dice also "since" (the place
    of its first fresh die) and "before" (the option it had until then).
    """
    if dice == "seeded":
        return Seeded(seed)
    if dice == "manual":
        return None
    if isinstance(dice, (list, tuple)):
        return Scripted(tuple(dice))
    if isinstance(dice, dict) and dice.get("kind") == KIND and isinstance(dice.get("secret"), str):
        return _committed(dice, seed)
    raise DiceError(
        f"The option dice is {dice!r}: use 'seeded', 'manual', a list of faces, or committed dice with their secret.",
        f"L’option dice vaut {dice!r} : utilisez 'seeded', 'manual', une liste de faces, ou des dés engagés et leur secret.",
    )


def _committed(dice: dict[str, Any], seed: int | str) -> Source:
    fresh = Committed(dice["secret"], tuple(dice.get("salts", ())))
    if "since" not in dice:
        return fresh
    before = source(dice["before"], seed)
    return fresh if before is None else Spliced(before, dice["since"], fresh)


def honest(dice: Any) -> bool:
    """Does every secret of the option `dice`, and every salt that was committed to, fit what was published? True for other
    dice."""
    if not isinstance(dice, dict) or dice.get("kind") != KIND:
        return True
    try:
        kept = hmac.compare_digest(commitment(dice["secret"]), dice["commitment"])
        salts = [salt_commitment(salt) for salt in dice.get("salts", ())]
    except (AttributeError, KeyError, TypeError, ValueError):
        return False
    return kept and dice.get("salt_commitments", salts) == salts and honest(dice.get("before"))
