// @ts-check
/**
 * Once around the table, for a player's first game: a note that points at one thing after the other, and is in nobody's way.
 * The table can be played all along. Whoever has seen it or skipped it is not shown it again, on any device.
 */

import { element } from "../table/elements.js";

const KEY = "samedeal-toured"; // of a browser, should the server not have heard
const AFTER_MS = 900; // once the cards are dealt
const GAP = 14; // px from what it points at
const EDGE = 8; // px from the edge of the window
const SIDE = 12; // px from the edge of the window: what ends within lies at its side

const tour = element("tour");
const ring = element("tour-ring");
const next = element("tour-next");
const steps = /** @type {HTMLElement[]} */ ([...element("tour-steps").children]);
let at = -1;

function begin() {
  if (at >= 0) return;
  tour.hidden = ring.hidden = false;
  // Cards that are dealt, turned or moved change what there is to point at.
  element("felt").addEventListener("transitionend", place);
  show(0);
  tour.focus({ preventScroll: true });
}

/** @param {number} step */
function show(step) {
  at = step;
  steps.forEach((el, i) => (el.hidden = i !== at));
  element("tour-count").textContent = `${at + 1}/${steps.length}`;
  const last = at === steps.length - 1;
  /** @type {HTMLElement} */ (next.querySelector(".when-more")).hidden = last;
  /** @type {HTMLElement} */ (next.querySelector(".when-last")).hidden = !last;
  element("tour-skip").hidden = last;
  place();
}

/** Puts the ring around what the step speaks of, and the note under, over or beside it, within the window. */
function place() {
  if (at < 0) return;
  const boxes = [...document.querySelectorAll(steps[at].dataset.at ?? "")].map((el) => el.getBoundingClientRect());
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.right));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  Object.assign(ring.style, { left: px(left - 5), top: px(top - 5), width: px(right - left + 10), height: px(bottom - top + 10) });
  const { offsetWidth: w, offsetHeight: h } = tour;
  const middle = { x: (left + right - w) / 2, y: (top + bottom - h) / 2 };
  const under = { x: middle.x, y: bottom + GAP, fits: bottom + GAP + h < innerHeight - EDGE };
  const over = { x: middle.x, y: top - GAP - h, fits: top - GAP - h > EDGE };
  const before = { x: left - GAP - w, y: middle.y, fits: left - GAP - w > EDGE };
  const behind = { x: right + GAP, y: middle.y, fits: right + GAP + w < innerWidth - EDGE };
  const atTheSide = right > innerWidth - SIDE && left > innerWidth / 2 && bottom < innerHeight - SIDE;
  const ways = atTheSide ? [before, under, over] : [under, over, before, behind];
  const { x, y } = ways.find((way) => way.fits) ?? { x: middle.x, y: innerHeight };
  Object.assign(tour.style, { left: px(within(x, innerWidth - w)), top: px(within(y, innerHeight - h)) });
}

/** @param {number} value */
function px(value) {
  return `${Math.round(value)}px`;
}

/** @param {number} value @param {number} most */
function within(value, most) {
  return Math.max(EDGE, Math.min(value, most - EDGE));
}

function end() {
  if (at < 0) return;
  at = -1;
  tour.hidden = ring.hidden = true;
  element("felt").removeEventListener("transitionend", place);
  remember();
  /** @type {HTMLElement | null} */ (document.querySelector('.pile[tabindex="0"]'))?.focus({ preventScroll: true });
}

/** For good, with the player; and in this browser, should the server not hear of it. */
function remember() {
  try {
    localStorage.setItem(KEY, "1");
  } catch {
    // not allowed to keep anything: the server does
  }
  const token = /** @type {HTMLInputElement} */ (document.querySelector("input[name=csrfmiddlewaretoken]")).value;
  fetch(tour.dataset.done ?? "", { method: "POST", headers: { "X-CSRFToken": token }, keepalive: true }).catch(() => {});
}

function seenHere() {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** Begins once the cards lie on the table; not in a game that has been played in before. */
function beginWhenDealt() {
  const table = element("table");
  const watcher = new MutationObserver(() => {
    if (!table.dataset.version) return;
    watcher.disconnect();
    if (table.dataset.version === "1") setTimeout(begin, AFTER_MS);
  });
  watcher.observe(table, { attributeFilter: ["data-version"] });
}

next.addEventListener("click", () => (at < steps.length - 1 ? show(at + 1) : end()));
element("tour-skip").addEventListener("click", end);
tour.addEventListener("keydown", (event) => event.key === "Escape" && end());
addEventListener("resize", place);

const again = element("tour-again");
again.hidden = false;
again.addEventListener("click", () => setTimeout(begin)); // when the list of keys has closed

if ("begin" in tour.dataset && !seenHere()) beginWhenDealt();

export {};
