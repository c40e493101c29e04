"""What the players may set before a battle; setup.py says what each option means."""

from __future__ import annotations

from typing import Final

from escarmouche.core.settings import EntryKind, Setting, Value
from escarmouche.kit.rows import values_of
from escarmouche.systems.masse.content import book
from escarmouche.systems.masse.model import (
    ALL_ROUND,
    BARE_CRESTS,
    FIVE_ABREAST,
    OPENINGS_APART,
    PLAIN_DICE,
    SCATTER,
    WALLS_AS_BUILDINGS,
)
from escarmouche.systems.masse.muster import ENGINE, HERO, UNIT

MOST_TURNS: Final = 1000
MOST_METRES: Final = 60
LEAST: Final = 30
MOST: Final = 200
"""The sides of a table, in inches."""
AUTO: Final = "auto"
RANDOM: Final = "random"

SETTINGS = (
    Setting(
        "deploy", "choice", "Deployment", "Déploiement", "ask",
        values=(
            Value("ask", "One unit in turn", "Une unité à tour de rôle"),
            Value(AUTO, "In sensible lines, at once", "En lignes sensées, d’un coup"),
        ),
    ),
    Setting(
        "terrain", "choice", "Scenery", "Décor", "scenario",
        "By chance: roads, rivers and walls stay, the rest is strewn anew.",
        "Au hasard : routes, rivières et murs restent, le reste est semé à neuf.",
        values=(
            Value("scenario", "As the scenario has it", "Comme le veut le scénario"),
            Value(RANDOM, "Laid out by chance", "Disposé au hasard"),
        ),
    ),
    Setting(
        "table", "size", "Table", "Table", None, "With scenery by chance, in a battle without walls or objectives.",
        "Avec des décors au hasard, dans une bataille sans murs ni objectifs.", least=LEAST, most=MOST, unit="″",
        only=("terrain", RANDOM),
    ),
    Setting(
        "turn_limit", "count", "Last turn", "Dernier tour", None,
        "Usually what the scenario says; 0: never.", "D’ordinaire ce que dit le scénario ; 0 : jamais.", most=MOST_TURNS,
    ),
    Setting(
        "ladder", "count", "Length of ladders", "Longueur des échelles", book().climbing["echelle"].length_m,
        "They must be longer than the wall is high.", "Elles doivent dépasser la hauteur du mur.",
        least=1, most=MOST_METRES, unit="m",
    ),
    Setting(
        "grapnel", "count", "Length of grapnels", "Longueur des grappins", book().climbing["grappin"].length_m,
        "They must be longer than the wall is high.", "Ils doivent dépasser la hauteur du mur.",
        least=1, most=MOST_METRES, unit="m",
    ),
    Setting(
        "switches", "switches", "House rules", "Règles maison", (),
        values=(
            Value(
                OPENINGS_APART, "A wide opening frees only those who use it",
                "Une issue large ne libère que ceux qui l’empruntent",
            ),
            Value(
                WALLS_AS_BUILDINGS, "The top of a wall is a building to the morale of those on it",
                "Le haut d’un mur vaut un bâtiment pour le moral de qui s’y tient",
            ),
            Value(BARE_CRESTS, "Standing on a hill gives no cover", "Se tenir sur une colline ne couvre pas"),
            Value(
                ALL_ROUND, "Longer weapons strike first at attackers from any side",
                "Les armes plus longues frappent d’abord, d’où que vienne l’attaque",
            ),
            Value(
                PLAIN_DICE, "A natural 20 or 1 of a touch is a score like any other",
                "Un 20 ou un 1 naturel pour une touche est un score comme un autre",
            ),
            Value(
                FIVE_ABREAST, "A change of formation makes ranks of five figures at most",
                "Un changement de formation fait des rangs de cinq figurines au plus",
            ),
            Value(
                SCATTER, "Where a war machine’s miss comes down is diced for",
                "On tire au dé où tombe le coup manqué d’une machine de guerre",
            ),
        ),
    ),
)  # fmt: skip

ENTERS = Setting(
    "enters", "count", "Enters in turn", "Entre au tour", None,
    "Left out, it is there from the start.", "Sans rien, elle est là dès le début.", least=1, most=MOST_TURNS,
)  # fmt: skip
UNITS = (
    Setting("figures", "count", "Figures", "Figurines", 10, least=1, most=200),
    Setting(
        "files", "count", "Files", "Files", None,
        "How many stand side by side.", "Combien se tiennent de front.", least=1, most=200,
    ),
    Setting(
        "formation", "choice", "Formation", "Formation", None,
        values=(
            Value("close", "close order", "ordre serré"), Value("skirmish", "skirmish order", "ordre de tirailleurs"),
            Value("pack", "pack", "meute"), Value("none", "alone", "seul"),
        ),
    ),
    Setting("specialist", "flag", "Trained with the weapon", "Exercée à son arme", False),
    Setting("extra_loads", "count", "Extra loads", "Charges en plus", 0, most=200),
    Setting("ladders", "count", "Ladders", "Échelles", 0, most=200),
    Setting("grapnels", "count", "Grapnels", "Grappins", 0, most=200),
    ENTERS,
)  # fmt: skip
HEROES = (
    Setting("level", "count", "Level", "Niveau", None, least=1, most=40),
    Setting("charisma", "count", "Charisma", "Charisme", None, least=1, most=50),
    Setting("hit_points", "count", "Hit points", "Points de vie", None, least=1, most=2000),
    Setting("ca", "count", "Armour class", "Classe d’armure", None, least=1, most=99),
    Setting("init", "count", "Initiative", "Initiative", None, least=-20, most=50),
    Setting("will", "count", "Will save", "Jet de Volonté", None, least=-20, most=50),
    Setting(
        "position", "choice", "Position", "Position", None,
        values=(
            Value("individual", "individual", "individu"), Value("commander", "commander", "commandant"),
            Value("champion", "champion", "champion"),
        ),
    ),
    Setting(
        "leads", "text", "Leads the unit", "Mène l’unité", None,
        "Its name, for a commander or champion.", "Son nom, pour un commandant ou un champion.",
    ),
    Setting("army_commander", "flag", "Commands the army", "Commande l’armée", False),
    Setting("rear_rank", "flag", "In the rear rank", "Au dernier rang", False),
    Setting("mounted", "flag", "Mounted", "Monté", False),
    Setting("shield", "flag", "Shield", "Bouclier", False),
    ENTERS,
)  # fmt: skip
ENGINES = (Setting("men", "count", "Crew", "Servants", None, least=0, most=200), ENTERS)
HERO_START = {"level": 5, "charisma": 12, "hit_points": 40, "attacks": [{"weapon": "epee-longue", "ma": 8, "max_damage": 12}]}


def army_kinds() -> tuple[EntryKind, ...]:
    """Units by their profiles, heroes by their classes, engines by their kinds."""
    spells = values_of(book().spell.values())
    classes = values_of(book().hero_class.values())
    engines = values_of(book().engine.values())
    known = Setting("spells", "switches", "Spells", "Sorts", (), values=spells)
    return (
        EntryKind(UNIT, "Units", "Unités", UNITS),
        EntryKind(HERO, "Heroes", "Héros", (*HEROES, known), HERO_START, classes),
        EntryKind(ENGINE, "Engines", "Engins", ENGINES, named=engines),
    )
