"""`campaign`: a whole one from the command line, the same as from Python; battles left and taken up; misuse."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from escarmouche.agents import steady
from escarmouche.agents.protocol import Budget, SeatGame, play_on
from escarmouche.agents.steady import Steady
from escarmouche.core import save
from escarmouche.core.effects import Answer
from escarmouche.kit.armies import ready
from escarmouche.systems.sbh import campaign
from tests.cli.conftest import Said

Cli = Callable[..., Said]

AGENTS = "--players random,random --playouts 1"


@pytest.fixture
def war(cli: Cli, tmp_path: Path) -> str:
    """The file of a campaign that has just begun."""
    file = str(tmp_path / "war.json")
    said = cli("campaign new --army sbh/goblins --army sbh/humans --length 3 --seed 11", file)
    assert (said.status, said.err) == (0, "")
    assert said.out.splitlines()[0].endswith("begin a campaign of 3 battles.")
    return file


def from_python() -> campaign.Campaign:
    """The same campaign, begun from Python."""
    return campaign.new(
        [ready("escarmouche.systems.sbh")["goblins"], ready("escarmouche.systems.sbh")["humans"]], length=3, seed=11
    )


def spend(cli: Cli, file: str, line: str) -> Said:
    """Spend for a band from the command line."""
    return cli("campaign spend", file, *line.split())


def fight(c: campaign.Campaign) -> None:
    """Let two random players fight the next battle."""
    play_on(c.battle(), [Steady("random", c.agent_seed(seat)) for seat in (0, 1)], Budget(1))


# ---------------------------------------------------------------- a whole campaign


def test_a_campaign_to_its_end_is_the_same_from_both_sides(cli: Cli, war: str, tmp_path: Path) -> None:
    c = from_python()
    for number in (1, 2, 3):
        said = cli(f"campaign battle {AGENTS} --record", str(tmp_path / "battle.json"), war)
        assert said.status == 0, said.err
        assert said.out.startswith(f"Battle {number} of 3: ")
        assert "campaign aftermath" in said.out
        assert save.verify(tmp_path / "battle.json")
        assert cli("campaign aftermath", war).status == 0
        fight(c)
        c.aftermath()
        if number < 3:
            assert spend(cli, war, "--seat 1 auto").status == 0
            assert spend(cli, war, "--seat 2 auto").status == 0
            c.spend(0, "auto")
            c.spend(1, "auto")
    assert Path(war).read_bytes() == c.dump()
    status = cli("campaign status --json", war).json()
    assert (status["phase"], status["winner"], len(status["battles"])) == ("over", c.winner, 3)
    assert status["winner"] is not None
    assert "The campaign is over." in cli("campaign status", war).out
    assert "over after 3 battles" in cli(f"campaign battle {AGENTS}", war).err


def test_a_battle_interrupted_goes_on_to_the_same_end(cli: Cli, war: str, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [0]
    answer = Steady.answer

    def tired(self: Steady, game: SeatGame, seat: int, budget: Budget) -> Answer:
        answers[0] += 1
        if answers[0] == 100:
            raise KeyboardInterrupt
        return answer(self, game, seat, budget)

    monkeypatch.setattr(steady.Steady, "answer", tired)
    said = cli(f"campaign battle {AGENTS}", war)
    assert (said.status, said.err) == (130, "Interrupted.\n")
    status = cli("campaign status --json", war).json()
    assert (status["phase"], status["battle"]) == ("battle", 1)
    assert "go on with battle 1 of 3" in cli("campaign status", war).out
    assert "under way" in spend(cli, war, "--seat 1 auto").err
    assert cli(f"campaign battle {AGENTS}", war).status == 0
    c = from_python()
    fight(c)
    assert Path(war).read_bytes() == c.dump()


def test_a_person_can_leave_and_come_back(cli: Cli, war: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n1\n1\nq\n"))
    said = cli("campaign battle --players here,here", war)
    assert said.status == 0
    assert "The battle is kept in the campaign" in said.out
    game = campaign.load(war).battle()
    assert len([event for event in game.events if type(event).__name__ == "Chosen"]) == 3
    assert [path.name for path in tmp_path.iterdir()] == ["war.json"]
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n"))
    cli("campaign battle --players here,here", war)
    assert len(campaign.load(war).battle().events) > len(game.events)
    assert cli(f"campaign battle {AGENTS}", war).status == 0
    assert campaign.load(war).phase == "aftermath"


def test_what_a_person_answers_is_kept_at_once(cli: Cli, war: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Cut:
        """A line that breaks after two answers."""

        lines = ["1\n", "1\n"]

        def isatty(self) -> bool:
            return False

        def readline(self) -> str:
            if self.lines:
                return self.lines.pop()
            kept.append(Path(war).read_bytes())
            raise EOFError

    kept: list[bytes] = []
    monkeypatch.setattr("sys.stdin", Cut())
    cli("campaign battle --players here,here", war)
    assert kept == [Path(war).read_bytes()]
    assert len([event for event in campaign.load(war).battle().events if type(event).__name__ == "Chosen"]) == 2


# ---------------------------------------------------------------- between battles


@pytest.fixture
def fought(cli: Cli, war: str) -> str:
    """The campaign after its first battle."""
    cli(f"campaign battle {AGENTS}", war)
    cli("campaign aftermath", war)
    return war


def test_every_die_of_the_aftermath_is_explained(cli: Cli, war: str) -> None:
    cli(f"campaign battle {AGENTS}", war)
    before = Path(war).read_bytes()
    said = cli("campaign aftermath", war)
    rolls = [line for line in said.out.splitlines() if line.endswith("(sbh.campaign.survival-roll)")]
    assert rolls
    assert all(" rolls " in line and "(needs " in line for line in rolls)
    assert "Next: spend" in said.out
    Path(war).write_bytes(before)
    french = cli("campaign aftermath --lang fr", war).out
    assert "points de victoire" in french
    assert "il faut" in french
    Path(war).write_bytes(before)
    told = cli("campaign aftermath --json", war).json()
    assert (told["phase"], told["winner"]) == ("ready", None)
    dice = [line["dice"] for line in told["log"] if line["rule"] == "sbh.campaign.survival-roll"]
    assert len(dice) == len(rolls)
    Path(war).write_bytes(before)
    chosen = ",".join(["6"] * sum([len(one) for one in dice]))
    assert ": 3 successes." in cli("campaign aftermath --dice", chosen, war).out
    Path(war).write_bytes(before)
    assert cli("campaign aftermath --dice 6", war).status == 2
    assert cli("campaign aftermath --dice 6,x", war).err.startswith("The value of '--dice' is wrong: '6,x' is not a list")
    assert Path(war).read_bytes() == before


def test_spending_on_everything(cli: Cli, fought: str) -> None:
    c = campaign.load(fought)
    band = c.bands[0]
    band.victory_points = band.earned = 60
    band.refund, band.patrons = 100, True
    first, second = band.fighters[:2]
    first.experience, second.experience = 8, 10
    first.item = "magic-sword"
    c.save(fought)
    for line in (
        f"quality {first.number}",
        f"combat {first.number}",
        f"shooter-short {first.number}",
        f"shooter-medium {second.number}",
        f"shooter-long {second.number}",
        "upgrade brave",
        "recruit orc-warrior --name Gruk",
        "reinforce goblin-warrior --count 2",
        f"item {second.number}",
    ):
        said = spend(cli, fought, f"--seat 1 {line}")
        assert (said.status, said.err) == (0, ""), line
        assert len(said.out.splitlines()) == 2
    done = campaign.load(fought).bands[0]
    assert (done.upgrades, done.victory_points, done.refund) == (["brave"], 60 - 10 - 12, 100 - 30)
    assert [fighter.name for fighter in done.fighters][-3:] == ["Gruk", "", ""]
    assert (done.fighters[0].experience, done.fighters[1].experience, done.fighters[1].item) == (0, 2, "magic-sword")
    told = spend(cli, fought, "--seat 1 upgrade dirty-tricks --json").json()
    assert [line["rule"] for line in told["log"]] == ["sbh.campaign.upgrade-price"]
    again = spend(cli, fought, "--seat 1 upgrade brave")
    assert (again.status, again.out) == (2, "")
    assert again.err.endswith("has Brave already: choose another upgrade. (sbh.campaign.upgrade-price)\n")
    assert "a déjà Courageux" in spend(cli, fought, "--seat 1 upgrade brave --lang fr").err


def test_the_status_shows_the_bands(cli: Cli, fought: str) -> None:
    c = campaign.load(fought)
    c.bands[0].fighters[0].item, c.bands[0].fighters[0].charges = "belt-of-strength", 2
    c.bands[0].fighters[1].hurt = True
    c.bands[0].fighters[2].away = 1
    c.bands[0].upgrades = ["brave"]
    c.bands[0].refund = c.bands[1].refund = 12
    c.bands[0].patrons, c.bands[1].patrons = True, False
    c.save(fought)
    english, french = cli("campaign status", fought).out, cli("campaign status --lang fr", fought).out
    for shown in ("Battle 1 of 3, ", "Belt of strength (2)", "fights wounded", "misses it", "Upgrades: Brave"):
        assert shown in english
    assert english.count("12 points for reinforcements") == 2
    assert "characters too" in english
    assert "no characters" in english
    for shown in ("Bataille 1 sur 3", "combat blessé", "absent", "Améliorations : Courageux", "points pour des Renforts"):
        assert shown in french


def test_a_battle_can_be_forfeited(cli: Cli, war: str) -> None:
    said = cli("campaign forfeit --seat 2", war)
    assert said.status == 0
    assert "has lost the battle." in said.out
    assert "forfeited: 0 to 0" in cli("campaign status", war).out
    assert spend(cli, war, "--seat 2 auto").out.startswith("There was nothing to do.")


# ---------------------------------------------------------------- misuse


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("new --army sbh/goblins --army sbh/humans", "There is a file "),
        ("aftermath", "There is no battle to draw consequences from"),
        ("battle --players random", "The value of '--players' is wrong: name 2 players"),
        ("battle --players random,genius", "The value of '--players' is wrong"),
        ("spend --seat 3 auto", "The value of '--seat' is wrong"),
        ("spend --seat 0 auto", "The value of '--seat' is wrong"),
        ("spend auto", "The option --seat is missing"),
        ("spend --seat 1", "The argument WHAT is missing"),
        ("spend --seat 1 drink 2", "There is no way to spend 'drink': choose one of quality, combat"),
        ("spend --seat 1 quality 99", "The band has no fighter '99'"),
        ("spend --seat 1 upgrade boldness", "There is no upgrade 'boldness'"),
        ("spend --seat 1 recruit nobody", "There is no profile 'nobody'"),
        ("spend --seat 1 item 1", ""),
    ],
)
def test_misuse_is_one_sentence(cli: Cli, war: str, line: str, message: str) -> None:
    command, *rest = line.split()
    before = Path(war).read_bytes()
    said = cli(f"campaign {command}", war, *rest)
    assert (said.status, said.out) == (2, "")
    assert said.err.startswith(message)
    assert said.err.count("\n") == 1
    assert Path(war).read_bytes() == before


def test_a_battle_that_is_over_must_be_settled_first(cli: Cli, war: str) -> None:
    cli(f"campaign battle {AGENTS}", war)
    said = cli(f"campaign battle {AGENTS}", war)
    assert said.status == 2
    assert said.err.startswith("Battle 1 is over: draw its consequences first")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("--army sbh/goblins", "sbh is played by 2 armies"),
        ("--army sbh/goblins --army pocket/file", "The File is an army of pocket"),
        ("--army sbh/goblins --army sbh/nothing", "There is no army 'nothing'"),
        ("--length 0", "A campaign of 0 battles cannot be"),
        ("--scale huge", "The game cannot begin: the option scale is 15mm, 28mm or hex, not 'huge'"),
        ("--terrain lava", "The game cannot begin: the option terrain is random, ask or none, not 'lava'"),
        ("--dice loaded", "The option dice is 'loaded'"),
        ("--turn-limit -4", "The game cannot begin: the option turn_limit"),
    ],
)
def test_campaigns_that_cannot_begin(cli: Cli, tmp_path: Path, line: str, message: str) -> None:
    said = cli(f"campaign new {line}", str(tmp_path / "war.json"))
    assert (said.status, said.out) == (2, "")
    assert said.err.startswith(message)
    assert said.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_the_options_of_a_campaign_are_those_of_its_battles(cli: Cli, tmp_path: Path) -> None:
    file = str(tmp_path / "war.json")
    cli("campaign new --scale hex --terrain none --turn-limit 3 --seed seven --lang fr", file)
    assert campaign.load(file).state.seed == "seven"
    game = campaign.load(file).battle()
    assert (game.world.ground.hex_width > 0, game.world.ground.pieces, game.world.turn_limit) == (True, (), 3)
    assert cli(f"campaign battle {AGENTS}", file).status == 0


def test_files_that_are_no_campaigns(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "other.json").write_text("{}", "utf-8")
    for name, message in (("other.json", "is no campaign"), ("nothing.json", "cannot be read")):
        said = cli("campaign status", str(tmp_path / name))
        assert (said.status, said.out) == (2, "")
        assert message in said.err


@pytest.mark.parametrize("name", ["new", "status", "battle", "aftermath", "spend", "forfeit"])
def test_every_command_has_help_with_examples(cli: Cli, name: str) -> None:
    said = cli(f"campaign {name} --help")
    assert said.status == 0
    assert f"escarmouche campaign {name}" in said.out
    assert "Exemple" in cli(f"campaign {name} --help --lang fr").out or "Example" in said.out
