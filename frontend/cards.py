"""Draws the card sheet: every card, back and empty place as one SVG symbol, 240 by 336 (5:7).

    python frontend/cards.py        writes frontend/static/cards/: the sheet cards.svg, and pictures

The backs are pictures of their own as well: back-1.svg to back-3.svg. So are the faces, a suit in a strip from ace to
king: spades.svg, or spades-large.svg with large indices, and with the colours that only four have diamonds-four.svg;
and so are the empty places: places.svg. A table shows many, and a picture is drawn once however often it is shown,
where a used symbol would be built anew, part by part, on every card. Custom properties do not reach into a picture: its
colours are those that styles/tokens.css and styles/table.css give.

Symbols: `AS` to `KC`; the same with a large index for small screens, `AS-L` to `KC-L`; `back-1` to `back-3`;
`ghost-S` `ghost-H` `ghost-D` `ghost-C` (an empty foundation), `ghost` (an empty column), `ghost-recycle` and
`ghost-stop` (an empty stock that can, or can no longer, be turned over).

A page shows one by `<svg><use href="cards.svg#QH"/></svg>`. Nothing but presentation attributes is used, so a strict
content security policy is no hindrance, and the colours of the suits are the page's custom properties `--suit-s`
`--suit-h` `--suit-d` `--suit-c`, which reach into a used symbol; so do `--card-paper`, `--card-edge` and `--ghost`.

How it is drawn: indices are written with a nib that is broad across and thin up and down (a stroke under an uneven
scale), so they have the thick and thin of a serif letter without a font. Courts are half-figures in a box of 128 by
134 around x = 0; within them the suit is `currentColor` and the hair inherits `fill`.
"""

import math
import re
from collections.abc import Callable
from pathlib import Path

SHEET = Path(__file__).parent / "static" / "cards" / "cards.svg"

SUITS = "SHDC"
RANKS = "A23456789TJQK"
COURTS = "JQK"

INK = "#16232a"
BRASS = "#c4933a"
PALE = "#f3e3bd"
SKIN = "#f7e0c0"
SHADE = "#e6bf94"
TEAL = "#1d6863"

PAPER = (
    '<rect id="paper" x=".75" y=".75" width="238.5" height="334.5" rx="15" fill="var(--card-paper,#fff9ec)"'
    ' stroke="var(--card-edge,#cfc3a4)" stroke-width="1.5"/>'
)

SUIT_COLOURS = {"S": "#16232a", "H": "#bf3019", "D": "#bf3019", "C": "#16232a"}
"""What a suit is drawn in where the page says nothing."""

FOUR_COLOURS = {"D": "#1c4fb4", "C": "#1f6b2f"}
"""What some are drawn in where the player wants four colours, as styles/tokens.css has it."""

GHOST = "#e2c583"
"""The colour of empty places, as styles/table.css has it."""

SUIT_NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}

HAIR = {"S": "#16232a", "H": "#9a5a22", "D": "#c4933a", "C": "#4a2c1d"}

PIPS = {
    "S": "M0-48C10-28 44-8 44 17c0 16-11 25-23 25-8 0-14-4-18-11 1 8 5 14 12 18h-30c7-4 11-10 12-18-4 7-10 11-18 11"
    "-12 0-23-9-23-25C-44-8-10-28 0-48z",
    "H": "M0 47C-10 27-46 9-46-17c0-18 12-29 24-29 11 0 19 7 22 19 3-12 11-19 22-19 12 0 24 11 24 29C46 9 10 27 0 47z",
    "D": "M0-50C10-31 24-14 39 0 24 14 10 31 0 50-10 31-24 14-39 0-24-14-10-31 0-50z",
    "C": "M0-47a21.5 21.5 0 0 1 14 38 21.5 21.5 0 1 1-11 39c1 8 5 14 12 18h-30c7-4 11-10 12-18"
    "a21.5 21.5 0 1 1-11-39 21.5 21.5 0 0 1 14-38z",
}
"""Suits around (0, 0), a hundred high."""

LIGHTS = {
    "S": "M0-36C8-20 33-5 33 13c0 11-8 18-17 18-7 0-13-4-16-10-3 6-9 10-16 10-9 0-17-7-17-18C-33-5-8-20 0-36z",
    "H": "M0 34C-7 20-33 6-33-12c0-13 9-21 17-21 8 0 14 5 16 14 2-9 8-14 16-14 8 0 17 8 17 21C33 6 7 20 0 34z",
    "D": "M0-36C7-22 17-10 28 0 17 10 7 22 0 36-7 22-17 10-28 0-17-10-7-22 0-36z",
    "C": "M-13.6-19a15 15 0 1 1 27.2 0M20.5-1.6A15 15 0 1 1 7.9 25.5M-20.5-1.6A15 15 0 1 0-7.9 25.5",
}
"""The line of light within an ace's suit."""

NIB = 0.56
"""How thick the nib writes up and down, beside its breadth."""

GLYPHS: dict[str, tuple[int, list[tuple[float, str]]]] = {
    "A": (78, [(7, "M11 96 38 4"), (14, "M36 3 65 97M1 97H23M52 97H77"), (12, "M20 66H56")]),
    "2": (64, [(14, "M10 30C10 12 20 3 33 3C47 3 56 13 56 27C56 48 30 68 8 94M5 96.5H59M58 99V82")]),
    "3": (
        64,
        [
            (14, "M8 22C10 10 19 3 31 3C45 3 54 12 54 25C54 38 44 46 27 47"),
            (14, "M27 47C46 47 58 57 58 72C58 88 47 97 31 97C18 97 8 90 5 77"),
        ],
    ),
    "4": (68, [(14, "M47 97V3M33 97H61"), (7, "M48 3 4 70"), (13, "M2 69H66")]),
    "5": (64, [(14, "M54 3.5H14V46C19 41 26 38 33 38C48 38 58 50 58 67C58 86 47 97 31 97C18 97 8 90 5 78")]),
    "6": (
        66,
        [
            (14, "M55 17C51 8 45 3 36 3C18 3 8 24 8 58"),
            (14, "M8 58C8 85 18 97 33 97C49 97 59 85 59 68C59 51 49 41 35 41C21 41 10 50 8 63"),
        ],
    ),
    "7": (62, [(14, "M6 20V3.5H56C42 32 30 62 27 99")]),
    "8": (
        66,
        [
            (14, "M33 3C20 3 11 12 11 25C11 38 20 47 33 47C46 47 55 38 55 25C55 12 46 3 33 3Z"),
            (14, "M33 47C18 47 8 57 8 72C8 87 18 97 33 97C48 97 58 87 58 72C58 57 48 47 33 47Z"),
        ],
    ),
    "9": (
        66,
        [
            (14, "M11 83C15 92 21 97 30 97C48 97 58 76 58 42"),
            (14, "M58 42C58 15 48 3 33 3C17 3 7 15 7 32C7 49 17 59 31 59C45 59 56 50 58 37"),
        ],
    ),
    "T": (
        96,
        [
            (14, "M3 17C11 15 17 10 20 3V97M4 97H36"),
            (14, "M69 3C54 3 47 23 47 50C47 77 54 97 69 97"),
            (14, "M69 3C84 3 91 23 91 50C91 77 84 97 69 97"),
        ],
    ),
    "J": (54, [(14, "M37 3V72C37 88 30 97 19 97C10 97 5 91 4 80M22 3H52")]),
    "Q": (
        80,
        [
            (14, "M38 3C20 3 8 22 8 50C8 78 20 97 38 97"),
            (14, "M38 3C56 3 68 22 68 50C68 78 56 97 38 97"),
            (14, "M34 76C46 74 52 100 76 97"),
        ],
    ),
    "K": (76, [(14, "M14 3V97M2 3H28M2 97H28M28 44 62 97M50 97H76"), (7, "M62 3 15 60"), (14, "M50 3H72")]),
}
"""Width, then strokes as (breadth of the nib, path), in letters a hundred high; absolute commands alone."""

NEAR, FAR, MIDDLE = 64, 272, 168
THIRDS = (64, 133.3, 202.7, 272)
LEFT, CENTRE, RIGHT = 79, 120, 161

PLACES = {
    "2": [(CENTRE, NEAR), (CENTRE, FAR)],
    "3": [(CENTRE, y) for y in (NEAR, MIDDLE, FAR)],
    "4": [(x, y) for x in (LEFT, RIGHT) for y in (NEAR, FAR)],
    "6": [(x, y) for x in (LEFT, RIGHT) for y in (NEAR, MIDDLE, FAR)],
    "T": [(x, y) for x in (LEFT, RIGHT) for y in THIRDS] + [(CENTRE, 98.7), (CENTRE, 237.3)],
}
PLACES["5"] = [*PLACES["4"], (CENTRE, MIDDLE)]
PLACES["7"] = [*PLACES["6"], (CENTRE, 116)]
PLACES["8"] = [*PLACES["7"], (CENTRE, 220)]
PLACES["9"] = [*PLACES["T"][:8], (CENTRE, MIDDLE)]
"""Where the pips of a number card lie, as on real cards."""


def number(value: float) -> str:
    """A coordinate with at most two decimals and nothing that can be left out."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return re.sub(r"^(-?)0\.", r"\1.", text) if text not in {"-0", ""} else "0"


def points(*pairs: tuple[float, float]) -> str:
    """A closed path through the given points."""
    return "M" + " ".join(f"{number(x)} {number(y)}" for x, y in pairs) + "z"


def polar(radius: float, degrees: float, x: float = 0, y: float = 0) -> tuple[float, float]:
    """A point at a distance and angle (0 to the right, 90 down) from (x, y)."""
    turn = math.radians(degrees)
    return x + radius * math.cos(turn), y + radius * math.sin(turn)


def path(data: str, fill: str | None = None, stroke: str | None = None, width: float = 1) -> str:
    """A path; without a fill it inherits one."""
    paint = f' fill="{fill}"' if fill else ""
    line = f' stroke="{stroke}" stroke-width="{number(width)}"' if stroke else ""
    return f'<path{paint}{line} d="{data}"/>'


def line(data: str, stroke: str = INK, width: float = 1.4) -> str:
    """A stroke with nothing in it."""
    return path(data, "none", stroke, width)


def use(name: str, *moves: str) -> str:
    """Another part of the sheet, moved."""
    transform = f' transform="{" ".join(moves)}"' if moves else ""
    return f'<use href="#{name}"{transform}/>'


def at(x: float, y: float, size: float = 100) -> str:
    """The transformation that puts a part of a hundred at a place in a size."""
    return f"translate({number(x)} {number(y)})" + (f"scale({number(size / 100)})" if size != 100 else "")


def mirrored(part: str) -> str:
    """The same once more, turned half round: the lower half of a card."""
    return f'<g transform="rotate(180 120 168)">{part}</g>'


# --- indices ---------------------------------------------------------------------------------------------------------


def under_nib(data: str) -> str:
    """A glyph's path stretched upwards, so that the nib's uneven scale brings it back and thins the strokes across."""
    parts = re.findall(r"[MLHVCZ]|-?[\d.]+", data)
    command, out, nth = "M", [], 0
    for part in parts:
        if part.isalpha():
            command, nth = part, 0
            out.append(part)
            continue
        upright = command == "V" or (command != "H" and nth % 2 == 1)
        out.append(number(float(part) / NIB if upright else float(part)))
        nth += 1
    return re.sub(r" ?([MLHVCZ]) ?", r"\1", " ".join(out)).replace("Z", "z")


def glyph(rank: str) -> str:
    """A rank's letter as strokes, its top left corner at (0, 0)."""
    _, strokes = GLYPHS[rank]
    drawn = "".join(f'<path stroke-width="{breadth}" d="{under_nib(data)}"/>' for breadth, data in strokes)
    return f'<g id="n{rank}" fill="none" stroke="currentColor" transform="scale(1 {NIB})">{drawn}</g>'


def group(name: str, content: str) -> str:
    """A part that several symbols share."""
    return f'<g id="{name}">{content}</g>'


def both(content: str) -> str:
    """A corner, and the one opposite."""
    return content + mirrored(content)


def index(rank: str) -> str:
    """The rank in both corners."""
    width, _ = GLYPHS[rank]
    breadth = 0.43 if rank == "T" else 0.5
    letter = use("n" + rank, f"translate({number(29 - width * breadth / 2)} 14)", f"scale({breadth} .49)")
    return group("i" + rank, both(letter))


def large_index(rank: str) -> str:
    """The rank for small screens; with the suit beside it, it is all that is seen of a card in a tight column."""
    breadth = 0.8 if rank == "T" else 0.98
    return group("I" + rank, use("n" + rank, "translate(14 12)", f"scale({breadth} .88)"))


def suit_parts(suit: str) -> list[str]:
    """A suit as a drawing, as a pip, in both corners, within a court's frame, and beside and below a large index."""
    return [
        f'<path id="{suit}" fill="currentColor" d="{PIPS[suit]}"/>',
        group("p" + suit, use(suit, "scale(.47)")),
        group("c" + suit, both(use(suit, at(29, 82, 31)))),
        group("k" + suit, both(use(suit, at(72, 51, 25)))),
        group("C" + suit, use(suit, at(186, 57, 80))),
        group("B" + suit, use(suit, at(120, 218, 158))),
    ]


def pip(suit: str, x: float, y: float) -> str:
    """A pip of a number card."""
    return f'<use href="#p{suit}" x="{number(x)}" y="{number(y)}"/>'


# --- courts ----------------------------------------------------------------------------------------------------------


def rays() -> str:
    """A fan of light behind a head."""
    wedges = (points((0, 62), polar(150, a - 2.6, 0, 62), polar(150, a + 2.6, 0, 62)) for a in range(-192, 20, 12))
    return f'<path id="rays" fill="{BRASS}" opacity=".38" d="{"".join(wedges)}"/>'


def face(jaw: str, shade: str) -> str:
    """A face half in the light, with lowered eyes."""
    return (
        path(jaw, SKIN)
        + path(shade, SHADE)
        + line("M-12.5 50C-9 46-6 46-3.5 48M3.5 48C6 46 9 46 12.5 50", INK, 1.5)
        + line("M-11.5 55C-9 57-6 57-4 55M4 55C6 57 9 57 11.5 55", INK, 1.9)
        + line("M0 48 3 64H-1", "#a9703f", 1.3)
    )


def hand(x: float, y: float) -> str:
    """A hand closed round something upright."""
    fingers = "".join(f"M{number(x - 6)} {number(y + dy)}h10" for dy in (-3.5, 0, 3.5))
    return path(f"M{number(x - 7)} {number(y - 7)}h12l2 3v8l-3 4h-11z", SKIN) + line(fingers, "#a9703f", 0.9)


def robe() -> str:
    """The wide cloak of a king: folds from the shoulders down."""
    folds = "M-64 117-38 99M-64 127-30 101M-55 134-24 106M64 117 38 99M64 127 30 101M55 134 24 106"
    return path("M-66 136V107L-28 86H28L66 107V136z", "currentColor", BRASS, 1.6) + line(folds, BRASS, 1.3)


def king() -> str:
    """Bearded, under a stepped crown, with a sceptre."""
    spikes = points(
        (-23, 31), (-29, 11), (-17, 20), (-12, 7), (-6, 18), (0, 3), (6, 18), (12, 7), (17, 20), (29, 11), (23, 31)
    )
    tips = "".join(f'<circle cx="{x}" cy="{y}" r="2.3"/>' for x, y in ((-29, 10), (-12, 6), (0, 3), (12, 6), (29, 10)))
    beard = "M-18 60-9 67 0 64 9 67 18 60 21 74 9 104 0 112-9 104-21 74z"
    return (
        robe()
        + path("M-27 86-15 136H15L27 86z", TEAL, BRASS, 1.3)
        + path("M-33 88-23 83 0 122 23 83 33 88 0 136z", PALE, BRASS, 1.2)
        + path("M-21 93l3 4-2 4-3-4zM21 93l-3 4 2 4 3-4zM-11 108l3 4-2 4-3-4zM11 108l-3 4 2 4 3-4z", INK)
        + path("M-17 36H-24L-29 68-22 78-15 70zM17 36H24L29 68 22 78 15 70z")
        + face("M-18 34H18V64L0 82-18 64z", "M0 34H18V64L0 82z")
        + path(beard)
        + line("M0 82V110M-6 76-5 103M6 76 5 103M-12 70-10 97M12 70 10 97", BRASS, 1)
        + path("M-10 67C-6 64-3 65 0 68 3 65 6 64 10 67 5 70 3 71 0 70-3 71-5 70-10 67z", PALE)
        + path("M-3.5 73h7l-3.5 3z", "#bf3019")
        + path(spikes, BRASS)
        + path("M-24 30H24V39H-24z", BRASS, INK, 0.8)
        + path(
            "M0 30.5 4 34.5 0 38.5-4 34.5zM-14 32l3 3-3 3-3-3zM14 32l3 3-3 3-3-3z",
            "currentColor",
        )
        + f'<g fill="{BRASS}">{tips}</g>'
        + line("M48 26V136", BRASS, 3.4)
        + path(
            "".join(
                points(polar(4, a - 9, 48, 22), polar(14, a, 48, 22), polar(4, a + 9, 48, 22))
                for a in range(0, 360, 45)
            ),
            BRASS,
        )
        + f'<circle cx="48" cy="22" r="5.5" fill="currentColor" stroke="{PALE}" stroke-width="1.2"/>'
        + hand(48, 112)
    )


def queen() -> str:
    """Bobbed, before a pleated collar, with a flower."""
    collar = [(polar(47, a, 0, 88), polar(47, a + 10, 0, 88)) for a in range(-190, 10, 20)]
    petals = "".join(
        points((-2.2, 33), polar(length, a, 0, 33), (2.2, 33))
        for a, length in ((-150, 19), (-120, 24), (-90, 30), (-60, 24), (-30, 19))
    )
    pearls = "".join(
        f'<circle cx="{number(x)}" cy="{number(y)}" r="2"/>'
        for x, y in (polar(17, a, 0, 86) for a in range(20, 161, 20))
    )
    return (
        path("M-47 90A47 47 0 0 1 47 90z", PALE, BRASS, 1.4)
        + path("".join(points((0, 88), *pair) for pair in collar), "currentColor")
        + line("M-38 88A38 38 0 0 1 38 88", BRASS, 1.2)
        + path("M-66 136V122C-58 108-44 100-26 97L0 136z", TEAL, BRASS, 1.3)
        + path("M66 136V122C58 108 44 100 26 97L0 136z", TEAL, BRASS, 1.3)
        + line(
            "M-56 136C-54 124-46 114-34 108M-44 136C-42 128-38 122-32 117"
            "M56 136C54 124 46 114 34 108M44 136C42 128 38 122 32 117",
            BRASS,
            1.2,
        )
        + path("M-36 136C-36 112-26 98-9 92L0 104 9 92C26 98 36 112 36 136z", "currentColor", BRASS, 1.4)
        + line("M-25 136A25 25 0 0 1 25 136M-15 136A15 15 0 0 1 15 136", BRASS, 1.3)
        + path("M-7 72V94L0 104 7 94V72z", SHADE)
        + path("M-28 76C-32 50-30 24 0 24S32 50 28 76L20 80 12 66V44H-12V66L-20 80z")
        + face(
            "M-15 40C-6 44 6 44 15 38V60C15 71 7 80 0 80S-15 71-15 60z", "M0 42C6 42 11 41 15 38V60C15 71 7 80 0 80z"
        )
        + path("M-16 44C-10 32 4 30 16 33L17 42C6 38-6 38-16 44z")
        + path("M-4.5 70C-2 68-1 68 0 69 1 68 2 68 4.5 70 2 73-2 73-4.5 70z", "#bf3019")
        + line("M-26 38C-10 29 10 29 26 38", BRASS, 3.6)
        + path(petals, BRASS)
        + '<circle cy="31" r="4.2" fill="currentColor" stroke="'
        + PALE
        + '"/>'
        + f'<g fill="{PALE}" stroke="{BRASS}" stroke-width=".6">{pearls}</g>'
        + path("M0 104 4 111 0 120-4 111z", BRASS)
        + line("M-21 78V84M21 78V84", BRASS, 1.2)
        + path("M-21 83l3 6-3 5-3-5zM21 83l3 6-3 5-3-5z", BRASS)
        + line("M-48 70C-46 90-48 110-48 136", TEAL, 2.6)
        + path("M-48 104C-56 98-60 90-60 82-52 86-48 94-48 104z", TEAL)
        + path(
            "M-48 72C-60 67-62 57-60 49-56 53-53 52-52 47-50 45-48 42-48 40"
            "-48 42-46 45-44 47-43 52-40 53-36 49-34 57-36 67-48 72z",
            "currentColor",
            PALE,
            1,
        )
        + line("M-48 69V55M-53 67-55 57M-43 67-41 57", BRASS, 1.3)
        + hand(-48, 116)
    )


def jack() -> str:
    """Clean-shaven, in a feathered cap, with a halberd."""
    pleats = "".join(
        points((0, 80), polar(34, a, 0, 82), polar(29, a + 7.5, 0, 82), polar(34, a + 15, 0, 82))
        for a in range(-15, 195, 15)
    )
    stripes = "".join(f"M{x} 100V136" for x in (-22, -13, 13, 22))
    return (
        path("M-66 136V118C-62 102-48 95-30 95H30C48 95 62 102 66 118V136z", TEAL, BRASS, 1.4)
        + line(
            "M-60 136C-60 118-52 106-40 100M-50 136C-50 122-44 112-36 107"
            "M60 136C60 118 52 106 40 100M50 136C50 122 44 112 36 107",
            BRASS,
            1.2,
        )
        + path("M-30 94H30L36 136H-36z", "currentColor", BRASS, 1.4)
        + line(stripes, BRASS, 1.2)
        + path("M-6 98H6V136H-6z", PALE)
        + "".join(f'<circle cy="{y}" r="2.4" fill="{BRASS}"/>' for y in (116, 125))
        + path(pleats, PALE, BRASS, 0.9)
        + path("M-15 36H-24L-30 70C-27 77-20 78-15 74zM15 36H24L30 70C27 77 20 78 15 74z")
        + face("M-16 34H16V62L6 78H-6L-16 62z", "M0 34H16V62L6 78H0z")
        + path("M-16 34H16V42C8 38 2 46-4 40-8 45-12 44-16 47z")
        + path("M-4 70H4L0 73z", "#bf3019")
        + path("M-27 35C-34 26-30 15-16 13L8 6C24 6 34 18 29 35z", "currentColor", BRASS, 1.3)
        + line("M-22 32C-24 24-18 19-8 16M-10 32C-12 25-6 20 4 16M4 32C3 26 8 21 15 19", BRASS, 1.1)
        + path("M-28 32H29V39H-28z", BRASS, INK, 0.8)
        + path("M20 34C30 10 46 0 63 2 60 20 46 34 20 34z", PALE, BRASS, 1.2)
        + line("M20 34C34 24 46 14 60 5M35 24 33 14M41 19 40 8M37 28 48 27M45 21 56 18", BRASS, 1.1)
        + '<circle cx="19" cy="35" r="4" fill="currentColor" stroke="'
        + PALE
        + '"/>'
        + line("M-48 52V136", BRASS, 3.2)
        + path(
            "M-48 34-44 52H-52zM-49 58C-58 55-62 60-63 70-56 77-53 75-49 73zM-47 59H-40L-36 65-40 71H-47z",
            "currentColor",
            PALE,
            1,
        )
        + hand(-48, 112)
    )


FIGURES = {"J": jack, "Q": queen, "K": king}


def half(rank: str, x: float, y: float, width: float) -> str:
    """A half-figure in a window of its own, which cuts off what reaches out of it."""
    height = number(width * 134 / 128)
    box = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{height}"'
    return f'<svg {box} viewBox="-64 0 128 134" overflow="hidden">{use("rays")}{use("f" + rank)}</svg>'


def court(rank: str) -> str:
    """A court card's middle: both halves in a frame, parted by a belt."""
    belt = path("M56 165h128v6H56z", BRASS)
    frame = line("M53.5 31.5h133v273h-133z", BRASS, 1.5)
    return group("m" + rank, both(half(rank, 56, 34, 128)) + belt + frame)


def large_court(rank: str) -> str:
    """One half alone, for small screens."""
    return group("M" + rank, half(rank, 24, 122, 192) + line("M22 121h196v203H22z", BRASS, 2))


# --- faces -----------------------------------------------------------------------------------------------------------


def pips(rank: str, suit: str) -> str:
    """A number card's middle; pips below the middle stand on their heads."""
    places = PLACES[rank]
    paired = [(x, y) for x, y in places if y < MIDDLE and (x, 336 - y) in places]
    single = [(x, y) for x, y in places if y <= MIDDLE and (x, y) not in paired]
    return both("".join(pip(suit, *place) for place in paired)) + "".join(pip(suit, *place) for place in single)


def burst() -> str:
    """Two fans of lines, above and below an ace."""
    fan = "".join(
        "M{} {}L{} {}".format(*map(number, (*polar(94, a, 120, 168), *polar(126 if a % 16 else 116, a, 120, 168))))
        for a in range(-114, -65, 8)
    )
    return group("burst", both(line(fan, BRASS, 2.2)))


def ace(suit: str) -> str:
    """An ace's middle: the suit large, with a line of light in it."""
    light = line(LIGHTS[suit], "var(--card-paper,#fff9ec)", 1.7)
    return use("burst") + f'<g transform="{at(120, 168, 150)}">{use(suit)}{light}</g>'


def figure(name: str, suit: str) -> str:
    """A court's drawing with a suit's hair."""
    return f'<use href="#{name}" fill="{HAIR[suit]}"/>'


def middle(rank: str, suit: str) -> str:
    """What lies between the indices of a card."""
    if rank in COURTS:
        return figure("m" + rank, suit) + use("k" + suit)
    return ace(suit) if rank == "A" else pips(rank, suit)


def large_middle(rank: str, suit: str) -> str:
    """What a card for small screens shows under its index."""
    if rank in COURTS:
        return figure("M" + rank, suit)
    return use("B" + suit)


def symbol(name: str, content: str, more: str = "") -> str:
    """One drawing of the sheet; `more` are further attributes."""
    return f'<symbol id="{name}" viewBox="0 0 240 336"{more}>{content}</symbol>'


def plain_face(rank: str, suit: str) -> str:
    """A card whose index is as large as on real cards."""
    return use("paper") + use("i" + rank) + use("c" + suit) + middle(rank, suit)


def large_face(rank: str, suit: str) -> str:
    """A card for small screens."""
    return use("paper") + use("I" + rank) + use("C" + suit) + large_middle(rank, suit)


def faces() -> list[str]:
    """All cards, each in both sizes of index."""
    out = []
    for suit in SUITS:
        colour = f' color="var(--suit-{suit.lower()},{SUIT_COLOURS[suit]})"'
        for rank in RANKS:
            plain, large = plain_face(rank, suit), large_face(rank, suit)
            out += [symbol(rank + suit, plain, colour), symbol(f"{rank}{suit}-L", large, colour)]
    return out


# --- backs -----------------------------------------------------------------------------------------------------------


def rings() -> str:
    """Circles that overlap into petals, row upon row."""
    row = "".join(f"M{x - 27} 0a27 27 0 1 0 54 0a27 27 0 1 0-54 0" for x in range(-27, 270, 27))
    return f'<path id="ring" d="{row}"/>'


def scallops() -> str:
    """A row of fans, each of five arcs."""
    arcs = "".join(f"M{x - r} 0a{r} {r} 0 0 1 {2 * r} 0" for x in range(-27, 270, 54) for r in (27, 21.5, 16, 10.5, 5))
    return f'<path id="fans" d="{arcs}"/>'


def back(number_: int, ground: str, wire: str, pattern: str, medal: str) -> str:
    """A back: a paper edge, a panel with a pattern of thin metal, and a medal in the middle."""
    panel = (
        f'<rect x="12" y="12" width="216" height="312" rx="6" fill="{ground}"/>'
        f'<svg x="28" y="28" width="184" height="280" viewBox="28 28 184 280" overflow="hidden">'
        f'<g fill="none" stroke="{wire}" stroke-width="1.2">{pattern}</g></svg>'
    )
    frame = (
        line("M18 18h204v300H18z", wire, 1)
        + line("M23 23h194v290H23z", wire, 2.6)
        + line("M28 28h184v280H28z", wire, 1)
    )
    return symbol(f"back-{number_}", use("paper") + panel + frame + medal)


def medal(ground: str, wire: str) -> str:
    """A lozenge within a lozenge, lit from the middle."""
    light = "".join(
        points(polar(3, a - 90, 120, 168), polar(36 if a % 90 else 48, a, 120, 168), polar(3, a + 90, 120, 168))
        for a in range(-90, 270, 45)
    )
    return (
        path("M120 104 166 168 120 232 74 168z", ground, wire, 1.8)
        + line("M120 114 158.5 168 120 222 81.5 168z", wire, 0.9)
        + path(light, wire)
        + f'<circle cx="120" cy="168" r="8" fill="{ground}" stroke="{wire}" stroke-width="1.5"/>'
    )


def backs() -> list[str]:
    """The three backs."""
    petals = "".join(use("ring", f"translate(0 {y})") for y in range(6, 350, 27))
    curves = "".join(
        f'<ellipse rx="168" ry="{ry}" transform="rotate({a})"/>' for ry in (62, 100) for a in range(0, 180, 10)
    )
    rosette = f'<g transform="{at(120, 168)}">{curves}</g>'
    fans = "".join(use("fans", f"translate({12 if n % 2 else 39} {n * 27 + 6})") for n in range(1, 14))
    return [
        back(1, "#124a47", "#d9b469", petals, medal("#124a47", "#ecd9a8")),
        back(2, "#5b1523", "#dcae68", rosette, medal("#5b1523", "#f0d6a0")),
        back(3, "#16264c", "#cdb27a", fans, medal("#16264c", "#ead9ad")),
    ]


# --- empty places ----------------------------------------------------------------------------------------------------


def ghosts() -> list[str]:
    """The places where no card lies; all in one colour of the page's choice."""
    edge = (
        '<rect x="3" y="3" width="234" height="330" rx="15" fill="var(--ghost,#d3a74f)" fill-opacity=".07"'
        ' stroke="var(--ghost,#d3a74f)" stroke-width="3" stroke-opacity=".6"/>'
    )
    colour = '<g color="var(--ghost,#d3a74f)" opacity=".62">'
    ring = '<g fill="none" stroke="currentColor" stroke-width="9">'
    recycle = f'{ring}<path d="M165 138a52 52 0 1 0 7 34"/></g><path fill="currentColor" d="M178 108v42h-42z"/>'
    stop = f'{ring}<circle cx="120" cy="168" r="48"/><path d="m86 202 68-68"/></g>'
    return [
        symbol("ghost", edge),
        *(symbol(f"ghost-{suit}", f"{edge}{colour}{use(suit, at(120, 168, 118))}</g>") for suit in SUITS),
        symbol("ghost-recycle", f"{edge}{colour}{recycle}</g>"),
        symbol("ghost-stop", f"{edge}{colour}{stop}</g>"),
    ]


def shared() -> list[str]:
    """The parts that symbols are put together from, each after those it needs."""
    return [
        PAPER,
        *(part for suit in SUITS for part in suit_parts(suit)),
        *(draw(rank) for draw in (glyph, index, large_index) for rank in RANKS),
        rays(),
        *(group("f" + rank, draw()) for rank, draw in FIGURES.items()),
        *(draw(rank) for draw in (court, large_court) for rank in COURTS),
        burst(),
        rings(),
        scallops(),
    ]


NOTE = "<!-- Drawn by frontend/cards.py: change that and run it. -->"


def sheet() -> str:
    """The file of all symbols."""
    head = '<svg xmlns="http://www.w3.org/2000/svg">'
    lines = [head, NOTE, "<defs>", *shared(), "</defs>", *faces(), *backs(), *ghosts(), "</svg>", ""]
    return "\n".join(lines)


def picture(drawn: str, width: int, more: str = "") -> str:
    """A file of its own, with the parts that the drawing needs; `more` are further attributes."""
    needed: list[str] = []
    for part in reversed(shared()):
        name = re.findall('id="(.+?)"', part)[0]
        if f'href="#{name}"' in "".join([drawn, *needed]):
            needed.insert(0, part)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 336"{more}>'
    lines = [head, NOTE, "<defs>", *needed, "</defs>", drawn, "</svg>", ""]
    return re.sub(r"var\(--[a-z-]+,([^()]*)\)", r"\1", "\n".join(lines))


def back_picture(number_: int) -> str:
    """A back."""
    return picture(re.sub("</?symbol.*?>", "", backs()[number_ - 1]), 240)


def strip(suit: str, face: Callable[[str, str], str], colour: str) -> str:
    """A suit's cards, from ace to king."""
    return side_by_side([face(rank, suit) for rank in RANKS], f' color="{colour}"')


def places() -> str:
    """The empty places: the foundations', then the stock that can be turned over, and the one that cannot."""
    drawn = [re.sub("</?symbol.*?>", "", ghost).replace("#d3a74f", GHOST) for ghost in ghosts()]
    return side_by_side(drawn[1:])


def side_by_side(drawn: list[str], more: str = "") -> str:
    """Drawings in a row. It fits whatever size a page gives it, since a card's is rounded to whole pixels."""
    row = "\n".join(f'<g transform="translate({240 * i})">{one}</g>' for i, one in enumerate(drawn))
    return picture(row, 240 * len(drawn), f' preserveAspectRatio="none"{more}')


def files() -> dict[str, str]:
    """Every file to be written, by its name."""
    out = {SHEET.name: sheet(), "places.svg": places()}
    out |= {f"back-{number_}.svg": back_picture(number_) for number_ in (1, 2, 3)}
    for suit, name in SUIT_NAMES.items():
        for face, large in ((plain_face, ""), (large_face, "-large")):
            out[f"{name}{large}.svg"] = strip(suit, face, SUIT_COLOURS[suit])
            if suit in FOUR_COLOURS:
                out[f"{name}{large}-four.svg"] = strip(suit, face, FOUR_COLOURS[suit])
    return out


if __name__ == "__main__":
    for name, content in files().items():
        (SHEET.parent / name).write_text(content)
