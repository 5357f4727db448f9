// @ts-check
/** Games of one deck side by side: on one clock, or each by its own moves. */

import { Reel } from "../races/reel.js";
import { element, write } from "../table/elements.js";

/** @typedef {import("../races/racers.js").Racer} Racer */
/** @typedef {import("../races/reel.js").Strip} Strip */
/** @typedef {{game: string, name: string, you: boolean}} Film */

const MOVE_MS = 1000; // a move lasts so long, where they go move by move
const LONG_MS = 3000; // without a move in any of the games
const LEFT_MS = 500; // of a pause that is skipped

class Compare extends Reel {
  /** @param {readonly Racer[]} racers */
  constructor(racers) {
    super("", racers, Infinity);
    this.by = /** @type {HTMLSelectElement} */ (element("reel-by"));
    this.skip = /** @type {HTMLInputElement} */ (element("reel-skip"));
    this.by.addEventListener("change", () => this.change());
    element("reel-previous").addEventListener("click", () => this.move(-1));
    element("reel-next").addEventListener("click", () => this.move(1));
  }

  get byMove() {
    return this.by.value === "move";
  }

  /** @param {Strip} strip @param {number} at */
  when(strip, at) {
    return this.byMove ? at * MOVE_MS : super.when(strip, at);
  }

  /** @param {number} now */
  moment(now) {
    if (!this.byMove) return super.moment(now);
    return interpolate(gettext("Move %(move)s"), { move: Math.floor(now / MOVE_MS) }, true);
  }

  get time() {
    return this.byMove ? Math.max(...this.strips.map(({ frames, at }) => frames[Math.max(0, at)].event.at)) : this.now;
  }

  /** The other way to go together: from the move on that whoever has come farthest is at. */
  change() {
    const at = Math.max(0, ...this.strips.map((strip) => strip.at));
    const farthest = this.strips.find((strip) => strip.at === at);
    for (const strip of this.strips) strip.at = -1;
    this.skip.disabled = this.byMove;
    this.measure();
    this.go(farthest ? this.when(farthest, at) : 0);
  }

  /** @param {number} ms */
  go(ms) {
    super.go(ms);
    const most = Math.max(...this.strips.map(homeOf));
    for (const strip of this.strips) {
      const behind = most - homeOf(strip);
      strip.el.classList.toggle("is-ahead", !behind && this.strips.some((other) => homeOf(other) < most));
      write(strip.home, behind ? `${homeOf(strip)} (−${behind})` : String(homeOf(strip)));
    }
  }

  /** To the next move of any of the games, or back to the one before. @param {number} way */
  move(way) {
    this.pause();
    const moments = this.strips.flatMap((strip) => strip.frames.map((_, at) => this.when(strip, at)));
    const to = way > 0 ? Math.min(...moments.filter((moment) => moment > this.now)) : Math.max(...moments.filter((moment) => moment < this.now));
    if (Number.isFinite(to)) this.go(to);
  }

  /** @param {number} to */
  next(to) {
    if (this.byMove || !this.skip.checked) return to;
    const coming = Math.min(...this.strips.map((strip) => (strip.at + 1 < strip.frames.length ? this.when(strip, strip.at + 1) : Infinity)));
    return coming < Infinity && coming - to > LONG_MS ? coming - LEFT_MS : to;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const way = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1 })[event.key];
    if (!way || !this.byMove) return super.key(event);
    event.preventDefault();
    this.move(way);
  }
}

/** @param {Strip} strip */
function homeOf({ frames, at }) {
  return frames[Math.max(0, at)].table.home;
}

/** @type {Film[]} */
const films = JSON.parse(element("films").textContent ?? "[]");
const racers = films.map(({ game, name, you }, number) => ({
  key: game,
  number,
  name,
  mark: /** @type {const} */ ("account"),
  you,
  connected: true,
  awaySince: null,
  gone: null,
  game,
  lane: null,
}));
new Compare(racers).load();
