// @ts-check
/**
 * Moves in the two-character notation: putting them together, and finding them among those the server says are legal.
 */

import { COLUMNS, FOUNDATIONS, HIDDEN, STOCK, WASTE, isColumn, isFoundation, lastFaces } from "./state.js";

/** @typedef {import("./state.js").Table} Table */
/** @typedef {import("./state.js").Motion} Motion */

/**
 * The move that takes the last `count` cards of one pile to another, or null where the notation has none.
 * @param {string} from
 * @param {string} to  any of the foundations stands for the card's own
 * @param {number} count
 * @returns {string | null}
 */
export function moveBetween(from, to, count) {
  const target = isFoundation(to) ? "f" : to;
  if (from === to || (target !== "f" && !isColumn(target))) return null;
  if (isColumn(from)) return from + target + (target === "f" && count === 1 ? "" : `x${count}`);
  if (from === WASTE) return from + target;
  return isFoundation(from) && target !== "f" ? from + target : null;
}

/**
 * The piles that may take the last `count` cards of a pile. A foundation is named by its suit.
 * @param {Table} table
 * @param {readonly string[]} legal
 * @param {string} from
 * @param {number} count
 * @returns {string[]}
 */
export function targets(table, legal, from, count) {
  const suit = lastFaces(table, from, 1)[0]?.[1];
  const piles = suit && suit !== "?" ? [...COLUMNS, suit] : [...COLUMNS];
  return piles.filter((to) => legal.includes(moveBetween(from, to, count) ?? ""));
}

/**
 * The move that sends the last card of a pile home, or null where that is not legal.
 * @param {readonly string[]} legal
 * @param {string} pile
 */
export function moveHome(legal, pile) {
  const move = `${pile}f`;
  return legal.includes(move) ? move : null;
}

/**
 * The move that finds the last card of a pile a place on the tableau: the longest column first, an empty one last.
 * @param {Table} table
 * @param {readonly string[]} legal
 * @param {string} pile
 * @returns {string | null}
 */
export function moveToTableau(table, legal, pile) {
  const columns = targets(table, legal, pile, 1).filter(isColumn);
  columns.sort((a, b) => table.piles[b].length - table.piles[a].length);
  return columns.length ? moveBetween(pile, columns[0], 1) : null;
}

/**
 * Where a legal move takes which cards, to be shown before the server confirms it; null where the move does not tell
 * (an undo, a redo).
 * @param {Table} table
 * @param {string} move
 * @param {number} draw  how many cards one draw turns
 * @returns {Motion | null}
 */
export function motionOf(table, move, draw) {
  if (move === "d") {
    const cards = table.piles[STOCK].slice(0, draw).map((token) => table.faces[token]);
    return { carry: [{ from: STOCK, to: WASTE, cards }] };
  }
  if (move === "r") {
    return { carry: [{ from: WASTE, to: STOCK, cards: lastFaces(table, WASTE, table.piles[WASTE].length) }] };
  }
  const [, from, target, count] = /^([w1-7SHDC])([f1-7])(?:x(\d+))?$/.exec(move) ?? [];
  if (!from) return null;
  const cards = lastFaces(table, from, Number(count ?? 1));
  const to = target === "f" ? cards[0]?.[1] ?? HIDDEN : target;
  return isColumn(to) || FOUNDATIONS.includes(to) ? { carry: [{ from, to, cards }] } : null;
}
