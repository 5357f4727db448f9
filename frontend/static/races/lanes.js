// @ts-check
/**
 * The lanes of a race, in the order of the standing: each racer's shape runs along a track of 52 cards. Lanes change places
 * by gliding.
 */

import { write } from "../table/elements.js";
import { lessMotion } from "../table/likes.js";
import { clockMark } from "../table/words.js";
import { FULL, colourClass, make, markWord, placeMark, shapeOf } from "./racers.js";

/** @typedef {import("./racers.js").Racer} Racer */
/** @typedef {import("./talk.js").Shape} Shape */
/**
 * @typedef {object} Row  A lane's element and the parts of it that change.
 * @property {HTMLElement} el
 * @property {HTMLElement} place
 * @property {HTMLElement} name
 * @property {HTMLElement} mark
 * @property {HTMLElement} home
 * @property {HTMLElement} track
 * @property {HTMLElement} runner
 * @property {HTMLElement} note
 * @property {SVGElement} table
 * @property {Racer} racer
 */
/**
 * @typedef {object} Times
 * @property {number} now  milliseconds since 1970
 * @property {number | null} startedAt
 * @property {{loss_final_s: number, idle_s: number, disconnected_s: number}} limits
 */

const SVG = "http://www.w3.org/2000/svg";
const GLIDE = { duration: 320, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" };
const FLASH = { duration: 1600, easing: "ease-out" };
const IDLE_SAID_MS = 120_000; // one who will count as gone sooner than that is said to be idle

// The small table, in its own units.
const CARD = { w: 10, h: 14, gap: 1.6, down: 2.4, up: 4 };

export class Lanes {
  /** @param {HTMLElement} root  an empty list */
  constructor(root) {
    this.root = root;
    /** @type {Map<string, Row>} */
    this.rows = new Map();
    /** @type {string[]} */
    this.order = [];
  }

  /**
   * @param {readonly Racer[]} racers
   * @param {readonly string[]} standing  keys, best first
   * @param {Times} times
   */
  show(racers, standing, times) {
    const keys = new Set(racers.map((racer) => racer.key));
    for (const [key, row] of this.rows) {
      if (keys.has(key)) continue;
      row.el.remove();
      this.rows.delete(key);
    }
    for (const racer of racers) {
      const row = this.rows.get(racer.key) ?? this.add(racer);
      row.racer = racer;
      this.fill(row, times);
    }
    const rest = racers.map(({ key }) => key).filter((key) => !standing.includes(key));
    this.root.dataset.count = crowdOf(racers.length);
    this.arrange([...standing.filter((key) => keys.has(key)), ...rest]);
  }

  /** @param {Racer} racer @returns {Row} */
  add(racer) {
    const el = make("li", `lane ${colourClass(racer.number)}${racer.you ? " is-you" : ""}`);
    el.dataset.key = racer.key;
    el.dataset.mark = racer.mark;
    const place = make("span", "lane-place");
    const who = make("span", "lane-who");
    const name = make("span", "lane-name", racer.name);
    who.append(shapeOf(racer.number), name);
    const home = make("span", "lane-home num");
    home.setAttribute("role", "img");
    const track = make("span", "lane-track");
    track.setAttribute("aria-hidden", "true");
    const runner = make("span", "lane-runner");
    runner.append(shapeOf(racer.number));
    track.append(make("span", "lane-run"), runner);
    const foot = make("span", "lane-foot");
    const mark = make("span", "lane-mark", wordOf(racer));
    if (mark.textContent) foot.append(mark);
    const note = foot.appendChild(make("span", "lane-note num"));
    const table = document.createElementNS(SVG, "svg");
    table.setAttribute("class", "lane-table");
    table.setAttribute("aria-hidden", "true");
    el.append(place, who, home, track, foot, table);
    this.root.append(el);
    const row = { el, place, name, mark, home, track, runner, note, table, racer };
    this.rows.set(racer.key, row);
    return row;
  }

  /** @param {Row} row @param {Times} times */
  fill(row, times) {
    const { racer } = row;
    const { lane } = racer;
    const status = racer.gone ? "gone" : (lane?.status ?? "waiting");
    const home = lane?.home ?? 0;
    row.el.dataset.status = status;
    if (racer.game && !(row.name instanceof HTMLAnchorElement)) row.name = linked(row.name, racer.game);
    write(row.name, racer.name); // a ghost's, and its day, are told at the end
    write(row.mark, wordOf(racer));
    row.el.classList.toggle("is-away", !racer.connected && status === "playing");
    write(row.place, lane?.place ? String(lane.place) : "·");
    write(row.home, lane ? String(home) : "");
    row.home.setAttribute("aria-label", interpolate(gettext("%(home)s of 52 cards home"), { home }, true));
    row.track.style.setProperty("--home", String(home / FULL));
    write(row.note, noteOf(racer, times));
    const shape = lane?.table ?? null;
    row.table.classList.toggle("is-none", !shape);
    if (shape) drawShape(row.table, shape);
  }

  /** Brings the lanes in order; those that change places glide. @param {string[]} order */
  arrange(order) {
    if (order.join() === this.order.join()) return;
    const animated = this.order.length > 0 && !lessMotion();
    const before = new Map(animated ? order.map((key) => [key, this.box(key)]) : []);
    this.order = order;
    // What stays where it is is not touched: what is moved in the page starts all its animations anew.
    order.forEach((key, i) => {
      const el = this.rows.get(key)?.el;
      if (el && this.root.children[i] !== el) this.root.insertBefore(el, this.root.children[i]);
    });
    for (const [key, was] of before) {
      const now = this.box(key);
      const x = was.left - now.left;
      const y = was.top - now.top;
      if (x || y) this.rows.get(key)?.el.animate({ transform: [`translate(${x}px, ${y}px)`, "none"] }, GLIDE);
    }
  }

  /** @param {string} key */
  box(key) {
    return /** @type {Row} */ (this.rows.get(key)).el.getBoundingClientRect();
  }

  /** A lane lights up for a moment: its racer has done something worth a look. @param {string} key */
  flash(key) {
    const el = this.rows.get(key)?.el;
    if (!el || lessMotion()) return;
    el.animate({ backgroundColor: ["color-mix(in srgb, var(--racer) 34%, #0a2523)", "#0a2523"] }, FLASH);
  }
}

/** What stands beside a name. @param {Racer} racer */
function wordOf({ you, mark, playedAt }) {
  return you ? gettext("you") : markWord(mark, playedAt);
}

/** A name that leads to its game, to be watched by itself. @param {HTMLElement} name @param {string} game */
function linked(name, game) {
  const link = make("a", name.className, name.textContent ?? "");
  link.href = `/replay/${game}`;
  name.replaceWith(link);
  return link;
}

/** How many run, in a word that CSS lays lanes out by. @param {number} count */
function crowdOf(count) {
  if (count <= 2) return "two";
  if (count <= 4) return "few";
  if (count <= 6) return "some";
  return count <= 9 ? "many" : "crowd";
}

/** What is to be said of a racer just now. @param {Racer} racer @param {Times} times */
export function noteOf(racer, { now, startedAt, limits }) {
  const { lane } = racer;
  if (racer.gone === "disconnected") return gettext("lost the connection and did not come back");
  if (racer.gone) return gettext("gone");
  if (!lane || startedAt === null) return racer.connected ? "" : gettext("not connected");
  const moves = interpolate(ngettext("%(count)s move", "%(count)s moves", lane.moves), { count: lane.moves }, true);
  if (lane.status === "won") return `${clockMark(lane.at)} · ${moves}`;
  if (lane.status === "resigned") return gettext("gave up");
  const last = startedAt + lane.at;
  if (lane.status === "lost") {
    const left = last + limits.loss_final_s * 1000 - now;
    if (left <= 0) return gettext("lost");
    return interpolate(gettext("no moves left, %(left)s to undo"), { left: clockMark(left) }, true);
  }
  if (racer.awaySince !== null && !racer.connected) {
    const left = Math.max(0, racer.awaySince + limits.disconnected_s * 1000 - now);
    return interpolate(gettext("offline, %(left)s to come back"), { left: clockMark(left) }, true);
  }
  const left = last + limits.idle_s * 1000 - now;
  if (left < IDLE_SAID_MS && racer.mark !== "ghost" && racer.mark !== "program") {
    return interpolate(gettext("idle, %(left)s left to move"), { left: clockMark(Math.max(0, left)) }, true);
  }
  return moves;
}

/**
 * Draws a table without faces: columns of backs and of fronts, each as high as it is.
 * @param {SVGElement} svg
 * @param {Shape} shape
 */
export function drawShape(svg, { columns }) {
  const drawn = columns.join("|");
  if (svg.dataset.drawn === drawn) return;
  svg.dataset.drawn = drawn;
  const heights = columns.map(([down, up]) => down * CARD.down + up * CARD.up);
  const high = Math.max(42, ...heights.map((height) => height + CARD.h));
  svg.setAttribute("viewBox", `0 0 ${7 * (CARD.w + CARD.gap) - CARD.gap} ${high}`);
  let backs = "";
  let fronts = "";
  let empty = "";
  columns.forEach(([down, up], i) => {
    const x = i * (CARD.w + CARD.gap);
    if (!down && !up) empty += box(x, 0, CARD.h);
    for (let n = 0; n < down; n++) backs += box(x, n * CARD.down, up || n < down - 1 ? CARD.down - 0.5 : CARD.h);
    for (let n = 0; n < up; n++) {
      fronts += box(x, down * CARD.down + n * CARD.up, n < up - 1 ? CARD.up - 0.6 : CARD.h);
    }
  });
  if (!svg.childElementCount) {
    for (const kind of ["shape-empty", "shape-back", "shape-front"]) {
      svg.appendChild(document.createElementNS(SVG, "path")).setAttribute("class", kind);
    }
  }
  [empty, backs, fronts].forEach((d, i) => svg.children[i].setAttribute("d", d));
}

/** @param {number} x @param {number} y @param {number} h */
function box(x, y, h) {
  return `M${x} ${y}h${CARD.w}v${h}h-${CARD.w}z`;
}

/** Where a racer stands, in a sentence for those who listen. @param {Racer} racer */
export function standingSentence({ name, lane }) {
  if (!lane) return name;
  const words = { name, home: lane.home, place: lane.place ? placeMark(lane.place) : "" };
  // Translators: "1st: Ana, 31 of 52 cards home".
  return interpolate(gettext("%(place)s: %(name)s, %(home)s of 52 cards home"), words, true);
}
