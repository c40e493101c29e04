"""Messages: every sentence in both languages, filled in the way each language writes; what is missing is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from escarmouche.core.errors import ContentError
from escarmouche.core.messages import CORE, LANGUAGES, Messages


def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str) -> str:
    """A package of that name with a catalogue in it."""
    folder = tmp_path / name
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "messages.toml").write_text(text, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    return name


@pytest.mark.parametrize(("there", "missing"), [("en", "fr"), ("fr", "en")])
def test_a_missing_language_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: str, missing: str) -> None:
    text = f'[whole]\nen = "a"\nfr = "b"\n\n[half]\n{there} = "c"\n'
    name = package(tmp_path, monkeypatch, f"only_{there}", text)
    with pytest.raises(ContentError, match=rf"{name}/messages\.toml, message half: the {missing} sentence is missing"):
        Messages.load(name)


@pytest.mark.parametrize("text", ['[half\nen = "a"', "[half]\nen = 3\nfr = 4\n", 'half = "a"\n'])
def test_a_catalogue_of_another_shape_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    name = package(tmp_path, monkeypatch, f"shape_{abs(hash(text))}", text)
    with pytest.raises(ContentError, match=rf"{name}/messages\.toml"):
        Messages.load(name)


def test_a_key_is_looked_for_in_the_catalogue_behind() -> None:
    mine = Messages({"hello": {"en": "Hello.", "fr": "Bonjour."}}, CORE)
    assert mine.keys() == {"hello"}
    assert mine.form("hello", "fr") == "Bonjour."
    assert mine.form("game-over", "en") == CORE.form("game-over", "en")
    assert mine.form("nowhere", "en") is None
    assert mine.sentence("nowhere", (3,), str, "en") == "nowhere (3,)"
    assert mine.sentence("nowhere", (), str, "en") == "nowhere"


def test_the_core_speaks_every_language() -> None:
    keys = CORE.keys()
    assert len(keys) >= 4
    for key in keys:
        english, french = [CORE.form(key, language) for language in LANGUAGES]
        assert english
        assert french
        assert english != french
        assert english.count("{") == french.count("{")


@pytest.mark.parametrize(
    ("form", "about", "english", "french"),
    [
        ("{0:fig}", (2,), "Two", "Deux"),
        ("{0:figs}", ((1, 2),), "One and Two", "Un et Deux"),
        ("{0:figs}", ((1, 2, 3),), "One, Two and Three", "Un, Deux et Trois"),
        ("{0:mm}", (1250,), "12.5 mm", "12,5 mm"),
        ("{0:mm}", (1200,), "12 mm", "12 mm"),
        ("{0:mm}", (1199,), "12 mm", "12 mm"),
        ("{0:cm}", (12_340,), "12.3", "12,3"),
        ("{0:figs}", ((),), "", ""),
        ("{0:figs}", ((3,),), "Three", "Trois"),
        ("{0:seat}, {0:Seat}", (1,), "player 2, Player 2", "joueur 2, Joueur 2"),
        ("{0:n a|b}", (0,), "0 b", "0 a"),
        ("{0:n a|b}", (1,), "1 a", "1 a"),
        ("{0:n a|b}", (2,), "2 b", "2 b"),
        ("x{0:if  y}", (True,), "x y", "x y"),
        ("x{0:if  y}", (0,), "x", "x"),
        ("{0:mods}", ((("yes", 1), ("no", -2)),), " (+1 mod-yes, -2 mod-no)", " (+1 mod-yes, -2 mod-no)"),
        ("7{0:mods}", ((),), "7", "7"),
        ("de {0:fig} que {0:fig}", (1,), "de One que One", "d’Un qu’Un"),
        ("de {0:fig}", (2,), "de Two", "de Deux"),
        ("de {0} que {1}", ("Homme", "Hydre"), "de Homme que Hydre", "d’Homme qu’Hydre"),
        ("de {0} que {1}", ("Héros", "Halfelin"), "de Héros que Halfelin", "de Héros que Halfelin"),
        ("{0:+}", (3,), "+3", "+3"),
        ("{0:dice}", ((1, 6),), "1, 6", "1, 6"),
        ("{0:t}", ("yes",), "yes", "oui"),
        ("{0:t}", ("unknown",), "unknown", "unknown"),
        ("{1} {0}", ("a", 7), "7 a", "7 a"),
        ("{0}", ("{1} {0.real}",), "{1} {0.real}", "{1} {0.real}"),
    ],
)
def test_sentences_are_filled_in(form: str, about: tuple[object, ...], english: str, french: str) -> None:
    names = {"en": ["", "One", "Two", "Three"], "fr": ["", "Un", "Deux", "Trois"]}
    messages = Messages({"x": {"en": form, "fr": form}, "yes": {"en": "yes", "fr": "oui"}}, CORE)
    for language, text in (("en", english), ("fr", french)):
        assert messages.sentence("x", about, names[language].__getitem__, language) == text


def test_a_word_agrees_with_the_gender_of_a_name() -> None:
    forms = Messages(
        {"hurt": {"en": "{0:fig} is hurt.", "fr": "{0:fig} est {0:mf blessé|blessée}, tout{0:mf |e} étonné{0:mf |e}."}}
    )
    names = ("Ogre", "Elfe")
    said = [forms.sentence("hurt", (one,), lambda who: names[who], "fr", lambda who: who == 1) for one in (0, 1)]
    assert said == ["Ogre est blessé, tout étonné.", "Elfe est blessée, toute étonnée."]
    assert forms.sentence("hurt", (1,), lambda who: names[who], "fr").startswith("Elfe est blessé,")


@pytest.mark.parametrize(
    ("name", "french"),
    [
        ("Orc", "d’Orc"), ("Homme-rat", "d’Homme-rat"), ("Humain", "d’Humain"), ("Héroïne", "d’Héroïne"), ("Hydre", "d’Hydre"),
        ("Héros", "de Héros"), ("Hallebarde", "de Hallebarde"), ("Halfelin", "de Halfelin"), ("Hobgobelin", "de Hobgobelin"),
        ("Hors de combat", "de Hors de combat"), ("Nain", "de Nain"),
    ],
)  # fmt: skip
def test_french_elides_before_a_vowel_and_a_mute_h_only(name: str, french: str) -> None:
    said = Messages({"of": {"en": "of {0:fig}", "fr": "de {0:fig}"}})
    assert said.sentence("of", (0,), lambda _: name, "fr") == french
