"""The door of a real server: heads without end and requests that never come."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import msgspec
import pytest
import uvicorn

from escarmouche.server.app import ServerSettings, create_app
from escarmouche.server.door import config
from escarmouche.server.limits import Guard, Limits
from tests.server.serving import FREE, wait_for
from tests.server.test_refusals import asked, nobody, says_why


@contextmanager
def served(data: Path, limits: Limits) -> Iterator[int]:
    """A real server in a thread; gives its port."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = uvicorn.Server(config(create_app(ServerSettings(data, "", limits)), limits))
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        try:
            wait_for(lambda: server.started)
            yield int(listening.getsockname()[1])
        finally:
            server.should_exit = True
            thread.join()


def healthy(port: int) -> bool:
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=10) as client:
        return client.get("/healthz").status_code == 200


def ended(connection: socket.socket, within: float) -> bool:
    """Does the other side close the connection in time?"""
    connection.settimeout(within)
    try:
        while connection.recv(65_536):
            pass
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return True


def sent_until_cut(connection: socket.socket, piece: bytes, most: int, pause: float = 0) -> int:
    """How many pieces are taken before the other side cuts the connection, `most` if it never does."""
    for number in range(most):
        try:
            connection.sendall(piece)
        except ConnectionError:
            return number
        time.sleep(pause)
    return most


class TestHeads:
    @pytest.mark.parametrize("path", ["/api/systems", "/healthz", "/api/games/abcdefgh1234", "/"])
    def test_large_ones_are_refused(self, tmp_path: Path, path: str) -> None:
        with served(tmp_path, FREE) as port, httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False) as client:
            for headers in ({"authorization": "x" * 40_000}, {f"x-{n}": "y" * 1000 for n in range(40)}):
                answer = client.get(path, headers=headers)
                assert answer.status_code == 431
                assert says_why(answer.json())
            assert client.get(path + "x" * 2000).status_code == 431
            endless = client.get(path, headers={"x": "y" * 1_000_000})
            assert endless.status_code == 431
            assert says_why(endless.json())
            assert healthy(port)

    def test_one_without_end_is_cut_off(self, tmp_path: Path) -> None:
        with served(tmp_path, FREE) as port, socket.create_connection(("127.0.0.1", port)) as connection:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nhost: x\r\nauthorization: ")
            assert sent_until_cut(connection, b"x" * 10_000, 5_000) < 1_000
            assert healthy(port)

    def test_a_token_is_remembered_as_a_hash(self) -> None:
        guard = Guard(nobody, Limits())
        wanted = asked("/api/games/abcdefgh1234")
        wanted["headers"] = [(b"authorization", b"x" * 30_000)]
        assert guard.may(wanted)
        assert all(len(key) <= 64 for key in guard._seats._buckets)


class TestWaiting:
    def test_requests_that_never_come_end(self, tmp_path: Path) -> None:
        beginnings = [b"", b"G", b"GET /healthz HTTP/1.1\r\nhost: x\r\n", b"\r\n"]
        beginnings.append(b"POST /api/games HTTP/1.1\r\nhost: x\r\ncontent-length: 500\r\n\r\n{")
        beginnings.append(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\nGET")
        with served(tmp_path, msgspec.structs.replace(FREE, patience=1.0)) as port:
            connections = []
            for beginning in beginnings:
                connection = socket.create_connection(("127.0.0.1", port))
                connection.sendall(beginning)
                connections.append(connection)
            late = time.monotonic() + 20
            assert [ended(one, max(0.1, late - time.monotonic())) for one in connections] == [True] * len(beginnings)
            for one in connections:
                one.close()

    def test_a_trickle_does_not_count_as_a_request(self, tmp_path: Path) -> None:
        few = msgspec.structs.replace(FREE, patience=1.0)
        with served(tmp_path, few) as port, socket.create_connection(("127.0.0.1", port)) as connection:
            assert sent_until_cut(connection, b"\r\n", 100, 0.1) < 50

    def test_where_many_wait_the_one_that_waited_longest_makes_room(self, tmp_path: Path) -> None:
        with served(tmp_path, msgspec.structs.replace(FREE, waiting=8)) as port:
            crowd = [socket.create_connection(("127.0.0.1", port)) for _ in range(20)]
            assert healthy(port)
            assert ended(crowd[0], 5)
            for one in crowd:
                one.close()

    def test_who_is_quick_may_ask_again_and_again(self, tmp_path: Path) -> None:
        few = msgspec.structs.replace(FREE, patience=1.0)
        with served(tmp_path, few) as port, httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False) as client:
            for _ in range(8):
                assert client.get("/healthz").status_code == 200
                time.sleep(0.25)
