// @ts-check
/**
 * Moves in the two-character notation: putting them together, and finding them among those the server says are legal.
 */

import { COLUMNS, FOUNDATIONS, HIDDEN, STOCK, WASTE, isColumn, isFoundation, lastFaces, rankOf } from "./state.js";

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
 * The move that finds the last cards of a pile a place on the tableau: the longest column first, an empty one last.
 * @param {Table} table
 * @param {readonly string[]} legal
 * @param {string} pile
 * @param {number} count
 * @returns {string | null}
 */
export function moveToTableau(table, legal, pile, count) {
  const columns = targets(table, legal, pile, count).filter(isColumn);
  columns.sort((a, b) => table.piles[b].length - table.piles[a].length);
  return columns.length ? moveBetween(pile, columns[0], count) : null;
}

/**
 * The move that sends the lowest card home that can go there; null where none can.
 * @param {Table} table
 * @param {readonly string[]} legal
 * @returns {string | null}
 */
export function nextHome(table, legal) {
  const piles = [...COLUMNS, WASTE].filter((pile) => moveHome(legal, pile));
  piles.sort((a, b) => rankOf(lastFaces(table, a, 1)[0]) - rankOf(lastFaces(table, b, 1)[0]));
  return piles.length ? moveHome(legal, piles[0]) : null;
}

/**
 * Whether one card after the other can be sent home until none is left: all lie face up in columns, and no card lies on a
 * lower one.
 * @param {Table} table
 */
export function canAllGoHome(table) {
  if (table.over || table.piles[STOCK].length || table.piles[WASTE].length) return false;
  if (COLUMNS.every((pile) => !table.piles[pile].length)) return false;
  return COLUMNS.every((pile) =>
    table.piles[pile].every((token, i, all) => {
      const falls = !i || rankOf(table.faces[token]) < rankOf(table.faces[all[i - 1]]);
      return table.up[token] && falls;
    }),
  );
}

/**
 * The cards a hint is about, and the last one of the pile they go to.
 * @param {Table} table
 * @param {{move: string}} hint
 * @returns {number[]}
 */
export function hintTokens(table, { move }) {
  if (move === "d") return table.piles[STOCK].slice(0, 1);
  if (move === "r") return table.piles[WASTE].slice(-1);
  const motion = motionOf(table, move, 1);
  if (!motion) return [];
  const [{ from, to, cards }] = motion.carry;
  return [...table.piles[from].slice(-cards.length), ...table.piles[to].slice(-1)];
}

/**
 * The empty pile a hint is to fill, or null where the cards go onto others.
 * @param {Table} table
 * @param {{move: string}} hint
 * @returns {string | null}
 */
export function hintPlace(table, { move }) {
  const to = motionOf(table, move, 1)?.carry[0].to;
  return to && !table.piles[to].length ? to : null;
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
