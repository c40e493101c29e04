"""The command line as a whole: help, languages, exit status, errors in one sentence, lazy imports, completion."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import pytest

from escarmouche import __version__
from escarmouche import cli as command_line
from escarmouche.cli import common
from tests.cli.conftest import Said

Cli = Callable[..., Said]


def process(*args: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the program as a process of its own."""
    kept = {name: value for name, value in os.environ.items() if name not in ("LC_ALL", "LC_MESSAGES", "LANG")}
    return subprocess.run(
        [sys.executable, "-m", "escarmouche", *args],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**kept, "PYTHONIOENCODING": "utf-8", "COLUMNS": "100", **environment},
        check=False,
    )


def test_help_lists_every_command_with_a_line_in_both_languages() -> None:
    for name in command_line.COMMANDS:
        forms = [common.MESSAGES.form(f"command.{name}", language) for language in ("en", "fr")]
        assert all(forms), name
        assert forms[0] != forms[1]
    english, french = process("--help"), process("--help", LANG="fr_FR.UTF-8")
    assert (english.returncode, french.returncode) == (0, 0)
    for name in command_line.COMMANDS:
        assert f" {name} " in english.stdout
        assert str(common.MESSAGES.form(f"command.{name}", "fr")) in french.stdout
    assert "Commandes" in french.stdout


def test_lang_on_the_line_wins_over_the_environment() -> None:
    assert "List the games." in process("--lang", "en", "--help", LANG="fr_FR.UTF-8").stdout
    assert "La langue" in process("--lang=fr", "--help").stdout
    assert "Lister les jeux installés." in process("systems", "--lang", "fr", "--help").stdout


@pytest.mark.parametrize("name", list(command_line.COMMANDS))
def test_every_command_has_help_with_examples(cli: Cli, name: str) -> None:
    said = cli(f"{name} --help")
    assert said.status == 0
    if name == "army":
        for sub in ("check", "print", "list", "price"):
            assert f"escarmouche army {sub}" in cli(f"army {sub} --help").out
    else:
        assert "Examples:" in said.out
        assert f"escarmouche {name}" in said.out


def test_help_loads_no_game_and_no_command() -> None:
    script = (
        "import sys; from escarmouche.cli import run; run(['--help']);"
        "print([m for m in sys.modules if m.startswith(('escarmouche.systems.', 'escarmouche.cli.', 'escarmouche.table'))])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "['escarmouche.cli.common']"


def test_without_a_command_there_is_help_and_status_2(cli: Cli) -> None:
    said = cli("")
    assert said.status == 2
    assert "Usage: escarmouche" in said.out
    assert said.err == ""


def test_version(cli: Cli) -> None:
    assert cli("--version") == Said(0, f"escarmouche {__version__}\n", "")


@pytest.mark.parametrize(
    ("line", "english", "french"),
    [
        ("nonsense", "There is no command 'nonsense'.", "Il n’y a pas de commande 'nonsense'."),
        ("army nonsense", "There is no command 'nonsense'.", "Il n’y a pas de commande 'nonsense'."),
        ("--nonsense", "There is no option --nonsense.", "Il n’y a pas d’option --nonsense."),
        ("odds sbh", "The argument attack is missing.", "Il manque l’argument attack."),
        ("odds sbh melee", "The odds of melee need an attacker:", "Les probabilités de melee demandent un attaquant :"),
        ("systems extra", "There is too much on the line: extra.", "Il y a un argument de trop : extra."),
        ("fuzz --games none", "The value of '--games' is wrong:", "La valeur de '--games' est fausse :"),
        ("fuzz --games 0", "The value of '--games' is wrong:", "La valeur de '--games' est fausse :"),
        (
            "odds pocket melee a b --with x",
            "The value of '--with' is wrong: 'x' is not",
            "'x' n’est pas de la forme clé=valeur",
        ),
        ("profiles nothing", "There is no system 'nothing': choose one of", "Il n’y a pas de système 'nothing' : choisissez"),
    ],
)
def test_misuse_is_one_sentence_on_stderr_and_status_2(cli: Cli, line: str, english: str, french: str) -> None:
    said = cli(line)
    assert (said.status, said.out) == (2, "")
    assert said.err.startswith(english)
    assert said.err.count("\n") == 1
    told = cli(f"--lang fr {line}")
    assert (told.status, told.out) == (2, "")
    assert french in told.err
    assert told.err.count("\n") == 1


@pytest.mark.parametrize("lang", ["de", ""])
def test_a_language_that_is_not_spoken_is_misuse(cli: Cli, lang: str) -> None:
    said = cli("systems --lang", lang)
    assert said.status == 2
    assert said.err.startswith("The value of '--lang' is wrong")


def test_a_command_is_added_with_one_line_and_an_interrupt_ends_it(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(command_line.COMMANDS, "wait", "tests.cli.waiting")
    assert cli("wait interrupt") == Said(130, "", "Interrupted.\n")
    assert cli("--lang fr wait interrupt") == Said(130, "", "Interrompu.\n")
    assert cli("wait refuse") == Said(2, "", "Nothing to wait for: do something.\n")
    assert cli("--lang fr wait refuse").err == "Rien à attendre : faites quelque chose.\n"
    assert cli("wait no") == Said(1, "", "")


def test_an_error_of_ours_is_never_hidden(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(command_line.COMMANDS, "wait", "tests.cli.waiting")
    with pytest.raises(ZeroDivisionError):
        cli("wait crash")


def test_shell_completion() -> None:
    def complete(words: str) -> str:
        return process(_ESCARMOUCHE_COMPLETE="complete_bash", COMP_WORDS=words, COMP_CWORD=str(words.count(" "))).stdout

    assert complete("escarmouche sc").split() == ["scenarios"]
    assert complete("escarmouche army pr").split() == ["print", "price"]
    assert "--faction" in complete("escarmouche profiles sbh --fa")
    assert complete("escarmouche profiles sb").split() == ["sbh"]
    assert complete("escarmouche rules cov").split() == ["coverage"]


def test_the_environment_names_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["escarmouche"])
    assert common.language() == "en"
    monkeypatch.setenv("LANG", "fr_CA.UTF-8")
    assert common.language() == "fr"
    monkeypatch.setenv("LC_ALL", "C")
    assert common.language() == "en"
    common.use("fr")
    assert common.language() == "fr"
    common.use(None)
    assert common.language() == "fr"
    common.forget()
    monkeypatch.setattr("sys.argv", ["escarmouche", "--lang", "fr"])
    assert common.language() == "fr"
