// @ts-check
/** The page of a race that has not settled: its room, its countdown, and the race as those who run and those who watch see it. */

import { offerCopying } from "../pages/copying.js";
import { element, write } from "../table/elements.js";
import { clockMark } from "../table/words.js";
import { Awake } from "./awake.js";
import { Chart } from "./chart.js";
import { Countdown } from "./countdown.js";
import { Lanes, standingSentence } from "./lanes.js";
import { News } from "./news.js";
import { OwnTable } from "./own_table.js";
import { placeMark, racersOf } from "./racers.js";
import { Room } from "./room.js";
import { Talk } from "./talk.js";

/** @typedef {import("../table/state.js").Table} Table */
/** @typedef {import("./talk.js").Whole} Whole */
/** @typedef {import("./talk.js").Lane} Lane */
/** @typedef {import("./racers.js").Racer} Racer */
/** @typedef {import("../feed/socket.js").LineState} LineState */

const TICK_MS = 250;
const CHART_MS = 1000; // the chart grows by the second
const WARN_MS = 60_000; // whoever counts as gone sooner than that is told
const MOVING_MS = 700; // from the news that a room has closed to its page being asked for the way on
const LEAD_MS = 8000; // a new leader is announced no more often,
const LEAD_HOME = 4; // and not for the first few cards
const OVER = ["won", "resigned", "gone"];

class RacePage {
  constructor() {
    /** @type {import("./talk.js").Race} */
    const race = JSON.parse(element("race-data").textContent ?? "{}");
    this.talk = new Talk(race.id, {
      race: (whole) => this.tell(whole),
      lanes: (lanes, standing, watching) => this.run(lanes, standing, watching),
      trouble: (text) => this.trouble(text),
      changed: (state, code) => this.lineChanged(state, code),
    });
    this.news = new News();
    this.awake = new Awake();
    this.room = new Room(this.talk);
    this.lanes = new Lanes(element("lanes"));
    this.arena = new Lanes(element("arena"));
    this.chart = new Chart(/** @type {SVGSVGElement} */ (/** @type {Element} */ (document.getElementById("chart"))));
    this.countdown = new Countdown(() => this.talk.clock.now(), (text) => this.news.say(text));
    this.sending = false; // a form, whose answer is a page of its own: nothing may come between
    addEventListener("submit", (event) => (this.sending = !event.defaultPrevented));
    addEventListener("pageshow", () => (this.sending = false)); // back again
    /** @type {Whole | null} */
    this.whole = null;
    /** @type {Map<string, Lane>} as they run */
    this.running = new Map();
    /** @type {string[]} */
    this.standing = [];
    /** @type {Record<string, [number, number][]>} */
    this.courses = {};
    /** @type {OwnTable | null} */
    this.table = null;
    /** Whether one looks at all racers' lanes where one's own table lies otherwise. */
    this.looking = false;
    /** Whether the table is up, and one has been shown what belongs there. */
    this.staged = false;
    /** @type {number | null} since when the connection is gone */
    this.downSince = null;
    /** Whether the connection has been gone, or has never come about. */
    this.failed = false;
    this.chartAt = 0;
    this.leadAt = -Infinity;
    this.listen();
    offerCopying();
  }

  listen() {
    setInterval(() => this.tick(), TICK_MS);
    element("side-open").addEventListener("click", () => this.openSide());
    element("countdown-leave").addEventListener("click", () => /** @type {HTMLFormElement} */ (element("leave")).requestSubmit());
  }

  // --- what the server says

  /** @param {Whole} whole */
  tell(whole) {
    const before = this.whole;
    this.whole = whole;
    const { race } = whole;
    /** @type {[Lane, Lane][]} what became of the lanes since, where no frame of them alone has told it */
    const news = [];
    for (const { key, lane } of [...race.seats, ...race.lanes]) {
      const known = this.running.get(key);
      if (!lane || lane.v < (known?.v ?? 0)) continue;
      this.running.set(key, lane);
      if (known) news.push([lane, known]);
    }
    for (const [key, course] of Object.entries(race.chart)) {
      if (course.length >= (this.courses[key]?.length ?? 0)) this.courses[key] = course;
    }
    if (!this.standing.length || race.status === "settled") this.standing = this.byPlace();
    for (const [lane, known] of news) this.announce(lane, known);
    if (before) this.announceGone(before, whole);
    // The site may have found a rival in another room, and closed this one: the page leads there.
    if (race.quick && race.status === "closed" && before?.you.seat) setTimeout(() => this.moveOn(), MOVING_MS);
    this.show();
  }

  moveOn() {
    if (!this.sending) location.reload();
  }

  /** @param {Lane[]} lanes @param {string[]} standing @param {number} watching */
  run(lanes, standing, watching) {
    if (!this.whole) return;
    this.whole.watching = watching;
    this.showWatching(watching);
    const led = this.standing[0];
    for (const lane of lanes) {
      const before = this.running.get(lane.key);
      this.running.set(lane.key, lane);
      this.standing = standing;
      this.grow(lane, before);
      if (before) this.announce(lane, before);
    }
    this.standing = standing;
    if (led && standing[0] !== led) this.announceLead(standing[0]);
    this.showLanes();
  }

  /** Keys in order of place, where no standing has been sent. */
  byPlace() {
    const place = (/** @type {string} */ key) => this.running.get(key)?.place ?? Infinity;
    const keys = [...(this.whole?.race.seats ?? []), ...(this.whole?.race.lanes ?? [])].map(({ key }) => key);
    return keys.sort((a, b) => place(a) - place(b) || 0);
  }

  /** A course goes on where the lane's count of cards home has changed. @param {Lane} lane @param {Lane | undefined} before */
  grow(lane, before) {
    const course = (this.courses[lane.key] ??= []);
    const last = course.at(-1)?.[1] ?? 0;
    if (lane.home !== last && lane.home !== before?.home) course.push([lane.at, lane.home]);
  }

  // --- what is announced

  /** @returns {Racer[]} all of them, with their lanes as they run */
  racers() {
    if (!this.whole) return [];
    const { race, you } = this.whole;
    // Who watches a race on a known deck may sit down behind a racer; nobody else is shown more than the lanes.
    const open = race.secrecy === "race" && you.seat === null;
    return racersOf(race, you.seat).map((racer) => ({
      ...racer,
      game: open ? racer.game : null,
      lane: this.running.get(racer.key) ?? racer.lane,
    }));
  }

  /** @param {Lane} lane @param {Lane} before */
  announce(lane, before) {
    if (lane.status === before.status) return;
    const racer = this.racers().find(({ key }) => key === lane.key);
    if (!racer) return;
    const words = { name: racer.name, time: clockMark(lane.at), place: placeMark(lane.place ?? this.standing.indexOf(lane.key) + 1) };
    if (lane.status === "won") {
      const text = racer.you ? gettext("You are home: %(place)s in %(time)s") : gettext("%(name)s is home: %(place)s in %(time)s");
      this.news.tell(interpolate(text, words, true), racer, "is-won");
    } else if (lane.status === "resigned" && !racer.you) {
      this.news.tell(interpolate(gettext("%(name)s gave up"), words, true), racer);
    } else if (lane.status === "lost" && !racer.you) {
      this.news.tell(interpolate(gettext("%(name)s has no moves left"), words, true), racer);
    }
    this.lanes.flash(lane.key);
    this.arena.flash(lane.key);
  }

  /** @param {Whole} before @param {Whole} now */
  announceGone(before, now) {
    for (const racer of this.racers()) {
      const was = before.race.seats.find(({ key }) => key === racer.key);
      if (!was || now.race.status !== "started" || racer.you) continue;
      if (racer.gone && !was.gone) this.news.tell(interpolate(gettext("%(name)s is out of the race"), { name: racer.name }, true), racer);
    }
  }

  /** @param {string} key  of whoever leads now */
  announceLead(key) {
    const racer = this.racers().find((one) => one.key === key);
    if (!racer?.lane || racer.lane.home < LEAD_HOME || racer.lane.status !== "playing") return;
    if (performance.now() - this.leadAt < LEAD_MS) return;
    this.leadAt = performance.now();
    const text = racer.you ? gettext("You take the lead") : gettext("%(name)s takes the lead");
    this.news.tell(interpolate(text, { name: racer.name }, true), racer);
    this.lanes.flash(key);
    this.arena.flash(key);
  }

  /** @param {string} text */
  trouble(text) {
    if (element("table").hidden) {
      write(element("room-line"), text);
      element("room-line").hidden = false;
    } else this.news.tell(text, null);
  }

  // --- what is shown

  show() {
    const whole = this.whole;
    if (!whole) return;
    const { race, you } = whole;
    const staged = race.status === "countdown" || race.status === "started";
    if (race.status === "settled" && element("table").hidden) return location.reload();
    this.awake.want(staged || (race.quick && race.status === "open" && you.seat !== null));
    if (staged || race.status === "settled") this.stage(whole);
    else this.backToRoom();
    if (race.status === "countdown" && race.countdown_at !== null) {
      this.countdown.to(race.countdown_at, race.limits.countdown_s * 1000);
      element("countdown-leave").hidden = you.seat === null;
    } else if (race.status !== "started") this.countdown.off();
    this.room.show(whole);
    this.showWatching(whole.watching);
    this.showLanes();
    if (race.status === "settled") this.finish(whole);
    this.tick();
  }

  /** How many look on who do not race. @param {number} count */
  showWatching(count) {
    const text = interpolate(ngettext("%(count)s watches", "%(count)s watch", count), { count }, true);
    write(element("watching-count"), String(count));
    write(element("watching-words"), text);
    element("watching").title = text;
    element("watching").hidden = !count;
  }

  /** The table comes up, with one's own cards for those who run. @param {Whole} whole */
  stage({ race, you }) {
    const stage = element("table");
    stage.hidden = false;
    element("room").hidden = true;
    document.body.classList.add("at-table");
    if (you.game && !this.table) this.sitDown(you.game, race);
    stage.dataset.role = this.table ? "racer" : "watcher";
    stage.dataset.status = race.status;
    stage.dataset.many = String(race.seats.length + race.lanes.length > 4);
    if (!this.staged) this.look(!this.table);
    this.staged = true;
  }

  /** @param {string} game @param {import("./talk.js").Race} race */
  sitDown(game, { draw, ruleset, undo, hints }) {
    element("table").dataset.game = game;
    this.table = new OwnTable(
      { game, draw, ruleset, undo, hints },
      {
        changed: () => this.tick(),
        over: (table, fresh) => this.over(table, fresh),
        others: () => this.look(!this.looking),
        look: () => this.closeResult(),
      },
    );
  }

  backToRoom() {
    this.staged = false;
    element("table").hidden = true;
    element("room").hidden = false;
    document.body.classList.remove("at-table");
  }

  /** Shows all racers' lanes large, or one's own table. @param {boolean} looking */
  look(looking) {
    this.looking = looking;
    element("arena").hidden = !looking;
    element("felt").inert = looking;
    element("table").dataset.view = looking ? "arena" : "table";
    element("others").setAttribute("aria-pressed", String(looking));
    this.showLanes();
  }

  closeResult() {
    element("result").hidden = true;
    this.look(true);
  }

  openSide() {
    const open = element("side").classList.toggle("is-open");
    element("side-open").setAttribute("aria-expanded", String(open));
    this.drawChart();
  }

  showLanes() {
    const whole = this.whole;
    if (!whole || element("table").hidden) return;
    const racers = this.racers();
    const times = { now: this.talk.clock.now(), startedAt: whole.race.started_at, limits: whole.race.limits };
    this.lanes.show(racers, this.standing, times);
    if (this.looking) this.arena.show(racers, this.standing, times);
    element("table").dataset.tables = racers.some(({ lane }) => lane?.table) ? "some" : "none";
    const own = racers.find((racer) => racer.you);
    write(element("place"), own?.lane?.place ? placeMark(own.lane.place) : "–");
    if (this.table?.table?.over && own) this.writeSoFar(own, racers);
  }

  drawChart() {
    const race = this.whole?.race;
    if (!race?.started_at || element("table").hidden) return;
    this.chartAt = performance.now();
    const racers = this.racers();
    const until = (race.settled_at ?? this.talk.clock.now()) - race.started_at;
    this.chart.draw(racers, this.courses, until);
    const order = this.standing.map((key) => racers.find((racer) => racer.key === key)).filter((racer) => !!racer);
    const text = order.map((racer) => standingSentence(/** @type {Racer} */ (racer))).join("; ");
    element("chart").setAttribute("aria-label", interpolate(gettext("Cards home over time. %(standing)s"), { standing: text }, true));
  }

  tick() {
    const whole = this.whole;
    if (!whole) return;
    const now = this.talk.clock.now();
    const { race } = whole;
    this.room.tick(whole, now);
    if (element("table").hidden) return;
    const started = race.started_at ?? race.countdown_at ?? now;
    const passed = (race.settled_at ?? Math.max(now, started)) - started;
    if (!this.table) write(element("clock"), clockMark(passed));
    const left = race.ends_at === null || race.status !== "started" ? null : race.ends_at - now;
    element("left-figure").hidden = left === null || (race.limit_s === null && left > 600_000);
    if (left !== null) write(element("left"), clockMark(Math.max(0, left + 999)));
    element("left-figure").classList.toggle("is-short", left !== null && left < 30_000);
    element("live-badge").hidden = race.status !== "started" || this.table !== null;
    this.showWarning(now);
    if (performance.now() - this.chartAt >= CHART_MS) {
      this.drawChart();
      this.showLanes();
    }
  }

  /** Whoever is about to count as gone is told how long is left. @param {number} now */
  showWarning(now) {
    const note = element("idle");
    const text = this.warning(now);
    note.hidden = !text;
    if (text) write(note, text);
  }

  /** @param {number} now */
  warning(now) {
    const race = this.whole?.race;
    const seat = race?.seats.find(({ key }) => key === this.whole?.you.seat);
    if (!race || race.status !== "started" || race.started_at === null || !seat || !this.table || this.table.table?.over) return "";
    if (seat.gone) return gettext("You were away for too long: you are out of the race.");
    if (this.downSince !== null) {
      const left = race.limits.disconnected_s * 1000 - (performance.now() - this.downSince);
      if (left < 0) return "";
      return interpolate(gettext("Your seat is kept for %(left)s more."), { left: clockMark(left) }, true);
    }
    const last = Math.max(race.started_at, race.started_at + (this.table.table ? this.table.lastAt : 0));
    const left = last + race.limits.idle_s * 1000 - now;
    if (left > WARN_MS || this.table.table?.status === "lost") return "";
    return interpolate(gettext("Make a move within %(left)s, or you count as gone."), { left: clockMark(left) }, true);
  }

  /** @param {LineState} state @param {number} code */
  lineChanged(state, code) {
    if (state === "open") this.downSince = null;
    else this.downSince ??= performance.now();
    if (state === "down") this.failed = true;
    const text =
      state === "open" || (state === "connecting" && !this.whole && !this.failed)
        ? ""
        : state === "ended"
          ? gettext("This page no longer hears of the race. Reload it.")
          : gettext("offline: the lanes stand still");
    write(element("side-line"), text);
    element("side-line").hidden = !text;
    write(element("room-line"), code === 4404 ? gettext("This race is not to be found.") : text && gettext("Offline. Trying to reach the server again …"));
    element("room-line").hidden = !text && code !== 4404;
    element("side").classList.toggle("is-stale", !!text);
  }

  // --- the end

  /** One's own game is over. @param {Table} table @param {boolean} fresh  it ended just now */
  over(table, fresh) {
    if (this.whole?.race.status === "settled") return;
    const titles = /** @type {Record<string, string>} */ ({
      won: gettext("All home!"),
      resigned: gettext("You gave up"),
      lost: gettext("No moves left"),
    });
    this.showResult(titles[table.status] ?? gettext("Your race is over"), table);
    const own = this.racers().find((racer) => racer.you);
    if (own) this.writeSoFar(own, this.racers());
    if (!fresh) this.closeResult();
  }

  /** @param {string} title @param {Table | null} table */
  showResult(title, table) {
    write(element("result-title"), title);
    element("result-facts").hidden = !table;
    if (table && this.table) {
      write(element("result-time"), clockMark(this.table.lastAt));
      write(element("result-home"), `${table.home}/52`);
      write(element("result-moves"), String(table.moves));
    }
    if (!element("result").hidden) return;
    element("result").hidden = false;
    /** @type {HTMLElement} */ (element("result").querySelector(".victory-panel")).focus();
  }

  /** @param {Racer} own @param {Racer[]} racers */
  writeSoFar(own, racers) {
    if (this.whole?.race.status === "settled") return;
    const still = racers.filter((racer) => !racer.gone && !OVER.includes(racer.lane?.status ?? "")).length;
    const place = placeMark(own.lane?.place ?? 1);
    const text = ngettext("%(place)s so far. %(count)s is still racing.", "%(place)s so far. %(count)s are still racing.", still);
    write(element("result-word"), interpolate(text, { place, count: still }, true));
  }

  /** The race has settled. @param {Whole} whole */
  finish({ race, you }) {
    element("to-results").hidden = false;
    element("result-watch").hidden = true;
    const places = new Map(/** @type {any} */ (race).places.map((/** @type {any} */ place) => [place.key, place]));
    const all = places.size;
    const own = you.seat === null ? undefined : places.get(you.seat);
    const racers = this.racers();
    const named = (/** @type {string} */ key) => racers.find((racer) => racer.key === key)?.name ?? "";
    const first = [...places.values()].filter((place) => place.place === 1).map((place) => named(place.key));
    const winner = interpolate(gettext("%(name)s wins the race."), { name: first.join(", ") }, true);
    const word = own?.place === 1 ? gettext("You win the race.") : winner;
    const mark = own ? interpolate(gettext("%(place)s of %(all)s"), { place: placeMark(own.place), all }, true) : gettext("The race is over");
    element("table").dataset.over = own?.place === 1 || !own ? "won" : "settled";
    write(element("result-word"), first.length > 1 ? gettext("A tie for the first place.") : word);
    this.showResult(mark, this.table?.table ?? null);
    this.news.say(`${mark}. ${word}`);
  }
}

new RacePage();
