// @ts-check
/** Games side by side, on one clock: the start is the same moment in each. */

import { filmOf } from "../feed/film.js";
import { element, write } from "../table/elements.js";
import { drawTable } from "../table/small_table.js";
import { clockMark } from "../table/words.js";
import { FULL, colourClass, make, shapeOf } from "./racers.js";

/** @typedef {import("../feed/film.js").Frame} Frame */
/** @typedef {import("./racers.js").Racer} Racer */
/**
 * @typedef {object} Strip  One game's film and where it is drawn.
 * @property {Racer} racer
 * @property {Frame[]} frames
 * @property {number} at  the frame that is shown, -1 before the first
 * @property {HTMLElement} el
 * @property {SVGElement} cards
 * @property {HTMLElement} home
 * @property {HTMLElement} state
 */

const SVG = "http://www.w3.org/2000/svg";
const STEP_MS = 5000; // of an arrow key

export class Reel {
  /**
   * @param {string} race  "" where it is no race that they are of
   * @param {readonly Racer[]} racers  from first to last
   * @param {number} until  how long the race took: what a recorded game holds beyond is no part of it
   */
  constructor(race, racers, until) {
    this.race = race;
    this.racers = racers;
    this.until = until;
    /** @type {Strip[]} */
    this.strips = [];
    this.now = 0;
    this.end = 0;
    /** @type {number | null} the moment of the browser's clock at which it was last painted, while it plays */
    this.painted = null;
    this.scrub = /** @type {HTMLInputElement} */ (element("reel-scrub"));
    this.speed = /** @type {HTMLSelectElement} */ (element("reel-speed"));
    /** The moment that is shown, as a line in the chart. */
    this.mark = document.getElementById("chart-now");
    this.span = Number(document.getElementById("chart")?.dataset.span ?? 0);
    this.scrub.addEventListener("input", () => this.go(Number(this.scrub.value)));
    this.scrub.addEventListener("keydown", (event) => this.key(event));
    element("reel-play").addEventListener("click", () => (this.painted === null ? this.play() : this.pause()));
    element("reel-first").addEventListener("click", () => this.go(0));
    element("reel-last").addEventListener("click", () => this.go(this.end));
    element("reel-again").addEventListener("click", () => this.load());
  }

  /** Fetches all games. */
  async load() {
    element("reel").hidden = false;
    element("reel-failed").hidden = true;
    element("reel-loading").hidden = false;
    try {
      const films = await Promise.all(this.racers.map((racer) => this.framesOf(racer)));
      this.strips = this.racers.map((racer, i) => this.strip(racer, films[i]));
    } catch (error) {
      console.error(error);
      element("reel-failed").hidden = false;
      return;
    } finally {
      element("reel-loading").hidden = true;
    }
    element("reel-tables").replaceChildren(...this.strips.map(({ el }) => el));
    this.measure();
    this.go(this.end);
  }

  /** How long the whole is. */
  measure() {
    this.end = Math.max(0, ...this.strips.map((strip) => this.when(strip, strip.frames.length - 1)));
    this.scrub.max = String(this.end);
  }

  /** The moment of a frame. @param {Strip} strip @param {number} at */
  when({ frames }, at) {
    return frames[at].event.at;
  }

  /** A moment in words. @param {number} now */
  moment(now) {
    return clockMark(now);
  }

  /** The moment on the clock, which a chart is drawn by. */
  get time() {
    return this.now;
  }

  /** A racer's film up to the race's end; a pace-setter has no game of its own. @param {Racer} racer */
  async framesOf({ key, game }) {
    const response = await fetch(game ? `/api/games/${game}/events?after=0` : `/api/races/${this.race}/lanes/${key}/events`);
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.text);
    return filmOf(answer.events, true).filter(({ number, event }) => !number || event.at <= this.until);
  }

  /** @param {Racer} racer @param {Frame[]} frames @returns {Strip} */
  strip(racer, frames) {
    const el = make("li", `reel-table ${colourClass(racer.number)}`);
    const name = make("div", "reel-name");
    const link = make(racer.game ? "a" : "span", "reel-who", racer.name);
    if (link instanceof HTMLAnchorElement) link.href = `/replay/${racer.game}`;
    const home = make("b", "reel-home num");
    name.append(shapeOf(racer.number), link, home);
    const cards = document.createElementNS(SVG, "svg");
    cards.setAttribute("class", "reel-cards");
    cards.setAttribute("aria-hidden", "true");
    const state = make("p", "reel-state num");
    el.append(name, cards, state);
    return { racer, frames, at: -1, el, cards, home, state };
  }

  /** Shows every game as it was at a moment. @param {number} ms  since the start */
  go(ms) {
    this.now = Math.max(0, Math.min(ms, this.end));
    this.scrub.value = String(this.now);
    const text = this.moment(this.now);
    write(element("reel-clock"), text);
    this.scrub.setAttribute("aria-valuetext", text);
    for (const strip of this.strips) this.show(strip);
    if (this.mark && this.span) {
      const place = `${Math.min(100, (100 * this.time) / this.span)}%`;
      this.mark.setAttribute("x1", place);
      this.mark.setAttribute("x2", place);
      this.mark.setAttribute("visibility", this.now > 0 && this.now < this.end ? "visible" : "hidden");
    }
  }

  /** @param {Strip} strip */
  show(strip) {
    const { frames } = strip;
    let at = strip.at >= 0 && this.when(strip, strip.at) <= this.now ? strip.at : 0;
    while (at + 1 < frames.length && this.when(strip, at + 1) <= this.now) at++;
    if (at === strip.at) return;
    strip.at = at;
    const { table } = frames[at];
    drawTable(strip.cards, table);
    write(strip.home, String(table.home));
    const ended = table.over || at === frames.length - 1;
    strip.el.classList.toggle("is-done", table.home === FULL);
    strip.el.dataset.status = table.status;
    const moves = interpolate(ngettext("%(count)s move", "%(count)s moves", table.moves), { count: table.moves }, true);
    const word = ended ? wordOf(strip.racer, table.status, frames[at].event.at) : "";
    write(strip.state, word ? `${word} · ${moves}` : moves);
  }

  play() {
    if (this.now >= this.end) this.go(0);
    this.painted = performance.now();
    this.showPlaying();
    requestAnimationFrame(() => this.step());
  }

  step() {
    if (this.painted === null) return;
    const now = performance.now();
    this.go(this.next(this.now + (now - this.painted) * Number(this.speed.value)));
    this.painted = now;
    if (this.now >= this.end) this.pause();
    else requestAnimationFrame(() => this.step());
  }

  /** Where the film really goes on, that plays towards a moment. @param {number} to */
  next(to) {
    return to;
  }

  pause() {
    this.painted = null;
    this.showPlaying();
  }

  showPlaying() {
    const on = this.painted !== null;
    const button = element("reel-play");
    button.setAttribute("aria-label", on ? pgettext("a film", "Pause") : pgettext("a film", "Play"));
    /** @type {HTMLElement} */ (button.querySelector(".when-paused")).hidden = on;
    /** @type {HTMLElement} */ (button.querySelector(".when-playing")).hidden = !on;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const step = /** @type {Record<string, number>} */ ({ ArrowLeft: -STEP_MS, ArrowRight: STEP_MS })[event.key];
    if (!step) return;
    event.preventDefault();
    this.go(this.now + step);
  }
}

/** @param {Racer} racer @param {string} status @param {number} at */
function wordOf(racer, status, at) {
  if (racer.gone === "disconnected") return gettext("disconnected");
  if (racer.gone) return gettext("gone");
  if (status === "won") return interpolate(gettext("home in %(time)s"), { time: clockMark(at) }, true);
  if (status === "resigned") return gettext("gave up");
  if (status === "lost") return gettext("no moves left");
  return "";
}
