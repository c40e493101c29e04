"""The rulebook: reading, searching, and the ledger of what acts, is cited and is tested."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module, invalidate_caches
from pathlib import Path

import pytest

from escarmouche.core import content, registry, rulebook
from escarmouche.core.errors import ContentError, EscarmoucheError, UnknownName
from escarmouche.core.rulebook import Rulebook, cited, claimed, coverage, fold


def entry(name: str, **more: object) -> str:
    """A rule of the pocket game's rulebook, as TOML."""
    fields: dict[str, object] = {
        "id": f"pocket.{name}",
        "section": "Basics",
        "section_fr": "Bases",
        "title_en": name.capitalize(),
        "title_fr": name.capitalize(),
        "text": f"About {name}.",
        "text_fr": f"Sur {name}.",
        "kind": "core",
        **more,
    }
    return content.to_toml({"rule": [fields]})


RULES = (
    entry("melee.tie", title_en="Tie", title_fr="Égalité", examples=["7 against 7"], examples_fr=["7 contre 7"])
    + entry("melee.kill", title_en="Kill", title_fr="Mort", text="Not a tie; see there.", see=["pocket.melee.tie"])
    + entry("melee.kill-twice", ruling="Never.", ruling_fr="Jamais.", rows=["a", "b"], rows_fr=["x", "y"])
    + entry("dice")
    + entry("advice", acts=False, acts_reason="Advice.", acts_reason_fr="Un conseil.")
)
MODULE = '''"""Rules pocket.melee.tie and pocket.melee.kill-twice."""
from escarmouche.core.system import System


class Pocket(System):
    id = "pocket"


SYSTEM = Pocket()
'''


def make_package(folder: Path, rules: str) -> None:
    """The package of the pocket game."""
    package = folder / "pocketgame"
    (package / "content").mkdir(parents=True)
    (package / "__init__.py").write_text("", "utf-8")
    (package / "game.py").write_text(MODULE, "utf-8")
    (package / "rulebook.toml").write_text(rules, "utf-8")
    (package / "messages.toml").write_text('rule = "pocket.melee.kill"', "utf-8")
    (package / "content" / "dice.toml").write_text('rule = "pocket.dice"', "utf-8")


@pytest.fixture
def pocket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[Path]:
    """The pocket game, installed for the time of a test; its rules may be given as the fixture's parameter."""
    make_package(tmp_path, getattr(request, "param", RULES))
    monkeypatch.syspath_prepend(str(tmp_path))
    invalidate_caches()
    for name in ("pocketgame", "pocketgame.game"):
        monkeypatch.delitem(import_module("sys").modules, name, raising=False)
    registry.add(import_module("pocketgame.game").SYSTEM)
    rulebook.found.cache_clear()
    yield tmp_path
    registry.drop("pocket")
    rulebook.found.cache_clear()


# ---------------------------------------------------------------- reading and searching


@pytest.mark.usefixtures("pocket")
def test_rules_come_in_the_order_of_the_book() -> None:
    assert list(Rulebook.load("pocket").rules) == [
        "pocket.melee.tie",
        "pocket.melee.kill",
        "pocket.melee.kill-twice",
        "pocket.dice",
        "pocket.advice",
    ]


@pytest.mark.usefixtures("pocket")
def test_show_gives_the_whole_rule_in_either_language() -> None:
    rule = Rulebook.load("pocket").show("pocket.melee.kill-twice")
    assert rule.told("en")[1:] == ("Basics", "Melee.kill-twice", "About melee.kill-twice.", ("a", "b"), (), "Never.", "", ())
    assert rule.told("fr")[1:] == ("Bases", "Melee.kill-twice", "Sur melee.kill-twice.", ("x", "y"), (), "Jamais.", "", ())


@pytest.mark.usefixtures("pocket")
def test_an_unknown_rule_says_how_to_search() -> None:
    with pytest.raises(UnknownName, match=r"There is no rule 'pocket.melee': search with `escarmouche rules pocket WORDS`"):
        Rulebook.load("pocket").show("pocket.melee")


@pytest.mark.usefixtures("pocket")
@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("tie", ["melee.tie", "melee.kill"]),
        ("TIE", ["melee.tie", "melee.kill"]),
        ("egalite", ["melee.tie"]),
        ("Égalité", ["melee.tie"]),
        ("égal", ["melee.tie"]),
        ("contre 7", ["melee.tie"]),
        ("pocket.melee", ["melee.tie", "melee.kill", "melee.kill-twice"]),
        ("pocket.melee.kill", ["melee.kill", "melee.kill-twice"]),
        ("jamais", ["melee.kill-twice"]),
        ("mort tie", ["melee.kill"]),
        ("bases", ["melee.tie", "melee.kill", "melee.kill-twice", "dice", "advice"]),
        ("ie", []),
        ("(", []),
    ],
)
def test_find(query: str, names: list[str]) -> None:
    assert [one.id for one in Rulebook.load("pocket").find(query)] == [f"pocket.{name}" for name in names]


@pytest.mark.usefixtures("pocket")
def test_an_empty_query_finds_everything() -> None:
    assert len(Rulebook.load("pocket").find()) == 5


def test_fold_forgets_case_accents_and_curly_apostrophes() -> None:
    assert fold("L’ÉPÉE à cœur") == "l'epee a coeur"


@pytest.mark.parametrize(
    ("pocket", "message"),
    [
        (entry("a", text_fr=""), "rule 'pocket.a', field text_fr: does not match text"),
        (entry("a", title_fr=""), "rule 'pocket.a', field title_fr: does not match title_en"),
        (entry("a", ruling="Yes."), "rule 'pocket.a', field ruling_fr: does not match ruling"),
        (entry("a", examples=["1", "2"], examples_fr=["1"]), "field examples_fr: does not match examples"),
        (entry("a", see=["pocket.b"]), "rule 'pocket.a', field see: there is no rule 'pocket.b'"),
        (entry("a", acts=False), "rule 'pocket.a', field acts_reason: belongs to acts = false"),
        (entry("a", acts_reason="x", acts_reason_fr="x"), "field acts_reason: belongs to acts = false"),
        (entry("a") + entry("a"), "rule 'pocket.a', field id: occurs twice"),
        (entry("a", colour="red"), "rule 'pocket.a', field colour: there is no such field"),
        ("[[rules]]\n", "there is no table or field 'rules'"),
    ],
    indirect=["pocket"],
)
def test_a_rulebook_that_does_not_hold_is_refused(pocket: Path, message: str) -> None:
    with pytest.raises(ContentError) as caught:
        Rulebook.load("pocket")
    assert str(caught.value).startswith("pocket/rulebook.toml")
    assert message in str(caught.value)


def test_a_system_without_rulebook_says_so() -> None:
    with pytest.raises(EscarmoucheError, match="The system toy offers no rulebook: choose another system"):
        Rulebook.load("toy")
    with pytest.raises(UnknownName, match="There is no system 'nothing'"):
        Rulebook.load("nothing")


# ---------------------------------------------------------------- the ledger


TESTS = """
import pytest
from pytest import mark

@pytest.mark.rule("pocket.melee.tie", "pocket.dice")
def test_one(): ...

@mark.rule("pocket.dice")
def test_two(): ...

CASES = [pytest.param(1, marks=pytest.mark.rule("pocket.melee.kil"))]
OTHER = book.rule("pocket.melee.kill")
"""


def test_citations_are_whole_ids_in_modules_and_content(pocket: Path) -> None:
    assert cited("pocket") == {"pocket.melee.tie", "pocket.melee.kill-twice", "pocket.dice"}


def test_claims_are_marks_of_tests(pocket: Path) -> None:
    (pocket / "test_x.py").write_text(TESTS, "utf-8")
    assert claimed(pocket) == {"pocket.melee.tie", "pocket.dice", "pocket.melee.kil"}


def test_the_ledger_names_what_is_left(pocket: Path) -> None:
    (pocket / "test_x.py").write_text(TESTS, "utf-8")
    ledger = coverage("pocket", pocket)
    assert (ledger.rules, ledger.acting, ledger.cited, ledger.tested, ledger.covered) == (5, 4, 3, 2, 2)
    assert ledger.percent == "50"
    assert ledger.uncited == ["pocket.melee.kill"]
    assert ledger.untested == ["pocket.melee.kill", "pocket.melee.kill-twice"]
    assert ledger.silent == {"pocket.advice": "Advice."}
    assert ledger.unknown == ["pocket.melee.kil"]


@pytest.mark.usefixtures("pocket")
def test_without_tests_the_ledger_speaks_of_citations_only() -> None:
    ledger = coverage("pocket")
    assert (ledger.tested, ledger.untested, ledger.covered, ledger.percent) == (None, None, None, "75")


def test_a_folder_of_tests_must_exist(tmp_path: Path) -> None:
    with pytest.raises(EscarmoucheError, match=r"There is no folder of tests .*: name it with --tests PATH\."):
        claimed(tmp_path / "nowhere")


def test_all_but_one_rule_is_not_a_hundred_percent() -> None:
    assert [rulebook._percent(part, 3000) for part in (3000, 2999, 1501, 0)] == ["100", "99.9", "50", "0"]


# ---------------------------------------------------------------- the rulebooks of the package


@pytest.mark.parametrize("system", list(registry.BUILT_IN))
def test_every_rulebook_reads_whole(system: str) -> None:
    book = Rulebook.load(system)
    assert all(name.startswith(f"{system}.") for name in book.rules)
    silent = [one for one in book.rules.values() if not one.acts]
    assert len(silent) * 20 < len(book.rules)


def test_song_of_blades_and_heroes_has_all_its_rules() -> None:
    book = Rulebook.load("sbh")
    assert len(book.rules) == 402
    assert book.show("sbh.melee.tie").told("fr").title == "Égalité"
    assert book.find("égalité")[0].id == "sbh.melee.tie"
