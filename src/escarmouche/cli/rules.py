"""The rulebook: `rules SYSTEM [QUERY]` searches it, `rules coverage` says what is implemented and tested."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from escarmouche.cli.common import AsJson, Lang, emit, language, new_app, show, show_table, system_names, text, use

if TYPE_CHECKING:
    from escarmouche.core.rulebook import Coverage, Rulebook, RuleEntry

app = new_app()

COVERAGE = "coverage"


def _targets(incomplete: str) -> list[str]:
    return [name for name in [*system_names(""), COVERAGE] if name.startswith(incomplete)]


@app.command(help=text("rules.help"))
def rules(
    system: Annotated[
        str,
        typer.Argument(metavar="SYSTEM|coverage", help=text("rules.system"), autocompletion=_targets, show_default=False),
    ],
    query: Annotated[
        list[str] | None, typer.Argument(metavar="[QUERY]...", help=text("rules.query"), show_default=False)
    ] = None,
    tests: Annotated[Path | None, typer.Option(help=text("rules.tests"), show_default=False)] = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    from escarmouche.core.rulebook import Rulebook

    use(lang)
    words = " ".join(query or [])
    if system == COVERAGE:
        _coverage(words.split(), tests, as_json)
        return
    book = Rulebook.load(system)
    if words in book.rules:
        _page(book, words, as_json)
    else:
        _list(book, words, as_json)


# ---------------------------------------------------------------- reading


def _list(book: Rulebook, words: str, as_json: bool) -> None:
    """The rules that a query finds; none at all is a negative answer."""
    found = book.find(words)
    if as_json:
        emit({"system": book.system, "query": words, "count": len(found), "rules": [_plain(one) for one in found]})
    elif found:
        _titles(found)
        show(text("rules.count", len(found)))
    else:
        show(text("rules.none", words))
    if not found:
        raise typer.Exit(1)


def _titles(found: list[RuleEntry]) -> None:
    pages = [one.told(language()) for one in found]
    columns = [text("column.id"), text("column.section"), text("column.title")]
    show_table(columns, [[page.id, page.section, page.title] for page in pages], whole=[0])


def _plain(entry: RuleEntry) -> dict[str, Any]:
    import msgspec

    made: dict[str, Any] = msgspec.structs.asdict(entry)
    return made


def _page(book: Rulebook, rule: str, as_json: bool) -> None:
    """One rule with all that belongs to it."""
    entry = book.show(rule)
    if as_json:
        emit({"system": book.system, "rule": _plain(entry)})
        return
    page = entry.told(language())
    show(f"{page.title}", "bold")
    show(f"{page.id} · {page.section}", "dim")
    show()
    show(page.text)
    for row in page.rows:
        show(f"  {row}")
    if page.examples:
        show(f"\n{text('rules.examples')}", "bold")
    for example in page.examples:
        show(f"  • {example}")
    if page.ruling:
        show(f"\n{text('rules.ruling')}", "bold")
        show(f"  {page.ruling}")
    if page.reason:
        show(f"\n{text('rules.silent', page.reason)}")
    if page.see:
        show(f"\n{text('rules.see')}", "bold")
    for other in page.see:
        show(f"  {other} · {book.show(other).told(language()).title}")


# ---------------------------------------------------------------- the ledger


def _coverage(systems: list[str], tests: Path | None, as_json: bool) -> None:
    """What is implemented and tested, in the systems named or in all that have a rulebook."""
    from escarmouche.core.rulebook import coverage

    folder = tests if tests is not None else Path("tests") if Path("tests").is_dir() else None
    ledgers = [coverage(name, folder) for name in systems or _with_rulebook()]
    if as_json:
        import msgspec

        made = {one.system: msgspec.structs.asdict(one) for one in ledgers}
        emit({"tests": None if folder is None else str(folder), "systems": made})
        return
    for ledger in ledgers:
        _ledger(ledger)
    if folder is None:
        show(text("coverage.no-tests"))


def _with_rulebook() -> list[str]:
    """The systems that have a rulebook."""
    from escarmouche.core import registry

    return [one.id for one in registry.playable() if one.rulebook() is not None]


def _ledger(ledger: Coverage) -> None:
    show(text("coverage.head", ledger.system, ledger.percent), "bold")
    show(text("coverage.rules", ledger.rules, ledger.acting, ledger.cited))
    if ledger.tested is not None:
        show(text("coverage.tested", ledger.tested, ledger.covered))
    for key, left in (("uncited", ledger.uncited), ("untested", ledger.untested or []), ("unknown", ledger.unknown)):
        if left:
            show(f"\n{text(f'coverage.{key}', len(left))}", "bold")
        for rule in left:
            show(f"  {rule}")
    if ledger.silent:
        show(f"\n{text('coverage.silent', len(ledger.silent))}", "bold")
    from escarmouche.core.rulebook import Rulebook

    for rule in ledger.silent:
        show(f"  {rule}: {Rulebook.load(ledger.system).show(rule).told(language()).reason}")
