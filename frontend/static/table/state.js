// @ts-check
/**
 * A table of cards as a value, and what an event does to it.
 *
 * Each of the 52 cards is a token, a number that stays with the card wherever it lies; its face may be unknown. Nothing
 * here knows a rule: an event says which cards are carried from where to where, and which card turns over.
 */

/** @typedef {{from: string, to: string, cards: string[]}} Carry  Cards are named deepest first. */
/** @typedef {{pile: string, card: string, up: boolean}} Turn */
/** @typedef {{columns: string[][], stock: number | string[], waste: string[], foundations: Record<string, number>,
 *             score: number, recycles: number, moves: number, status: string}} Position */
/**
 * @typedef {object} GameEvent  One event of a game, as a feed or the API sends it.
 * @property {number} v  its version in the game's stream
 * @property {number} at  milliseconds since the deal
 * @property {"dealt" | "move" | "closed"} kind
 * @property {Position} [position]  of a `dealt` event
 * @property {string} move  in the two-character notation; "closed" where the site ended the game
 * @property {Carry[]} carry
 * @property {Turn} [turn]
 * @property {number} points
 * @property {number} score
 * @property {number} moves
 * @property {number} recycles
 * @property {number} home
 * @property {string} status
 * @property {boolean} stuck
 */
/** @typedef {Pick<GameEvent, "carry" | "turn">} Motion  What an event does to the cards, without the figures. */
/**
 * @typedef {object} Table
 * @property {Readonly<Record<string, readonly number[]>>} piles  tokens, deepest first; in the stock the next card first
 * @property {readonly string[]} faces  of each token, `HIDDEN` where it is not known
 * @property {readonly boolean[]} up  whether each token lies face up
 * @property {number} score
 * @property {number} moves
 * @property {number} recycles
 * @property {number} home  cards on the foundations
 * @property {string} status  playing, won, resigned or lost
 * @property {boolean} stuck  no move is left, as far as the player has seen
 * @property {boolean} over  nothing can be played any more
 */

export const STOCK = "s";
export const WASTE = "w";
export const COLUMNS = Object.freeze(["1", "2", "3", "4", "5", "6", "7"]);
export const FOUNDATIONS = Object.freeze(["S", "H", "D", "C"]);
export const PILES = Object.freeze([STOCK, WASTE, ...COLUMNS, ...FOUNDATIONS]);
export const HIDDEN = "??";
export const RANKS = "A23456789TJQK";

/** An event that does not fit the table: the browser has lost its place and needs a fresh snapshot. */
export class OutOfStep extends Error {}

/** From 0 for an ace to 12 for a king. @param {string} face */
export function rankOf(face) {
  return RANKS.indexOf(face[0]);
}

/** @param {string} pile */
export function isColumn(pile) {
  return COLUMNS.includes(pile);
}

/** @param {string} pile */
export function isFoundation(pile) {
  return FOUNDATIONS.includes(pile);
}

/**
 * The table a position describes.
 * @param {Position} position
 * @param {{stuck?: boolean, over?: boolean}} [more]
 * @param {Table | null} [before]  keeps its tokens where the cards lie as they did, some of them now perhaps known
 * @returns {Table}
 */
export function tableOf(position, more = {}, before = null) {
  const table = newTable(position, more);
  if (!before || PILES.some((pile) => table.piles[pile].length !== before.piles[pile].length)) return table;
  const faces = before.faces.slice();
  const up = before.up.slice();
  for (const pile of PILES) {
    table.piles[pile].forEach((token, i) => {
      faces[before.piles[pile][i]] = table.faces[token];
      up[before.piles[pile][i]] = table.up[token];
    });
  }
  return { ...table, piles: before.piles, faces, up };
}

/** @param {Position} position @param {{stuck?: boolean, over?: boolean}} more @returns {Table} */
function newTable(position, more) {
  /** @type {string[]} */
  const faces = [];
  /** @type {boolean[]} */
  const up = [];
  /** @type {Record<string, number[]>} */
  const piles = {};
  /** @param {string} pile @param {string[]} cards @param {boolean} shown */
  const lay = (pile, cards, shown) => {
    piles[pile] = cards.map((card) => {
      up.push(shown && card === card.toUpperCase() && card !== HIDDEN);
      return faces.push(card.toUpperCase()) - 1;
    });
  };
  const stock = position.stock;
  lay(STOCK, typeof stock === "number" ? Array(stock).fill(HIDDEN) : stock, false);
  lay(WASTE, position.waste, true);
  COLUMNS.forEach((pile, column) => lay(pile, position.columns[column], true));
  for (const suit of FOUNDATIONS) {
    lay(suit, Array.from(RANKS.slice(0, position.foundations[suit]), (rank) => rank + suit), true);
  }
  const { score, moves, recycles, status } = position;
  const home = FOUNDATIONS.reduce((sum, suit) => sum + position.foundations[suit], 0);
  return { piles, faces, up, score, moves, recycles, home, status, stuck: more.stuck ?? false, over: more.over ?? false };
}

/**
 * The table after an event.
 * @param {Table} table
 * @param {GameEvent} event
 * @returns {Table}
 */
export function after(table, event) {
  if (event.kind === "dealt") return table;
  const { score, moves, recycles, home, status, stuck } = event;
  const over = event.kind === "closed" || status === "won" || status === "resigned";
  return { ...moved(table, event), score, moves, recycles, home, status, stuck, over };
}

/**
 * The table with the cards where a motion takes them, and the figures as they were.
 * @param {Table} table
 * @param {Motion} motion
 * @returns {Table}
 */
export function moved(table, motion) {
  const turn = motion.turn;
  let next = table;
  if (turn && !turn.up) next = turned(next, turn);
  for (const carry of motion.carry) next = carried(next, carry);
  if (turn && turn.up) next = turned(next, turn);
  return next;
}

/** @param {Table} table @param {Turn} turn @returns {Table} */
function turned(table, turn) {
  const token = table.piles[turn.pile].at(-1);
  if (token === undefined) throw new OutOfStep(`no card to turn in ${turn.pile}`);
  const up = table.up.slice();
  up[token] = turn.up;
  return { ...table, faces: named(table.faces, [token], [turn.card]), up };
}

/** @param {Table} table @param {Carry} carry @returns {Table} */
function carried(table, { from, to, cards }) {
  const source = table.piles[from];
  const n = cards.length;
  if (source.length < n) throw new OutOfStep(`${from} has fewer than ${n} cards`);
  const lifted = from === STOCK ? source.slice(0, n) : source.slice(source.length - n);
  const left = from === STOCK ? source.slice(n) : source.slice(0, source.length - n);
  const target = table.piles[to];
  const faces = named(table.faces, lifted, cards);
  const up = table.up.slice();
  for (const token of lifted) up[token] = to !== STOCK && faces[token] !== HIDDEN;
  const piles = { ...table.piles, [from]: left, [to]: to === STOCK ? [...lifted, ...target] : [...target, ...lifted] };
  return { ...table, piles, faces, up };
}

/**
 * The faces, with those of some tokens now known.
 * @param {readonly string[]} faces
 * @param {readonly number[]} tokens
 * @param {readonly string[]} cards
 */
function named(faces, tokens, cards) {
  const next = faces.slice();
  tokens.forEach((token, i) => {
    if (cards[i] === HIDDEN) return;
    if (next[token] !== HIDDEN && next[token] !== cards[i]) throw new OutOfStep(`${next[token]} is not ${cards[i]}`);
    next[token] = cards[i];
  });
  return next;
}

/**
 * How many cards at the end of a pile lie face up: as many as a hand can try to lift.
 * @param {Table} table
 * @param {string} pile
 */
export function faceUp(table, pile) {
  const tokens = table.piles[pile];
  if (!isColumn(pile)) return pile === STOCK ? 0 : Math.min(tokens.length, 1);
  let n = 0;
  while (n < tokens.length && table.up[tokens[tokens.length - 1 - n]]) n++;
  return n;
}

/**
 * The faces of the last `count` cards of a pile, deepest first.
 * @param {Table} table
 * @param {string} pile
 * @param {number} count
 */
export function lastFaces(table, pile, count) {
  const tokens = table.piles[pile];
  return tokens.slice(tokens.length - count).map((token) => table.faces[token]);
}
