"""What a finger cannot hit: everything on a page that can be pressed, and how far around its middle it answers."""

from typing import Any

TOUCH = 44  # px, and as many as a finger needs

# A finger that lands half of that beside the middle has to reach it, its label or what lies within it. Cards are not
# looked at: a press on the felt is measured against where they lie.
SMALL = """(touch) => {
  const pressed = 'a[href], button, summary, select, textarea, [role=button], [role=slider], input:not([type=hidden])';
  const words = (el) => (el.ariaLabel || el.innerText || el.name || '').trim();
  const name = (el) => `${el.tagName.toLowerCase()}.${el.className} "${words(el)}"`;
  const found = [];
  for (const el of document.querySelectorAll(pressed)) {
    const target = el.matches('input') ? el.closest('label') ?? el : el;
    if (!el.checkVisibility({visibilityProperty: true}) || el.closest('.skip, .unseen, .felt, :disabled')) continue;
    let box = target.getBoundingClientRect();
    if (!box.width || (box.width >= touch && box.height >= touch)) continue;
    target.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
    box = target.getBoundingClientRect();
    const x = box.x + box.width / 2, y = box.y + box.height / 2, far = touch / 2 - 0.5;
    const tall = box.height >= touch ? [] : [[x, y - far], [x, y + far]];
    const wide = box.width >= touch ? [] : [[x - far, y], [x + far, y]];
    const missed = [...tall, ...wide].some(([px, py]) => !target.contains(document.elementFromPoint(px, py)));
    if (missed) found.push(`${name(el)}: ${Math.round(box.width)} by ${Math.round(box.height)} px`);
  }
  scrollTo(0, 0);
  return found;
}"""


def too_small(page: Any) -> list[str]:
    """What on a page is pressed and answers to less than 44 by 44 pixels."""
    return page.evaluate(SMALL, TOUCH)
