// @ts-check
/** A whole table drawn small, in one SVG: enough to follow a game by. Nothing here can be acted on. */

import { COLUMNS, FOUNDATIONS, HIDDEN, STOCK, WASTE } from "./state.js";
import { cardMark } from "./words.js";

/** @typedef {import("./state.js").Table} Table */

const SVG = "http://www.w3.org/2000/svg";
const W = 10;
const H = 14;
const GAP = 1.5;
const TOP = 17;
const DOWN = 1.8;
const UP = 5.2;
const ROOM = 66;
const NO_GAP = 0.45; // between one card of a column and the next

/**
 * @param {SVGElement} svg  an empty one, or one drawn before; its box is 79 wide and 66 high
 * @param {Table} table
 */
export function drawTable(svg, table) {
  svg.setAttribute("viewBox", `0 0 ${7 * W + 6 * GAP} ${ROOM}`);
  const out = new Drawing();
  const stock = table.piles[STOCK].length;
  if (stock) out.back(x(0), 0, H);
  else out.empty(x(0), 0);
  const waste = table.piles[WASTE].at(-1);
  if (waste !== undefined) out.card(x(1), 0, H, table.faces[waste]);
  FOUNDATIONS.forEach((suit, i) => {
    const top = table.piles[suit].at(-1);
    if (top === undefined) out.empty(x(3 + i), 0);
    else out.card(x(3 + i), 0, H, table.faces[top]);
  });
  COLUMNS.forEach((pile, i) => column(out, table, pile, x(i)));
  svg.replaceChildren(...out.elements());
}

/** @param {number} slot */
function x(slot) {
  return slot * (W + GAP);
}

/** @param {Drawing} out @param {Table} table @param {string} pile @param {number} left */
function column(out, table, pile, left) {
  const tokens = table.piles[pile];
  if (!tokens.length) return out.empty(left, TOP);
  const steps = tokens.map((token) => (table.up[token] ? UP : DOWN)).slice(0, -1);
  const wanted = steps.reduce((sum, step) => sum + step, 0);
  const squeeze = Math.min(1, (ROOM - TOP - H) / (wanted || 1));
  let y = TOP;
  tokens.forEach((token, i) => {
    const step = (steps[i] ?? 0) * squeeze;
    const high = i < tokens.length - 1 ? Math.max(0.6, step - NO_GAP) : H;
    if (table.up[token]) out.card(left, y, high, table.faces[token]);
    else out.back(left, y, high);
    y += step;
  });
}

class Drawing {
  constructor() {
    this.backs = "";
    this.fronts = "";
    this.empties = "";
    /** @type {Element[]} */
    this.marks = [];
  }

  /** @param {number} left @param {number} top */
  empty(left, top) {
    this.empties += box(left, top, H);
  }

  /** @param {number} left @param {number} top @param {number} high */
  back(left, top, high) {
    this.backs += box(left, top, high);
  }

  /** @param {number} left @param {number} top @param {number} high @param {string} face */
  card(left, top, high, face) {
    if (face === HIDDEN) return this.back(left, top, high);
    this.fronts += box(left, top, high);
    const text = document.createElementNS(SVG, "text");
    text.setAttribute("x", (left + 0.7).toFixed(1));
    text.setAttribute("y", (top + Math.min(high, 4.6) - (high < 4.6 ? 0.1 : 0.3)).toFixed(1));
    text.setAttribute("class", "HD".includes(face[1]) ? "mini-suit-red" : "mini-suit-black");
    text.textContent = cardMark(face);
    this.marks.push(text);
  }

  elements() {
    return [
      ["shape-empty", this.empties],
      ["shape-back", this.backs],
      ["shape-front", this.fronts],
    ]
      .map(([kind, d]) => {
        const path = document.createElementNS(SVG, "path");
        path.setAttribute("class", kind);
        path.setAttribute("d", d);
        return /** @type {Element} */ (path);
      })
      .concat(this.marks);
  }
}

/** @param {number} left @param {number} top @param {number} high */
function box(left, top, high) {
  return `M${left} ${top.toFixed(2)}h${W}v${high.toFixed(2)}h-${W}z`;
}
