"""Lessons at the table: which of their steps is for now."""

from __future__ import annotations

from escarmouche.core import lessons
from escarmouche.core.effects import Choose, Chosen, Rolled, Told
from escarmouche.core.lessons import PUPIL, Lesson, Moment, Step
from escarmouche.server.live import LiveGame
from escarmouche.server.refusals import Refused, Words
from escarmouche.server.shapes import Advice


def advice(live: LiveGame, seat: int, done: list[str]) -> Advice | None:
    """The step that is for now, where some are done; None where there is none. The game must be a lesson."""
    if not live.origin.lesson:
        raise Refused(404, "no-lesson")
    found = lessons.lesson(live.system.id, live.origin.lesson)
    step = _step(live, seat, found, done)
    if step is None:
        return None
    title, text = Words(step.title_en, step.title_fr), Words(step.text_en, step.text_fr)
    return Advice(step.id, title, text, step.kind, found.step.index(step) + 1, len(found.step))


def _step(live: LiveGame, seat: int, lesson: Lesson, done: list[str]) -> Step | None:
    game = live.game
    if game is None or seat != PUPIL:
        return None
    if game.result is not None:
        return next((one for one in lesson.step if one.over and one.id not in done), None)
    due = game.due
    if not isinstance(due, Choose) or due.seat != seat:
        return None
    marks = [live.system.marks(due, answer) for answer in due.options.listed()]
    kinds = {one["kind"] for one in marks}
    aimed = {one["kind"] for one in marks if one.get("target", -1) >= 0}
    return lessons.next_step(lesson.step, done, Moment(due.why, kinds, aimed, _since(live, seat)))


def _since(live: LiveGame, seat: int) -> set[str]:
    """The rules by which something has happened since the seat last answered."""
    found: set[str] = set()
    assert live.game is not None
    for event in reversed(live.game.events):
        if isinstance(event, Chosen) and event.seat == seat:
            break
        if isinstance(event, (Told, Rolled)):
            found.add(event.why)
    return found
