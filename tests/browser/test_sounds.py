"""The small sounds, rendered without anybody to hear them: loud enough, never clipped, short, and none like another."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

WEB = Path(__file__).parents[2] / "web"
STRIP = """
const options = { compilerOptions: { module: 99, target: 99 } };
const text = require("fs").readFileSync(0, "utf8");
process.stdout.write(require("typescript").transpileModule(text, options).outputText);
"""
RENDER = """async code => {
  const { SOUNDS } = await import(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
  const found = {};
  for (const [name, make] of Object.entries(SOUNDS)) {
    const audio = new OfflineAudioContext(1, 44100 * 2, 44100);
    make(audio);
    const data = (await audio.startRendering()).getChannelData(0);
    const peak = data.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
    const last = data.findLastIndex(one => Math.abs(one) > peak / 100);
    let [crossings, power] = [0, 0];
    for (let i = 1; i <= last; i++) {
      crossings += data[i - 1] < 0 !== data[i] < 0 ? 1 : 0;
      power += data[i] * data[i];
    }
    found[name] = { peak, seconds: last / 44100, pitch: crossings / 2 / (last / 44100), level: Math.sqrt(power / last) };
  }
  return found;
}"""


@pytest.fixture(scope="module")
def rendered(chromium: Browser) -> dict[str, Any]:
    """Peak, length, pitch by zero crossings, and level of every sound."""
    code = subprocess.run(
        ["node", "-e", STRIP],
        input=(WEB / "src/lib/voices.ts").read_text("utf-8"),
        cwd=WEB,
        capture_output=True,
        text=True,
        check=True,
    )
    page = chromium.new_page()
    found: dict[str, Any] = page.evaluate(RENDER, code.stdout)
    page.close()
    return found


def test_no_sound_is_clipped_silent_or_long(rendered: dict[str, Any]) -> None:
    assert set(rendered) == {"step", "blow", "arrow", "spell", "dice", "fall", "horn", "victory"}
    print({name: {key: round(value, 3) for key, value in heard.items()} for name, heard in rendered.items()})
    for name, heard in rendered.items():
        assert 0.08 < heard["peak"] < 0.9, name
        assert 0.05 < heard["seconds"] <= 0.62, name
        assert heard["level"] > 0.01, name


def test_sounds_are_low_and_high_as_they_should_be(rendered: dict[str, Any]) -> None:
    pitch = {name: heard["pitch"] for name, heard in rendered.items()}
    assert pitch["horn"] < pitch["victory"] < pitch["spell"] < pitch["dice"]
    assert pitch["fall"] < pitch["spell"]
    assert pitch["step"] < pitch["arrow"] < 4000
