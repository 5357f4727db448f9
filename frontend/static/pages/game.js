// @ts-check
/** The page of a game one plays by oneself: its table, and what goes with leaving it and with its end. */

import { cascade } from "../table/cascade.js";
import { element } from "../table/elements.js";
import { Ghost } from "../table/ghost.js";
import { Played } from "../table/played.js";
import { Playing } from "../table/playing.js";
import { clockMark, scoreMark } from "../table/words.js";

/** @typedef {import("../table/state.js").Table} Table */
/** @typedef {import("../table/state.js").GameEvent} GameEvent */
/** @typedef {import("../feed/resume.js").Snapshot} Snapshot */

class GamePage extends Playing {
  constructor() {
    const { game = "", draw, ruleset = "N", practice } = element("table").dataset;
    super({ game, draw: Number(draw), ruleset });
    this.practice = practice !== undefined;
    const list = document.getElementById("list");
    this.played = list && new Played(game, list, element("no-moves"));
    const ghost = document.getElementById("ghost");
    /** The recorded game that this one is raced against. */
    this.ghost = ghost && new Ghost(ghost, (text) => this.say(text));
    for (const form of document.querySelectorAll("form.leaves")) {
      form.addEventListener("submit", (event) => this.leave(event));
    }
  }

  /** @param {Snapshot} snapshot */
  begin(snapshot) {
    super.begin(snapshot);
    this.played?.catchUp();
  }

  /** @param {GameEvent[]} events */
  follow(events) {
    super.follow(events);
    this.played?.follow(events);
  }

  tick() {
    super.tick();
    if (this.table) this.ghost?.show(this.table.over ? this.lastAt : this.feed.now(), this.table.home);
  }

  /** A game that is going on is not left by a slip of the finger. @param {Event} event */
  leave(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!this.table || this.table.over || this.table.status === "lost" || !this.table.moves) return;
    event.preventDefault();
    const text = this.practice
      ? gettext("Your practice game has not ended. It is closed, and counts nowhere.")
      : gettext("The game you are in has not ended. It will count as resigned.");
    this.ask(gettext("Leave this game?"), text, gettext("Leave it"), () => form.submit());
  }

  /** @param {string} button */
  press(button) {
    if (button === "look") element("result").hidden = true;
    else super.press(button);
  }

  /** @param {Table} table */
  async ended(table) {
    const titles = /** @type {Record<string, string>} */ ({
      won: gettext("You won!"),
      resigned: gettext("Resigned"),
      lost: gettext("Lost"),
    });
    if (element("result-title").textContent === titles[table.status]) return;
    element("result-title").textContent = titles[table.status] ?? gettext("The game is over");
    element("result-time").textContent = clockMark(this.lastAt);
    element("result-moves").textContent = String(table.moves);
    element("result-score").textContent = scoreMark(this.ruleset, table);
    if (this.ghost) element("ghost-verdict").textContent = this.ghost.verdict(table, this.lastAt);
    const best = document.getElementById("race-best");
    if (best) best.hidden = isBetter(table.home, this.lastAt, best.dataset);
    if (table.status === "won" && !this.endKnown) await cascade(this.painter, table);
    element("result").hidden = false;
    /** @type {HTMLElement} */ (element("result").querySelector(".victory-panel")).focus();
  }
}

/**
 * Whether a game is better than the best before it: then it is the one to race. @param {number} home @param {number} ms
 * @param {DOMStringMap} best
 */
function isBetter(home, ms, best) {
  return home > Number(best.home) || (home === Number(best.home) && ms < Number(best.time));
}

new GamePage();
