// @ts-check
/** Moves in a list, as a replay and a game going on both show them. */

import { clockMark, eventMark, eventSentence } from "./words.js";

/** @typedef {import("./state.js").GameEvent} GameEvent */

/**
 * One line: the move's number, what was done, and when.
 * @param {GameEvent} event
 * @param {number} number  of the move in the game record
 * @param {boolean} kept  it was not taken back
 * @param {string} [address]  where it leads to, if anywhere
 */
export function moveItem(event, number, kept, address) {
  const item = document.createElement("li");
  const line = item.appendChild(document.createElement(address ? "a" : "div"));
  line.className = "move-line";
  const sentence = eventSentence(event);
  line.title = sentence;
  if (line instanceof HTMLAnchorElement && address) {
    line.href = address;
    line.setAttribute("aria-label", `${number}. ${sentence}`);
  }
  markKept(item, event, kept);
  for (const [kind, text] of [
    ["move-number", String(number)],
    ["move-what", eventMark(event)],
    ["move-at", clockMark(event.at)],
  ]) {
    const span = line.appendChild(document.createElement("span"));
    span.className = kind;
    span.textContent = text;
  }
  return item;
}

/** What was taken back is struck out. @param {Element} item @param {GameEvent} event @param {boolean} kept */
export function markKept(item, event, kept) {
  item.firstElementChild?.classList.toggle("is-undone", !kept && event.move !== "u");
}
