// @ts-check
/**
 * A recorded game that runs beside one's own, on the same clock: how many cards it had home after as long, and, where
 * there is room, its table. How far it has come follows from the time alone, so it goes on after whatever lay between.
 */

import { filmOf, frameAtTime } from "../feed/film.js";
import { element, write } from "./elements.js";
import { drawTable } from "./small_table.js";
import { clockMark } from "./words.js";

/** @typedef {import("../feed/film.js").Frame} Frame */
/** @typedef {import("./state.js").Table} Table */

const FULL = 52;
const QUIET_MS = 8000; // at least as long between two words on who leads

export class Ghost {
  /** @param {HTMLElement} strip  in the bar @param {(text: string) => void} say */
  constructor(strip, say) {
    this.strip = strip;
    this.say = say;
    this.game = strip.dataset.ghost ?? "";
    /** @type {Frame[] | null} null before they have come */
    this.frames = null;
    this.at = -1;
    this.loading = false;
    this.led = 0;
    this.saidAt = 0;
    element("ghost-again").addEventListener("click", () => this.load());
    addEventListener("online", () => this.load());
    this.load();
  }

  /** Fetches the recorded game, once. */
  async load() {
    if (this.frames || this.loading) return;
    this.loading = true;
    this.strip.dataset.state = "loading";
    try {
      const response = await fetch(`/api/games/${this.game}/events?after=0`);
      const answer = await response.json();
      if (!response.ok) throw new Error(answer.text);
      this.frames = filmOf(answer.events, true);
      this.strip.dataset.state = "running";
    } catch (error) {
      console.error(error);
      this.strip.dataset.state = "failed";
    } finally {
      this.loading = false;
    }
  }

  /**
   * Where both stand at a moment of their clock. @param {number} ms  since the deal @param {number} home  one's own cards
   */
  show(ms, home) {
    const { frames } = this;
    if (!frames) return;
    const at = frameAtTime(frames, ms);
    const { table, event } = frames[at];
    const ahead = home - table.home;
    if (at !== this.at) {
      this.at = at;
      this.strip.style.setProperty("--ghost-home", String(table.home / FULL));
      write(element("ghost-home"), String(table.home));
      const cards = document.getElementById("ghost-cards");
      if (cards) drawTable(/** @type {any} */ (cards), table);
      const moves = interpolate(ngettext("%(count)s move", "%(count)s moves", table.moves), { count: table.moves }, true);
      const end = at === frames.length - 1 ? endOf(table, event.at) : "";
      const note = document.getElementById("ghost-note");
      if (note) write(note, end ? `${end} · ${moves}` : moves);
      write(element("ghost-end"), end);
    }
    this.strip.style.setProperty("--own-home", String(home / FULL));
    this.strip.dataset.lead = ahead > 0 ? "ahead" : ahead < 0 ? "behind" : "level";
    write(element("ghost-lead"), leadMark(ahead));
    this.announce(Math.sign(ahead));
  }

  /** Says who leads when that changes, and not too often. @param {number} sign */
  announce(sign) {
    if (sign === this.led || performance.now() < this.saidAt + QUIET_MS) return;
    this.led = sign;
    this.saidAt = performance.now();
    if (sign > 0) this.say(gettext("You are ahead of the recorded game."));
    else if (sign < 0) this.say(gettext("You are behind the recorded game."));
    else this.say(gettext("You are level with the recorded game."));
  }

  /** How one's own game, which has ended after `ms`, compares with the whole recorded one. @param {Table} table @param {number} ms */
  verdict(table, ms) {
    const last = this.frames?.[this.frames.length - 1];
    return last ? verdictOf(endAt(table, ms), endAt(last.table, last.event.at)) : "";
  }
}

/** @param {number} ahead  cards */
function leadMark(ahead) {
  if (!ahead) return gettext("level");
  const count = Math.abs(ahead);
  return ahead > 0
    ? interpolate(ngettext("%(count)s card ahead", "%(count)s cards ahead", count), { count }, true)
    : interpolate(ngettext("%(count)s card behind", "%(count)s cards behind", count), { count }, true);
}

/** How the recorded game has ended, once it has. @param {Table} table @param {number} at */
function endOf(table, at) {
  if (table.status === "won") return interpolate(gettext("home in %(time)s"), { time: clockMark(at) }, true);
  return table.status === "lost" ? gettext("no moves left") : gettext("gave up");
}

/** @param {Table} table @param {number} ms @returns {End} */
function endAt({ status, home }, ms) {
  return { won: status === "won", home, ms };
}

/**
 * @typedef {{won: boolean, home: number, ms: number}} End
 * @param {End} own @param {End} other
 */
function verdictOf(own, other) {
  if (own.won && other.won) {
    const words = { time: spanMark(Math.abs(own.ms - other.ms)) };
    if (own.ms === other.ms) return gettext("You took as long as the recorded game, to the millisecond.");
    return own.ms < other.ms
      ? interpolate(gettext("You were home %(time)s before the recorded game."), words, true)
      : interpolate(gettext("You were home %(time)s after the recorded game."), words, true);
  }
  const words = { own: own.home, other: other.home };
  return interpolate(gettext("Cards home: %(own)s for you, %(other)s in the recorded game."), words, true);
}

/** How long something took, as precisely as it matters: "12.4 seconds", "1:07". @param {number} ms */
function spanMark(ms) {
  if (ms >= 60_000) return clockMark(ms);
  const digits = ms < 1000 ? 3 : 1;
  const seconds = /** @type {const} */ ({ style: "unit", unit: "second", unitDisplay: "long" });
  const shape = { ...seconds, minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(document.documentElement.lang, shape).format(ms / 1000);
}
