"""Opponents. An agent answers for a seat and sees only what that seat may know."""

USUAL = "veteran"
"""Whom people play against where nobody says otherwise."""
