// @ts-check
/**
 * What the player means to do, in order: one command is under way at a time, the rest waits for its answer. Each command
 * names the version it follows, and is sent again under the same id until it is answered.
 */

import { moveHome, moveToTableau, nextHome } from "../table/moves.js";
import { STOCK, lastFaces } from "../table/state.js";

/** @typedef {import("../table/state.js").Table} Table */
/**
 * @typedef {object} Intent
 * @property {"move" | "stock" | "home" | "best" | "all-home"} kind  a move as it stands; a press on the stock; the last card
 *   of a pile home; its last cards to the best place, home or else the tableau; the lowest card home that can go
 * @property {string} [move]  of a `move`
 * @property {string} [pile]  the cards come from, where the intent has cards
 * @property {string[]} cards  the faces it is meant for, deepest first
 * @property {readonly number[]} tokens  cards that wait where they were dropped
 */
/**
 * @typedef {object} Command
 * @property {string} id
 * @property {number} after  the version it follows
 * @property {string} move
 * @property {boolean} legal  the server has listed it, so that it may be shown before its answer
 * @property {boolean} out  it was sent on the connection that stands now
 * @property {Intent} intent
 */

export class Queue {
  constructor() {
    /** @type {Intent[]} */
    this.waiting = [];
    /** @type {Command | null} */
    this.sent = null;
    /** @type {Intent | null} the last one whose cards lie where they lay, and find no place */
    this.placeless = null;
  }

  /** How many of the player's moves the server has not answered. */
  get length() {
    return this.waiting.length + (this.sent ? 1 : 0);
  }

  /** Cards that wait where they were dropped. @returns {Set<number>} */
  get tokens() {
    return new Set(this.waiting.flatMap((intent) => intent.tokens));
  }

  /** @param {Intent} intent */
  add(intent) {
    this.waiting.push(intent);
  }

  /**
   * Makes the next intent that still makes sense the command under way, unless there is one already.
   * @param {Table} table
   * @param {number} version
   * @param {readonly string[]} legal
   * @returns {number} how many moves were dropped because their cards have gone
   */
  advance(table, version, legal) {
    let dropped = 0;
    while (!this.sent && this.waiting.length) {
      const intent = /** @type {Intent} */ (this.waiting.shift());
      const move = moveFor(intent, table, legal);
      if (move) this.sent = { id: commandId(), after: version, move, legal: legal.includes(move), out: false, intent };
      else if (intent.kind === "move") dropped++;
      else if (intent.kind === "best" && lies(intent, table)) this.placeless = intent;
    }
    return dropped;
  }

  /** The cards that have found no place, told once. @returns {Intent | null} */
  takePlaceless() {
    const intent = this.placeless;
    this.placeless = null;
    return intent;
  }

  /**
   * The command under way has been answered.
   * @param {string | undefined} id
   * @returns {Command | null} it, or null where the answer is for another
   */
  answered(id) {
    const command = this.sent;
    if (!command || command.id !== id) return null;
    this.sent = null;
    return command;
  }

  /** Drops all that waits. @returns {number} how many moves that were */
  drop() {
    return this.waiting.splice(0).length;
  }
}

/**
 * @param {Intent} intent
 * @param {Table} table
 * @param {readonly string[]} legal
 * @returns {string | null} null where nothing is to be done
 */
function moveFor(intent, table, legal) {
  const { kind, move, pile, cards } = intent;
  if (kind === "stock") return table.piles[STOCK].length ? "d" : "r";
  if (kind === "all-home") return nextHome(table, legal);
  if (!lies(intent, table)) return null;
  if (kind === "move") return move ?? null;
  if (!pile) return null;
  const home = cards.length === 1 ? moveHome(legal, pile) : null;
  return home ?? (kind === "best" ? moveToTableau(table, legal, pile, cards.length) : null);
}

/** Whether the cards an intent is for are still the last of their pile. @param {Intent} intent @param {Table} table */
function lies({ pile, cards }, table) {
  return !pile || lastFaces(table, pile, cards.length).join() === cards.join();
}

/** A new command id. `crypto.randomUUID` is missing on plain HTTP; this is not. */
function commandId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
