"""A picture of the table: the typed view of any game as one SVG, for notebooks, documents and whatever has no page.

It has no styles, and its ids are its own, so that many pictures may stand in one document. Lengths are millimetres; y grows
downwards, as on a screen."""

from __future__ import annotations

from html import escape
from math import sqrt
from typing import Any
from zlib import crc32

from escarmouche.core.errors import ContentError
from escarmouche.kit.view import Figure, Mark, Marker, Piece, Point, Strength, View, Words, Zone, checked

INK, PAPER, RIM, BAD = "#2b2118", "#f6eeda", "#5b4a38", "#9b1c1c"
MAT = {"turf": "#d3c99b", "stone": "#cbc4b4"}
"""The colour of the table by its floor."""
SIDES = ("#9c2b1d", "#1f4e79", "#5b4b8a", "#6b5a10", "#1d6b52", "#8a3f6d", "#4a4a4a", "#b5651d")
"""The colours of the sides, the page's first; a ninth side has the first one's again and another pattern."""
NOBODY = "#7a6a52"
GROUND = {
    "plain": "#c4b884", "wood": "#aab779", "brush": "#bdc08d", "marsh": "#a9b48a", "road": "#dccfa6", "paving": "#cfc6b0",
    "snow": "#f3f3ee", "sand": "#e6d6a4", "planks": "#c09b66", "water": "#9fbfca", "shallows": "#bcd3d3", "hill": "#cdb98a",
    "cliff": "#b9b3a4", "chasm": "#4b443b", "rocks": "#c2bca9", "ruins": "#c7c0ab", "wall": "#9d978a", "obstacle": "#b08a57",
    "hedge": "#7f9657", "building": "#b98f6a", "gate": "#8f6a3d", "tower": "#8d877b", "enclosure": "#d8cda2",
    "rampart": "#a39d90", "floor": "#d9c7a0", "door": "#8f6a3d", "open-door": "#ddd2b8", "column": "#8d877b",
    "rubble": "#b3ab98", "chest": "#b08a57", "tree": "#7f9657", "ladder": "#c09b66", "fire": "#d98c4a",
}  # fmt: skip
"""The colour of the ground by its look."""
TREES, REEDS, WAVES, STONES = "M2 6l3-5 3 5zM5 6v2", "M2 7h6M4 7l-1-4M6 7l1-4", "M1 5q2-3 4 0t4 0", "M2 7l1-4 4-1 2 5z"
BRICKS, BOARDS, CROSSES, TWIGS = (
    "M0 1h10M0 6h10M3 1v5M8 6v4",
    "M1 0v10M4 0v10M7 0v10",
    "M0 10L10 0M0 0l10 10",
    "M5 7q-3-1-3-4M5 7V3M5 7q3-1 3-4",
)
SIGNS = {
    "wood": TREES, "brush": TWIGS, "hedge": TWIGS, "marsh": REEDS, "water": WAVES, "shallows": WAVES, "rocks": STONES,
    "rubble": STONES, "ruins": BRICKS, "wall": BRICKS, "rampart": BRICKS, "tower": BRICKS, "building": BRICKS, "paving": BRICKS,
    "planks": BOARDS, "gate": BOARDS, "door": BOARDS, "floor": BOARDS, "chest": BOARDS, "ladder": BOARDS, "tree": TREES,
    "obstacle": CROSSES, "fire": CROSSES,
}  # fmt: skip
"""What is drawn over and over on some looks, in a field of ten by ten."""
RISING = ("hill", "cliff")
ARTICLES = frozenset({"the", "a", "of", "le", "la", "les", "l", "un", "une", "de", "du", "des", "d"})
WIDE = 720
"""How wide a picture is, in pixels."""


def painted(view: dict[str, Any], language: str = "en") -> str:
    """The picture of a system's view; nothing where the view is not of the contract (a game without a table)."""
    try:
        return svg(checked(view, ""), language)
    except ContentError:
        return ""


def svg(view: View, language: str = "en") -> str:
    """The table as SVG: terrain, zones, markers, and whoever stands on it, in the colour and pattern of its side. What is
    behind a name (a note, the marks in words) is told where the pointer rests."""
    return Picture(view, language).drawn()


class Picture:
    """A view being drawn."""

    def __init__(self, view: View, language: str) -> None:
        self.view = view
        self.french = language == "fr"
        self.width, self.depth = view["table"]["width"], view["table"]["depth"]
        self.scale = max(1.0, max(self.width, self.depth) / 60_000)
        """On a large table lines and letters are larger, so that they can be seen."""
        self.own = f"e{crc32(repr(view).encode()):08x}"
        self.parts: list[str] = []

    def drawn(self) -> str:
        """The whole picture."""
        view = self.view
        tall = round(WIDE * self.depth / max(1, self.width))
        box = f"0 0 {self.mm(self.width)} {self.mm(self.depth)}"
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{WIDE}" height="{tall}" role="img">'
        mat = MAT[view["table"].get("floor", "turf")]
        self.parts.append(f'<rect width="{self.mm(self.width)}" height="{self.mm(self.depth)}" fill="{mat}" stroke="{RIM}"/>')
        self.hexagons(view["table"]["hex_width"])
        for piece in sorted(view["pieces"], key=lambda one: one["base"]):
            self.piece(piece)
        for zone in view["zones"]:
            self.zone(zone)
        for marker in view["markers"]:
            self.marker(marker)
        standing = [figure for figure in view["figures"] if figure["state"] == "table"]
        for figure in standing:
            self.rings(figure)
        for figure in sorted(standing, key=lambda one: one["height"]):
            self.figure(figure)
        self.arrows({figure["id"]: figure for figure in standing})
        seats = {figure["seat"] for figure in standing if figure["seat"] >= 0}
        looks = {piece["look"] for piece in view["pieces"] if piece["look"] in SIGNS}
        patterns = "".join([*[self.pattern(seat) for seat in sorted(seats)], *[self.texture(look) for look in sorted(looks)]])
        return f"{head}<defs>{patterns}</defs>{''.join(self.parts)}</svg>"

    # ------------------------------------------------------------ the ground

    def hexagons(self, wide: int) -> None:
        """The board's hexagons, which stand on a corner; the first touches the left and the lower edge."""
        if wide <= 0:
            return
        tall = wide / sqrt(3)
        sides = []
        row, y = 0, tall
        while y < self.depth:
            x = wide / 2 * (1 + row % 2)
            while x < self.width:
                # Three sides of each are enough: its neighbours draw the others.
                corners = [
                    (x - wide / 2, y + tall / 2),
                    (x - wide / 2, y - tall / 2),
                    (x, y - tall),
                    (x + wide / 2, y - tall / 2),
                ]
                sides.append("M" + " ".join([self.at(*corner) for corner in corners]))
                x += wide
            row, y = row + 1, y + 1.5 * tall
        self.parts.append(
            f'<path d="{"".join(sides)}" fill="none" stroke="{RIM}" stroke-width="{self.line(0.4)}" opacity="0.4"/>'
        )

    def piece(self, piece: Piece) -> None:
        """A piece of terrain; what is destroyed is faint and broken."""
        line = f'stroke="{INK if piece["height"] else RIM}" stroke-width="{self.line(0.9)}"'
        if piece["destroyed"]:
            line += f' stroke-dasharray="{self.line(3)}" opacity="0.45"'
        inner = [self.polygon(piece["points"], f'fill="{GROUND[piece["look"]]}" {line}')]
        if piece["look"] in SIGNS:
            inner.append(self.polygon(piece["points"], f'fill="url(#{self.own}-{piece["look"]})"'))
        if piece["look"] in RISING:
            inner.append(
                self.polygon(shrunk(piece["points"], 0.66), f'fill="none" stroke="{RIM}" stroke-width="{self.line(0.6)}"')
            )
        for opening in piece["openings"]:
            inner.append(self.disc(opening["x"], opening["y"], 250 * self.scale, f'fill="{GROUND["door"]}"'))
        x, y = middle(piece["points"])
        if piece["strength"] is not None:
            inner.append(self.bar(piece["strength"], x, y, 1500 * self.scale, self.colour(piece["seat"])))
        if piece["marks"]:
            inner.append(self.marks(piece["marks"], x, y))
        self.group(self.says(piece["name"], piece["note"], *[mark["words"] for mark in piece["marks"]]), inner)

    def zone(self, zone: Zone) -> None:
        """An area that counts for a side."""
        colour = self.colour(zone["seat"])
        style = f'fill="{colour}" fill-opacity="0.1" stroke="{colour}" stroke-width="{self.line(0.8)}"'
        self.group(self.says(zone["words"]), [self.polygon(zone["outline"], f'{style} stroke-dasharray="{self.line(4)}"')])

    def marker(self, marker: Marker) -> None:
        """Something that lies on the table, in the colour of whoever holds it or owns it."""
        x, y, half = marker["x"], marker["y"], 700 * self.scale
        colour = self.colour(marker["held"] if marker["held"] >= 0 else marker["seat"])
        inner = []
        if marker["reach"] > 0:
            dashed = f'stroke-dasharray="{self.line(2)}" stroke-width="{self.line(0.6)}"'
            inner.append(self.disc(x, y, marker["reach"], f'fill="none" stroke="{colour}" {dashed}'))
        corners = [[x, round(y + half)], [round(x + half), y], [x, round(y - half)], [round(x - half), y]]
        inner.append(self.polygon(corners, f'fill="{PAPER}" stroke="{colour}" stroke-width="{self.line(1)}"'))
        inner.append(self.text(letter(marker["sign"], self.word(marker["name"])), x, y, 8, INK))
        if marker["marks"]:
            inner.append(self.marks(marker["marks"], x + half, y + half))
        self.group(self.says(marker["name"], *[mark["words"] for mark in marker["marks"]]), inner)

    # ------------------------------------------------------------ figures

    def figure(self, figure: Figure) -> None:
        """A figure or a unit: its base in the side's pattern, which way it looks, its letters and name, its marks."""
        poses = figure["poses"]
        broken = f' stroke-dasharray="{self.line(2)}"' if "lying" in poses or "fleeing" in poses else ""
        edge = f'stroke="{INK}" stroke-width="{self.line(0.8)}"{broken}'
        colour, pattern = self.colour(figure["seat"]), f'fill="url(#{self.own}-{figure["seat"]})"'
        x, y, low = figure["x"], figure["y"], figure["radius"]
        inner = [f'<g opacity="{0.55 if "done" in poses else 1}">']
        if "flying" in poses:
            inner.append(self.disc(x + low // 3, y - low // 3, low or 1000, f'fill="{INK}" opacity="0.25"'))
        if figure["outline"]:
            low = max([abs(corner[1] - y) for corner in figure["outline"]])
            inner.append(self.polygon(figure["outline"], f'fill="{PAPER}" {edge}'))
            inner.append(self.polygon(figure["outline"], pattern))
            thin = f'fill="none" stroke="{INK}" stroke-width="{self.line(0.4)}"'
            inner.extend([self.polygon(base, thin) for base in figure["bases"]])
            left, right = figure["outline"][0], figure["outline"][-1]
            inner.append(
                f'<path d="M{self.at(*left)} {self.at(*right)}" stroke="{colour}" stroke-width="{self.line(2.4)}" fill="none"/>'
            )
        else:
            inner.append(self.disc(x, y, low, f'fill="{PAPER}" {edge}'))
            inner.append(self.disc(x, y, low, f'{pattern} stroke="{colour}" stroke-width="{self.line(1.2)}"'))
        inner.append("</g>")
        name = self.word(figure["name"])
        inner.append(self.text(letters(name), x, y, 8, INK))
        inner.append(self.text(name, x, y - low - 500 * self.scale, 5, INK))
        if figure["strength"] is not None:
            inner.append(self.bar(figure["strength"], x, y - low, 900 * self.scale, colour))
        if figure["marks"]:
            inner.append(self.marks(figure["marks"], x + low, y + low))
        told = [figure["kind"], figure["note"], *[mark["words"] for mark in figure["marks"]]]
        self.group(self.says(figure["name"], *told), inner)

    def rings(self, figure: Figure) -> None:
        """The circles about a figure that count for something."""
        colour = self.colour(figure["seat"])
        for ring in figure["rings"]:
            style = f'fill="{colour}" fill-opacity="0.06" stroke="{colour}" stroke-width="{self.line(0.5)}"'
            dashed = f'{style} stroke-dasharray="{self.line(3)}"'
            self.group(self.says(ring["words"]), [self.disc(figure["x"], figure["y"], ring["radius"], dashed)])

    def arrows(self, standing: dict[int, Figure]) -> None:
        """From one figure to another, with a head at its end; those who are not on the table have none."""
        for pair in self.view["arrows"]:
            one, other = standing.get(pair[0]), standing.get(pair[1])
            if one is None or other is None:
                continue
            dx, dy = other["x"] - one["x"], other["y"] - one["y"]
            far = sqrt(dx * dx + dy * dy) or 1.0
            ux, uy, size = dx / far, dy / far, 900 * self.scale
            x, y = other["x"] - ux * other["radius"], other["y"] - uy * other["radius"]
            back = [(x - ux * size + side * uy * size / 2, y - uy * size - side * ux * size / 2) for side in (1, -1)]
            head = f"M{self.at(*back[0])} {self.at(x, y)} {self.at(*back[1])}"
            line = f'fill="none" stroke="{self.colour(one["seat"])}" stroke-width="{self.line(1)}" opacity="0.7"'
            self.parts.append(f'<path d="M{self.at(one["x"], one["y"])} {self.at(x, y)}{head}" {line}/>')

    # ------------------------------------------------------------ small parts

    def pattern(self, seat: int) -> str:
        """How a side's bases are filled: a tint with lines, dots or a grid, so that sides differ without their colours too."""
        colour, size = self.colour(seat), 3 * self.scale
        lines = ("", "M0 0V{0}", "M{1} {1}h0.01", "M0 0H{0}M0 0V{0}")[seat % 4].format(f"{size:g}", f"{size / 2:g}")
        turn = f"rotate({45 + 30 * (seat // 4)})"
        round_line = f'stroke="{colour}" stroke-width="{self.line(1.4 if seat % 4 == 2 else 0.7)}" stroke-linecap="round"'
        return (
            f'<pattern id="{self.own}-{seat}" width="{size:g}" height="{size:g}" patternUnits="userSpaceOnUse"'
            f' patternTransform="{turn}"><rect width="{size:g}" height="{size:g}" fill="{colour}" fill-opacity="0.22"/>'
            f'<path d="{lines}" {round_line} fill="none" opacity="0.6"/></pattern>'
        )

    def texture(self, look: str) -> str:
        """How a piece of this look is filled, over its colour."""
        return (
            f'<pattern id="{self.own}-{look}" width="10" height="10" patternUnits="userSpaceOnUse"'
            f' patternTransform="scale({self.line(1)})"><path d="{SIGNS[look]}" fill="none" stroke="{RIM}" stroke-width="0.6"'
            ' opacity="0.55"/></pattern>'
        )

    def marks(self, marks: list[Mark], x: float, y: float) -> str:
        """States in a row: a small disc each, the grave ones red."""
        parts, step = [], 700 * self.scale
        for number, mark in enumerate(marks):
            fill, ink = (BAD, PAPER) if mark["grave"] else (PAPER, INK)
            said = letter(mark["sign"], self.word(mark["words"])) + (str(mark["count"]) if mark["count"] > 1 else "")
            edge = f'fill="{fill}" stroke="{INK}" stroke-width="{self.line(0.4)}"'
            parts.append(self.disc(x + number * step, y, step / 2, edge))
            parts.append(self.text(said, x + number * step, y, 4, ink))
        return "".join(parts)

    def bar(self, strength: Strength, x: float, y: float, half: float, colour: str) -> str:
        """How much is left of how much."""
        share = max(0.0, min(1.0, strength["left"] / strength["all"])) if strength["all"] > 0 else 0.0
        high = 250 * self.scale
        where = f'x="{self.mm(x - half)}" y="{self.mm(self.depth - y)}" height="{self.mm(high)}"'
        whole = f'<rect {where} width="{self.mm(2 * half)}" fill="{PAPER}" stroke="{INK}" stroke-width="{self.line(0.3)}"/>'
        return f'{whole}<rect {where} width="{self.mm(2 * half * share)}" fill="{colour}"/>'

    def text(self, said: str, x: float, y: float, size: float, ink: str) -> str:
        """Words about a place, readable on any ground."""
        across, down = self.at(x, y).split(",")
        halo = f'stroke="{PAPER if ink != PAPER else BAD}" stroke-width="{self.line(size / 6)}" paint-order="stroke"'
        font = f'font-family="Georgia, serif" font-size="{self.line(size)}" text-anchor="middle" dominant-baseline="central"'
        return f'<text x="{across}" y="{down}" {font} fill="{ink}" {halo}>{escape(said)}</text>'

    def group(self, title: str, inner: list[str]) -> None:
        """Parts that belong together, with what they are in words."""
        self.parts.append(f"<g><title>{escape(title)}</title>{''.join(inner)}</g>")

    def polygon(self, points: list[Point], style: str) -> str:
        """A closed outline."""
        return f'<polygon points="{" ".join([self.at(*point) for point in points])}" {style}/>'

    def disc(self, x: float, y: float, radius: float, style: str) -> str:
        """A circle."""
        across, down = self.at(x, y).split(",")
        return f'<circle cx="{across}" cy="{down}" r="{self.mm(radius)}" {style}/>'

    def at(self, x: float, y: float) -> str:
        """A place of the table on the picture."""
        return f"{self.mm(x)},{self.mm(self.depth - y)}"

    def mm(self, length: float) -> str:
        """Hundredths of a millimetre as millimetres."""
        return f"{round(length) / 100:g}"

    def line(self, millimetres: float) -> str:
        """The width of a line or the size of letters."""
        return f"{millimetres * self.scale:.3g}"

    def colour(self, seat: int) -> str:
        """The colour of a side."""
        return SIDES[seat % len(SIDES)] if seat >= 0 else NOBODY

    def word(self, words: Words) -> str:
        """In the picture's language."""
        return words["fr"] if self.french else words["en"]

    def says(self, *words: Words) -> str:
        """Several things, those that are said."""
        return ", ".join([said for said in [self.word(one) for one in words] if said])


def letter(sign: str, name: str) -> str:
    """A sign that is a character itself, else the first one of the name.

    >>> letter("★", "Treasure"), letter("s-leader", "Treasure")
    ('★', 'T')
    """
    return sign if len(sign) == 1 else name[:1]


def letters(name: str) -> str:
    """A name in two letters and its number, without its articles.

    >>> letters("Orc warrior 12"), letters("Grishnak"), letters("Les gardes de l’Aube"), letters("")
    ('OW12', 'Gr', 'GA', '')
    """
    said = [word for word in name.replace("’", " ").split() if word[0].isalnum()]
    words = [word for word in said if word.lower() not in ARTICLES] or said
    number = words.pop() if len(words) > 1 and words[-1].isdigit() else ""
    return (words[0][:2].capitalize() if len(words) == 1 else "".join([word[0].upper() for word in words[:2]])) + number


def middle(points: list[Point]) -> tuple[float, float]:
    """The middle of an outline's corners."""
    count = max(1, len(points))
    return sum([point[0] for point in points]) / count, sum([point[1] for point in points]) / count


def shrunk(points: list[Point], share: float) -> list[Point]:
    """An outline drawn together towards its middle."""
    x, y = middle(points)
    return [[round(x + (point[0] - x) * share), round(y + (point[1] - y) * share)] for point in points]
