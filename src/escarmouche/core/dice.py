"""Where dice come from: a seed, a script. (Dice thrown by hand and the enumeration of all outcomes need no source.)

Every source is immutable: what a die shows depends only on the source and the die's place in the game, so that a fork
shares it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from hashlib import sha256
from typing import Any, Final, final

from mypy_extensions import i64, mypyc_attr

from escarmouche.core.effects import Chance, Roll
from escarmouche.core.errors import DiceError

MASK: Final[i64] = 0xFFFFFFFF
WIDEST: Final = 1 << 31
"""The largest n of `uniform`: beyond it a product would leave 63 bits."""


def scramble(value: i64) -> i64:
    """A good mixing of 32 bits: three rounds of xor-shift and multiply.

    The factors are 0xED5AD4BB, 0xAC4C1B51 and 0x31848BAB, each in two halves so that no product leaves 63 bits.
    """
    value ^= value >> 17
    value = (value * 0xD4BB + ((value * 0xED5A & 0xFFFF) << 16)) & MASK
    value ^= value >> 11
    value = (value * 0x1B51 + ((value * 0xAC4C & 0xFFFF) << 16)) & MASK
    value ^= value >> 15
    value = (value * 0x8BAB + ((value * 0x3184 & 0xFFFF) << 16)) & MASK
    return value ^ (value >> 14)


def word(first: i64, second: i64, place: i64, attempt: i64) -> i64:
    """32 random bits for a place, from a key of two words."""
    mixed = scramble((place ^ first) & MASK)
    mixed = scramble((mixed + second + (place >> 32)) & MASK)
    return scramble((mixed ^ (second + attempt * 0x9E3779B9)) & MASK)


def uniform(first: i64, second: i64, place: i64, n: i64) -> i64:
    """A number in 0 .. n - 1, each equally likely, for a place."""
    attempt: i64 = 0
    reject: i64 = (MASK + 1) % n
    while True:
        product = word(first, second, place, attempt) * n
        if (product & MASK) >= reject:
            return product >> 32
        attempt += 1


def key_of(seed: int | str) -> tuple[int, int]:
    """Two 32-bit words from any seed."""
    digest = sha256(str(seed).encode()).digest()
    return int.from_bytes(digest[:4], "big"), int.from_bytes(digest[4:8], "big")


@mypyc_attr(allow_interpreted_subclasses=True)
class Source:
    """Throws the dice of a roll; `place` is how many dice were thrown in the game before it."""

    __slots__ = ()

    def throw(self, roll: Roll, place: int) -> tuple[int, ...]:
        raise TypeError("Source is a base class")


@final
class Hand:
    """Seeded dice thrown one after the other from a place on."""

    __slots__ = ("first", "place", "second")

    def __init__(self, first: int, place: int, second: int) -> None:
        self.first = first
        self.place = place
        self.second = second

    def die(self, sides: int) -> int:
        """The next die."""
        face = int(uniform(self.first, self.second, self.place, sides)) + 1
        self.place += 1
        return face


@final
class Given:
    """Faces that somebody gives, taken one after the other; `wrong` once one is missing or cannot be."""

    __slots__ = ("faces", "place", "wrong")

    def __init__(self, faces: tuple[Any, ...]) -> None:
        self.faces = faces
        self.place = 0
        self.wrong = False

    def die(self, sides: int) -> int:
        """The next face; 1 in place of a wrong one."""
        face = self.faces[self.place] if self.place < len(self.faces) else 0
        self.place += 1
        if type(face) is int and 1 <= face <= sides:
            return face
        self.wrong = True
        return 1


@final
class Seeded(Source):
    """Dice from a seed."""

    __slots__ = ("first", "second", "seed")

    def __init__(self, seed: int | str) -> None:
        self.seed = seed
        self.first, self.second = key_of(seed)

    def throw(self, roll: Roll, place: int) -> tuple[int, ...]:
        if roll.pool:
            return roll.throw(Hand(self.first, place, self.second).die)
        first: i64 = self.first
        second: i64 = self.second
        sides: i64 = roll.sides
        if roll.count == 1:
            return (int(uniform(first, second, place, sides)) + 1,)
        return tuple([int(uniform(first, second, place + i, sides)) + 1 for i in range(roll.count)])


@final
class Scripted(Source):
    """Dice in a given order, for tests and for replaying a table's real dice."""

    __slots__ = ("faces",)

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.faces = faces

    def throw(self, roll: Roll, place: int) -> tuple[int, ...]:
        given = Given(self.faces[place:])
        roll.throw(given.die)
        faces = self.faces[place : place + given.place]
        if len(faces) < given.place:
            die = place + len(faces) + 1
            raise DiceError(
                f"The script of dice ran out at die {die} ({roll.why}): write more dice.",
                f"La liste de dés est épuisée au dé {die} ({roll.why}) : écrivez-en d’autres.",
            )
        if not faces_fit(roll, faces):
            raise DiceError(
                f"The script of dice has {faces} from die {place + 1} on, but {roll.why} throws {roll.notation()}: correct it.",
                f"La liste de dés donne {faces} à partir du dé {place + 1}, mais {roll.why} lance {roll.notation()} :"
                " corrigez-la.",
            )
        return faces


def faces_fit(roll: Roll, faces: tuple[Any, ...]) -> bool:
    """Can the dice of this roll show these faces?"""
    given = Given(faces)
    roll.throw(given.die)
    return not given.wrong and given.place == len(faces)


@final
class Stream(Chance):
    """A quick stream of random numbers for samplers; the same seed gives the same stream."""

    __slots__ = ("first", "place", "second")

    def __init__(self, seed: int | str) -> None:
        self.first, self.second = key_of(seed)
        self.place = 0

    def below(self, n: int) -> int:
        if not 0 < n <= WIDEST:
            raise ValueError(f"a number below {n} cannot be drawn: n is from 1 to {WIDEST}")
        self.place += 1
        return int(uniform(self.first, self.second, self.place, n))


_USUAL: Final = random.Random


@final
class PythonChance(Chance):
    """A `random.Random` as a Chance."""

    __slots__ = ("bits", "rng")

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.bits: Callable[[int], int] | None = rng.getrandbits if type(rng) is _USUAL else None

    def below(self, n: int) -> int:
        """What `randrange` would draw, and by the same draws; only that is four times slower."""
        bits = self.bits
        if bits is None or n < 1:
            return self.rng.randrange(n)
        length = n.bit_length()
        drawn = bits(length)
        while drawn >= n:
            drawn = bits(length)
        return drawn
