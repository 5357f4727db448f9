// @ts-check
/** Along a film: marks where something happened, how many there are of each, and the moment in the chart of the game. */

import { frameAtTime } from "../feed/film.js";
import { KINDS, marksOf } from "../feed/marks.js";

/** @typedef {import("../feed/film.js").Frame} Frame */
/** @typedef {import("../feed/marks.js").Kind} Kind */

const SVG = "http://www.w3.org/2000/svg";
const LANE = 4; // high each; a pass goes through all of them
const LANES = /** @type {readonly Kind[]} */ (["home", "turned", "undo", "hint", "pause"]);

export class Timeline {
  /**
   * @param {SVGElement} svg  an empty one, along the scrubber
   * @param {HTMLElement | null} key  a list to be filled with what the marks mean
   * @param {(at: number) => void} go  to a frame
   */
  constructor(svg, key, go) {
    this.svg = svg;
    this.go = go;
    /** @type {readonly Frame[]} */
    this.frames = [];
    this.marks = marksOf([]);
    this.at = 0;
    this.seen = Infinity;
    /** @type {Partial<Record<Kind, HTMLButtonElement>>} */
    this.buttons = {};
    if (key) for (const kind of KINDS) key.append(this.button(kind));
    this.chart = document.getElementById("course");
    this.span = Number(this.chart?.dataset.span ?? 0);
    this.now = document.getElementById("course-now");
    this.chart?.addEventListener("click", (event) => this.click(event));
  }

  /** @param {Kind} kind */
  button(kind) {
    const item = document.createElement("li");
    const button = item.appendChild(document.createElement("button"));
    button.type = "button";
    button.className = `mark-key is-${kind}`;
    button.addEventListener("click", () => this.next(kind));
    this.buttons[kind] = button;
    return item;
  }

  /** Another film, or one that has grown. @param {readonly Frame[]} frames */
  draw(frames) {
    this.frames = frames;
    this.marks = marksOf(frames);
    this.paint();
  }

  /**
   * The frame that is shown, and the last one whose marks may be.
   * @param {number} at @param {number} seen
   */
  show(at, seen) {
    this.at = at;
    if (seen !== this.seen) {
      this.seen = seen;
      this.paint();
    }
    if (!this.now || !this.span || !this.frames.length) return;
    const place = `${Math.min(100, (100 * this.frames[at].event.at) / this.span)}%`;
    this.now.setAttribute("x1", place);
    this.now.setAttribute("x2", place);
  }

  /** The marks of a kind that may be shown. @param {Kind} kind */
  of(kind) {
    return this.seen < this.frames.length - 1 ? this.marks[kind].filter((i) => i <= this.seen) : this.marks[kind];
  }

  paint() {
    const last = Math.min(this.seen, this.frames.length - 1);
    this.svg.setAttribute("viewBox", `0 0 ${Math.max(1, last)} ${LANE * LANES.length}`);
    this.svg.replaceChildren(...KINDS.map((kind) => this.path(kind)));
    for (const kind of KINDS) {
      const button = this.buttons[kind];
      if (!button) continue;
      const count = this.of(kind).length;
      const text = countOf(kind, count);
      button.textContent = text;
      button.setAttribute("aria-label", interpolate(gettext("%(what)s: to the next"), { what: text }, true));
      button.disabled = !count;
    }
  }

  /** @param {Kind} kind */
  path(kind) {
    const lane = LANES.indexOf(kind);
    const [top, high] = lane < 0 ? [0, LANE * LANES.length] : [lane * LANE + 0.5, LANE - 1];
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("class", `mark is-${kind}`);
    path.setAttribute("d", this.of(kind).map((i) => `M${i} ${top}v${high}`).join(""));
    return path;
  }

  /** To the next mark of a kind, after the last one to the first again. @param {Kind} kind */
  next(kind) {
    const marks = this.of(kind);
    const next = marks.find((i) => i > this.at) ?? marks[0];
    if (next !== undefined) this.go(next);
  }

  /** @param {MouseEvent} event */
  click(event) {
    const box = /** @type {Element} */ (this.chart).getBoundingClientRect();
    this.go(frameAtTime(this.frames, (this.span * (event.clientX - box.left)) / box.width));
  }
}

/** @param {Kind} kind @param {number} count */
function countOf(kind, count) {
  const texts = {
    pass: () => ngettext("%(count)s recycle", "%(count)s recycles", count),
    turned: () => ngettext("%(count)s card turned up", "%(count)s cards turned up", count),
    home: () => ngettext("%(count)s time home", "%(count)s times home", count),
    undo: () => ngettext("%(count)s undo", "%(count)s undos", count),
    hint: () => ngettext("%(count)s hint", "%(count)s hints", count),
    pause: () => ngettext("%(count)s long pause", "%(count)s long pauses", count),
  };
  return interpolate(texts[kind](), { count }, true);
}
