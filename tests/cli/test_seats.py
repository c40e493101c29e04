"""Three and four at the table: played in the terminal, simulated, rated, soaked, fuzzed and replayed."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from escarmouche.cli import shelf
from escarmouche.cli.session import Session
from escarmouche.core import registry, save
from escarmouche.core.effects import Chosen
from escarmouche.core.game import Game
from tests.cli.conftest import Said
from tests.core.brawl import BRAWL

Cli = Callable[..., Said]


@pytest.fixture(autouse=True)
def _brawl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    registry.add(BRAWL)
    yield
    registry.drop("brawl")


@pytest.fixture
def typed(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> Cli:
    """Run a command line with these lines of input."""

    def call(lines: str, line: str) -> Said:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        return cli(line)

    return call


# ---------------------------------------------------------------- play


def test_a_person_plays_against_as_many_bots_as_there_are_seats(typed: Cli) -> None:
    said = typed("q\n", "play brawl --seed 3")
    assert (said.status, said.err) == (0, "")
    (file,) = shelf.games()
    assert said.out.endswith(f"`escarmouche play --resume {file.stem}` goes on with it.\n")
    game = save.read(file)
    assert game.setup.seats == 3
    again = typed("1\nq\n", f"play --resume {file.stem}")
    assert again.status == 0
    assert {event.seat for event in save.read(file).events if isinstance(event, Chosen)} == {0, 1, 2}
    assert "Player" not in again.out, "nobody shares the keyboard with a bot"


@pytest.mark.parametrize(("line", "seats"), [("--seats 4", 4), ("--players here,random", 2), ("--scenario square", 4)])
def test_how_many_play(typed: Cli, line: str, seats: int) -> None:
    assert typed("q\n", f"play brawl --seed 3 {line}").status == 0
    assert save.read(shelf.games()[0]).setup.seats == seats


def test_three_people_take_turns_at_one_keyboard(typed: Cli) -> None:
    said = typed("1\n" * 4 + "q\n", "play brawl --seed 3 --players here,here,here")
    hands = [line for line in said.out.splitlines() if line.startswith("---")]
    assert hands == [f"--- Player {number} has the keyboard ---" for number in (1, 2, 3, 1, 2)]
    assert f"--resume {shelf.games()[0].stem} --players here,here,here" in said.out


@pytest.mark.parametrize("seats", [3, 4])
def test_the_end_names_the_winner_and_every_score(typed: Cli, seats: int) -> None:
    line = f"play brawl --seed 3 --players {','.join(['here'] * seats)}"
    said = typed("1\n" * 100 + "s whole.json\n", line)
    assert said.status == 0
    won, scores = said.out.splitlines()[-2:]
    assert won.endswith("(brawl.end).")
    assert won.startswith("Player ")
    winner = int(won.split()[1])
    assert scores.startswith("Scores: ")
    assert [part.rpartition(" ")[2] for part in scores.removesuffix(".").split(", ")] == [str(n) for n in range(1, seats + 1)]
    assert f" for player {winner}" in scores
    french = typed("1\n" * 100, f"{line} --lang fr").out.splitlines()[-2:]
    assert french[0].startswith(f"Le joueur {winner} gagne : ")
    assert french[1].startswith("Scores : ")


def test_a_victory_that_is_shared_names_all_who_share_it(capsys: pytest.CaptureFixture[str]) -> None:
    found: dict[int, Game] = {}
    for seed in range(200):
        game = registry.new("brawl", seed=seed)
        while game.due is not None:
            game.play(game.options()[seed % len(game.options())])
        assert game.result is not None
        found.setdefault(len(game.result.winners), game)
    for game, head in ((found[2], "Players {0} and {1} share the victory: "), (found[3], "Nobody wins: ")):
        Session(game, [None] * 3, 1).over()
        said, scores = capsys.readouterr().out.splitlines()
        assert game.result is not None
        assert said.startswith(head.format(*[seat + 1 for seat in game.result.winners]))
        assert scores == "Scores: " + ", ".join([f"{s} for player {n}" for n, s in enumerate(game.result.scores, 1)]) + "."


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (
            "--players here",
            "name 2, 3 or 4 players, separated by a comma, each one of here, random, greedy, search",
        ),
        ("--players here --scenario duel", "name 2 players, separated by a comma"),
        ("--players here,here --seats 3", "name 3 players, separated by a comma"),
        ("--seats 5", "ring of brawl is played by 2, 3 or 4 players, not 5: name one a side."),
        ("--seats 5 --lang fr", "ring de brawl se joue à 2, 3 ou 4 joueurs, et non 5 : nommez-en un par camp."),
        ("--players here --lang fr", "nommez 2, 3 ou 4 joueurs"),
    ],
)
def test_a_wrong_number_of_players_is_one_sentence(typed: Cli, line: str, says: str) -> None:
    said = typed("", f"play brawl {line}")
    assert (said.status, said.out) == (2, "")
    assert says in said.err
    assert said.err.count("\n") == 1


# ---------------------------------------------------------------- simulate, ladder, soak, fuzz


def test_simulate_counts_for_every_army_and_every_seat(cli: Cli) -> None:
    said = cli("simulate brawl --battles 4 --agents random,random,random,random --swap --workers 1 --seed 3")
    assert said.status == 0
    assert said.out.startswith("brawl, scenario ring, seed 3: 16 battles\n")
    assert all(f"Brawler {letter}" in said.out for letter in "ABCD")
    assert all(f"Seat {seat} won" in said.out for seat in (1, 2, 3, 4))
    assert "share of victories, draws divided" in said.out
    assert "part des victoires, nuls partagés" in cli("simulate brawl --battles 1 --workers 1 --lang fr").out


def test_simulate_tells_programs_lists(cli: Cli) -> None:
    plain = cli("simulate brawl --battles 2 --workers 1 --json").json()
    assert [len(plain["armies"]), len(plain["seats"])] == [3, 3]
    assert [one["agent"] for one in plain["armies"]] == ["greedy"] * 3
    assert sum([Fraction(one["mean_share"]) for one in plain["armies"]]) == 1
    assert len(cli("simulate brawl --seats 2 --battles 2 --workers 1 --json").json()["armies"]) == 2


def test_the_ladder_of_three_and_four(cli: Cli) -> None:
    assert cli("ladder brawl --games 3 --workers 1").out.startswith("brawl: 6 battles (")
    plain = cli("ladder brawl --games 4 --seats 4 --agents random,greedy:1,greedy:2 --workers 1 --json").json()
    assert plain["games"] == 12
    assert sum([rung["wins"] + rung["draws"] + rung["losses"] for rung in plain["rungs"]]) == 12 * 4


def test_soak_and_fuzz_find_nothing(cli: Cli, tmp_path: Path) -> None:
    soaked = cli("soak brawl --games 3 --workers 1 --json", "--folder", str(tmp_path / "soak"))
    assert soaked.status == 0
    assert [line["identical"] for line in soaked.json()["scenarios"]] == [3, 3, 3]
    assert cli("soak brawl --only 2").status == 0
    assert cli("fuzz brawl --games 10 --json").json()["failures"] == []


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("simulate brawl --agents random", "ring of brawl is played by 2, 3 or 4 agents, not 1: name one a side."),
        ("simulate brawl --agents random,random --seats 3", "There are 2 agents for 3 seats: name one a side."),
        ("ladder brawl --seats 7", "ring of brawl is played by 2, 3 or 4 players, not 7: name one a side."),
    ],
)
def test_numbers_that_do_not_fit(cli: Cli, line: str, says: str) -> None:
    said = cli(line)
    assert (said.status, said.out, said.err.strip()) == (2, "", says)


# ---------------------------------------------------------------- replay


def test_the_log_of_a_shared_victory(cli: Cli) -> None:
    for seed in range(200):
        game = registry.new("brawl", seed=seed, seats=4)
        while game.due is not None:
            game.play(game.options()[seed % len(game.options())])
        assert game.result is not None
        if len(game.result.winners) == 2:
            break
    game.save("shared.json")
    assert game.result is not None
    one, other = game.result.winners
    assert cli("replay shared.json").out.endswith(f"Seats {one} and {other} share the victory (brawl.end.late).\n")
    assert "se partagent la victoire" in cli("replay shared.json --lang fr").out
    plain = cli("replay shared.json --json --verify").json()
    assert (plain["verified"], plain["result"]["winners"], len(plain["result"]["scores"])) == (True, [one, other], 4)
