// @ts-check
/** A game as a film: its events as frames that can be gone through both ways, with or without what was undone. */

import { after, tableOf } from "../table/state.js";

/** @typedef {import("../table/state.js").Table} Table */
/** @typedef {import("../table/state.js").GameEvent} GameEvent */
/**
 * @typedef {object} Frame
 * @property {number} number  of the move in the game record, counting every written one from 1; 0 for the deal
 * @property {GameEvent} event
 * @property {Table} table  after it
 */

/**
 * The film of a game.
 * @param {readonly GameEvent[]} events  all of them, the deal first
 * @param {boolean} undone  whether moves that were undone are shown as they happened, or left out
 * @param {readonly Frame[]} known  a film of the same game: as far as it shows the same, its frames are taken over
 * @returns {Frame[]} the deal, then a frame a move; each has its table, so that any is shown without the ones before
 */
export function filmOf(events, undone, known = []) {
  const [dealt, ...moves] = events;
  if (!dealt?.position) throw new Error("a film begins with a deal");
  const wanted = [dealt, ...(undone ? moves : lasting(moves))];
  const differs = wanted.findIndex((event, i) => known[i]?.event !== event);
  const frames = known.slice(0, differs < 0 ? wanted.length : differs);
  if (!frames.length) frames.push({ number: 0, event: dealt, table: tableOf(dealt.position) });
  let { table } = frames[frames.length - 1];
  for (const event of wanted.slice(frames.length)) {
    table = after(table, event);
    frames.push({ number: event.v - 1, event, table });
  }
  return frames;
}

/**
 * The moves that lead to where a game stands, without those taken back. A move that was redone stands where it was redone.
 * @param {readonly GameEvent[]} moves
 * @returns {GameEvent[]}
 */
export function lasting(moves) {
  /** @type {GameEvent[]} */
  const kept = [];
  /** @type {GameEvent[]} */
  const takenBack = [];
  for (const event of moves) {
    if (event.move === "u") {
      const last = kept.findLastIndex(isAction);
      takenBack.push(...kept.splice(last, 1));
    } else if (event.move === "y") {
      const again = takenBack.pop();
      kept.push({ ...event, move: again?.move ?? event.move });
    } else {
      if (isAction(event)) takenBack.length = 0;
      kept.push(event);
    }
  }
  return kept;
}

/** Whether an event can be undone. @param {GameEvent} event */
function isAction({ kind, move }) {
  return kind === "move" && move !== "h" && move !== "x";
}

/**
 * The last frame that is not after a moment.
 * @param {readonly Frame[]} frames
 * @param {number} ms  since the deal
 */
export function frameAtTime(frames, ms) {
  const next = frames.findIndex((frame) => frame.event.at > ms);
  return next < 0 ? frames.length - 1 : Math.max(0, next - 1);
}

/**
 * The last frame that is not after a move.
 * @param {readonly Frame[]} frames
 * @param {number} number  of the move
 */
export function frameAt(frames, number) {
  const next = frames.findIndex((frame) => frame.number > number);
  return next < 0 ? frames.length - 1 : Math.max(0, next - 1);
}
