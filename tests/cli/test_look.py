"""`systems`, `profiles`, `scenarios`, `rules`, `odds`: what they print, in both languages and as JSON."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from escarmouche.core import offers, registry
from escarmouche.core.offers import Odds
from escarmouche.core.rulebook import Rulebook
from tests.cli.conftest import Said

Cli = Callable[..., Said]


def test_systems(cli: Cli) -> None:
    assert "Pocket war" in cli("systems").out
    assert "Guerre de poche" in cli("systems --lang fr").out
    rows = {row["id"]: row for row in cli("systems --json").json()["systems"]}
    assert rows["pocket"]["seats"] == 2
    assert rows["pocket"]["titles"]["fr"] == "Guerre de poche"
    assert "sbh" in rows


def test_profiles(cli: Cli) -> None:
    said = cli("profiles pocket")
    assert said.status == 0
    assert "Rook" in said.out
    assert "2 profiles." in said.out
    assert "Tour" in cli("profiles pocket --lang fr").out
    assert "Rook" not in cli("profiles pocket --faction white").out
    assert [row["id"] for row in cli("profiles pocket --json").json()["profiles"]] == ["pawn", "rook"]
    assert [row["id"] for row in cli("profiles pocket --faction black --json").json()["profiles"]] == ["rook"]


def test_profiles_of_song_of_blades(cli: Cli) -> None:
    said = cli("profiles sbh --faction elves")
    assert "Elf archer" in said.out
    assert "Shooter (long)" in said.out
    assert "11 profiles." in said.out
    rows = cli("profiles sbh --json").json()
    assert rows["system"] == "sbh"
    assert len(rows["profiles"]) == 185
    orc = next(row for row in rows["profiles"] if row["id"] == "orc-warrior")
    assert (orc["points"], orc["quality"], orc["combat"], orc["name_fr"]) == (23, 4, 3, "Orque Guerrier")


def test_an_unknown_list_names_those_there_are(cli: Cli) -> None:
    assert cli("profiles pocket --faction red") == Said(2, "", "There is no list 'red': choose one of white, black.\n")
    assert cli("profiles pocket --faction red --lang fr").err.startswith("Il n’y a pas de liste 'red' : choisissez parmi")


def test_own_profiles_that_do_not_hold_are_one_sentence(cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ESCARMOUCHE_HOME", str(tmp_path))
    folder = tmp_path / "sbh" / "profiles"
    folder.mkdir(parents=True)
    (folder / "mine.toml").write_text(
        '[[profile]]\nid = "x"\nname = "X"\nquality = 3\ncombat = 3\ntraits = ["fast"]\n', "utf-8"
    )
    said = cli("profiles sbh --json")
    assert (said.status, said.out) == (2, "")
    assert said.err.startswith(f"{folder / 'mine.toml'}, profile 'x', field traits: there is no trait 'fast'")


def test_scenarios(cli: Cli) -> None:
    assert "Pitched Battle" in cli("scenarios sbh").out
    assert "Bataille totale" in cli("scenarios sbh --lang fr").out
    rows = cli("scenarios sbh --json").json()["scenarios"]
    assert [row["id"] for row in rows][:2] == ["pitched-battle", "ambush"]
    assert cli("scenarios pocket --json").json()["scenarios"] == [{"id": "corridor"}, {"id": "ambush"}]
    assert "corridor" in cli("scenarios pocket").out


# ---------------------------------------------------------------- rules


def test_rules_are_found_in_either_language(cli: Cli) -> None:
    said = cli("rules sbh égalité")
    assert said.status == 0
    assert "sbh.melee.tie" in said.out
    assert "Melee combat" in said.out
    assert "Combat au corps à corps" in cli("rules sbh tie --lang fr").out
    found = cli("rules sbh gruesome kill --json").json()
    assert found["query"] == "gruesome kill"
    assert found["count"] == len(found["rules"]) > 3
    assert {"id", "text", "text_fr", "see", "lines"} <= set(found["rules"][0])


def test_without_words_all_rules_are_listed(cli: Cli) -> None:
    assert cli("rules sbh --json").json()["count"] == len(Rulebook.load("sbh").rules)


def test_an_exact_id_shows_the_whole_rule(cli: Cli) -> None:
    rule = Rulebook.load("sbh").show("sbh.army.custom-profile")
    english = cli("rules sbh sbh.army.custom-profile").out.replace("\n", " ")
    french = cli("rules sbh sbh.army.custom-profile --lang fr").out.replace("\n", " ")
    for page, out, titles in (
        (rule.told("en"), english, ("Examples", "Ruling", "See also")),
        (rule.told("fr"), french, ("Exemples", "Décision", "Voir aussi")),
    ):
        squeezed = "".join(out.split())
        for text in (page.title, page.section, page.text, page.ruling, *page.examples, *page.see, *titles):
            assert "".join(text.split()) in squeezed
    assert cli("rules sbh sbh.army.custom-profile --json").json()["rule"]["id"] == rule.id


def test_a_table_and_a_silent_rule_are_shown(cli: Cli) -> None:
    table = Rulebook.load("sbh").show("sbh.activation.table")
    assert all(row in cli("rules sbh sbh.activation.table").out for row in table.rows)
    silent = cli("rules sbh sbh.army.advice").out
    assert "This entry states no behaviour" in silent


def test_finding_nothing_is_a_negative_answer(cli: Cli) -> None:
    assert cli("rules sbh zeppelin") == Said(1, "No rule speaks of 'zeppelin': try fewer words.\n", "")
    said = cli("rules sbh zeppelin --json")
    assert said.status == 1
    assert said.json()["rules"] == []


def test_a_system_without_rulebook(cli: Cli) -> None:
    assert cli("rules pocket") == Said(2, "", "The system pocket offers no rulebook: choose another system.\n")


def test_coverage(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "test_x.py").write_text(
        'import pytest\n@pytest.mark.rule("sbh.melee.tie", "sbh.no.rule")\ndef test(): ...\n', "utf-8"
    )
    ledger = cli("rules coverage sbh --json --tests", str(tmp_path)).json()
    assert ledger["tests"] == str(tmp_path)
    numbers = ledger["systems"]["sbh"]
    rules = len(Rulebook.load("sbh").rules)
    assert (numbers["rules"], numbers["tested"], numbers["unknown"]) == (rules, 1, ["sbh.no.rule"])
    assert numbers["acting"] + len(numbers["silent"]) == rules
    assert "sbh.melee.tie" not in numbers["untested"]
    assert len(numbers["untested"]) == numbers["acting"] - 1
    printed = cli("rules coverage sbh --tests", str(tmp_path)).out
    assert f"sbh: {numbers['percent']} % of the rules are covered" in printed
    assert "sbh.no.rule" in printed
    assert "sbh.army.advice: " in printed
    assert "Sans effet" in cli("rules coverage sbh --lang fr --tests", str(tmp_path)).out


def test_coverage_without_tests(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "No folder of tests was found: name it with --tests PATH." in cli("rules coverage sbh").out
    ledger = cli("rules coverage sbh --json").json()
    assert (ledger["tests"], ledger["systems"]["sbh"]["tested"]) == (None, None)
    assert cli("rules coverage sbh --tests nowhere").status == 2


def test_the_package_cites_and_tests_claim_only_rules_that_exist(cli: Cli) -> None:
    folder = Path(__file__).parents[1]
    for numbers in cli("rules coverage sbh --json --tests", str(folder)).json()["systems"].values():
        assert numbers["unknown"] == []


# ---------------------------------------------------------------- odds


def test_odds_are_exact_fractions(cli: Cli) -> None:
    said = cli("odds pocket melee pawn rook --with bonus=1 --json")
    assert said.json() == {
        "system": "pocket",
        "attack": "melee",
        "attacker": "pawn",
        "defender": "rook",
        "with": {"bonus": "1"},
        "outcomes": {"hit": "1/3", "miss": "2/3"},
        "percent": {"hit": 33.3333, "miss": 66.6667},
    }
    printed = cli("odds pocket melee pawn")
    assert printed.status == 0
    assert [line.split()[:3] for line in printed.out.splitlines() if "%" in line and "/" in line] == [
        ["miss", "5/6", "83.33"],
        ["Hit!", "1/6", "16.67"],
    ]
    assert "Touché !" in cli("odds pocket melee pawn --lang fr").out


def test_odds_without_defender(cli: Cli) -> None:
    assert cli("odds pocket fall pawn --json").json()["defender"] is None


def test_odds_of_an_unknown_setting(cli: Cli) -> None:
    said = cli("odds pocket melee pawn rook --with luck=1 --json")
    assert said == Said(2, "", "There is no setting 'luck': choose bonus.\n")


def test_several_attacks_say_what_happens_at_least_once(cli: Cli) -> None:
    said = cli("odds pocket melee pawn --times 3")
    assert "3 attacks alike, each as if it were the first:" in said.out
    rows = [line.split()[:4] for line in said.out.partition("alike")[2].splitlines() if "%" in line]
    assert rows == [["miss", "2.500", "99.54", "%"], ["Hit!", "0.500", "42.13", "%"]]
    assert "au moins une fois" in cli("odds pocket melee pawn --times 3 --lang fr").out
    plain = cli("odds pocket melee pawn --times 3 --json").json()
    assert (plain["times"], plain["at_least_once"]) == (3, {"hit": "91/216", "miss": "215/216"})
    assert "times" not in cli("odds pocket melee pawn --json").json()
    assert cli("odds pocket melee pawn --times 0").status == cli("odds pocket melee pawn --times 51").status == 2


def test_several_attacks_add_up_what_they_count(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    pocket = type(registry.system("pocket"))
    monkeypatch.setattr(pocket, "odds", lambda _: Wounds())
    monkeypatch.setattr(pocket, "outcome_count", lambda _, name: int(name.partition("-")[2]), raising=False)
    said = cli("odds pocket melee pawn --times 2")
    rows = [line.split()[:6] for line in said.out.partition("alike")[2].splitlines() if "/" in line and "%" in line]
    assert rows == [
        ["0", "1/4", "25.00", "%", "100.00", "%"],
        ["2", "3/8", "37.50", "%", "75.00", "%"],
        ["4", "9/64", "14.06", "%", "37.50", "%"],
        ["10", "1/8", "12.50", "%", "23.44", "%"],
        ["12", "3/32", "9.38", "%", "10.94", "%"],
        ["20", "1/64", "1.56", "%", "1.56", "%"],
    ]
    assert said.out.endswith("On average 4.000 (exactly 4).\n")
    total = cli("odds pocket melee pawn --times 2 --json").json()["total"]
    assert total == {"0": "1/4", "2": "3/8", "4": "9/64", "10": "1/8", "12": "3/32", "20": "1/64"}


def test_a_fraction_too_long_to_read_is_a_number_of_its_language(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    small = Fraction(1, 3**30)
    monkeypatch.setattr(Wounds, "chances", lambda *_: {"a": small, "b": 1 - small})
    monkeypatch.setattr(type(registry.system("pocket")), "odds", lambda _: Wounds())
    assert "≈ 1 " in cli("odds pocket melee pawn").out
    monkeypatch.setattr(Wounds, "chances", lambda *_: {"a": 100 * small + Fraction(1, 2), "b": Fraction(1, 2) - 100 * small})
    assert "≈ 0.5 " in cli("odds pocket melee pawn").out
    assert "≈ 0,5 " in cli("odds pocket melee pawn --lang fr").out


class Wounds(Odds):
    """So many wounds."""

    def chances(self, attack: str, attacker: str, defender: str | None, settings: dict[str, str]) -> dict[str, Fraction]:
        return {"wounds-10": Fraction(1, 8), "wounds-0": Fraction(1, 2), "wounds-2": Fraction(3, 8)}


def test_a_quantity_is_listed_by_its_value_with_its_mean_and_at_least(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    pocket = type(registry.system("pocket"))
    monkeypatch.setattr(pocket, "odds", lambda _: Wounds())
    monkeypatch.setattr(pocket, "outcome_count", lambda _, name: int(name.partition("-")[2]), raising=False)
    said = cli("odds pocket melee pawn")
    rows = [line.split() for line in said.out.splitlines() if "/" in line and "%" in line]
    assert [row[:6] for row in rows] == [
        ["wounds-0", "1/2", "50.00", "%", "100.00", "%"],
        ["wounds-2", "3/8", "37.50", "%", "50.00", "%"],
        ["wounds-10", "1/8", "12.50", "%", "12.50", "%"],
    ]
    assert [len(row[6]) for row in rows] == [20, 15, 5], "bars"
    assert "On average 2.000 (exactly 2)." in said.out
    french = cli("odds pocket melee pawn --lang fr").out
    assert "au moins" in french
    assert "37,50 %" in french
    assert "En moyenne 2,000 (exactement 2)." in french
    plain = cli("odds pocket melee pawn --json").json()
    assert plain["mean"] == "2"
    assert plain["at_least"] == {"0": "1", "2": "1/2", "10": "1/8"}


# ---------------------------------------------------------------- headings and ids


@pytest.mark.parametrize("system", ["sbh", "masse"])
@pytest.mark.parametrize("width", ["60", "80", "200"])
def test_headings_are_words_and_ids_are_whole(cli: Cli, monkeypatch: pytest.MonkeyPatch, system: str, width: str) -> None:
    monkeypatch.setenv("COLUMNS", width)
    ids = {one["id"] for one in cli(f"profiles {system} --json").json()["profiles"]}
    monkeypatch.setenv("COLUMNS", width)
    for language in ("en", "fr"):
        out = cli(f"profiles {system} --lang {language}").out
        assert "column." not in out
        assert {line.split()[0] for line in out.splitlines() if line.strip()} >= ids
    wide = cli(f"profiles {system} --lang fr").out
    offered = offers.armies(registry.system(system))
    assert all(column.meaning_fr in " ".join(wide.split()) for column in offered.columns() if column.meaning_fr)


@pytest.mark.parametrize("line", ["scenarios sbh", "army list sbh", "rules sbh tie"])
def test_ids_are_whole_in_every_list(cli: Cli, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    narrow = cli(line).out
    monkeypatch.setenv("COLUMNS", "300")
    wide = [row.split()[0] for row in cli(line).out.splitlines() if row.startswith("  ") and row.strip()]
    assert all(f" {name} " in narrow for name in wide[1:])
