"""A real server, a real Chromium, and pages of it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
SHELL = f"{CHROMIUM}-headless-shell"
"""The same browser without windows of its own: a page costs it half as much."""
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--no-first-run",
]
WAIT = 30_000
"""How long, in milliseconds, a page may take for anything before the test is lost."""
expect.set_options(timeout=WAIT)


class Server:
    """A server process with its own data folder; it can be killed and started again at the same address."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = 0
        self.process: subprocess.Popen[str] | None = None
        self.url = ""

    def start(self) -> None:
        """Start it, and wait until it answers."""
        line = [sys.executable, "-m", "escarmouche", "serve", "--port", str(self.port), "--data", str(self.data)]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            [*line, "--unlimited"], stdout=subprocess.PIPE, text=True, env=environment, cwd=self.data
        )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        found = re.search(r"http://[\d.]+:(\d+)/", said)
        assert found, f"the server says no address: {said!r}"
        self.url, self.port = found.group(0), int(found.group(1))
        for _ in range(200):
            try:
                if httpx.get(f"{self.url}healthz", trust_env=False).status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.1)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        """End it without any warning."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self._gone()

    def stop(self) -> None:
        """End it."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self._gone()

    def _gone(self) -> None:
        assert self.process is not None
        assert self.process.stdout is not None
        self.process.wait(timeout=20)
        self.process.stdout.close()

    def make(self, **asked: Any) -> dict[str, Any]:
        """A new game."""
        answer = httpx.post(f"{self.url}api/games", json=asked, timeout=60, trust_env=False)
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made

    def link(self, made: dict[str, Any], seat: int) -> str:
        """The page of a seat."""
        return self.url.rstrip("/") + str(made["seats"][seat]["url"])


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests that do not kill it."""
    one = Server(tmp_path_factory.mktemp("data"))
    one.start()
    yield one
    one.stop()


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A server of one test's own, to be killed."""
    one = Server(tmp_path)
    one.start()
    yield one
    one.stop()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=SHELL if Path(SHELL).exists() else CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


Opener = Callable[..., Page]


@pytest.fixture
def open_page(chromium: Browser) -> Iterator[Opener]:
    """Opens pages, each in a browser profile of its own; without an address they stay empty. Whatever goes wrong inside
    a page fails the test."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def opened(url: str, lang: str = "en", width: int = 1280, height: int = 860, pace: str = "off", **more: Any) -> Page:
        context = chromium.new_context(viewport={"width": width, "height": height}, locale=f"{lang}-{lang.upper()}", **more)
        contexts.append(context)
        context.set_default_timeout(WAIT)
        prefs = f'{{"pace": "{pace}"}}'
        context.add_init_script(
            "if (location.origin !== 'null' && !localStorage.getItem('escarmouche.prefs'))"
            f" localStorage.setItem('escarmouche.prefs', '{prefs}')"
        )
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda asked: faults.append(asked.url) if is_foreign(asked.url) else None)
        page.on("console", lambda told: faults.append(told.text) if is_fault(told.type, told.text) else None)
        if url:
            page.goto(url)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not faults, faults


def is_fault(kind: str, text: str) -> bool:
    """Is this a fault of the page itself? That a server is away for a moment, or refuses something, is none."""
    return kind == "error" and "Failed to load resource" not in text and "WebSocket" not in text


def is_foreign(url: str) -> bool:
    """Does a request go to somebody else than the server of the test?"""
    return not url.startswith(("http://127.0.0.1:", "blob:", "data:"))
