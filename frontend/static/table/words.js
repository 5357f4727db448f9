// @ts-check
/** What the table says, in the reader's language: names of cards and piles, moves in a sentence, figures. */

import { HIDDEN, STOCK, WASTE, faceUp, isColumn, isFoundation, lastFaces } from "./state.js";

/** @typedef {import("./state.js").Table} Table */
/** @typedef {import("./state.js").GameEvent} GameEvent */
/** @typedef {import("./state.js").Carry} Carry */

const SYMBOLS = /** @type {Record<string, string>} */ ({ S: "♠", H: "♥", D: "♦", C: "♣" });

/** @param {string} rank */
function rankName(rank) {
  const names = /** @type {Record<string, string>} */ ({
    A: pgettext("card rank", "ace"),
    J: pgettext("card rank", "jack"),
    Q: pgettext("card rank", "queen"),
    K: pgettext("card rank", "king"),
  });
  return names[rank] ?? rankMark(rank);
}

/** As it stands in "queen of …" and "foundation of …". @param {string} suit */
function suitName(suit) {
  const names = /** @type {Record<string, string>} */ ({
    // Translators: in the form that "%(rank)s of %(suit)s" and "foundation of %(suit)s" need.
    S: pgettext("card suit", "spades"),
    H: pgettext("card suit", "hearts"),
    D: pgettext("card suit", "diamonds"),
    C: pgettext("card suit", "clubs"),
  });
  return names[suit];
}

/** @param {string} rank */
function rankMark(rank) {
  return rank === "T" ? "10" : rank;
}

/** @type {Map<string, string>} put together once: a column is named anew with all its cards whenever it changes */
const cardNames = new Map();

/** A card by its name: "queen of hearts". @param {string} face */
export function cardName(face) {
  const known = cardNames.get(face);
  if (known !== undefined) return known;
  const name = face === HIDDEN ? gettext("a face-down card") : faceUpName(face);
  cardNames.set(face, name);
  return name;
}

/** @param {string} face */
function faceUpName(face) {
  // Translators: rank and suit are the words given as "card rank" and "card suit", or a number: queen of hearts, 7 of spades.
  return interpolate(gettext("%(rank)s of %(suit)s"), { rank: rankName(face[0]), suit: suitName(face[1]) }, true);
}

/** A card in two or three signs: "Q♥". @param {string} face */
export function cardMark(face) {
  return face === HIDDEN ? "▮" : rankMark(face[0]) + SYMBOLS[face[1]];
}

/** @param {string} pile */
export function pileName(pile) {
  if (pile === STOCK) return gettext("stock");
  if (pile === WASTE) return gettext("waste");
  if (isColumn(pile)) return interpolate(gettext("column %(number)s"), { number: pile }, true);
  return interpolate(gettext("foundation of %(suit)s"), { suit: suitName(pile) }, true);
}

/** Where cards come from, within a sentence. @param {string} pile */
function fromPile(pile) {
  if (pile === STOCK) return gettext("from the stock");
  if (pile === WASTE) return gettext("from the waste");
  if (isColumn(pile)) return interpolate(gettext("from column %(number)s"), { number: pile }, true);
  return interpolate(gettext("from the foundation of %(suit)s"), { suit: suitName(pile) }, true);
}

/** Where cards go, within a sentence. @param {string} pile */
function toPile(pile) {
  if (pile === STOCK) return gettext("to the stock");
  if (pile === WASTE) return gettext("to the waste");
  if (isColumn(pile)) return interpolate(gettext("to column %(number)s"), { number: pile }, true);
  return interpolate(gettext("to the foundation of %(suit)s"), { suit: suitName(pile) }, true);
}

/**
 * What a pile holds, for those who do not see it.
 * @param {Table} table
 * @param {string} pile
 */
export function pileContents(table, pile) {
  const tokens = table.piles[pile];
  if (!tokens.length) return gettext("empty");
  if (pile === STOCK) return cardCount(tokens.length);
  if (pile === WASTE || isFoundation(pile)) {
    const top = cardName(table.faces[tokens[tokens.length - 1]]);
    // Translators: "queen of hearts on top, 3 cards".
    return interpolate(gettext("%(card)s on top, %(count)s"), { card: top, count: cardCount(tokens.length) }, true);
  }
  const up = faceUp(table, pile);
  const shown = lastFaces(table, pile, up).map(cardName).join(", ");
  const down = tokens.length - up;
  if (!down) return shown;
  const hidden = interpolate(ngettext("%(count)s face down", "%(count)s face down", down), { count: down }, true);
  // Translators: "3 face down, then queen of hearts, jack of spades".
  return interpolate(gettext("%(hidden)s, then %(cards)s"), { hidden, cards: shown }, true);
}

/** @param {number} count */
function cardCount(count) {
  return interpolate(ngettext("%(count)s card", "%(count)s cards", count), { count }, true);
}

/** A pile's spoken name: what it is and what lies there. @param {Table} table @param {string} pile */
export function pileLabel(table, pile) {
  const name = pileName(pile);
  const title = name[0].toUpperCase() + name.slice(1);
  // Translators: "Column 4: empty".
  return interpolate(gettext("%(pile)s: %(contents)s"), { pile: title, contents: pileContents(table, pile) }, true);
}

/**
 * What was done, in a sentence.
 * @param {GameEvent} event
 */
export function eventSentence(event) {
  const sentences = [deed(event)];
  if (event.turn?.up) {
    sentences.push(interpolate(gettext("%(card)s turned up."), { card: cardName(event.turn.card) }, true));
  }
  return sentences.join(" ");
}

/** @param {GameEvent} event */
function deed(event) {
  if (event.kind === "closed") return gettext("The game was closed.");
  const first = event.carry[0];
  switch (event.move) {
    case "d":
      return interpolate(gettext("Drawn: %(cards)s."), { cards: first.cards.map(cardName).join(", ") }, true);
    case "r":
      return gettext("The waste was turned over.");
    case "x":
      return gettext("Resigned.");
    case "h":
      return gettext("A hint was asked for.");
    case "u":
      return interpolate(gettext("Undone: %(what)s"), { what: carrySentence(first) }, true);
    case "y":
      return interpolate(gettext("Redone: %(what)s"), { what: carrySentence(first) }, true);
    default:
      return carrySentence(first);
  }
}

/** @param {Carry} carry */
function carrySentence({ from, to, cards }) {
  const places = { from: fromPile(from), to: toPile(to) };
  if (from === STOCK || to === STOCK || cards.length === 1) {
    const what = cards.length === 1 ? cardName(cards[0]) : cardCount(cards.length);
    // Translators: "queen of hearts from column 4 to column 5", or "3 cards from the stock to the waste".
    return interpolate(gettext("%(what)s %(from)s %(to)s."), { what, ...places }, true);
  }
  const more = cardCount(cards.length - 1);
  const card = cardName(cards[0]);
  // Translators: "queen of hearts and 2 cards on it from column 4 to column 5".
  return interpolate(gettext("%(card)s and %(more)s on it %(from)s %(to)s."), { card, more, ...places }, true);
}

/**
 * What a hint advises, and why.
 * @param {{move: string, reason: string, card?: string}} hint
 */
export function hintSentence({ move, reason, card }) {
  const reasons = /** @type {Record<string, string>} */ ({
    "turns-up": gettext("%(card)s %(to)s: it turns a card up."),
    "sends-home": gettext("%(card)s %(to)s: one more is home."),
    "frees-home": gettext("%(card)s %(to)s: the card under it can go home then."),
    uncovers: gettext("%(card)s %(to)s: it uncovers a card."),
    "fills-column": gettext("%(card)s %(to)s: a king starts the column."),
    "empties-column": gettext("%(card)s %(to)s: it empties a column for a king."),
    "plays-waste": gettext("%(card)s %(to)s: it brings the waste's card into play."),
    draws: gettext("Draw: the stock may have something."),
    recycles: gettext("Turn the waste over and go through it again."),
  });
  const target = move[1] === "f" ? (card ?? "")[1] : move[1];
  // Translators: in hints, `card` is a card as printed, such as 7♥, and `to` is "to column 3" or "to the foundation of hearts".
  return interpolate(reasons[reason] ?? "", { card: cardMark(card ?? HIDDEN), to: target ? toPile(target) : "" }, true);
}

/** What was done, in a few signs: "7♥ → 5". @param {GameEvent} event */
export function eventMark(event) {
  const { move, carry } = event;
  if (event.kind === "closed") return gettext("closed");
  const fixed = /** @type {Record<string, string>} */ ({
    r: gettext("turn over"),
    x: gettext("resign"),
    h: gettext("hint"),
    u: gettext("undo"),
    y: gettext("redo"),
  });
  if (move in fixed) return fixed[move];
  const [{ to, cards }] = carry;
  if (move === "d") return cards.map(cardMark).join(" ");
  return `${cardMark(cards[0])}${cards.length > 1 ? `+${cards.length - 1}` : ""} → ${isColumn(to) ? to : SYMBOLS[to]}`;
}

/**
 * The score as its rule set shows it: points, dollars in Vegas, cards home in Classic.
 * @param {string} ruleset
 * @param {Pick<Table, "score" | "home">} figures
 */
export function scoreMark(ruleset, { score, home }) {
  if (ruleset === "C") return `${home}/52`;
  if (ruleset !== "V") return String(score);
  return score > 0 ? `+$${score}` : score < 0 ? `-$${-score}` : "$0";
}

/** A stretch of time as on a clock: "4:07", "1:02:33". @param {number} ms */
export function clockMark(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const pad = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`;
}
