"""The engine: live generators in straight play, frames replayed one at a time after a fork, goto without history."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from escarmouche.core.effects import Call, Choose, Listed, Roll, Rule, Script, Tell
from escarmouche.core.engine import Frame, Run, rebuild, resume, start
from escarmouche.core.errors import RuleError
from tests.core.checks import one_sentence
from tests.core.toy import until

BEGUN: Counter[str] = Counter()
SENT: Counter[str] = Counter()


def counted(name: str) -> Callable[[Callable[..., Script]], Rule]:
    """A rule that counts how often it is begun; not registered, as frames hold rules themselves."""

    def made(script: Callable[..., Script]) -> Rule:
        def counting(*args: object) -> Script:
            BEGUN[name] += 1
            return script(*args)

        return Rule((name,), name, counting)

    return made


@pytest.fixture(autouse=True)
def _nothing_counted() -> None:
    BEGUN.clear()
    SENT.clear()


def ask(why: str) -> Choose:
    return Choose(why, 0, None, Listed(("yes", "no")))


@counted("outer")
def outer(turns: int) -> Script:
    """Two questions of its own around a call."""
    yield Tell("outer", "outer-begins")
    first = yield ask("outer.first")
    yield Tell("outer", "outer-goes-on", (first,))
    inner_result = yield Call(middle, turns)
    last = yield ask("outer.last")
    yield Tell("outer", "outer-ends", (last,))
    if turns == 0:
        return (first, inner_result, last)
    return Call(outer, turns - 1)


@counted("middle")
def middle(turns: int) -> Script:
    yield Tell("middle", "middle-begins")
    answers = []
    for i in range(3):
        SENT["middle"] += 1
        answers.append((yield ask(f"middle.{i}")))
    result = yield Call(inner, turns)
    return (*answers, result)


@counted("inner")
def inner(turns: int) -> Script:
    (face,) = yield Roll("inner.roll", 0, None)
    yield Tell("inner", "inner-rolled", (face,))
    answer = yield ask("inner.ask")
    return Call(last_word, face, answer)


@counted("last-word")
def last_word(face: int, answer: str) -> Script:
    yield Tell("last", "last-word", (face, answer))
    return f"{face}{answer}"


def answer_all(run: Run, answers: int) -> list[str]:
    """Answer so many questions; what was told."""
    told: list[str] = []
    for _ in range(answers):
        run.reply((4,) if isinstance(run.due, Roll) else "yes")
        told += [tell.kind for tell in run.told]
        run.told.clear()
    return told


QUESTIONS = 7  # in one turn of `outer`
ONE_TURN = ["outer-goes-on", "middle-begins", "inner-rolled", "last-word", "outer-ends"]


def test_straight_play_replays_nothing() -> None:
    run = start(Call(outer, 4))
    answer_all(run, 5 * QUESTIONS)
    assert run.due is None
    assert run.result == ("yes", ("yes", "yes", "yes", "4yes"), "yes")
    assert BEGUN == {"outer": 5, "middle": 5, "inner": 5, "last-word": 5}
    assert SENT["middle"] == 15


def test_everything_is_told_once_and_in_order() -> None:
    run = start(Call(outer, 1))
    begun = [tell.kind for tell in run.told]
    run.told.clear()
    assert begun == ["outer-begins"]
    assert answer_all(run, 2 * QUESTIONS) == [*ONE_TURN, "outer-begins", *ONE_TURN]


@pytest.mark.parametrize("at", range(QUESTIONS))
def test_a_fork_tells_nothing_twice(at: int) -> None:
    run = start(Call(outer, 0))
    run.told.clear()
    before = answer_all(run, at)
    twin = run.fork()
    assert twin.told == []
    after = answer_all(twin, QUESTIONS - at)
    assert before + after == ONE_TURN
    assert twin.result == ("yes", ("yes", "yes", "yes", "4yes"), "yes")
    assert answer_all(run, QUESTIONS - at) == after


def test_a_fork_rebuilds_a_frame_only_when_it_comes_to_the_top() -> None:
    run = start(Call(outer, 3))
    answer_all(run, 5)  # waits in inner.ask, above middle and outer
    assert isinstance(run.due, Choose)
    assert run.due.why == "inner.ask"
    BEGUN.clear()
    SENT.clear()
    twin = run.fork()
    assert BEGUN == {}
    twin.reply("no")
    # inner was rebuilt and went on as last-word; its result woke middle, whose result woke outer.
    assert BEGUN == {"inner": 1, "last-word": 1, "middle": 1, "outer": 1}
    assert SENT["middle"] == 3
    BEGUN.clear()
    answer_all(twin, QUESTIONS)
    assert BEGUN == {"outer": 1, "middle": 1, "inner": 1, "last-word": 1}


def test_a_fork_that_stays_on_top_leaves_the_others_asleep() -> None:
    run = start(Call(outer, 3))
    answer_all(run, 2)
    BEGUN.clear()
    SENT.clear()
    twin = run.fork()
    twin.reply("no")
    assert isinstance(twin.due, Choose)
    assert twin.due.why == "middle.2"
    assert BEGUN == {"middle": 1}
    assert SENT["middle"] == 3
    twin.reply("no")
    assert BEGUN == {"middle": 1, "inner": 1}


def test_forks_go_their_own_ways() -> None:
    run = start(Call(outer, 0))
    answer_all(run, 5)
    twin = run.fork()
    twin.reply("no")
    run.reply("yes")
    assert isinstance(run.top, Frame)
    assert isinstance(twin.top, Frame)
    assert run.top.answers[-1] == ("yes", "yes", "yes", "4yes")
    assert twin.top.answers[-1] == ("yes", "yes", "yes", "4no")


def test_goto_forgets() -> None:
    run = start(Call(outer, 50))
    for turn in range(50):
        answer_all(run, QUESTIONS)
        assert run.top == Frame((), (49 - turn,), None, outer)
        assert run.live is not None
        assert run.live.parent is None


def test_frames_written_down_go_on_the_same() -> None:
    run = start(Call(outer, 1))
    answer_all(run, 5)
    assert run.top is not None
    again = resume(run.top)
    assert isinstance(again.due, Choose)
    assert again.due.why == "inner.ask"
    assert again.told == []
    assert answer_all(again, QUESTIONS) == answer_all(run, QUESTIONS)
    assert again.top == run.top


def test_only_a_waiting_frame_is_resumed() -> None:
    run = start(Call(outer, 1))
    answer_all(run, 2)
    assert run.top is not None
    assert run.top.parent is not None
    with pytest.raises(ValueError, match="outer is not waiting"):
        resume(run.top.parent)


def test_an_ended_run_takes_no_answer() -> None:
    run = start(Call(last_word, 3, "yes"))
    assert run.result == "3yes"
    with pytest.raises(ValueError, match="nothing is due"):
        run.reply("yes")


def test_a_choice_with_one_answer_is_not_asked_but_kept() -> None:
    def script() -> Script:
        only = yield Choose("only", 0, None, Listed(("this",)))
        other = yield ask("other")
        return (only, other)

    run = start(Call(Rule(("r",), "r", script)))
    assert isinstance(run.due, Choose)
    assert run.due.why == "other"
    assert run.top is not None
    assert run.top.answers == ("this",)
    twin = run.fork()
    twin.reply("no")
    assert twin.result == ("this", "no")


def test_a_rule_that_goes_another_way_is_named() -> None:
    moods = iter([True, False])

    def script() -> Script:
        if next(moods):
            return (yield ask("moody"))
        return "nothing"

    run = start(Call(Rule(("moody",), "moody", script)))
    assert run.top is not None
    with pytest.raises(RuleError, match="moody goes another way") as caught:
        run.fork().reply("yes")
    one_sentence(caught.value)


def test_a_rule_without_end_is_named() -> None:
    def script() -> Script:
        while True:
            yield Tell("x", "again")

    with pytest.raises(RuleError, match="restless goes on without ever asking") as caught:
        start(Call(Rule(("restless",), "restless", script)))
    one_sentence(caught.value)


@pytest.mark.parametrize("asks", [False, True])
def test_a_rule_that_calls_itself_for_ever_is_named(asks: bool) -> None:
    def script(number: int) -> Script:
        if asks:
            yield ask(f"deeper than {number}")
        return (yield Call(bottomless, number + 1)) + 1

    def dive() -> None:
        run = start(Call(bottomless, 0))
        while True:
            run.reply("yes")

    bottomless = Rule(("bottomless",), "bottomless", script)
    with pytest.raises(RuleError, match="bottomless goes on without ever asking") as caught:
        dive()
    one_sentence(caught.value)


def test_rules_may_call_one_another_many_times_over() -> None:
    def script(number: int) -> Script:
        if number == 500:
            return 0 if (yield ask("at the bottom")) == "yes" else 1
        return (yield Call(deep, number + 1)) + 1

    deep = Rule(("deep",), "deep", script)
    run = start(Call(deep, 0))
    twin = run.fork()
    run.reply("yes")
    twin.reply("no")
    assert (run.result, twin.result) == (500, 501)


def test_what_is_no_effect_is_refused() -> None:
    def script() -> Script:
        yield "a figure"  # type: ignore[misc]

    with pytest.raises((RuleError, TypeError), match="str"):
        start(Call(Rule(("loose",), "loose", script)))


def test_an_exception_comes_out_as_it_is() -> None:
    def script() -> Script:
        yield ask("before")
        raise LookupError("lost")

    run = start(Call(Rule(("fails",), "fails", script)))
    with pytest.raises(LookupError, match="lost"):
        run.reply("yes")


def test_a_reaction_to_a_reaction_is_a_stack_of_frames() -> None:
    game = until("toy.melee.reroll", depth=4)
    names = []
    frame = game.run.top
    while frame is not None:
        names.append(frame.rule.name)
        assert rebuild(frame) is not rebuild(frame)
        frame = frame.parent
    assert names == ["toy.melee.die", "toy.melee", "toy.walk", "toy.turn"]
