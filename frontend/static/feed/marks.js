// @ts-check
/** What stands out in a film: the frames at which something happened that one may want to find again. */

import { isFoundation } from "../table/state.js";

/** @typedef {import("./film.js").Frame} Frame */
/** @typedef {"pass" | "turned" | "home" | "undo" | "hint" | "pause"} Kind */

/** @type {readonly Kind[]} in the order in which they are told of */
export const KINDS = ["pass", "turned", "home", "undo", "hint", "pause"];
export const LONG_MS = 15_000; // without a move

/**
 * The frames of each kind, by index.
 * @param {readonly Frame[]} frames
 * @returns {Record<Kind, number[]>}
 */
export function marksOf(frames) {
  /** @type {Record<Kind, number[]>} */
  const marks = { pass: [], turned: [], home: [], undo: [], hint: [], pause: [] };
  for (let i = 1; i < frames.length; i++) {
    const { event } = frames[i];
    for (const kind of kindsOf(event)) marks[kind].push(i);
    if (event.at - frames[i - 1].event.at >= LONG_MS) marks.pause.push(i);
  }
  return marks;
}

/** @param {import("../table/state.js").GameEvent} event @returns {Kind[]} */
function kindsOf({ kind, move, carry, turn }) {
  if (kind !== "move") return [];
  if (move === "r") return ["pass"];
  if (move === "u") return ["undo"];
  if (move === "h") return ["hint"];
  /** @type {Kind[]} */
  const kinds = [];
  if (turn?.up) kinds.push("turned");
  if (carry.some(({ to }) => isFoundation(to))) kinds.push("home");
  return kinds;
}
