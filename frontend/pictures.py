"""Draws the PNG files from the SVG ones: the icons of the installed site, and what pictures for links are made of.

    python frontend/pictures.py        writes what `PICTURES` names

Cards are rasterised here, once, and not when a picture is asked for: a whole table takes resvg most of a second, in
which it lets no other thread of the process work. The server only lays these cards out (`replays.pictures`).
"""

import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import resvg_py
from PIL import Image

FRONTEND = Path(__file__).parent
STATIC = FRONTEND / "static"
RASTERS = FRONTEND / "rasters"

WIDTH, HEIGHT = 1200, 630
"""Of a picture for links, in pixels: what every network shows uncut."""
CARD_W, CARD_H = 120, 168
"""Of a card in it."""
BAR = 58
"""Height of the bar with our name, at the foot."""

SUITS, RANKS = "SHDC", "A23456789TJQK"
OTHERS = ("back-1", "ghost-S", "ghost-H", "ghost-D", "ghost-C", "ghost-recycle")
"""What the last row of the sheet of cards has besides the faces."""

COLOURS = {"ghost": "#e2c583"}
"""What the sheet's custom properties are where it has no value of its own for them."""


def resolved(svg: str) -> str:
    """An SVG without custom properties: each as it is where nobody has chosen anything."""
    return re.sub(r"var\(--([a-z-]+)(?:,([^()]*))?\)", lambda found: found[2] or COLOURS[found[1]], svg)


def symbols(path: Path) -> str:
    """What an SVG file defines, to be used in another."""
    body = re.sub(r"^.*?<svg[^>]*>", "", resolved(path.read_text()), count=1, flags=re.DOTALL)
    return body.rsplit("</svg>", 1)[0]


def rendered(body: str, width: int, height: int, box: str | None = None) -> Image.Image:
    """A drawing as pixels; `box` is what part of its plane is seen."""
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="{box or f"0 0 {width} {height}"}">{body}</svg>'
    )
    return Image.open(BytesIO(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True))).convert("RGBA")


def card(name: str, sheet: str) -> Image.Image:
    """One card with a large index, or another symbol of the sheet."""
    symbol = f"{name}-L" if len(name) == 2 else name
    fade = ' opacity=".75"' if name.startswith("ghost") else ""
    body = f'<defs>{sheet}</defs><use href="#{symbol}" width="{CARD_W}" height="{CARD_H}"{fade}/>'
    return rendered(body, CARD_W, CARD_H)


def cards() -> Image.Image:
    """Thirteen by five: a row a suit, ace to king, and a row of `OTHERS`."""
    sheet = symbols(STATIC / "cards" / "cards.svg")
    whole = Image.new("RGBA", (CARD_W * 13, CARD_H * 5))
    names = [rank + suit for suit in SUITS for rank in RANKS] + list(OTHERS)
    for place, name in enumerate(names):
        whole.paste(card(name, sheet), (place % 13 * CARD_W, place // 13 * CARD_H))
    return whole


FELT = f"""
<defs>
  <radialGradient id="lit" cx=".5" cy=".34" r=".85">
    <stop offset="0" stop-color="#1f6660"/><stop offset=".46" stop-color="#134846"/>
    <stop offset="1" stop-color="#082423"/>
  </radialGradient>
  <radialGradient id="glow" cx=".5" cy=".3" r=".62">
    <stop offset="0" stop-color="#2f8a81" stop-opacity=".4"/><stop offset="1" stop-color="#2f8a81" stop-opacity="0"/>
  </radialGradient>
</defs>
<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#lit)"/><rect width="{WIDTH}" height="{HEIGHT}" fill="url(#glow)"/>"""


def felt() -> Image.Image:
    """The table without cards, and the bar with our name."""
    top = HEIGHT - BAR
    body = f"""<defs>{symbols(STATIC / "icons" / "icons.svg")}</defs>{FELT}
    <rect y="{top}" width="{WIDTH}" height="{BAR}" fill="#041918" fill-opacity=".86"/>
    <path d="M0 {top + 0.5}H{WIDTH}" stroke="#a67c2c"/>
    <path d="M0 {top + 4.5}H{WIDTH}" stroke="#d3a74f" stroke-opacity=".4"/>
    <use href="#mark" x="36" y="{top + 13}" width="36" height="36"/>
    <g color="#f6efdd"><use href="#wordmark" x="88" y="{top + 22}" width="144" height="18"/></g>"""
    return rendered(body, WIDTH, HEIGHT).convert("RGB")


HAND = ("TS", "JH", "QC", "KD", "AS")


def front() -> Image.Image:
    """The picture of every page that has none of its own: the same hand on both sides of a brass line."""
    fan = "".join(
        f'<g transform="translate(292 600) rotate({(nth - 2) * 12}) translate(-96 -440)">'
        f'<use href="#{name}-L" width="196" height="274.4"/></g>'
        for nth, name in enumerate(HAND)
    )
    body = f"""<defs>{symbols(STATIC / "cards" / "cards.svg")}{symbols(STATIC / "icons" / "icons.svg")}</defs>{FELT}
    <rect x="24.5" y="24.5" width="1151" height="581" fill="none" stroke="#d3a74f" stroke-width="1.5"/>
    <rect x="32.5" y="32.5" width="1135" height="565" fill="none" stroke="#a67c2c"/>
    <g color="#f6efdd"><use href="#wordmark" x="344" y="76" width="512" height="64"/></g>
    <path d="M600 172v434" stroke="#d3a74f" stroke-width="1.5"/><path d="m600 160 7 12-7 12-7-12z" fill="#e6c579"/>
    <clipPath id="left"><rect x="34" y="150" width="565" height="446"/></clipPath>
    <clipPath id="right"><rect x="601" y="150" width="565" height="446"/></clipPath>
    <g clip-path="url(#left)"><g transform="translate(22 36)">{fan}</g></g>
    <g clip-path="url(#right)"><g transform="translate(594 36)">{fan}</g></g>"""
    return rendered(body, WIDTH, HEIGHT).convert("RGB")


def icon(size: int, *, full: bool) -> Image.Image:
    """The site's icon; a `full` one fills its square and keeps what matters within the circle a system may cut out."""
    mark = symbols(STATIC / "icons" / "favicon.svg")
    if not full:
        return rendered(mark, size, size, "0 0 48 48")
    ground = '<rect width="48" height="48" fill="#0b302f"/>'
    body = f'{ground}<g transform="translate(24 24) scale(.84) translate(-24 -24)">{mark}</g>'
    return rendered(body, size, size, "0 0 48 48").convert("RGB")


PICTURES: dict[Path, Callable[[], Image.Image]] = {
    RASTERS / "cards.png": cards,
    RASTERS / "felt.png": felt,
    STATIC / "pictures" / "front.png": front,
    STATIC / "icons" / "icon-192.png": lambda: icon(192, full=False),
    STATIC / "icons" / "icon-512.png": lambda: icon(512, full=False),
    STATIC / "icons" / "icon-full-512.png": lambda: icon(512, full=True),
    STATIC / "icons" / "icon-full-180.png": lambda: icon(180, full=True),
}
"""What is drawn, by the file it is kept in."""


if __name__ == "__main__":
    for path, draw in PICTURES.items():
        path.parent.mkdir(exist_ok=True)
        draw().save(path, optimize=True)
