// @ts-check
/** The page on which a game is watched again; one that is still going on is followed live. */

import { filmOf, frameAt, lasting } from "../feed/film.js";
import { Feed } from "../feed/resume.js";
import { moveItem } from "../table/move_list.js";
import { Painter } from "../table/painter.js";
import { HIDDEN } from "../table/state.js";
import { clockMark, eventSentence, scoreMark } from "../table/words.js";

/** @typedef {import("../table/state.js").GameEvent} GameEvent */
/** @typedef {import("../feed/film.js").Frame} Frame */
/** @typedef {import("../feed/socket.js").LineState} LineState */

const STEP_MS = 1000; // from one move to the next at 1×
const TICK_MS = 200;
const ADDRESS_MS = 400; // browsers refuse an address that is rewritten much more often
const STILL_STEPS = 1; // a jump over more moves than this is not animated

/** @param {string} id */
function element(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

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
    /** @type {GameEvent[]} */
    this.events = [];
    /** @type {Frame[]} */
    this.frames = [];
    this.at = 0;
    this.over = false;
    /** Whether the end of a game going on is watched, wherever it moves. */
    this.following = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} set while the film plays */
    this.playing = undefined;
    this.frameSince = 0;
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
    this.scrub.addEventListener("input", () => this.jump(Number(this.scrub.value)));
    this.speed.addEventListener("change", () => this.playing && this.play());
    this.undone.addEventListener("change", () => this.cut());
    this.open.addEventListener("change", () => this.show(this.at));
    element("list").addEventListener("click", (event) => this.clickMove(event));
    document.addEventListener("keydown", (event) => this.key(event));
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
    this.frames = filmOf(this.events, this.undone.checked);
    this.scrub.max = String(this.frames.length - 1);
    this.list();
    this.show(this.following ? this.frames.length - 1 : frameAt(this.frames, move));
  }

  /** @param {number} at  a frame's index */
  show(at) {
    const next = Math.max(0, Math.min(at, this.frames.length - 1));
    const still = Math.abs(next - this.at) > STILL_STEPS || !this.painter.table;
    this.at = next;
    this.frameSince = performance.now();
    const { table } = this.frames[next];
    this.painter.reveal = this.open.checked;
    this.painter.paint(table, { still });
    element("score").textContent = scoreMark(this.ruleset, table);
    element("moves").textContent = String(table.moves);
    element("table").dataset.over = table.over || table.status === "lost" ? table.status : "";
    element("empty").hidden = this.frames.length > 1;
    this.showPlace();
    this.tick();
    this.showAddress();
  }

  /** Goes to a frame because the viewer wants to; whoever goes to the end of a game going on follows it. @param {number} at */
  jump(at) {
    this.show(at);
    this.following = !this.over && this.at === this.frames.length - 1;
    this.showPlace();
    if (!this.playing && this.at) this.say(eventSentence(this.frames[this.at].event));
    if (this.playing) this.play();
  }

  showPlace() {
    const last = this.frames.length - 1;
    this.scrub.value = String(this.at);
    const words = { move: this.frames[this.at].number, last: this.frames[last].number };
    const text = interpolate(gettext("Move %(move)s of %(last)s"), words, true);
    element("place").textContent = `${words.move} / ${words.last}`;
    element("place").title = text;
    this.scrub.setAttribute("aria-valuetext", text);
    element("going-on").hidden = this.over;
    element("to-live").hidden = this.over || this.at === last;
    const playOn = /** @type {HTMLInputElement | null} */ (document.getElementById("play-on-move"));
    if (playOn) playOn.value = String(words.move);
    this.showCurrent();
  }

  tick() {
    const frame = this.frames[this.at];
    if (!frame) return;
    const passed = this.playing && this.speed.value === "real" ? performance.now() - this.frameSince : 0;
    const live = this.following && this.feed?.clock ? this.feed.now() : 0;
    const next = this.frames[this.at + 1]?.event.at ?? Infinity;
    const text = clockMark(Math.max(live, Math.min(frame.event.at + passed, next)));
    if (element("clock").textContent !== text) element("clock").textContent = text;
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
    const pace = speed === "real" ? next.event.at - this.frames[this.at].event.at : STEP_MS / Number(speed);
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
    if (!this.frames.length) return;
    if (button === "play") {
      if (this.playing) return this.pause();
      if (this.at === this.frames.length - 1) this.jump(0);
      return this.play();
    }
    const last = this.frames.length - 1;
    const to = { first: 0, previous: this.at - 1, next: this.at + 1, last }[button];
    if (to !== undefined) this.jump(to);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("select, input")) return;
    const button = /** @type {Record<string, string>} */ ({
      " ": "play",
      k: "play",
      ArrowLeft: "previous",
      ArrowRight: "next",
      Home: "first",
      End: "last",
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
    const items = this.frames.slice(1).map(({ event, number }, i) => {
      const item = moveItem(event, number, kept.has(event.v), `?move=${number}`);
      /** @type {HTMLElement} */ (item.firstElementChild).dataset.frame = String(i + 1);
      return item;
    });
    element("list").replaceChildren(...items);
  }

  showCurrent() {
    this.current?.classList.remove("is-current");
    this.current?.removeAttribute("aria-current");
    const item = /** @type {HTMLElement | null} */ (element("list").children[this.at - 1] ?? null);
    this.current = /** @type {HTMLElement | null} */ (item?.firstElementChild ?? null);
    this.current?.classList.add("is-current");
    this.current?.setAttribute("aria-current", "step");
    const list = element("list");
    if (item) list.scrollTop = item.offsetTop - list.offsetTop - (list.clientHeight - item.offsetHeight) / 2;
    else list.scrollTop = 0;
  }

  /** @param {string} text */
  say(text) {
    element("said").textContent = text;
  }
}

new ReplayPage();
