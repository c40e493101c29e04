"""A game in the terminal, typed line by line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import escarmouche as esc
from escarmouche.agents.roster import agent
from escarmouche.cli.session import Session
from escarmouche.core import registry, save
from escarmouche.core.dice import Stream
from escarmouche.core.effects import visible
from escarmouche.core.rulebook import Rulebook
from tests.agents.small import BAND, at_random, small_battle


def typed(folder: Path, lines: str, *options: str, status: int = 0) -> str:
    """What `escarmouche play` prints for these lines of input."""
    command = [sys.executable, "-m", "escarmouche", "play", *options]
    done = subprocess.run(command, input=lines, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stderr
    return done.stdout + done.stderr


def kept() -> list[Path]:
    """The files of the games of this user."""
    return sorted((Path(os.environ["ESCARMOUCHE_HOME"]) / "games").iterdir())


QUICK = ("sbh", "--seed", "5", "--players", "here,random")


def test_options_odds_undo_rules_and_help(tmp_path: Path) -> None:
    said = typed(tmp_path, "?\n1\nr\nu\nr recoil\n99\nnonsense\nq\n", *QUICK)
    assert "the exact odds of option N" in said
    assert "Taken back." in said
    assert "sbh.recoil" in said
    assert "type a number from 1 to" in said
    assert "nonsense is neither a number" in said
    assert f"`escarmouche play --resume {kept()[0].stem} --players here,random` goes on with it." in said


@pytest.mark.parametrize(("word", "language", "said"), [("w", "en", "What I would do"), ("conseil", "fr", "Ce que je ferais")])
def test_whoever_asks_is_advised_and_may_do_it(tmp_path: Path, word: str, language: str, said: str) -> None:
    told = typed(tmp_path, f"{word}\n{word}\n1\nq\n", *QUICK, "--lang", language)
    _, first, second, *_ = told.split(said)
    first, second = [part.split("\n>")[0] for part in (first, second)]
    assert first == second
    assert " %]" in first or " %]" in first
    assert first.count("\n") >= 4


def test_places_to_go_are_listed_and_gone_to(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    game = at_random(small_battle(2), "sbh.action.table")
    save.write(game, path)
    told = typed(tmp_path, "i\ni 99\ni 1\nq\n", "--resume", str(path), "--players", "here,here")
    assert "i 1   Side by side with a friend: " in told or "i 1   Into " in told
    assert "places: type i and a number from 1 to" in told
    assert len(save.read(path).events) > len(game.events)


def test_every_proposal_of_scenery_is_drawn_before_one_is_chosen(tmp_path: Path) -> None:
    chosen = ("sbh", "--seed", "3", "--scenario", "pitched-battle", "--players", "here,here")
    said = typed(tmp_path, "1\n", *chosen, "--lang", "fr")
    before, _, listed = said.rpartition("\n   1  ")
    drawn = before.rsplit("victoire", 1)[1]
    for number in range(1, 7):
        assert drawn.count(f"{number}  Disposition {number}") == 1
    assert listed.count("Disposition") == 6
    assert "~" in drawn
    assert "^" in drawn


def test_the_end_of_input_saves_the_game_and_resume_goes_on(tmp_path: Path) -> None:
    typed(tmp_path, "1\n1\n1\n", *QUICK)
    (file,) = kept()
    again = typed(tmp_path, "s kept.json\nq\n", "--resume", str(file), "--players", "here,random")
    assert "Saved to kept.json." in again
    assert (tmp_path / "kept.json").is_file()


class Typist(Session):
    """A person who types the number of an option at random, looks at the odds now and then, and never gives up."""

    chance = Stream("typist")
    asked = 0

    def read(self) -> str:
        self.asked += 1
        described = [self.game.system.describe(self.game.choice, option, "en") for option in self.game.options()]
        number = 1 + self.chance.below(len(described))
        if described[number - 1] == "Concede the game":
            return "?"
        return f"o {number}" if self.asked % 10 == 0 else str(number)


def test_a_whole_game_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    game = registry.new("sbh", [BAND, BAND], "pitched-battle", 8, {"table": [300, 300]})
    Typist(game, [None, agent("random", 1)], 1).run()
    said = capsys.readouterr().out
    assert game.result is not None
    winner, scores = game.result.winner, game.result.scores
    head = f"Player {winner + 1}" if winner >= 0 else "Nobody"
    reason = game.result.reason
    title = Rulebook.load("sbh").show(reason).title_en
    assert f"{head} wins, {scores[0]} to {scores[1]}: {title} ({reason})." in said
    assert "100.00 %" in said or "/36" in said
    # Every event that both may know is told once, in order, each with its rule.
    told = [line for line in said.splitlines() if line.startswith("  ") and line.endswith(")") and "  (sbh." in line]
    assert len(told) == len([event for event in game.events if visible(event, 0)])


def test_dice_thrown_by_hand(tmp_path: Path) -> None:
    hands = ("sbh", "--seed", "5", "--players", "here,here", "--dice", "manual", "--scenario", "pitched-battle")
    said = typed(tmp_path, "7\n1 2\nsix\n6\n1\n1\nq\n", *hands)
    assert "Player 1 throws 1d6 for Attacker and defender (sbh.setup.attacker-defender): type the faces." in said
    for wrong in ("7", "1, 2", "six"):
        assert f"The dice cannot show {wrong}: give the face of each die of 1d6." in said
    assert "player 1 rolls 6" in said
    assert "player 2 rolls 1" in said
    assert "Player 1 attacks, player 2 defends." in said


def test_two_people_share_the_keyboard_and_are_told_whose_turn_it_is(tmp_path: Path) -> None:
    said = typed(tmp_path, "1\n1\n1\nq\n", "sbh", "--seed", "5", "--players", "here,here", "--scenario", "pitched-battle")
    hands = [line for line in said.splitlines() if line.startswith("---")]
    assert hands[:3] == [f"--- Player {number} has the keyboard ---" for number in (1, 2, 1)]
    assert "--players here,here" in said


def test_a_move_is_typed_as_a_place_in_millimetres(tmp_path: Path) -> None:
    game = registry.new("sbh", [BAND, BAND], "pitched-battle", 8, {"table": [300, 300], "terrain": "none"})
    chance = Stream(2)
    while game.choice.why != "sbh.action.table" or game.choice.seat != 0:
        game.play(game.sample(chance))
    game.save(tmp_path / "move.json")
    figure = game.world.figures[game.choice.figure]
    x, y = (figure.x / 100, (figure.y - 1000) / 100)
    lines = f"move 9999 5\nmove 1\nmove {x} up\nmove {x} {y}\nq\n".replace(".", ",")
    said = typed(tmp_path, lines, "--resume", "move.json", "--players", "here,here")
    assert "sbh." in said
    assert "move 1 is neither a number, a command nor an answer" in said
    after = esc.load(tmp_path / "move.json").world.figures[figure.id]
    assert (after.x, after.y) == (figure.x, figure.y - 1000)


def test_an_option_is_taken_to_another_place_as_the_table_counts(tmp_path: Path) -> None:
    game, chance = (
        registry.new("bataille", ["bataille/men-500", "bataille/undead-500"], seed=8, options={"terrain": "none"}),
        Stream(2),
    )
    while game.choice.why != "bataille.move.side-order" or game.choice.seat != 0:
        game.play(game.sample(chance))
    game.save(tmp_path / "move.json")
    number, option = next((number, one) for number, one in enumerate(game.options(), 1) if one[0] == "move")
    figure = game.world.figures[option[1]]
    x, y = figure.x / 2500 + 0.5, figure.y / 2500
    lines = f"1 {x} {y}\n{number} 999 1\n{number} {x} up\n{number} {x} {y}\nq\n"
    said = typed(tmp_path, lines, "--resume", "move.json", "--players", "here,here")
    assert said.count("is neither a number, a command nor an answer") == 2, "to be done has no place, nor has up a number"
    assert "That is off the table" in said
    after = esc.load(tmp_path / "move.json").world.figures[figure.id]
    assert (after.x, after.y) == (figure.x + 1250, figure.y)
    shown = said.split("Player 1, who moves")[0]
    assert "figures move" in shown, "of every kind some are listed, the rare ones all"
    assert "… and" in shown


@pytest.mark.parametrize(
    ("options", "words"), [(("--players", "me"), "name 2 players"), (("--resume", "none.json"), "cannot be read")]
)
def test_misuse_is_one_sentence(tmp_path: Path, options: tuple[str, ...], words: str) -> None:
    assert words in typed(tmp_path, "", "sbh", *options, status=2)


def test_in_french(tmp_path: Path) -> None:
    assert "Tapez le numéro d’une option" in typed(tmp_path, "q\n", *QUICK, "--lang", "fr")
