"""Lessons: a small battle of a system that teaches it as it is played, in steps that come up when the battle comes to them.

A lesson is an ordinary game on the ordinary rules, small and from a chosen seed. Its steps lie in `lessons.toml` in the
system's package. A step is shown at the first decision of the pupil's that it fits, and is done with the answer, whatever
that is: who strays from the way is told of what comes next all the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache
from typing import Any, NamedTuple

from escarmouche.core import content, registry

FILE = "lessons.toml"
Plain = dict[str, Any]
PUPIL = 0
"""The seat of who learns; everybody else is played by the lesson's agent."""


class Moment(NamedTuple):
    """A decision of the pupil's: by which rule, the kinds of answers and of those that aim at somebody, and the rules by which
    something has happened since the last one."""

    at: str
    kinds: Collection[str]
    aimed: Collection[str]
    since: Collection[str]


class Step(content.Row, frozen=True, kw_only=True):
    """One thing to learn. It comes up at a decision by the rule `at`, where an answer of the kind `kind` is offered, with
    somebody to aim at if `aimed`, and after an event by the rule `after`; what is empty does not matter. `kind` is what the
    pupil is advised to do. A step without any of them comes up at once; `over` is for the end."""

    id: content.Id
    title_en: str
    title_fr: str
    text_en: str
    text_fr: str
    at: str = ""
    kind: str = ""
    aimed: bool = False
    after: str = ""
    over: bool = False

    def fits(self, moment: Moment) -> bool:
        """Is it about this decision?"""
        if self.over or (self.at and self.at != moment.at) or (self.after and self.after not in moment.since):
            return False
        return not self.kind or self.kind in (moment.aimed if self.aimed else moment.kinds)


class Lesson(content.Row, frozen=True, kw_only=True):
    """A lesson: the battle that it is about, who plays against the pupil, how long it takes, and its steps."""

    id: content.Id
    name_en: str
    name_fr: str
    minutes: int
    scenario: str
    seed: int
    begins: int = 1
    """The turn in which the pupil takes over: what comes before is played for everybody."""
    armies: tuple[Plain, ...]
    agent: str
    options: Plain = {}
    step: tuple[Step, ...] = ()


@cache
def found(system: str) -> tuple[Lesson, ...]:
    """The lessons in a system's package, in order; read once, none where there is no file of them."""
    folder = registry.folder(system) if system in registry.systems() else None
    if folder is None or not (folder / FILE).is_file():
        return ()
    file = f"{system}/{FILE}"
    data = content.read(folder / FILE, file)
    content.only(data, ["lesson"], file)
    lessons = tuple(content.rows(data, "lesson", Lesson, file).values())
    for lesson in lessons:
        _check(lesson, system, file)
    return lessons


def _check(lesson: Lesson, system: str, file: str) -> None:
    """Every rule that a step waits for must be one of the rulebook's, and no two steps may have one id."""
    rules = registry.system(system).rule_ids()
    ids: set[str] = set()
    for step in lesson.step:
        where = f"lesson {lesson.id!r}, step {step.id!r}"
        if step.id in ids:
            raise content.wrong(file, where, "id", "occurs twice: rename one", "figure deux fois : renommez-en un")
        ids.add(step.id)
        for field, rule in (("at", step.at), ("after", step.after)):
            if rule and rules:
                content.check_names([rule], rules, (file, where, field), ("rule", "règle"))


def lesson(system: str, id: str) -> Lesson:
    """The lesson with this id; an UnknownName says which there are."""
    from escarmouche.core.system import known

    lessons = {one.id: one for one in found(system)}
    return lessons[known("lesson", id, list(lessons))]


def next_step(steps: Iterable[Step], done: Collection[str], moment: Moment) -> Step | None:
    """The first step that is not done and is about this decision."""
    return next((step for step in steps if step.id not in done and step.fits(moment)), None)
