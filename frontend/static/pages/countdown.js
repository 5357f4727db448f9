// @ts-check
/** Counts down to moments that the server has named, by the server's clock, whatever the browser's says. */

import { write } from "../table/elements.js";

const TICK_MS = 250;
const SPREAD_MS = 2000; // not every browser there is asks for the new day in the same moment

/** @param {number} ms  at least 0 @returns {string} hours, minutes and seconds */
function clock(ms) {
  const seconds = Math.ceil(ms / 1000);
  const two = (/** @type {number} */ part) => String(part).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** Counts down in every `[data-countdown]` of the page, and calls `then` once, soon after the first of them has come to its end. @param {() => void} then */
export function countDown(then) {
  const began = performance.now();
  const counts = Array.from(document.querySelectorAll("[data-countdown]"), (el) => {
    const { until, now } = /** @type {HTMLElement} */ (el).dataset;
    return { el, left: Number(until) - Number(now) };
  });
  if (!counts.length) return;
  const timer = setInterval(step, TICK_MS);
  function step() {
    const passed = performance.now() - began;
    for (const { el, left } of counts) write(el, clock(Math.max(0, left - passed)));
    if (counts.some(({ left }) => left <= passed)) {
      clearInterval(timer);
      setTimeout(then, Math.random() * SPREAD_MS);
    }
  }
  step();
}
