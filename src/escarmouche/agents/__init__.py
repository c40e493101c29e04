"""Opponents. An agent answers for a seat and sees only what that seat may know."""
