// @ts-check
/** Cards home over time, a line a racer, growing while the race runs. Lines are steps: a card is home or it is not. */

import { clockMark } from "../table/words.js";
import { FULL, colourClass, shapeOf } from "./racers.js";

/** @typedef {import("./racers.js").Racer} Racer */
/** @typedef {[number, number][]} Course  cards home by milliseconds since the start */

const SVG = "http://www.w3.org/2000/svg";
const LEAST_MS = 60_000;
const MARGIN = { left: 26, right: 14, top: 10, bottom: 22 };
const SHAPE = 11;
const SUIT = 13; // the scale grows by as many cards
const STEPS_S = [10, 15, 30, 60, 120, 300, 600, 900, 1800];
const MOST_TICKS = 5;

export class Chart {
  /** @param {SVGSVGElement} svg  an empty one, sized by CSS */
  constructor(svg) {
    this.svg = svg;
    this.grid = svg.appendChild(node("g", { class: "chart-grid" }));
    this.lines = svg.appendChild(node("g", { class: "chart-lines" }));
    /** @type {Map<string, {path: Element, shape: SVGElement}>} by the racers' keys */
    this.drawn = new Map();
    this.wide = 300;
    this.high = 160;
    /** @type {{racers: readonly Racer[], courses: Record<string, Course>, until: number} | null} */
    this.shown = null;
    new ResizeObserver(() => this.resize()).observe(svg);
  }

  resize() {
    this.wide = this.svg.clientWidth || this.wide;
    this.high = this.svg.clientHeight || this.high;
    if (this.shown) this.draw(this.shown.racers, this.shown.courses, this.shown.until);
  }

  /**
   * @param {readonly Racer[]} racers
   * @param {Record<string, Course>} courses  by the racers' keys
   * @param {number} until  milliseconds since the start up to which it is drawn
   */
  draw(racers, courses, until) {
    this.shown = { racers, courses, until };
    const span = Math.max(LEAST_MS, until);
    const best = Math.max(...racers.map(({ key }) => courses[key]?.at(-1)?.[1] ?? 0));
    const top = Math.min(FULL, SUIT * Math.max(1, Math.ceil((best + 1) / SUIT)));
    const x = (/** @type {number} */ ms) => MARGIN.left + (ms / span) * (this.wide - MARGIN.left - MARGIN.right);
    const y = (/** @type {number} */ home) => this.high - MARGIN.bottom - (home / top) * (this.high - MARGIN.top - MARGIN.bottom);
    this.svg.setAttribute("viewBox", `0 0 ${this.wide} ${this.high}`);
    this.grid.replaceChildren(...this.frame(span, top, x, y));
    for (const racer of racers) this.line(racer, courses[racer.key] ?? [], until, x, y);
  }

  /** @param {number} span @param {number} top @param {(ms: number) => number} x @param {(home: number) => number} y */
  frame(span, top, x, y) {
    const step = 1000 * (STEPS_S.find((s) => span / (s * 1000) <= MOST_TICKS) ?? 3600);
    const out = [];
    for (let home = 0; home <= top; home += SUIT) {
      out.push(node("path", { d: `M${x(0)} ${y(home)}H${x(span)}`, class: home ? "" : "is-ground" }));
      out.push(label(String(home), MARGIN.left - 6, y(home) + 4, "end"));
    }
    for (let ms = 0; ms <= span; ms += step) {
      if (x(ms) > this.wide - MARGIN.right - 8 && ms) continue;
      out.push(label(clockMark(ms), x(ms), this.high - 6, ms ? "middle" : "start"));
    }
    return out;
  }

  /**
   * @param {Racer} racer @param {Course} course @param {number} until
   * @param {(ms: number) => number} x @param {(home: number) => number} y
   */
  line(racer, course, until, x, y) {
    const { path, shape } = this.drawn.get(racer.key) ?? this.add(racer);
    const seen = course.filter(([ms]) => ms <= until);
    const last = seen.at(-1) ?? [0, 0];
    const done = racer.gone !== null || (racer.lane !== null && racer.lane.status !== "playing" && racer.lane.status !== "lost");
    const end = done ? Math.max(last[0], Math.min(racer.lane?.at ?? until, until)) : until;
    const steps = seen.map(([ms, home]) => `H${x(ms).toFixed(1)}V${y(home).toFixed(1)}`).join("");
    path.setAttribute("d", `M${x(0)} ${y(0)}${steps}H${x(end).toFixed(1)}`);
    const size = racer.you ? SHAPE + 3 : SHAPE;
    for (const [name, value] of Object.entries({ x: x(end) - size / 2, y: y(last[1]) - size / 2, width: size, height: size })) {
      shape.setAttribute(name, value.toFixed(1));
    }
  }

  /** A racer's line and the shape at its end; one's own lies over the others. @param {Racer} racer */
  add(racer) {
    const path = node("path", { class: `chart-line ${colourClass(racer.number)}${racer.you ? " is-you" : ""}` });
    const drawn = { path, shape: shapeOf(racer.number) };
    if (racer.you) this.lines.append(drawn.path, drawn.shape);
    else this.lines.prepend(drawn.path, drawn.shape);
    this.drawn.set(racer.key, drawn);
    return drawn;
  }
}

/** @param {string} name @param {Record<string, string>} attributes */
function node(name, attributes) {
  const el = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) el.setAttribute(key, value);
  return el;
}

/** @param {string} text @param {number} x @param {number} y @param {string} anchor */
function label(text, x, y, anchor) {
  const el = node("text", { x: String(x), y: String(y), "text-anchor": anchor });
  el.textContent = text;
  return el;
}
