"""The kind of an answer, which computer players ask for of every option."""

from __future__ import annotations

from escarmouche.core.effects import Answer


def is_worded(answer: Answer) -> bool:
    """Does the answer begin with the word for what is done?"""
    return isinstance(answer, tuple) and bool(answer) and isinstance(answer[0], str)


def first_word(answer: Answer) -> str:
    """The word for what is done, which is the kind of an answer that begins with one; any other is a value."""
    return str(answer[0]) if is_worded(answer) else "value"
