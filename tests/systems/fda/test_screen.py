"""What a screen is given: the view, what answers point at, what a hand shapes, and where a figure could go."""

from __future__ import annotations

from typing import Any

import pytest

import escarmouche as esc
from escarmouche.core.effects import Choose, Rolled
from escarmouche.core.game import Game
from escarmouche.kit.view import checked, checked_hands
from escarmouche.systems.fda.content import book
from escarmouche.systems.fda.model import (
    COVER,
    CROUCHED,
    MELEE_REACTIONS,
    PRONE,
    REACTIONS,
    SHORT_RANGE,
    Course,
    Figure,
    Trigger,
    World,
)
from escarmouche.systems.fda.rules.actions import Activation
from escarmouche.systems.fda.rules.movement import Stride
from escarmouche.systems.fda.rules.reactions import ATTACK, Window
from escarmouche.systems.fda.system import SYSTEM
from tests.systems.fda.stage import box, cm, figure, scene


def basic(*figures: Figure, **more: Any) -> World:
    return scene(*figures, options=more.pop("options", 0), **more)


def due(world: World, course: Course | None = None, id: int = 0) -> Choose:
    """The decision of an activated figure."""
    seat = world.figures[id].seat
    return Choose("fda.action.two-time-units", seat, world, Activation(world, id, course or Course()), id)


ORC, ELF = figure("orc", 0, 20, 20), figure("elf", 1, 28, 20, 180)


def test_the_view_holds_to_the_contract_and_shows_both_sides_of_a_card() -> None:
    world = basic(ORC, figure("elf", 1, 40, 20, posture=PRONE, wounded=True), pieces=[box("column", 50, 50, 53, 53)])
    view = checked(SYSTEM.view(world, 0), "fda")
    orc, elf = view["figures"]
    numbers = {one["id"]: one["value"]["en"] for one in orc["numbers"]}
    assert (numbers["morale"], numbers["if-wounded"]) == ("II", "C 4 T 2 D 3 A 3 M I")
    assert {one["id"]: one["value"]["fr"] for one in elf["numbers"]}["if-healed"] == "C 3 T 7 D 3 A 7 M I"
    assert elf["poses"] == ["lying"]
    assert [mark["id"] for mark in elf["marks"]] == ["prone", "wounded"]
    assert (orc["facing"], orc["fronts"], orc["sees"]) == (0, ["front"], 9000)
    assert view["table"]["floor"] == "stone"
    assert view["pieces"][0]["opaque"]
    chest = checked(SYSTEM.view(basic(ORC, pieces=[box("chest", 50, 50, 52, 52)]), 0), "fda")["pieces"][0]
    assert (chest["look"], chest.get("opaque", False)) == ("chest", False), "one sees over a chest"


def test_the_other_side_of_a_card_counts_what_is_worn() -> None:
    worn = figure("dwarf", 0, 20, 20)
    numbers = {one["id"]: one["value"]["en"] for one in SYSTEM.view(basic(worn), 0)["figures"][0]["numbers"]}
    assert worn.card.wounded is not None
    assert f"D {worn.card.wounded.defence + worn.card.armour} " in numbers["if-wounded"]
    assert worn.card.armour > 0


def test_answers_point_at_places_and_figures() -> None:
    asked = due(basic(ORC, ELF))
    move = SYSTEM.marks(asked, ("advance", cm(20), cm(25)))
    assert (move["x"], move["y"], move["place"], move["facing"]) == (cm(20), cm(25), 1, 9000)
    assert SYSTEM.marks(asked, ("charge", 1, cm(28), cm(20)))["target"] == 1


def test_a_trial_tells_where_a_move_ends_and_what_counts() -> None:
    asked = due(basic(ORC, ELF))
    walk = SYSTEM.trial(asked, ("advance", cm(30), cm(20)))
    assert SYSTEM.screen.sentence("provokes.contact", (1,), str, "en") == "In contact with 1."
    assert walk["provokes"] == [{"figure": 1, "kind": "contact", "rule": "fda.contact.engaged"}]
    assert abs(walk["distance"] - cm(5.5)) <= 3
    charge = SYSTEM.trial(asked, ("charge", 1, cm(28), cm(20)))
    assert [one["id"] for one in charge["modifiers"]] == ["combat", "charge", "combat"]
    assert [one.get("apart", False) for one in charge["modifiers"]] == [False, True, False], "it decides equal sums only"
    shot = due(basic(figure("archer", 0, 20, 20), figure("goblin", 1, 40, 20, 180)), Course(1, ("advance-fast",)))
    found = SYSTEM.trial(shot, ("shoot", "bow", 1))["modifiers"]
    assert [one["id"] for one in found] == ["shooting", "shooter-hampered", "target-poorly-visible"]
    assert found[0]["under"], "what the die must not exceed"


def shot_notes(world: World) -> list[tuple[str, str]]:
    """What is told of a shot with the bow at the second figure: each note with its rule."""
    return [(one["rule"], one["en"]) for one in SYSTEM.trial(due(world), ("shoot", "bow", 1))["notes"]]


def test_a_shot_tells_what_cover_its_target_has() -> None:
    archer, goblin = figure("archer", 0, 20, 20), figure("goblin", 1, 40, 20, 180, hands=())
    assert shot_notes(basic(archer, goblin)) == []
    lying = basic(archer, figure("goblin", 1, 40, 20, 180, hands=(), posture=PRONE))
    assert shot_notes(lying) == [("fda.shoot.target-on-ground", "The target lies on the ground.")]
    crouched = basic(archer, figure("goblin", 1, 40, 20, 180, hands=(), posture=CROUCHED))
    assert [rule for rule, _ in shot_notes(crouched)] == ["fda.position.crouched-target"]
    shield = basic(archer, figure("goblin", 1, 40, 20, 180, hands=("shield",)))
    assert [rule for rule, _ in shot_notes(shield)] == ["fda.shoot.target-shield"]
    column = [box("column", 36, 10, 37, 20.1)]
    assert [rule for rule, _ in shot_notes(basic(archer, goblin, pieces=column))] == ["fda.shoot.target-partly-hidden"]
    behind = basic(archer, goblin, pieces=column, options=COVER | SHORT_RANGE)
    assert [rule for rule, _ in shot_notes(behind)] == ["fda.shoot.target-partly-hidden", "fda.cover.reroll-jd"]
    near = basic(
        archer, figure("goblin", 1, 26, 20, 180, hands=()), pieces=[box("column", 24, 10, 24.5, 20.1)], options=SHORT_RANGE
    )
    assert shot_notes(near) == [], "a precise shot does not mind"


def test_ranges_are_those_of_spells_songs_and_precise_shots() -> None:
    archer, mage = figure("archer", 0, 20, 20), figure("elf", 0, 30, 20, spell="fireball")
    world = basic(archer, mage, ELF)
    assert SYSTEM.ranges(world, 0) == [], "a missile flies as far as one sees"
    assert SYSTEM.ranges(world, 1) == [book().length(book().spell["fireball"].range)]
    precise = basic(archer, mage, ELF, options=SHORT_RANGE)
    assert SYSTEM.ranges(precise, 0) == [book().length(book().measures.short_range)]
    minstrel = next(one for one in book().profile.values() if "persuasive-song" in one.traits)
    assert SYSTEM.ranges(basic(figure(minstrel.id, 0, 20, 20)), 0) == [book().length(book().measures.song)]


def test_a_hand_leads_turns_and_says_how_far() -> None:
    asked = due(basic(ORC, figure("elf", 1, 60, 20)))
    kinds = [hand["kind"] for hand in checked_hands(SYSTEM.hands(asked), "fda")]
    assert kinds == ["advance", "advance-fast", "turn"]
    assert SYSTEM.planned(asked, {"kind": "advance", "x": cm(25), "y": cm(20)}) == (("advance", cm(25), cm(20)), None)
    answer, refused = SYSTEM.planned(asked, {"kind": "advance", "x": cm(50), "y": cm(20)})
    assert refused is not None
    assert answer[1] <= cm(30)
    assert asked.options.check(answer) is None
    assert SYSTEM.planned(asked, {"kind": "turn", "x": cm(20), "y": cm(50)})[0] == ("turn", 9000)
    assert SYSTEM.planned(asked, {"kind": "turn", "facing": 4500})[0] == ("turn", 4500)
    gestures = {hand["kind"]: hand["gesture"] for hand in SYSTEM.hands(asked)}
    assert gestures["turn"] == "turn"
    stride = Choose("fda.move.advance-fast", 0, asked.world, Stride(asked.world, 0, 100, 0, cm(7)), 0)
    assert [hand["kind"] for hand in SYSTEM.hands(stride)] == ["go"]
    assert SYSTEM.trial(stride, ("go", cm(4)))["path"][-1]["x"] == cm(24)
    assert (SYSTEM.marks(stride, ("go", cm(4)))["x"], SYSTEM.marks(stride, ("go", cm(4)))["y"]) == (cm(24), cm(20))
    assert SYSTEM.planned(stride, {"kind": "go", "x": cm(24), "y": cm(22)})[0] == ("go", cm(4))
    assert SYSTEM.planned(stride, {"kind": "go", "x": cm(40), "y": cm(20)})[0] == ("go", cm(7))


def stopped(world: World, x: float, y: float, language: str = "en") -> str:
    """What a hand is told that leads figure 0 there."""
    _, refused = SYSTEM.planned(due(world), {"kind": "advance", "x": cm(x), "y": cm(y)})
    return "" if refused is None else SYSTEM.sentence(refused.key, refused.about, world, language)


@pytest.mark.rule("fda.move.what-stops")
def test_a_hand_is_told_what_stops_the_figure() -> None:
    world = basic(ORC, figure("goblin", 0, 20, 26), ELF, pieces=[box("wall", 14, 10, 15, 30)])
    assert stopped(world, 10, 20) == "Orc gets 3.8 cm that way. Then comes: Wall."
    assert "Goblin is in the way" in stopped(world, 20, 28)
    assert "at most that way" in stopped(world, 20, 0)
    assert stopped(world, 29, 20) == "", "an enemy is contacted, which is told elsewhere"
    assert "the dungeon ends" in stopped(basic(figure("orc", 0, 3, 20)), -4, 20)


def test_a_choice_of_action_says_how_much_time_it_takes() -> None:
    asked = due(basic(ORC, ELF))
    assert SYSTEM.describe(asked, ("advance", cm(20), cm(25)), "en").endswith("20, 25 (2 time units)")
    assert SYSTEM.describe(asked, ("advance", cm(24), cm(20)), "en").endswith("24, 20, straight at Elf (2 time units)")
    assert SYSTEM.describe(asked, ("advance-fast", cm(20), cm(25)), "fr").endswith("(1 unité de temps)")
    assert SYSTEM.describe(asked, ("turn", 9000), "en") == "turn north"
    assert SYSTEM.describe(asked, ("turn", 0), "en") == "turn to Elf (east)", "whom one sees is worth more than where"
    assert "1 time unit;" in next(one for one in SYSTEM.hands(asked) if one["kind"] == "advance-fast")["hint"]["en"]


def test_a_spell_says_what_it_does_before_it_is_learned() -> None:
    world = scene(figure("wizardess", 0, 20, 20), ELF)
    told = SYSTEM.trial(due(world), ("memorise", "lightning"))["notes"][0]
    assert "metal armour" in told["en"]
    assert "5 or less" in SYSTEM.describe(due(world), ("memorise", "lightning"), "en")
    ready = scene(figure("wizardess", 0, 20, 20, spell="lightning"), ELF)
    assert SYSTEM.describe(due(ready), ("cast", 1), "en").startswith("cast Lightning bolt on ")


def test_zones_are_shown_until_the_battle_begins() -> None:
    for scenario in ("random-dungeon", "statuette"):
        game = esc.new("fda", scenario=scenario, seed=3)
        zones = SYSTEM.view(game.world, 0)["zones"]
        assert {zone["seat"] for zone in zones} == {0, 1}
        left, right = zones[0]["outline"][0][0], zones[0]["outline"][1][0]
        assert all(left < x < right for x, _, _ in game.options()[0][1])
        while game.world.turn == 0:
            game.play(game.options()[0])
        assert SYSTEM.view(game.world, 0)["zones"] == []


def test_a_reaction_is_asked_for_with_who_triggers_it_and_what_it_costs() -> None:
    world = basic(ORC, figure("dwarf", 1, 22.5, 20, 180), options=REACTIONS | MELEE_REACTIONS)
    asked = Choose("fda.action.reaction", 1, world, Window(world, Trigger(ATTACK, 0, (1,))), 1)
    for language, cost in (("en", "costs the activation"), ("fr", "coûte l’activation")):
        said = SYSTEM.question(asked, language)
        assert cost in said
        assert SYSTEM.name(world, 0, language) in said
    assert SYSTEM.marks(asked, ("skewer", 1)) == {"kind": "skewer", "figure": 1, "target": 0}


def test_how_far_it_could_go() -> None:
    world = basic(ORC, pieces=[box("wall", 24, 0, 25, 60)])
    (outline,) = SYSTEM.reach(world, 0)
    assert max(x for x, _ in outline) <= cm(22.75)
    assert min(x for x, _ in outline) < cm(10.1)


def started() -> Game:
    return esc.new("fda", ["fda/the-seven", "fda/troll-raid"], "brawl", 3)


def test_a_hand_deploys_with_a_facing() -> None:
    game = started()
    troop = [figure for figure in game.world.figures if figure.seat == 0]
    answer = game.options()[0]
    places = [[one.id, x, y, 9000] for one, (x, y, _) in zip(troop, answer[1], strict=True)]
    made, _ = SYSTEM.planned(game.choice, {"kind": "deploy", "places": places})
    assert game.choice.options.check(made) is None
    assert {spot[2] for spot in made[1]} == {9000}


@pytest.mark.rule("fda.turn.initiative-tie", "fda.turn.initiative-zero")
def test_an_odd_initiative_is_told_with_its_reason() -> None:
    world = basic(ORC, ELF)
    assert "fewer" in SYSTEM.sentence("initiative-fewer", (0, 19, 19), world, "en")
    assert "with a 0" in SYSTEM.sentence("initiative-zero", (0, 10, 20), world, "en")
    assert SYSTEM.sentence("initiative", (1, 10, 20), world, "en") == "Player 2 has the initiative (10 to 20)."


def test_a_stride_is_offered_as_it_was_meant() -> None:
    world = basic(ORC, ELF)
    near = Choose("fda.move.advance-fast", 0, world, Stride(world, 0, cm(4), 0, cm(10)), 0)
    said = [SYSTEM.describe(near, answer, "en") for answer in near.options.listed()]
    assert said == ["as far as the legs carry, 10 cm", "go 5 cm", "as far as meant, 4 cm", "stay here after all"]
    far = Choose("fda.move.advance-fast", 0, world, Stride(world, 0, cm(9.999), 0, cm(10)), 0)
    assert far.options.listed() == [("go", cm(10)), ("go", cm(5)), ("go", 0)], "a hair less is no other answer"


@pytest.mark.rule("fda.position.fog-of-war")
def test_one_hand_says_how_everybody_begins() -> None:
    game = esc.new("fda", ["fda/the-seven", "fda/troll-raid"], "brawl", 3, {"positions": True})
    while game.due is not None and game.due.why != "fda.position.fog-of-war":
        game.play(game.options()[0])
    (hand,) = checked_hands(SYSTEM.hands(game.choice), "fda")
    assert (hand["gesture"], hand["ways"][0]["en"]) == ("many", "crouched")
    able = [id for id, _ in hand["able"]]
    answer, _ = SYSTEM.planned(game.choice, {"kind": "begin-each", "pairs": [[able[2], 0], [able[0], 0]]})
    assert answer == ("begin", ((able[0], "crouched"), (able[2], "crouched")))
    names = [SYSTEM.name(game.world, able[place], "en") for place in (0, 2)]
    assert SYSTEM.describe(game.choice, answer, "en") == f"crouched: {names[0]} and {names[1]}"
    assert SYSTEM.describe(game.choice, ("begin", ()), "fr") == "tout le monde à découvert"
    game.play(answer)
    assert game.due is not None
    assert [game.world.figures[id].posture == CROUCHED for id in able].count(True) == 2


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_ten_sided_die_shows_its_tenth_face_as_a_zero(language: str) -> None:
    event = Rolled(0, (10,), 0, 0, 10, 0, 0, "fda.test.ja")
    assert " 0" in SYSTEM.event_sentence(event, basic(ORC), language)
    assert SYSTEM.faces(event) == (0,)
    assert SYSTEM.faces(Rolled(0, (6, 1), 0, 0, 6, 0, 0, "fda.test.ja")) == (6, 1)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_log_does_not_tell_the_same_joke_all_the_time(language: str) -> None:
    world = basic(*[figure("orc", 0, 10 + 5 * number, 20) for number in range(4)])
    said = {SYSTEM.sentence("runs", (id, cm(10)), world, language).split(maxsplit=2)[2] for id in range(4)}
    assert len(said) == 3
    again = [SYSTEM.sentence("shot-misses", (0, 3), world, language) for _ in range(2)]
    assert again[0] == again[1], "what happened is told the same way whenever it is read"
