"""`army`, `replay`, `fuzz`: answers, sheets, verification, and files that cannot be used."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from escarmouche.core import registry, save
from escarmouche.core.dice import Stream
from escarmouche.core.game import Game
from tests.agents.small import at_random, small_battle
from tests.cli.conftest import Said

Cli = Callable[..., Said]

BAND = 'system = "sbh"\nname = "Band"\n\n[[figure]]\nprofile = "orc-warrior"\ncount = 4\n'


def write(folder: Path, text: str) -> str:
    path = folder / "band.toml"
    path.write_text(text, "utf-8")
    return str(path)


# ---------------------------------------------------------------- army new, army add


def test_an_army_is_built_line_by_line(cli: Cli, tmp_path: Path) -> None:
    file = str(tmp_path / "marsh-watch.toml")
    said = cli("army new sbh", file)
    assert said.status == 0
    first, second = said.out.splitlines()[:2]
    assert first == f"Marsh watch is written to {file}: go on with `escarmouche army add`."
    assert second == "Marsh watch is not legal:"
    assert "existe déjà" in cli("army new sbh --lang fr", file).err
    written = Path(file).read_text("utf-8")
    Path(file).write_text("# my own remark\n" + written, "utf-8")
    assert cli("army add", file, "human-leader", "--name", "Captain").out.startswith("1 × human-leader added to Marsh watch.\n")
    said = cli("army add --count 4", file, "orc-warrior")
    assert said == Said(0, "4 × orc-warrior added to Marsh watch.\nMarsh watch is legal: 152 points.\n", "")
    assert Path(file).read_text("utf-8") == (
        '# my own remark\nsystem = "sbh"\nname = "Marsh watch"\n\n[[figure]]\nprofile = "human-leader"\nname = "Captain"\n'
        '\n[[figure]]\nprofile = "orc-warrior"\ncount = 4\n'
    )
    assert cli("army check", file).status == 0


def test_an_army_may_begin_like_another_and_lie_with_ones_own(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ESCARMOUCHE_HOME", str(tmp_path))
    answer = cli("army new sbh marsh-watch --like sbh/orcs --json").json()
    assert answer["file"] == str(tmp_path / "sbh" / "armies" / "marsh-watch.toml")
    assert answer["valid"] is True
    assert answer["points"] == cli("army check sbh/orcs --json").json()["points"]
    more = cli("army add sbh/marsh-watch orc-warrior --json").json()["points"]
    assert more == answer["points"] + 23 == cli("army check sbh/marsh-watch --json").json()["points"]
    assert cli("army add marsh-watch orc-warrior").status == 0
    assert cli("army new sbh second --like orcs --name Mine --lang fr").out.startswith("Mine est dans ")
    host = cli('army new masse host --set notes="Hold." --json').json()["file"]
    assert 'notes = "Hold."' in Path(host).read_text("utf-8")
    assert cli("army add masse/host milice --kind unit --set figures=12").status == 0
    assert "figures = 12" in Path(host).read_text("utf-8")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("army new chess a.toml", "no system 'chess'"),
        ("army new masse a --like sbh/orcs", "army of sbh, not of masse"),
        ("army new sbh masse/a", "write sbh/a"),
        ("army new sbh a.toml --set colour=red", "colour"),
        ("army new sbh a.toml --set colour", "key=value"),
        ("army add nobody orc-warrior", "No army of yours"),
        ("army add nowhere.toml orc-warrior", "cannot be read"),
        ("army add band.toml orc-wariror", "perhaps 'orc-warrior'"),
        ("army add band.toml orc-warrior --kind unit", "there is no kind of entry 'unit'"),
        ("army add band.toml orc-warrior --set speed=9", "speed"),
    ],
)
def test_what_cannot_be_built_is_refused_and_changes_nothing(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, says: str
) -> None:
    monkeypatch.setenv("ESCARMOUCHE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    write(tmp_path, BAND)
    said = cli(line)
    assert (said.status, said.out) == (2, "")
    assert says in said.err
    assert (tmp_path / "band.toml").read_text("utf-8") == BAND
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["band.toml"]


def test_a_special_rule_of_ones_own_is_python(cli: Cli) -> None:
    said = cli("army price sbh --quality 3 --combat 3 --trait zzz")
    assert "; a new one changes how the game is played, so it is written in Python, as docs/" in said.err
    assert "elle s’écrit donc en Python" in cli("army price sbh --quality 3 --combat 3 --trait zzz --lang fr").err
    assert "Python" not in cli("army price sbh --quality 3 --combat 3 --trait tuogh").err


# ---------------------------------------------------------------- army check


def test_a_legal_army(cli: Cli, tmp_path: Path) -> None:
    file = write(tmp_path, BAND)
    assert cli("army check", file) == Said(0, "Band is legal: 92 points.\n", "")
    assert cli("army check --lang fr", file) == Said(0, "Band est légale : 92 points.\n", "")
    assert cli("army check --json", file).json() == {
        "file": file,
        "system": "sbh",
        "name": "Band",
        "points": 92,
        "valid": True,
        "faults": [],
    }


def test_that_a_campaign_has_made_a_band_is_not_taken_from_its_file(cli: Cli, tmp_path: Path) -> None:
    """Else everybody's fighters have Quality 2 and Combat 6."""
    gained = BAND.replace("[[figure]]", "campaign = true\n\n[[figure]]") + "options = {quality = 2, combat = 6}\n"
    answer = cli("army check --json", write(tmp_path, gained))
    assert answer.status == 1
    assert [fault["rule"] for fault in answer.json()["faults"]] == ["sbh.campaign.experience"]
    file = write(tmp_path, BAND.replace("[[figure]]", "campaign = true\n\n[[figure]]"))
    assert cli("army check", file).status == 0, "a band that is legal without it stays so"


def test_an_illegal_army_is_a_negative_answer(cli: Cli, tmp_path: Path) -> None:
    file = write(tmp_path, BAND + '\n[[figure]]\nprofile = "vampire"\n')
    said = cli("army check", file)
    assert said.status == 1
    assert said.out == (
        "Band is not legal:\n"
        "  • Characters cost 116 points, more than a third of 300: keep them to 100. (sbh.army.characters-third)\n"
    )
    assert "plus du tiers de 300" in cli("army check --lang fr", file).out
    answer = cli("army check --json", file)
    assert answer.status == 1
    assert answer.json()["valid"] is False
    assert [fault["rule"] for fault in answer.json()["faults"]] == ["sbh.army.characters-third"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (BAND.replace("orc-warrior", "orc-warior"), "figure 1, field profile: there is no profile 'orc-warior'; perhaps"),
        (
            BAND.replace("count = 4", 'count = "4"'),
            "figure 1 (orc-warrior), field count: should be a whole number, not a text.",
        ),
        (BAND.replace("count", "number"), "figure 1 (orc-warrior): there is no field 'number'"),
        (BAND.replace("sbh", "shb"), "field system: there is no system 'shb'; perhaps 'sbh'"),
        (BAND + "[[[", "the file is not valid TOML"),
        (
            BAND + '[[profile]]\nid = "a"\nname = "A"\nquality = 3\ncombat = 3\ntraits = ["fearles"]\n',
            "profile 'a', field traits: there is no trait 'fearles'; perhaps 'fearless' was meant.",
        ),
    ],
)
def test_a_file_that_is_no_army_is_a_negative_answer_too(cli: Cli, tmp_path: Path, text: str, message: str) -> None:
    file = write(tmp_path, text)
    said = cli("army check", file)
    assert (said.status, said.err) == (1, "")
    assert message in said.out
    answer = cli("army check --json", file)
    assert answer.status == 1
    (fault,) = answer.json()["faults"]
    assert (answer.json()["valid"], fault["rule"]) == (False, None)
    assert message in fault["en"]
    assert fault["fr"] != fault["en"]


@pytest.mark.parametrize("command", ["check", "print"])
def test_a_file_that_is_not_there_is_misuse(cli: Cli, tmp_path: Path, command: str) -> None:
    file = str(tmp_path / "nothing.toml")
    said = cli(f"army {command} --json", file)
    assert (said.status, said.out) == (2, "")
    assert said.err.startswith(f"{file}: the file cannot be read (No such file or directory)")
    assert cli(f"army {command}", str(tmp_path)).status == 2


def test_ready_made_armies_are_named_by_system_and_id(cli: Cli) -> None:
    assert cli("army check pocket/file") == Said(0, "The File is legal: 1 point.\n", "")
    assert "La Colonne" in cli("army check pocket/file --lang fr").out
    said = cli("army check pocket/fil")
    assert said == Said(2, "", "There is no army 'fil' (perhaps 'file' was meant): choose one of file, or name a .toml file.\n")
    assert cli("army check sbh/undead").status == 0


# ---------------------------------------------------------------- army print, list, price


def test_a_sheet_to_print(cli: Cli, tmp_path: Path) -> None:
    said = cli("army print", write(tmp_path, BAND))
    assert said.status == 0
    assert "Band: Band" in said.out
    assert "Player: ____" in said.out
    assert "Points: 92 / 300" in said.out
    assert said.out.count("Orc warrior") == 4
    assert said.out.count("│") == 6 * (1 + 8) * 2
    assert "Personnages" in cli("army print --lang fr", write(tmp_path, BAND)).out
    assert "Que la Liche" in cli("army print --lang fr sbh/undead").out
    sheet = cli("army print --json", write(tmp_path, BAND)).json()
    assert [part["title"] for part in sheet["parts"]] == ["Characters", "Warriors"]


def test_markup_in_an_army_is_printed_as_it_is(cli: Cli, tmp_path: Path) -> None:
    file = write(tmp_path, BAND.replace('"Band"', '"[bold]Band[/bold]"') + 'name = "[red]Gruk"\n')
    assert "[bold]Band[/bold]" in cli("army check", file).out
    assert "[red]Gruk" in cli("army print", file).out


def test_armies_at_hand(cli: Cli) -> None:
    assert "The Open Crypt" in cli("army list sbh").out
    assert "La Crypte ouverte" in cli("army list sbh --lang fr").out
    rows = cli("army list sbh --json").json()["armies"]
    assert len(rows) >= 10
    assert all(280 <= row["points"] <= 300 for row in rows)


def test_prices(cli: Cli) -> None:
    assert cli("army price sbh --quality 3 --combat 3 --trait leader --trait tough") == Said(0, "90 points\n", "")
    assert cli("army price sbh --quality 3 --combat 3 --trait leader --trait tough --json").json() == {
        "system": "sbh",
        "profile": {"quality": 3, "combat": 3, "traits": ["leader", "tough"]},
        "points": 90,
    }
    assert cli("army price pocket --combat 2 --set speed=4 --json").json()["points"] == 14


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "army price sbh --quality 3 --combat 3 --trait ledaer",
            "profile, field traits: there is no trait 'ledaer'; perhaps 'leader'",
        ),
        ("army price sbh --quality 9 --combat 3", "profile, field quality: should be at most 6."),
        ("army price sbh --combat 3", "profile, field quality: missing; add it."),
        ("army price sbh --quality 3 --combat 3 --set armour=2", "profile, field armour: there is no such field"),
        ("army price sbh --quality three --combat 3", "The value of '--quality' is wrong"),
        ("army price sbh --set armour", "The value of '--set' is wrong: 'armour' is not of the form key=value."),
        ("army price nothing", "There is no system 'nothing'"),
    ],
)
def test_prices_of_nonsense_are_misuse(cli: Cli, line: str, message: str) -> None:
    said = cli(line)
    assert (said.status, said.out) == (2, "")
    assert said.err.startswith(message)
    assert said.err.count("\n") == 1


# ---------------------------------------------------------------- replay


@pytest.fixture
def saved(tmp_path: Path) -> tuple[Game, str]:
    """A pocket game played to its end, and its file."""
    game = registry.new("pocket", seed=5)
    chance = Stream("replay")
    while game.due is not None:
        game.play(game.sample(chance))
    path = tmp_path / "game.json"
    game.save(path)
    return game, str(path)


def test_a_log_has_a_line_for_every_event(cli: Cli, saved: tuple[Game, str]) -> None:
    game, file = saved
    said = cli("replay", file)
    assert said.status == 0
    assert said.out.startswith("pocket, scenario corridor, seed 5\n")
    assert len(said.out.splitlines()) == len(game.events) + 2
    assert "dice: " in said.out
    assert "dés : " in cli("replay --lang fr", file).out
    assert game.result is not None
    assert f"({game.result.reason})." in said.out.splitlines()[-1]


def test_a_log_as_json(cli: Cli, saved: tuple[Game, str]) -> None:
    game, file = saved
    told = cli("replay --json", file).json()
    assert (told["system"], told["scenario"], told["seed"], told["verified"]) == ("pocket", "corridor", 5, None)
    assert game.result is not None
    assert told["result"]["winner"] == game.result.winner
    assert len(told["events"]) == len(game.events)
    assert all(event["sentence"] for event in told["events"])


def test_a_game_under_way_says_so(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "open.json"
    registry.new("pocket", seed=5).save(path)
    assert cli("replay", str(path)).out.splitlines()[-1] == "The game is not over."
    assert cli("replay --json", str(path)).json()["result"] is None


def test_verification(cli: Cli, saved: tuple[Game, str]) -> None:
    _, file = saved
    assert cli("replay --verify", file) == Said(0, f"{file} plays again to the very same bytes.\n", "")
    assert cli("replay --verify --json", file).json()["verified"] is True


def test_what_decisions_cost_is_told_once_the_game_is_over(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from escarmouche.analysis import review

    monkeypatch.setattr(review, "LEAST", -1.0)
    monkeypatch.setattr(review, "SURE", -100.0)
    game = at_random(small_battle(2), "sbh.action.table")
    path = tmp_path / "small.json"
    game.save(path)
    assert cli("replay --decisions", str(path)).err.startswith("The game is not over: play it to its end")
    chance = Stream("decisions")
    while ("concede",) not in game.options():
        game.play(game.sample(chance))
    game.play(("concede",))
    game.save(path)
    told = cli("replay --decisions", str(path))
    assert told.status == 0
    assert "Concede the game: -" in told.out
    assert "    better: " in told.out
    assert "looked at again" in told.out
    assert "    mieux : " in cli("replay --decisions --lang fr", str(path)).out
    assert cli("replay --decisions --json", str(path)).json()["lapses"]


def test_a_game_that_does_not_replay_is_a_negative_answer(cli: Cli, tmp_path: Path) -> None:
    other = registry.new("pocket", seed=5)
    other.thrown += 1
    forged = tmp_path / "forged.json"
    save.write(other, forged)
    assert cli("replay --verify", str(forged)) == Said(1, f"{forged} does not play again to the same bytes.\n", "")
    assert cli("replay --verify --json", str(forged)).status == 1


def test_a_file_that_is_no_save_is_misuse(cli: Cli, tmp_path: Path, saved: tuple[Game, str]) -> None:
    _, file = saved
    cut = tmp_path / "cut.json"
    cut.write_bytes(Path(file).read_bytes()[:100])
    for path in (str(cut), str(tmp_path / "nothing.json"), str(tmp_path)):
        said = cli("replay", path)
        assert (said.status, said.out) == (2, "")
        assert said.err.count("\n") == 1


# ---------------------------------------------------------------- fuzz


def test_fuzzing_finds_nothing_in_the_toy(cli: Cli, tmp_path: Path) -> None:
    said = cli("fuzz pocket --games 4 --seed 3 --folder", str(tmp_path / "found"))
    assert said.status == 0
    assert said.out.startswith("4 games, ")
    assert said.out.endswith(", 0 failures\n")
    report = cli("fuzz pocket --games 2 --json --folder", str(tmp_path / "found")).json()
    assert (report["games"], report["failures"], report["stopped"]) == (2, [], False)


def test_what_fuzzing_finds_is_a_negative_answer_and_can_be_done_again(cli: Cli, tmp_path: Path) -> None:
    folder = str(tmp_path / "found")
    said = cli("fuzz pocket --games 1 --max-decisions 1 --folder", folder)
    assert said.status == 1
    assert "1 failure\n" in said.out
    (file,) = Path(folder).iterdir()
    again = cli("fuzz --again", str(file))
    assert again.status == 1
    assert "pocket" in again.out
    assert cli("fuzz --json --again", str(file)).json()["failure"]["system"] == "pocket"
    data = json.loads(file.read_text("utf-8"))
    data["max_decisions"] = 100_000
    file.write_text(json.dumps(data), "utf-8")
    assert cli("fuzz --again", str(file)) == Said(0, f"{file} no longer fails.\n", "")


def test_a_file_the_fuzzer_did_not_write(cli: Cli, tmp_path: Path) -> None:
    for path in (tmp_path / "nothing.json", Path(__file__)):
        said = cli("fuzz --again", str(path))
        assert (said.status, said.out) == (2, "")
        assert said.err.count("\n") == 1
