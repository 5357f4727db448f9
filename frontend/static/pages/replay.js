// @ts-check
/** The page on which a game is watched again; one that is still going on is followed live. */

import { filmOf, frameAt, lasting } from "../feed/film.js";
import { Feed } from "../feed/resume.js";
import { element, takesKeys, write } from "../table/elements.js";
import { markKept, moveItem } from "../table/move_list.js";
import { Painter } from "../table/painter.js";
import { HIDDEN } from "../table/state.js";
import { clockMark, eventSentence, scoreMark } from "../table/words.js";
import { offerCopying } from "./copying.js";
import { Timeline } from "./timeline.js";

/** @typedef {import("../table/state.js").GameEvent} GameEvent */
/** @typedef {import("../feed/film.js").Frame} Frame */
/** @typedef {import("../feed/socket.js").LineState} LineState */

const STEP_MS = 1000; // from one move to the next at 1×
const TICK_MS = 200;
const ADDRESS_MS = 400; // browsers refuse an address that is rewritten much more often
const STILL_STEPS = 1; // a jump over more moves than this is not animated
const PAUSE_MS = 2000; // what is left of a pause that is cut short
const KEPT = "samedeal-film-";
const REST_MS = 300; // so long after it was moved, the scrubber is at rest: the list follows it, and it is said what was done
const STRIDE = 10; // moves at one press of J or L
const PART = 25; // moves in a part of the list, as styles/film.css has it
const ROOM = matchMedia("(width >= 60rem)"); // as styles/table.css has it

class ReplayPage {
  constructor() {
    const data = element("table").dataset;
    this.game = data.game ?? "";
    this.ruleset = data.ruleset ?? "N";
    this.painter = new Painter(element("felt"), Number(data.draw), { piles: "pictures" });
    this.scrub = /** @type {HTMLInputElement} */ (element("scrub"));
    this.speed = /** @type {HTMLSelectElement} */ (element("speed"));
    this.undone = /** @type {HTMLInputElement} */ (element("undone"));
    this.open = /** @type {HTMLInputElement} */ (element("open"));
    this.skip = kept("skip");
    this.narrate = kept("narrate");
    this.veil = kept("veil");
    this.timeline = new Timeline(
      /** @type {SVGElement} */ (/** @type {unknown} */ (element("marks"))),
      document.getElementById("marks-key"),
      (at) => this.jump(at),
    );
    /** @type {GameEvent[]} */
    this.events = [];
    /** @type {Frame[]} */
    this.frames = [];
    this.at = 0;
    /** How far it has been watched, as the number of a move. */
    this.seen = 0;
    /** @type {number | undefined} where the scrubber wants to go at the next painting */
    this.wanted = undefined;
    /** Whether it is being scrubbed: what need not be seen meanwhile waits. */
    this.hurrying = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.restTimer = undefined;
    /** @type {Frame[]} what the list shows */
    this.listed = [];
    /** @type {HTMLElement[]} its lines */
    this.lines = [];
    this.over = false;
    /** Whether the end of a game going on is watched, wherever it moves. */
    this.following = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} set while the film plays */
    this.playing = undefined;
    this.frameSince = 0;
    this.listVeiled = true;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.addressTimer = undefined;
    /** @type {Feed | null} */
    this.feed = null;
    /** @type {HTMLElement | null} */
    this.current = null;
    this.listen();
    this.begin();
  }

  listen() {
    for (const button of document.querySelectorAll("[data-do]")) {
      button.addEventListener("click", () => this.press(/** @type {HTMLElement} */ (button).dataset.do ?? ""));
    }
    this.scrub.addEventListener("input", () => this.scrubbed());
    this.speed.addEventListener("change", () => this.playing && this.play());
    this.undone.addEventListener("change", () => this.cut());
    this.open.addEventListener("change", () => this.show(this.at));
    this.narrate?.addEventListener("change", () => this.caption());
    this.veil?.addEventListener("change", () => this.cut());
    for (const option of [this.skip, this.narrate, this.veil]) option?.addEventListener("change", () => keep(option));
    document.addEventListener("fullscreenchange", () => this.showFull());
    document.getElementById("full")?.toggleAttribute("hidden", !document.fullscreenEnabled);
    this.showCourse(ROOM.matches);
    offerCopying();
    element("list").addEventListener("click", (event) => this.clickMove(event));
    document.addEventListener("keydown", (event) => this.key(event));
    element("table").addEventListener("film-to", (event) => {
      const version = /** @type {CustomEvent<number>} */ (event).detail;
      if (this.frames.length) this.jump(frameAt(this.frames, version - 1));
    });
    setInterval(() => this.tick(), TICK_MS);
  }

  // --- getting the game

  async begin() {
    if (!(await this.load())) return;
    const asked = new URLSearchParams(location.search).get("move");
    const move = asked === null ? NaN : Number.parseInt(asked, 10);
    this.following = !this.over && Number.isNaN(move);
    this.cut(Number.isNaN(move) ? (this.over ? 0 : Infinity) : move);
    if (!this.over) this.follow();
  }

  /** Fetches all events. @returns {Promise<boolean>} whether that went well */
  async load() {
    element("failed").hidden = true;
    element("loading").hidden = this.events.length > 0;
    try {
      const response = await fetch(`/api/games/${this.game}/events?after=0`);
      const answer = await response.json();
      if (!response.ok) throw new Error(answer.text);
      this.events = answer.events;
      this.over = answer.over;
    } catch (error) {
      console.error(error);
      element("failed-text").textContent = navigator.onLine
        ? gettext("The game could not be fetched.")
        : gettext("You are offline: the game could not be fetched.");
      element("failed").hidden = false;
      return false;
    } finally {
      element("loading").hidden = true;
    }
    element("film").hidden = false;
    element("open-choice").hidden = !this.over || this.events[0].position?.columns.flat().includes(HIDDEN) !== false;
    return true;
  }

  follow() {
    this.feed = new Feed(
      this.game,
      {
        table: ({ over }) => this.opened(over),
        events: (events) => {
          this.events.push(...events);
          this.over = events.some((event) => event.kind === "closed" || event.status === "won" || event.status === "resigned");
          this.cut();
        },
        ready: () => {},
        changed: (state) => this.showLine(state),
      },
      this.events.length,
    );
  }

  /** The whole table was sent: the game is over and its cards are open, or the feed began anew. @param {boolean} over */
  async opened(over) {
    if (over) this.feed?.line.end();
    if (await this.load()) this.cut();
  }

  /** @param {LineState} state */
  showLine(state) {
    const line = element("line");
    line.hidden = state === "open" || this.over;
    line.textContent = gettext("Offline: what is played now is shown when the connection is back.");
  }

  // --- the film

  /** Cuts the film from the events, and stays at the same move or goes to another. @param {number} [move] */
  cut(move = this.frames[this.at]?.number ?? 0) {
    this.frames = filmOf(this.events, this.undone.checked, this.frames);
    this.list();
    this.timeline.draw(this.frames);
    this.show(this.following ? this.frames.length - 1 : frameAt(this.frames, move));
  }

  /** Whether the length and the end of a game that is over are not to be given away. */
  get veiled() {
    return this.over && this.veil?.checked === true;
  }

  /** The last frame that has been watched, where the rest is not to be given away. */
  get horizon() {
    return this.veiled ? frameAt(this.frames, this.seen) : this.frames.length - 1;
  }

  /** @param {number} at  a frame's index */
  show(at) {
    const next = Math.max(0, Math.min(at, this.frames.length - 1));
    const still = Math.abs(next - this.at) > STILL_STEPS || !this.painter.table;
    this.at = next;
    this.seen = Math.max(this.seen, this.frames[next].number);
    this.frameSince = performance.now();
    const { table } = this.frames[next];
    this.painter.reveal = this.open.checked;
    this.painter.paint(table, { still: still || this.hurrying });
    write(element("score"), scoreMark(this.ruleset, table));
    write(element("moves"), String(table.moves));
    element("table").dataset.over = table.over || table.status === "lost" ? table.status : "";
    element("empty").hidden = this.frames.length > 1;
    this.showPlace();
    this.tick();
    this.showAddress();
    element("table").dispatchEvent(new CustomEvent("film", { detail: this.frames[next].event.v }));
  }

  /** Goes to a frame because the viewer wants to; whoever goes to the end of a game going on follows it. @param {number} at */
  jump(at) {
    this.show(at);
    this.following = !this.over && this.at === this.frames.length - 1;
    if (!this.hurrying) this.tell();
    if (this.playing) this.play();
  }

  /** Says what was done last, where nothing else does. */
  tell() {
    if (!this.playing && this.at && !this.narrate?.checked) this.say(eventSentence(this.frames[this.at].event));
  }

  /** The scrubber was moved: however often between two paintings, the film goes where it is now. */
  scrubbed() {
    if (this.wanted === undefined) {
      requestAnimationFrame(() => {
        const to = this.wanted ?? this.at;
        this.wanted = undefined;
        this.hurrying = true;
        this.jump(to);
        this.hurrying = false;
      });
    }
    this.wanted = Number(this.scrub.value);
  }

  showPlace() {
    const last = this.frames.length - 1;
    const { veiled } = this;
    this.scrub.max = String(Math.max(1, this.horizon));
    this.scrub.value = String(this.at);
    const words = { move: this.frames[this.at].number, last: this.frames[last].number };
    const text = interpolate(veiled ? gettext("Move %(move)s") : gettext("Move %(move)s of %(last)s"), words, true);
    element("place").textContent = veiled ? String(words.move) : `${words.move} / ${words.last}`;
    element("place").title = text;
    this.scrub.setAttribute("aria-valuetext", text);
    element("going-on").hidden = this.over;
    element("to-live").hidden = this.over || this.at === last;
    const playOn = /** @type {HTMLInputElement | null} */ (document.getElementById("play-on-move"));
    if (playOn) playOn.value = String(words.move);
    this.timeline.show(this.at, this.horizon);
    this.showVeil();
    this.caption();
    clearTimeout(this.restTimer);
    if (this.hurrying) this.restTimer = setTimeout(() => this.rest(), REST_MS);
    else this.showCurrent();
  }

  /** The scrubber has come to rest. */
  rest() {
    this.showCurrent();
    this.tell();
  }

  /** What would give away how long the game is, or how it ends. */
  showVeil() {
    const { veiled } = this;
    document.getElementById("last")?.toggleAttribute("hidden", veiled);
    document.getElementById("course-box")?.toggleAttribute("hidden", veiled);
    const horizon = this.horizon;
    if (!veiled && !this.listVeiled) return;
    this.lines.forEach((line, i) => line.toggleAttribute("hidden", i >= horizon));
    Array.from(element("list").children, (part, i) => part.toggleAttribute("hidden", i * PART >= horizon));
    this.listVeiled = veiled;
  }

  /** The move in words, for whoever wants each one told. */
  caption() {
    const box = document.getElementById("caption");
    if (!box) return;
    const on = this.narrate?.checked === true;
    box.classList.toggle("is-on", on);
    const frame = this.frames[this.at];
    if (!frame) return;
    const { event, number } = frame;
    const text = number ? `${number}. ${eventSentence(event)}` : gettext("The cards are dealt.");
    write(box, on ? text : "");
  }

  /** @param {boolean} on */
  showCourse(on) {
    const box = document.getElementById("film-course");
    if (!box) return;
    box.hidden = !on;
    document.getElementById("course-open")?.setAttribute("aria-expanded", String(on));
  }

  showFull() {
    const on = document.fullscreenElement !== null;
    document.getElementById("full")?.setAttribute("aria-pressed", String(on));
  }

  tick() {
    const frame = this.frames[this.at];
    if (!frame) return;
    const passed = this.playing && this.speed.value === "real" ? performance.now() - this.frameSince : 0;
    const live = this.following && this.feed?.clock ? this.feed.now() : 0;
    const next = this.frames[this.at + 1]?.event.at ?? Infinity;
    write(element("clock"), clockMark(Math.max(live, Math.min(frame.event.at + passed, next))));
  }

  /** Keeps the address a link to this very move. */
  showAddress() {
    this.addressTimer ??= setTimeout(() => {
      this.addressTimer = undefined;
      const url = new URL(location.href);
      const frame = this.frames[this.at];
      if (this.at && !this.following) url.searchParams.set("move", String(frame.number));
      else url.searchParams.delete("move");
      history.replaceState(null, "", url);
    }, ADDRESS_MS);
  }

  // --- playing

  play() {
    clearTimeout(this.playing);
    const next = this.frames[this.at + 1];
    if (!next) return this.pause();
    const speed = this.speed.value;
    const gap = next.event.at - this.frames[this.at].event.at;
    const pace = speed !== "real" ? STEP_MS / Number(speed) : this.skip?.checked ? Math.min(gap, PAUSE_MS) : gap;
    this.playing = setTimeout(() => {
      this.show(this.at + 1);
      this.following = !this.over && this.at === this.frames.length - 1;
      this.play();
    }, pace);
    this.frameSince = performance.now();
    this.showPlaying();
  }

  pause() {
    clearTimeout(this.playing);
    this.playing = undefined;
    this.showPlaying();
  }

  showPlaying() {
    const on = this.playing !== undefined;
    const button = element("play");
    button.setAttribute("aria-label", on ? pgettext("a film", "Pause") : pgettext("a film", "Play"));
    /** @type {HTMLElement} */ (button.querySelector(".when-paused")).hidden = on;
    /** @type {HTMLElement} */ (button.querySelector(".when-playing")).hidden = !on;
  }

  // --- the viewer

  /** @param {string} button */
  press(button) {
    if (button === "reload") return void this.begin();
    if (button === "options" || button === "share") return this.ask(button);
    if (button === "course") return this.showCourse(document.getElementById("film-course")?.hidden === true);
    if (button === "full") return void (document.fullscreenEnabled && this.full());
    if (!this.frames.length) return;
    if (button === "play") {
      if (this.playing) return this.pause();
      if (this.at === this.frames.length - 1) this.jump(0);
      return this.play();
    }
    const last = this.frames.length - 1;
    if (button === "last" && this.veiled) return;
    const to = { first: 0, previous: this.at - 1, next: this.at + 1, last, back: this.at - STRIDE, on: this.at + STRIDE }[button];
    if (to !== undefined) this.jump(to);
  }

  /** Opens a dialog. @param {string} name */
  ask(name) {
    const dialog = document.getElementById(name);
    if (!(dialog instanceof HTMLDialogElement) || dialog.open) return;
    const { origin, pathname } = location;
    const move = this.at ? `?move=${this.frames[this.at].number}` : "";
    const link = /** @type {HTMLInputElement | null} */ (document.getElementById("share-link"));
    const code = /** @type {HTMLTextAreaElement | null} */ (document.getElementById("share-code"));
    if (link) link.value = origin + pathname + move;
    if (code) {
      const title = document.createElement("i");
      title.textContent = document.title;
      code.value = `<iframe src="${origin}/embed/${this.game}${move}" title="${title.innerHTML.replaceAll('"', "&quot;")}" width="640" height="520" loading="lazy" allowfullscreen></iframe>`;
    }
    dialog.showModal();
  }

  async full() {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await element("table").requestFullscreen();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || takesKeys(target)) return;
    const options = /** @type {Record<string, HTMLInputElement | null>} */ ({ n: this.narrate, p: this.skip, s: this.veil });
    const option = options[event.key];
    if (option) return option.click();
    const button = /** @type {Record<string, string>} */ ({
      " ": "play",
      k: "play",
      ArrowLeft: "previous",
      ArrowRight: "next",
      j: "back",
      l: "on",
      Home: "first",
      End: "last",
      f: "full",
      g: "course",
      "?": "options",
    })[event.key];
    if (!button || (event.key === " " && target.closest("button, a"))) return;
    event.preventDefault();
    this.press(button);
  }

  /** @param {MouseEvent} event */
  clickMove(event) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.jump(Number(link.dataset.frame));
  }

  /** The moves in a list, those that were taken back marked. */
  list() {
    const kept = new Set(lasting(this.events.slice(1)).map((event) => event.v));
    const differs = this.frames.findIndex((frame, i) => this.listed[i] !== frame);
    const same = differs < 0 ? this.frames.length : Math.max(1, differs);
    for (const line of this.lines.splice(same - 1)) line.remove();
    for (const part of element("list").querySelectorAll("ol:empty")) part.remove();
    this.frames.forEach(({ event, number }, i) => {
      if (!i) return;
      if (i < same) return markKept(this.lines[i - 1], event, kept.has(event.v));
      const item = moveItem(event, number, kept.has(event.v), `?move=${number}`);
      /** @type {HTMLElement} */ (item.firstElementChild).dataset.frame = String(i);
      this.partFor(i - 1).append(item);
      this.lines.push(item);
    });
    this.listed = this.frames;
    this.listVeiled = true; // until it is known which of them may be shown
  }

  /** The part of the list that holds a line. @param {number} line */
  partFor(line) {
    const list = element("list");
    const known = list.children[Math.floor(line / PART)];
    if (known) return known;
    const part = document.createElement("ol");
    part.className = "move-part";
    return list.appendChild(part);
  }

  showCurrent() {
    this.current?.classList.remove("is-current");
    this.current?.removeAttribute("aria-current");
    const item = /** @type {HTMLElement | undefined} */ (this.lines[this.at - 1]);
    this.current = /** @type {HTMLElement | null} */ (item?.firstElementChild ?? null);
    this.current?.classList.add("is-current");
    this.current?.setAttribute("aria-current", "step");
    const scroller = element("list").parentElement;
    if (!scroller?.clientHeight) return;
    if (!item) return void (scroller.scrollTop = 0);
    const below = item.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
    scroller.scrollTop += below - (scroller.clientHeight - item.offsetHeight) / 2;
  }

  /** @param {string} text */
  say(text) {
    element("said").textContent = text;
  }
}

/** The box of an option that this browser keeps, as it was left; null on a page without. @param {string} name */
function kept(name) {
  const box = /** @type {HTMLInputElement | null} */ (document.getElementById(name));
  try {
    if (box) box.checked = localStorage.getItem(KEPT + name) === "1";
  } catch {
    // A browser that keeps nothing asks anew each time.
  }
  return box;
}

/** @param {HTMLInputElement} option */
function keep({ id, checked }) {
  try {
    localStorage.setItem(KEPT + id, checked ? "1" : "");
  } catch {
    // As above.
  }
}

new ReplayPage();
