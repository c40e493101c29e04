"""`python -m escarmouche` is the command line."""

from __future__ import annotations

from escarmouche.cli import main

main()
