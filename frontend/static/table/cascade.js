// @ts-check
/** The foundations of a won game let their cards leap off, king first; any key or press ends it. */

import { FOUNDATIONS } from "./state.js";
import { lessMotion } from "./likes.js";

/** @typedef {import("./painter.js").Painter} Painter */
/** @typedef {import("./state.js").Table} Table */

const EVERY_MS = 70; // from one card's leap to the next
const STEP_MS = 1000 / 30; // from one computed place to the next
const GRAVITY = 2600; // px/s²
const BOUNCE = 0.72; // of the speed is left after touching the ground

/**
 * @param {Painter} painter
 * @param {Table} table  a won one
 * @returns {Promise<void>}  when all cards are gone, or it was skipped
 */
export function cascade(painter, table) {
  if (lessMotion()) return Promise.resolve();
  const { layout, root, cards } = painter;
  const felt = root.getBoundingClientRect();
  const edges = { left: -felt.left - layout.w, right: innerWidth - felt.left }; // of the window, not of the felt
  const order = Array.from({ length: 13 }, (_, down) => FOUNDATIONS.map((suit) => [suit, 12 - down])).flat();
  const leaps = order.map(([suit, rank], i) => {
    const el = cards[table.piles[suit][/** @type {number} */ (rank)]];
    const path = leap(layout.places[suit], edges.right, felt.height - layout.h, edges.left);
    const frames = path.map(({ x, y }) => ({ transform: `translate3d(${x}px, ${y}px, 0)` }));
    const timing = { duration: path.length * STEP_MS, delay: i * EVERY_MS, fill: /** @type {const} */ ("forwards") };
    return el.animate(frames, timing);
  });
  const skip = new AbortController();
  const stop = () => leaps.forEach((animation) => animation.finish());
  addEventListener("keydown", stop, { signal: skip.signal, capture: true });
  addEventListener("pointerdown", stop, { signal: skip.signal, capture: true });
  return Promise.allSettled(leaps.map((animation) => animation.finished)).then(() => {
    skip.abort();
    leaps.forEach((animation) => animation.cancel());
  });
}

/**
 * The way of one card: a leap to one side, then bounces, until it has left the table.
 * @param {import("./layout.js").Point} from
 * @param {number} right  beyond which it is gone
 * @param {number} ground
 * @param {number} left  beyond which it is gone
 */
function leap(from, right, ground, left) {
  let { x, y } = from;
  const side = (Math.random() < 0.5 ? -1 : 1) * (180 + Math.random() * 420);
  let fall = -Math.random() * 500;
  const path = [{ x, y }];
  while (x > left && x < right) {
    fall += GRAVITY * (STEP_MS / 1000);
    x += side * (STEP_MS / 1000);
    y += fall * (STEP_MS / 1000);
    if (y > ground) {
      y = ground;
      fall = -fall * BOUNCE;
    }
    path.push({ x: Math.round(x), y: Math.round(y) });
  }
  return path;
}
