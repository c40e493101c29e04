"""A seat that is played over HTTP, to bring a game to the moment that a test is about."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import Any

import httpx

from tests.browser.conftest import Server

Plain = dict[str, Any]


class Seat:
    """Plays for one seat, and always goes for the enemy, unless it is told to stand and wait."""

    def __init__(self, server: Server, made: Plain, seat: int, stands: bool = False) -> None:
        self.seat = seat
        self.stands = stands
        self.base = f"{server.url}api/games/{made['game']}"
        headers = {"Authorization": f"Bearer {made['seats'][seat]['token']}"}
        fresh = httpx.Limits(max_keepalive_connections=0)  # a server may be killed and come back between two requests
        self.client = httpx.Client(base_url=self.base, headers=headers, timeout=60, trust_env=False, limits=fresh)

    def state(self) -> Plain:
        """The game as this seat knows it."""
        found: Plain = self.client.get("").raise_for_status().json()
        return found

    def events(self, after: int) -> list[Plain]:
        """What has happened since, as far as this seat knows."""
        found: list[Plain] = self.client.get(f"/events?after={after}").raise_for_status().json()
        return found

    def answer(self, answer: Any, after: int) -> Plain:
        """Answer what is due; returns the state that follows."""
        body = {"answer": answer, "after": after}
        told = self.client.post("/answer", json=body)
        assert told.status_code in (200, 201), told.text
        state: Plain = told.json()["state"]
        return state

    def step(self, state: Plain) -> Plain:
        """Take the decision that is due."""
        return self.answer(self.best(state)["answer"], state["version"])

    def best(self, state: Plain) -> Plain:
        """Attack, else come into contact, else come nearer, else activate whoever is nearest, else the first answer."""
        options: list[Plain] = state["due"]["options"]
        for kind in ("end-turn",) if self.stands else ("attack", "shoot"):
            for one in options:
                if one["kind"] == kind:
                    return one
        steps = [one for one in options if one["kind"] == "move"]
        touching = [one for one in steps if "contact" in one["text"]["en"]]
        if touching:
            return touching[0]
        if steps:
            return min(steps, key=lambda one: self.gap(state, one["x"], one["y"]))
        acting = [one for one in options if one["kind"] == "activate" and one["dice"] == 2]
        if acting:
            places = {one["id"]: one for one in state["view"]["figures"]}
            return min(acting, key=lambda one: self.gap(state, places[one["figure"]]["x"], places[one["figure"]]["y"]))
        return options[0]

    def gap(self, state: Plain, x: int, y: int) -> float:
        """How far the nearest enemy is from a place."""
        foes = [one for one in state["view"]["figures"] if one["seat"] != self.seat and one["state"] == "table"]
        return min([hypot(one["x"] - x, one["y"] - y) for one in foes], default=0.0)


def until(seats: list[Seat], wanted: Callable[[Plain, int], bool], most: int = 300) -> Plain:
    """Let the seats play until `wanted(state, seat)` holds for the one that is to decide; returns its state."""
    state = seats[0].state()
    for _ in range(most):
        assert state["due"] is not None, "the game is over before the moment came"
        seat = seats[state["due"]["seat"]]
        if not state["due"]["mine"]:
            state = seat.state()
        if wanted(state, seat.seat):
            return state
        state = seat.step(state)
    raise AssertionError("the moment never came")


def to_the_end(seats: list[Seat], most: int = 600) -> None:
    """Let the seats play until the game is over."""
    state = seats[0].state()
    for _ in range(most):
        if state["due"] is None:
            return
        seat = seats[state["due"]["seat"]]
        state = seat.step(state if state["due"]["mine"] else seat.state())
    raise AssertionError("the game does not end")


def is_reaction(state: Plain, seat: int) -> bool:
    """Does the seat decide in the other's turn?"""
    return bool(state["view"]["turn"]) and state["view"]["active"] != seat
