"""What experience, victory points and the Points of the fallen buy between two battles, and what they do not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from escarmouche.core.errors import IllegalAnswer, UnknownName
from escarmouche.systems.sbh import campaign
from escarmouche.systems.sbh.campaign import Campaign
from escarmouche.systems.sbh.content import book
from escarmouche.systems.sbh.ledger import State
from escarmouche.systems.sbh.model import DEAD, LONG, MEDIUM, SHOOTER, SHORT, Figure
from escarmouche.systems.sbh.spending import WAYS
from tests.systems.sbh.campaigning import MEN, ORCS, after, band, begun, numbers, one

KILLED = {"status": DEAD, "removal": "kill"}


def rich(points: int = 0, experience: int = 0, **more: Any) -> Campaign:
    """A campaign before its second battle; the Men have these victory points, and each of them this experience."""
    c = begun(**more)
    after(c, 0)
    c.bands[0].victory_points = c.bands[0].earned = points
    for fighter in c.bands[0].fighters:
        fighter.experience = experience
    return c


def refusal(c: Campaign, what: str, name: int | str, seat: int = 0, **more: Any) -> str:
    """The rule that forbids it; nothing has changed then."""
    before = c.dump()
    with pytest.raises(IllegalAnswer) as caught:
        c.spend(seat, what, name, **more)
    assert c.dump() == before
    assert caught.value.french.endswith(f"({caught.value.rule})")
    assert caught.value.reason.endswith(".")
    return caught.value.rule


def fielded(c: Campaign, place: int, seat: int = 0) -> Figure:
    """A fighter of the next battle."""
    found: Figure = [figure for figure in c.battle().world.figures if figure.seat == seat][place]
    return found


# ---------------------------------------------------------------- experience


@pytest.mark.rule("sbh.campaign.xp-quality-combat")
def test_three_points_improve_quality_or_combat() -> None:
    c = rich(experience=7, men=["human-heavy-infantry", "human-warrior"])
    assert c.spend(0, "quality", 1)[0].en == "Human heavy infantry no. 1 now has Quality 3+."
    c.spend(0, "combat", 2)
    c.spend(0, "combat", 2)
    assert [fighter.experience for fighter in c.bands[0].fighters] == [4, 1]
    assert fielded(c, 0).card.quality == 3
    assert fielded(c, 1).card.combat == 5
    assert [figure.card.points for figure in c.battle().world.figures[:2]] == [26, 30]


@pytest.mark.rule("sbh.campaign.xp-quality-combat")
def test_two_points_are_too_few_and_quality_stops_at_two() -> None:
    assert refusal(rich(experience=2), "quality", 2) == "sbh.campaign.xp-quality-combat"
    assert refusal(rich(experience=2), "combat", 2) == "sbh.campaign.xp-quality-combat"
    c = rich(experience=9)
    c.spend(0, "quality", 2)
    assert one(c, 0, 2).quality == 2
    assert refusal(c, "quality", 2) == "sbh.campaign.xp-quality-combat"
    assert one(c, 0, 2).experience == 6


SHOOTING = [
    pytest.param("shooter-short", 2, SHORT, marks=pytest.mark.rule("sbh.campaign.xp-shooter-short")),
    pytest.param("shooter-medium", 3, MEDIUM, marks=pytest.mark.rule("sbh.campaign.xp-shooter-medium")),
    pytest.param("shooter-long", 5, LONG, marks=pytest.mark.rule("sbh.campaign.xp-shooter-long")),
]


@pytest.mark.parametrize(("what", "price", "reach"), SHOOTING)
def test_experience_makes_a_shooter(what: str, price: int, reach: int) -> None:
    assert refusal(rich(experience=price - 1), what, 2) == f"sbh.campaign.xp-{what}"
    c = rich(experience=price)
    c.spend(0, what, 2)
    assert one(c, 0, 2).experience == 0
    figure = fielded(c, 1)
    assert figure.card.shooting == reach
    assert figure.has(SHOOTER)


@pytest.mark.rule("sbh.campaign.xp-shooter-medium")
def test_a_longer_range_costs_its_full_price() -> None:
    c = rich(experience=5, men=["human-hunter", "human-warrior"])
    assert refusal(c, "shooter-short", 1) == "sbh.campaign.xp-shooter-short"
    c.spend(0, "shooter-medium", 1)
    assert one(c, 0, 1).experience == 2
    c.spend(0, "shooter-short", 2)
    c.spend(0, "shooter-medium", 2)
    assert (one(c, 0, 2).experience, one(c, 0, 2).shooter) == (0, "medium")
    assert fielded(c, 0).card.shooting == MEDIUM


def test_fighters_are_named_by_number_or_name() -> None:
    c = rich(experience=3)
    one(c, 0, 3).name = "Bran"
    c.spend(0, "combat", "bran")
    c.spend(0, "combat", "Human warrior no. 2")
    c.spend(0, "combat", "4")
    assert [fighter.combat for fighter in c.bands[0].fighters] == [None, 4, 4, 4]
    one(c, 0, 1).name = "Bran"
    for name in ("bran", "9", "", "Conan"):
        with pytest.raises(UnknownName, match=r"by its number, among 1 Bran, 2 Human warrior no\. 2, 3 Bran") as caught:
            c.spend(0, "combat", name)
        assert "donnez un numéro parmi 1 Bran" in caught.value.french


# ---------------------------------------------------------------- victory points


@pytest.mark.rule("sbh.campaign.upgrade-price", "sbh.campaign.victory-points-spend")
def test_twenty_three_points_buy_two_upgrades() -> None:
    c = rich(points=23)
    c.spend(0, "upgrade", "brave")
    assert refusal(c, "upgrade", "brave") == "sbh.campaign.upgrade-price"
    c.spend(0, "upgrade", "weapon-masters")
    assert (c.bands[0].victory_points, c.bands[0].earned) == (3, 23)
    assert refusal(c, "upgrade", "hard-as-nails") == "sbh.campaign.upgrade-price"
    assert c.battle().world.bands[0].upgrades == ("brave", "weapon-masters")


@pytest.mark.rule("sbh.campaign.upgrade-price")
def test_nine_upgrades_exist() -> None:
    c = rich(points=90)
    with pytest.raises(UnknownName, match="There is no upgrade 'boldness': choose one of ") as caught:
        c.spend(0, "upgrade", "boldness")
    listed = str(caught.value).partition("choose one of ")[2].rstrip(".").split(", ")
    for name in listed:
        c.spend(0, "upgrade", name)
    assert (len(listed), c.bands[0].victory_points) == (9, 0)


@pytest.mark.rule("sbh.campaign.recruit")
def test_twenty_points_buy_a_recruit_of_forty() -> None:
    c = rich(points=20)
    (line,) = c.spend(0, "recruit", "human-mage", called="Alma")
    assert line.en == "Men recruits 1 × Human mage for 20 victory points and has 0 left."
    assert (numbers(c, 0), one(c, 0, 5).name) == ([1, 2, 3, 4, 5], "Alma")
    assert fielded(c, 4).card.name_fr == "Alma"


@pytest.mark.rule("sbh.campaign.recruit")
def test_odd_costs_are_rounded_up_for_each_recruit() -> None:
    c = rich(points=24)
    c.spend(0, "recruit", "human-town-militia", count=2)
    assert c.bands[0].victory_points == 8
    assert refusal(c, "recruit", "human-town-militia", count=2) == "sbh.campaign.recruit"
    c.spend(0, "recruit", "human-town-militia")
    assert (c.bands[0].victory_points, len(numbers(c, 0))) == (0, 7)


@pytest.mark.rule("sbh.campaign.recruit")
def test_recruits_may_be_characters_and_take_the_band_beyond_its_limit() -> None:
    c = rich(points=100, men=["human-leader", "human-mage"] + ["human-warrior"] * 6)
    assert army_points(c) == 280
    c.spend(0, "recruit", "human-cleric")
    c.spend(0, "recruit", "human-leader")
    assert army_points(c) == 400
    assert len([figure for figure in c.battle().world.figures if figure.seat == 0]) == 10


def army_points(c: Campaign) -> int:
    """What the Men cost."""
    return sum([c.bands[0].profile(fighter.profile).points for fighter in c.bands[0].fighters])


# ---------------------------------------------------------------- reinforcements


@pytest.mark.rule("sbh.campaign.replacement-loser")
def test_the_loser_buys_warriors_for_its_dead() -> None:
    c = begun(orcs=["orc-warlord"] + ["orc-warrior"] * 3)
    after(c, 0, b1=KILLED, b2=KILLED, b3=KILLED)
    assert c.bands[1].refund == 69
    assert refusal(c, "reinforce", "human-cleric", seat=1) == "sbh.campaign.replacement-loser"
    c.spend(1, "reinforce", "orc-archer", count=2)
    assert c.bands[1].refund == 11
    assert refusal(c, "reinforce", "orc-warrior", seat=1) == "sbh.campaign.replacement-loser"
    assert numbers(c, 1) == [1, 5, 6]


@pytest.mark.rule("sbh.campaign.replacement-winner")
def test_the_winner_may_take_a_leader_for_a_leader() -> None:
    c = begun(men=["human-leader", "human-town-militia"])
    after(c, 0, (0, 0), [1, 1, 1], a0=KILLED)
    assert (c.bands[0].refund, c.bands[0].patrons) == (60, True)
    c.spend(0, "reinforce", "human-leader")
    assert [fighter.profile for fighter in c.bands[0].fighters] == ["human-town-militia", "human-leader"]


@pytest.mark.rule("sbh.campaign.replacement-winner")
def test_a_third_of_the_limit_is_for_all_characters_of_the_band() -> None:
    men = ["human-leader", "human-mage", "human-archer", "human-archer"]
    c = begun(men=men)
    after(c, 0, (0, 0), [1, 1, 1, 1, 1, 1], a2=KILLED, a3=KILLED)
    assert c.bands[0].refund == 88
    assert refusal(c, "reinforce", "human-cleric") == "sbh.army.characters-third"
    one(c, 0, 2).away = 1
    assert refusal(c, "reinforce", "human-mage") == "sbh.army.characters-third"
    c.spend(0, "reinforce", "human-archer")
    c = begun(men=men, limit=600)
    after(c, 0, (0, 0), [1, 1, 1, 1, 1, 1], a2=KILLED, a3=KILLED)
    c.spend(0, "reinforce", "human-cleric")
    assert c.bands[0].refund == 28


@pytest.mark.rule("sbh.campaign.replacement-winner")
def test_recruits_beyond_the_limit_raise_the_third() -> None:
    c = begun(men=["human-leader", "human-mage", "human-archer"] + ["human-warrior"] * 4)
    after(c, 0, (200, 0), [1, 1, 1], a2=KILLED)
    c.spend(0, "recruit", "human-archer", count=3)
    assert army_points(c) == 352
    assert refusal(c, "reinforce", "human-mage") == "sbh.army.characters-third"
    c.spend(0, "recruit", "human-archer")
    c.spend(0, "reinforce", "human-mage")
    assert c.bands[0].refund == 4


@pytest.mark.parametrize("way", ["recruit", "reinforce"])
def test_the_rules_for_building_bands_hold_for_newcomers(way: str) -> None:
    c = begun(men=["human-archer"] * 3 + ["human-town-militia"], factions=["humans"])
    after(c, 0, (100, 0), [1, 1, 1, 1, 1, 1], a0=KILLED, a1=KILLED)
    assert refusal(c, way, "orc-warrior") == "sbh.army.racial-bands"
    assert refusal(c, way, "human-peasant") == "sbh.army.non-combatants"
    c.bands[0].head.pop("factions")
    assert refusal(c, way, "rat-swarm") == "sbh.special.swarm-cohesion"
    assert refusal(c, way, "rat-swarm", count=3) == "sbh.army.animals-half"
    c.spend(0, way, "rat-swarm", count=2)
    assert refusal(c, way, "toad-swarm", count=2) == "sbh.army.animals-half"
    c.spend(0, way, "human-town-militia")
    assert refusal(c, way, "human-town-militia", count=0) == "sbh.army.build"
    with pytest.raises(UnknownName, match="There is no profile 'human-warior'"):
        c.spend(0, way, "human-warior")


def test_losses_may_leave_a_band_that_nobody_could_build() -> None:
    c = begun(men=["human-town-militia"] * 2 + ["rat-swarm"] * 2)
    after(c, 1, a0=KILLED, a1=KILLED, a2=KILLED)
    assert [figure.card.profile for figure in c.battle().world.figures if figure.seat == 0] == ["rat-swarm"]


def test_a_profile_of_ones_own_comes_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "home" / "sbh" / "profiles"
    folder.mkdir(parents=True)
    (folder / "mine.toml").write_text('[[profile]]\nid = "ogre-cook"\nname = "Ogre cook"\nquality = 4\ncombat = 3\n', "utf-8")
    monkeypatch.setenv("ESCARMOUCHE_HOME", str(tmp_path / "home"))
    c = rich(points=40)
    c.spend(0, "recruit", "ogre-cook", count=2, called="Cook")
    c.save(tmp_path / "war.json")
    monkeypatch.setenv("ESCARMOUCHE_HOME", str(tmp_path / "elsewhere"))
    again = campaign.load(tmp_path / "war.json")
    assert [fighter.name for fighter in again.bands[0].fighters][-2:] == ["Cook 1", "Cook 2"]
    assert fielded(again, 4).card.profile == "ogre-cook"


# ---------------------------------------------------------------- magic items


def treasurers(**more: Any) -> Campaign:
    """The Men after a battle that left the scroll with their leader."""
    c = begun(**more)
    after(c, 0, a0={"item": "scroll", "charges": 3})
    return c


@pytest.mark.rule("sbh.scenario.quest.keep-item")
def test_an_item_can_be_given_to_another_for_the_next_game() -> None:
    c = treasurers()
    (line,) = c.spend(0, "item", 4)
    assert line.en == "Human leader no. 1 hands its magic item on to Human archer no. 4: Scroll."
    assert [(fielded(c, place).item, fielded(c, place).charges) for place in (0, 3)] == [("", 0), ("scroll", 3)]


@pytest.mark.rule("sbh.scenario.quest.keep-item")
def test_who_cannot_be_given_an_item() -> None:
    rule = "sbh.scenario.quest.keep-item"
    c = treasurers(men=["human-leader", "human-warrior", "human-archer", "giant-wolf"])
    assert refusal(c, "item", 1) == rule
    assert refusal(c, "item", 4) == "sbh.special.animal-no-items"
    one(c, 0, 3).away = 1
    assert refusal(c, "item", 3) == rule
    assert refusal(begun(), "item", 2) == rule
    one(c, 0, 2).item = "magic-sword"
    assert refusal(c, "item", 2) == rule
    one(c, 0, 3).away = 0
    assert refusal(c, "item", 3) == rule
    c.spend(0, "item", 3, giver=2)
    assert [one(c, 0, n).item for n in (1, 2, 3)] == ["scroll", "", "magic-sword"]


# ---------------------------------------------------------------- a band that looks after itself


def test_a_band_can_look_after_itself() -> None:
    c = begun(men=["human-leader", "human-town-militia", "human-hunter", "rat-swarm", "rat-swarm"])
    after(c, 0, (15, 0), [1] * 9, a0=KILLED, a3=KILLED, a4=KILLED)
    assert c.bands[0].refund == 104
    for fighter in c.bands[0].fighters:
        fighter.experience = 4
    one(c, 0, 2).quality = 3
    done = c.spend(0, "auto")
    joined = [fighter.profile for fighter in c.bands[0].fighters][2:]
    assert joined == ["human-leader", "rat-swarm", "rat-swarm"]
    assert (c.bands[0].refund, c.bands[0].victory_points) == (0, 15)
    assert (one(c, 0, 2).combat, one(c, 0, 3).quality) == (3, 3)
    assert len(done) == 4
    assert c.spend(0, "auto") == []


def test_a_band_without_anybody_recruits_the_cheapest() -> None:
    c = rich(points=40)
    for fighter in c.bands[0].fighters:
        fighter.away = 2
    (line,) = c.spend(0, "auto")
    assert line.en == "Men recruits 1 × Human warrior for 15 victory points and has 25 left."
    assert len(c.bands[0].fit()) == 1


def test_there_are_no_other_ways_to_spend() -> None:
    with pytest.raises(UnknownName, match="There is no way to spend 'drink': choose one of quality, combat") as caught:
        rich().spend(0, "drink", 1)
    assert "façon de dépenser 'drink'" in caught.value.french


def test_what_is_spent_is_in_the_log_of_the_campaign() -> None:
    c = campaign.new([band("Men", MEN, victory_points=20), band("Orcs", ORCS)], 2, 7)
    c.spend(0, "upgrade", "brave")
    after(c, 0)
    c.spend(0, "upgrade", "dirty-tricks")
    assert c.state.records[0].log[-1].fr == "Men achète Sales tours pour 10 points de victoire ; il lui en reste 0."


# ---------------------------------------------------------------- what is listed


def test_everything_that_is_listed_can_be_bought_and_says_what_it_said() -> None:
    c = rich(points=24, experience=3)
    c.bands[0].refund, c.bands[0].patrons = 60, True
    c.bands[0].fighters[0].item, c.bands[0].fighters[1].item = "magic-sword", "belt-of-strength"
    before = c.dump()
    listed = c.choices(0)
    assert c.dump() == before
    assert {choice.what for choice in listed} == set(WAYS) - {"shooter-long", "auto"}
    items = {(choice.name, choice.giver) for choice in listed if choice.what == "item"}
    assert items == {("3", "1"), ("4", "1"), ("3", "2"), ("4", "2")}
    assert {choice.many for choice in listed if choice.name == "ant-swarm"} == {2}
    for choice in [*listed[::9], *[choice for choice in listed if choice.what == "item"]]:
        twin = campaign.Campaign(msgspec.json.decode(msgspec.json.encode(c.state), type=State))
        assert twin.spend(0, choice.what, choice.name, count=choice.many, giver=choice.giver) == [choice.line]


def test_what_is_not_listed_cannot_be_bought() -> None:
    c = rich(points=12, experience=3)
    listed = {(choice.what, choice.name) for choice in c.choices(0)}
    for what, names in (("quality", numbers(c, 0)), ("shooter-long", numbers(c, 0)), ("upgrade", list(book().upgrade))):
        for name in names:
            if (what, str(name)) not in listed:
                refusal(c, what, name)
    assert ("upgrade", "brave") in listed
    assert not [what for what, _ in listed if what in ("reinforce", "item", "shooter-long")]


def test_nothing_is_listed_in_a_battle_and_after_the_last() -> None:
    c = begun(length=1, victory_points=50)
    assert c.choices(0)
    c.battle()
    assert c.choices(0) == []
    after(c, 0)
    assert (c.phase, c.choices(0)) == ("over", [])
