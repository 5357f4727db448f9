// @ts-check
/**
 * Where everything lies: pure geometry, in CSS pixels from the table's top left corner.
 */

import { COLUMNS, FOUNDATIONS, STOCK, WASTE, isColumn } from "./state.js";

/** @typedef {import("./state.js").Table} Table */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{x: number, y: number, w: number, h: number}} Box */
/**
 * @typedef {object} Layout
 * @property {number} w  width of a card
 * @property {number} h  height of a card
 * @property {number} bottom  as far as a column may reach
 * @property {Readonly<Record<string, Point>>} places  where each pile's first card lies
 * @property {{up: number, down: number}} steps  how far cards of a column lie apart, where there is room
 * @property {Point} fan  how far each of the last three waste cards lies from the one before, in draw 3
 */

const RATIO = 7 / 5;
const FANNED = 3;
const NEAR = 6; // px beside a card at which a press still means it: fingers are broad, and cards of a phone narrow
/** Of a card's height: from a face-up card of a column to the next, and from a face-down one. */
const STEPS = { up: 0.3, down: 0.13 };
const ROOMY_STEPS = { up: 0.44, down: 0.2 };

/**
 * @param {number} width
 * @param {number} height
 * @param {number} draw  1 or 3
 * @param {boolean} [mirrored]  for a left-handed player: stock and foundations change sides
 * @returns {Layout}
 */
export function layoutOf(width, height, draw, mirrored = false) {
  if (height < 480 && width > height * 1.35) return landscape(width, height, draw, mirrored);
  return width < 700 ? portrait(width, height, draw, mirrored) : wide(width, height, draw, mirrored);
}

/** In the top row: stock and waste left, or right. */
const STOCK_LEFT = { s: 0, w: 1, S: 3, H: 4, D: 5, C: 6 };
const STOCK_RIGHT = { S: 0, H: 1, D: 2, C: 3, w: 5, s: 6 };

/**
 * Phone held upright: the stock under the thumb of the hand one plays with.
 * @param {number} width @param {number} height @param {number} draw @param {boolean} mirrored
 * @returns {Layout}
 */
function portrait(width, height, draw, mirrored) {
  const gap = Math.max(3, Math.round(width * 0.012));
  const w = Math.floor(Math.min((width - gap * 8) / 7, (height - gap * 3) / 4.2 / RATIO));
  const row = rowOf(width, w, gap);
  const places = grid(row, mirrored ? STOCK_LEFT : STOCK_RIGHT, gap, w, gap * 2.5);
  return { ...finished(w, height - gap, places, draw, { x: Math.round(w * 0.4), y: 0 }), steps: ROOMY_STEPS };
}

/**
 * Desktop and tablet: stock and waste left, foundations right.
 * @param {number} width @param {number} height @param {number} draw @param {boolean} mirrored
 * @returns {Layout}
 */
function wide(width, height, draw, mirrored) {
  const w = Math.floor(Math.min(width / 8.6, (height * 0.245) / RATIO, 150));
  const gap = Math.round(Math.min(w * 0.24, (width - w * 7) / 8));
  const row = rowOf(width, w, gap);
  const top = Math.round(w * 0.16);
  const places = grid(row, mirrored ? STOCK_RIGHT : STOCK_LEFT, top, w, top + 4);
  return finished(w, height - top, places, draw, { x: Math.round(w * 0.28), y: 0 });
}

/**
 * Phone held sideways: stock and waste beside the columns on one side, foundations two by two on the other.
 * @param {number} width @param {number} height @param {number} draw @param {boolean} mirrored
 * @returns {Layout}
 */
function landscape(width, height, draw, mirrored) {
  const edge = 6;
  const w = Math.floor(Math.min((width - edge * 13) / 10, (height - edge * 4) / 2.6 / RATIO));
  const h = Math.round(w * RATIO);
  const gap = Math.min(Math.floor((width - w * 10 - edge * 2) / 11), Math.round(w * 0.2));
  const side = gap * 2;
  const left = Math.round((width - (w * 10 + gap * 7 + side * 2)) / 2);
  const home = mirrored ? left : left + w + side + 7 * (w + gap) - gap + side;
  const columns = mirrored ? left + w * 2 + gap + side : left + w + side;
  const stock = mirrored ? columns + 7 * (w + gap) - gap + side : left;
  /** @type {Record<string, Point>} */
  const places = { [STOCK]: { x: stock, y: edge }, [WASTE]: { x: stock, y: edge * 2 + h } };
  COLUMNS.forEach((pile, i) => (places[pile] = { x: columns + i * (w + gap), y: edge }));
  FOUNDATIONS.forEach((pile, i) => {
    places[pile] = { x: home + (i % 2) * (w + gap), y: edge + (i < 2 ? 0 : h + edge) };
  });
  return finished(w, height - edge, places, draw, { x: 0, y: Math.round(h * 0.26) });
}

/** @param {number} width @param {number} w @param {number} gap @returns {number[]} the left edges of seven cards */
function rowOf(width, w, gap) {
  const left = Math.round((width - w * 7 - gap * 6) / 2);
  return COLUMNS.map((_, i) => left + i * (w + gap));
}

/**
 * The top row's piles in their slots, and the seven columns below.
 * @param {number[]} row
 * @param {Record<string, number>} slots
 * @param {number} top
 * @param {number} w
 * @param {number} between
 */
function grid(row, slots, top, w, between) {
  /** @type {Record<string, Point>} */
  const places = {};
  for (const [pile, slot] of Object.entries(slots)) places[pile] = { x: row[slot], y: top };
  COLUMNS.forEach((pile, i) => (places[pile] = { x: row[i], y: Math.round(top + w * RATIO + between) }));
  return places;
}

/**
 * @param {number} w @param {number} bottom @param {Record<string, Point>} places @param {number} draw @param {Point} fan
 * @returns {Layout}
 */
function finished(w, bottom, places, draw, fan) {
  return { w, h: Math.round(w * RATIO), bottom, places, steps: STEPS, fan: draw === 3 ? fan : { x: 0, y: 0 } };
}

/** @typedef {{spots: readonly Point[], box: Box}} Lie  Where the cards of a pile lie, and what they cover. */
/** @type {WeakMap<Layout, WeakMap<Table, Record<string, Lie>>>} asked for again with each step of a dragged card */
const known = new WeakMap();

/** @param {Layout} layout @param {Table} table @param {string} pile @returns {Lie} */
function lie(layout, table, pile) {
  let tables = known.get(layout);
  if (!tables) known.set(layout, (tables = new WeakMap()));
  let piles = tables.get(table);
  if (!piles) tables.set(table, (piles = {}));
  return (piles[pile] ??= lieOf(layout, table, pile));
}

/** @param {Layout} layout @param {Table} table @param {string} pile @returns {Lie} */
function lieOf(layout, table, pile) {
  const all = spotsOf(layout, table, pile);
  return { spots: all, box: boxAround(layout, [...all, layout.places[pile]]) };
}

/**
 * Where each card of a pile lies, in the pile's order. A long column is drawn closer together until it fits.
 * @param {Layout} layout
 * @param {Table} table
 * @param {string} pile
 */
export function spots(layout, table, pile) {
  return lie(layout, table, pile).spots;
}

/** @param {Layout} layout @param {Table} table @param {string} pile @returns {Point[]} */
function spotsOf(layout, table, pile) {
  const place = layout.places[pile];
  const tokens = table.piles[pile];
  if (isColumn(pile)) return columnSpots(layout, place, tokens.map((token) => table.up[token]));
  if (pile === WASTE) return tokens.map((_, i) => wasteSpot(layout, place, tokens.length, i));
  if (pile === STOCK) return tokens.map((_, i) => raised(place, tokens.length - 1 - i));
  return tokens.map(() => place);
}

/** @param {Layout} layout @param {Point} place @param {boolean[]} up @returns {Point[]} */
function columnSpots(layout, place, up) {
  const steps = up.map((shown) => layout.h * (shown ? layout.steps.up : layout.steps.down)).slice(0, -1);
  const room = layout.bottom - place.y - layout.h;
  const wanted = steps.reduce((sum, step) => sum + step, 0);
  const squeeze = Math.min(1, room / (wanted || 1));
  let y = place.y;
  return up.map((_, i) => {
    const spot = { x: place.x, y: Math.round(y) };
    y += (steps[i] ?? 0) * squeeze;
    return spot;
  });
}

/**
 * Where the waste is fanned sideways on an upright phone, its last card lies next to the stock; elsewhere its first.
 * @param {Layout} layout @param {Point} place @param {number} count @param {number} i
 * @returns {Point}
 */
function wasteSpot(layout, place, count, i) {
  const { x, y } = layout.fan;
  const shown = Math.min(count, FANNED);
  const nth = Math.max(0, i - (count - shown));
  const back = layout.places[STOCK].x > place.x ? shown - 1 : 0;
  return { x: place.x + x * (nth - back), y: place.y + y * nth };
}

/** A stack shows its height: every few cards it rises by a pixel. @param {Point} place @param {number} below */
function raised(place, below) {
  const rise = Math.floor(below / 5);
  return { x: place.x - rise, y: place.y - rise };
}

/**
 * The box of a pile, its lowest card included.
 * @param {Layout} layout
 * @param {Table} table
 * @param {string} pile
 * @returns {Box}
 */
export function boxOf(layout, table, pile) {
  return lie(layout, table, pile).box;
}

/** @param {Layout} layout @param {readonly Point[]} all @returns {Box} */
function boxAround({ w, h }, all) {
  const x = Math.min(...all.map((spot) => spot.x));
  const y = Math.min(...all.map((spot) => spot.y));
  const right = Math.max(...all.map((spot) => spot.x));
  const low = Math.max(...all.map((spot) => spot.y));
  return { x, y, w: right - x + w, h: low - y + h };
}

/**
 * What lies under a point, or else a few pixels beside it: a pile, and which of its cards (-1 for the empty place).
 * @param {Layout} layout
 * @param {Table} table
 * @param {Point} point
 * @returns {{pile: string, index: number} | null}
 */
export function hit(layout, table, point) {
  const between = layout.places[COLUMNS[1]].x - layout.places[COLUMNS[0]].x - layout.w;
  return hitWithin(layout, table, point, 0) ?? hitWithin(layout, table, point, Math.min(NEAR, between / 2));
}

/** @param {Layout} layout @param {Table} table @param {Point} point @param {number} reach  px around a card */
function hitWithin(layout, table, point, reach) {
  for (const pile of Object.keys(layout.places)) {
    const box = grown(boxOf(layout, table, pile), reach);
    if (!inside(point, box)) continue;
    const all = spots(layout, table, pile);
    // The stock's first card is the one on top; everywhere else it is the last.
    if (pile === STOCK) return { pile, index: all.length ? 0 : -1 };
    for (let index = all.length - 1; index >= 0; index--) {
      if (inside(point, grown({ ...all[index], w: layout.w, h: layout.h }, reach))) return { pile, index };
    }
    if (!all.length) return { pile, index: -1 };
  }
  return null;
}

/** @param {Box} box @param {number} reach @returns {Box} */
function grown({ x, y, w, h }, reach) {
  return { x: x - reach, y: y - reach, w: w + 2 * reach, h: h + 2 * reach };
}

/** @param {Point} point @param {Box} box */
function inside(point, box) {
  return point.x >= box.x && point.x < box.x + box.w && point.y >= box.y && point.y < box.y + box.h;
}

/**
 * The pile a held card is dropped on: the nearest legal one it overlaps; where there is none, the one it covers most (to
 * be told by the server why not); null where it is dropped on its own pile or nowhere.
 * @param {Layout} layout
 * @param {Table} table
 * @param {Point} held  the held card's top left corner
 * @param {string} from
 * @param {readonly string[]} legal  the piles that may take it
 * @returns {string | null}
 */
export function dropPile(layout, table, held, from, legal) {
  const card = { ...held, w: layout.w, h: layout.h };
  const own = overlap(card, dropBox(layout, table, from));
  const suit = legal.find((pile) => FOUNDATIONS.includes(pile));
  /** @type {{pile: string, area: number, far: number}[]} */
  const under = [];
  for (const pile of [...COLUMNS, ...FOUNDATIONS]) {
    const box = dropBox(layout, table, pile);
    const area = overlap(card, box);
    const target = suit && FOUNDATIONS.includes(pile) ? suit : pile;
    if (pile !== from && area > layout.w * layout.h * 0.04) under.push({ pile: target, area, far: distance(card, box) });
  }
  const good = under.filter((found) => legal.includes(found.pile));
  if (good.length) {
    good.sort((a, b) => a.far - b.far);
    // A card hardly moved from its pile was not meant for the neighbour it happens to touch.
    return own > layout.w * layout.h * 0.75 && good[0].area < own / 2 ? null : good[0].pile;
  }
  under.sort((a, b) => b.area - a.area);
  return under.length && under[0].area > own ? under[0].pile : null;
}

/** Where a drop counts for a pile: a column takes it down to the table's edge. */
/** @param {Layout} layout @param {Table} table @param {string} pile @returns {Box} */
function dropBox(layout, table, pile) {
  const box = boxOf(layout, table, pile);
  return isColumn(pile) ? { ...box, h: layout.bottom - box.y } : box;
}

/** @param {Box} a @param {Box} b */
function overlap(a, b) {
  const x = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const y = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  return x > 0 && y > 0 ? x * y : 0;
}

/** From a card's middle to the nearest point a card could lie at in a box. @param {Box} card @param {Box} box */
function distance(card, box) {
  const x = box.x + box.w / 2 - (card.x + card.w / 2);
  const y = Math.max(box.y - card.y, 0, card.y - (box.y + box.h - card.h));
  return Math.hypot(x, y);
}
