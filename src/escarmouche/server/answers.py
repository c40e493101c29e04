"""What somebody sends as an answer: plain data of a reasonable size, or nothing is done with it."""

from __future__ import annotations

from typing import Any

DEEPEST = 8
"""So many tuples within tuples an answer may have."""
LONGEST = 400
"""So many parts an answer may have, and so many letters a word of it."""
BIGGEST = 2**53


def well_formed(answer: Any, depth: int = 0) -> bool:
    """Is it plain data of a reasonable size?"""
    if isinstance(answer, list):
        return depth < DEEPEST and len(answer) <= LONGEST and all(well_formed(one, depth + 1) for one in answer)
    if isinstance(answer, tuple):
        return well_formed(list(answer), depth)
    if isinstance(answer, str):
        return len(answer) <= LONGEST
    if isinstance(answer, int):
        return abs(answer) < BIGGEST
    return answer is None
