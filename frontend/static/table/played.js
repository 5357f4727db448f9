// @ts-check
/** What has been played so far, beside the table where there is room for it; elsewhere nothing is fetched or drawn. */

import { lasting } from "../feed/film.js";
import { show } from "./elements.js";
import { markKept, moveItem } from "./move_list.js";

/** @typedef {import("./state.js").GameEvent} GameEvent */

const ROOM = matchMedia("(width >= 75rem)"); // as styles/table.css has it

export class Played {
  /** @param {string} game @param {HTMLElement} list  an empty one @param {HTMLElement} none  what stands there before the first move */
  constructor(game, list, none) {
    this.game = game;
    this.list = list;
    this.none = none;
    /** @type {GameEvent[]} from the deal on, without a gap */
    this.events = [];
    this.loading = false;
    ROOM.addEventListener("change", () => this.catchUp());
  }

  /** Fetches what was played before this page came, or while it could not listen. */
  async catchUp() {
    if (!ROOM.matches || this.loading) return;
    this.loading = true;
    try {
      const response = await fetch(`/api/games/${this.game}/events?after=${this.events.length}`);
      if (response.ok) this.take((await response.json()).events);
    } catch {
      // Without a connection nothing new is played either; the next event asks again.
    } finally {
      this.loading = false;
    }
  }

  /** Something was played. @param {readonly GameEvent[]} events */
  follow(events) {
    if (!ROOM.matches) return;
    if (events[0].v > this.events.length + 1) this.catchUp();
    else this.take(events);
  }

  /** @param {readonly GameEvent[]} events */
  take(events) {
    const fresh = events.filter(({ v }) => v > this.events.length);
    if (!fresh.length) return;
    const before = this.events.length;
    this.events.push(...fresh);
    const moves = this.events.slice(1);
    const rewound = fresh.some(({ move }) => move === "u" || move === "y");
    const kept = new Set(rewound ? lasting(moves).map(({ v }) => v) : fresh.map(({ v }) => v));
    if (rewound) moves.slice(0, Math.max(0, before - 1)).forEach((event, i) => markKept(this.list.children[i], event, kept.has(event.v)));
    this.list.append(...fresh.filter(({ v }) => v > 1).map((event) => moveItem(event, event.v - 1, kept.has(event.v))));
    show(this.none, !moves.length);
    // Not before the frame in which everything is laid out anyway.
    const scroller = /** @type {HTMLElement} */ (this.list.parentElement);
    requestAnimationFrame(() => (scroller.scrollTop = scroller.scrollHeight));
  }
}
