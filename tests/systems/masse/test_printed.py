"""Every number of every profile, compared: with the cells that the content keeps as printed, and with a second reading of the
book's lists for the columns that it keeps as numbers only."""

from __future__ import annotations

import re

import pytest

from escarmouche.systems.masse.content import book
from escarmouche.systems.masse.rows import Profile
from tests.systems.masse.field import every_profile

COLUMNS = """
paysans 10 1 0 4.5 10
milice 10 1 0 4.5 11
barbares 10 1 1 4.5 14
eclaireurs 10 1 2 4.5 12
irreguliers 10 1 2 4.5 13
infanterie-legere 10 1 1 4.5 13
infanterie-reguliere 10 1 0 4.5 15
infanterie-lourde 10 1 -1 3 16
phalange 10 1 0 4.5 14
soldats-d-elite 10 2 1 4.5 15
cavalerie-legere 10 2 2 9 14
cavalerie-reguliere 10 2 2 7.5 16
cavalerie-lourde 10 3 1 6 18
archers-legers 10 1 1 4.5 11
archers-montes 10 2 0 7.5 13
archers-lourds 10 1 0 3 14
arbaletriers-legers 10 1 1 4.5 12
arbaletriers-montes 10 2 0 6 14
arbaletriers-lourds 10 1 0 3 17
char-leger 1 1 2 7.5 15
char-lourd 1 2 1 6 18
lanciers-elfes 10 1 2 4.5 15
cavaliers-elfes 10 2 2 9 16
archers-elfes 10 1 2 4.5 13
infanterie-gnome 10 1 0 4.5 14
infanterie-naine 10 1 0 3 14
infant-lourde-naine 10 1 0 1.5 17
cavalerie-halfelin 10 2 2 7.5 14
tireurs-halfelin 10 1 1 4.5 13
kobolds 10 1 1 4.5 13
infanterie-gobeline 10 1 0 4.5 13
hobgobelins 10 1 1 4.5 14
archers-gobelins 10 1 0 4.5 12
gobelins-sur-worgs 10 2 1 9 14
infanterie-orque 10 1 0 4.5 14
infant-lourde-orque 10 1 -1 4.5 17
archers-orques 10 1 0 4.5 14
orques-sur-sangliers 10 3 1 7.5 16
gnolls 10 2 0 3 17
gobelours 10 3 1 4.5 17
ogres 5 2 -1 4.5 17
minotaures 5 3 0 4.5 15
trolls 5 4 2 4.5 19
ettins 2 3 3 4.5 19
geants-collines 2 4 -1 4.5 21
geants-pierre 2 5 2 4.5 25
chiens-de-guerre 10 1 2 6 14
loups 10 2 2 7.5 13
worgs 10 3 2 7.5 14
sangliers 10 4 0 6 16
centaures 10 4 2 7.5 16
formiens 10 2 3 6 18
driders 5 2 2 4.5 18
lions 5 2 3 9 19
licornes 5 2 3 9 19
hippogriffes 5 2 2 9 16
aigles-geants 5 2 3 6 16
pegases 5 3 2 12 15
griffons 5 5 2 7.5 18
homme-poisson 10 1 1 7.5 13
locatah 10 2 1 9 14
troglodyte 10 2 -1 4.5 15
homme-lezard 10 2 0 4.5 17
amphibe 10 2 1 6 13
kuo-toa 10 2 0 7.5 18
sahuagin 10 2 1 9 16
guenaude 10 3 1 6 1
squelettes 10 1 5 4.5 13
archers-squelettes 10 1 5 4.5 13
zombis 10 2 -1 4.5 11
goules 10 2 2 4.5 14
ombres 10 3 2 6 13
necrophages 10 4 1 4.5 15
ames-en-peine 10 5 7 9 15
momies 10 6 -1 3 17
spectres 10 7 7 12 15
ankheg 1 1 0 4.5 19
basilic 1 1 -1 3 16
djinn 1 2 7 6 17
chimere-volant 1 2 1 7.5 17
bulette 1 2 2 6 24
ath-atch 1 3 1 7.5 22
golem 1 2 -1 3 26
hydre 1 2 1 3 16
diable-cornugon 1 2 1 7.5 26
diable-diantrefosse 1 3 5 9 31
demon-type-v 1 2 2 6 30
demon-type-vi 1 3 5 6 31
geant-tempetes 1 3 2 6 28
dragon-jeune 1 2 0 7.5 18
dragon-adulte 1 5 0 7.5 27
dragon-ancien 1 8 0 7.5 36
"""
"""Profile, N/Fig., NV, Init., MV and CA, read from the lists a second time."""

NO_RANGE = {"archers-legers": [5.0], "tireurs-halfelin": [4.0]}
"""Shooters in whose rows the range is missing: that of their weapon in Table 5b."""


def profile(name: str) -> Profile:
    """A profile of the book."""
    return book().profile[name]


def dice(cell: str) -> list[int]:
    """The dice of a printed cell, one by one: 2x1d8 and 2d8 are two of eight."""
    found = []
    for times, count, sides in re.findall(r"(?:(\d+)x)?(\d*)d(12|10|4|6|8)", cell):
        found += [int(sides)] * (int(times or 1) * int(count or 1))
    return found


@pytest.mark.rule("masse.army.profile-columns", "masse.army.lists")
def test_every_profile_has_been_read_twice() -> None:
    rows = [line.split() for line in COLUMNS.split("\n") if line]
    assert [row[0] for row in rows] == every_profile()
    for name, *numbers in rows:
        row = profile(name)
        assert [float(number) for number in numbers] == [row.n_per_fig, row.nv, row.init, row.mv, row.ca], name


@pytest.mark.rule("masse.army.profile-columns", "masse.org.stat-ma", "masse.org.stat-da", "masse.org.stat-ml")
@pytest.mark.parametrize("name", every_profile())
def test_the_numbers_of_a_profile_are_those_of_its_printed_cells(name: str) -> None:
    row = profile(name)
    printed = row.printed
    assert [line.ma for line in row.attacks] == [int(cell) for cell in re.findall(r"[+-]?\d+", printed.ma)]
    assert [die for line in row.attacks for die in line.dice] == dice(printed.da)
    assert row.ml == (None if printed.ml.lower().startswith("s") else int(printed.ml))
    ranges = [float(cell.replace(",", ".")) for cell in re.findall(r"\d+(?:[.,]\d+)?", printed.pt)]
    expected = NO_RANGE.get(name, [reach for reach in ranges if reach])
    assert [line.pt for line in row.attacks if line.mode == "missile"] == expected
