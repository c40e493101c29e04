"""What the tests of the core ask of errors."""

from __future__ import annotations

import re

from escarmouche.core.errors import EscarmoucheError


def one_sentence(error: EscarmoucheError) -> None:
    """The error is one sentence in English and one in French, each with a part that says what to do."""
    for text in (str(error), error.french):
        assert text[0].isupper()
        assert text.rstrip(")").endswith(".") or re.search(r"\. \([a-z.-]+\)$", text), text
        assert "\n" not in text
        assert not re.search(r"[.!?]\s+[A-ZÀ-Ý]", text), text
        assert ":" in text
