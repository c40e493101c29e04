"""The API as its schema tells it: whatever fits the schema, or nearly fits it, gets an answer that is no server error."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode

from escarmouche.server.app import ServerSettings, create_app
from tests.server.serving import Player, Process, play_both, process, two_seats

EXAMPLES = 12
"""Requests of each kind to each address."""
NO_HTTP = "Invalid HTTP request received."
"""What the HTTP parser says itself of a request whose line or headers are no HTTP: we never see it."""
MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)


def operations() -> dict[str, Any]:
    """Every operation of the schema of the API, by its method and address."""
    with TemporaryDirectory() as folder:
        schema: Any = schemathesis.openapi.from_dict(create_app(ServerSettings(Path(folder))).openapi_schema.to_schema())
        found = [one.ok() for one in schema.get_all_operations()]
    return {f"{one.method.upper()} {one.path}": one for one in found}


OPERATIONS = operations()


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Process, Player]]:
    """A real server, and somebody with a seat in a game under way there."""
    with process(tmp_path_factory.mktemp("schema") / "data") as server, server.client() as client:
        one, other = two_seats(client, seed=3)
        play_both(one, other, random.Random(3), 12)
        yield server, (one, other)[one.get()["due"]["seat"]]


def test_the_schema_lists_the_whole_contract() -> None:
    wanted = [
        "answer",
        "claim",
        "commit",
        "counsel",
        "events",
        "fork",
        "luck",
        "proof",
        "reach",
        "rematch",
        "replay",
        "review",
        "salt",
        "save",
        "try",
        "undo",
    ]
    assert {line.rpartition("/")[2] for line in OPERATIONS} >= {*wanted, "systems", "profiles", "rules", "mine", "games"}
    assert {line.partition(" ")[0] for line in OPERATIONS} == {"GET", "POST"}


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.value)
@pytest.mark.parametrize("line", sorted(OPERATIONS))
def test_no_request_is_a_server_error(table: tuple[Process, Player], line: str, mode: GenerationMode) -> None:
    server, player = table
    operation = OPERATIONS[line]
    session = requests.Session()
    session.trust_env = False
    counted: list[int] = []

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case: Any) -> None:
        seated(case, player, len(counted))
        response = case.call(base_url=server.url, session=session)
        counted.append(response.status_code)
        assert response.status_code < 500, (case.as_curl_command(), response.text)
        if response.status_code >= 400 and response.text != NO_HTTP:
            error = response.json()["error"]
            assert error["en"]
            assert error["fr"]

    try:
        ask()
    except Unsatisfiable:
        # Where an address takes nothing, nothing can be wrong with it.
        assert mode is GenerationMode.NEGATIVE
        return
    assert sum(counted) > 0


def seated(case: Any, player: Player, number: int) -> None:
    """Two of three requests are about a real game, by somebody who has a seat in it."""
    parameters = case.path_parameters
    if number % 3 and parameters and "game_id" in parameters:
        parameters["game_id"] = player.game
        case.headers = {**(case.headers or {}), **player.headers()}
