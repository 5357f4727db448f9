// @ts-check
/**
 * The feed of one game: its events after the version one has, in order and each once, over connections that come and go.
 * Playing, watching and following a replay read the same feed.
 */

import { Line, SESSION } from "./socket.js";

/** @typedef {import("../table/state.js").GameEvent} GameEvent */
/** @typedef {import("../table/state.js").Position} Position */
/** @typedef {import("./socket.js").LineState} LineState */
/**
 * @typedef {object} Game
 * @property {string} id
 * @property {string | null} code  where the viewer may know it
 * @property {string} family
 * @property {number} draw
 * @property {string} ruleset
 */
/**
 * @typedef {object} Snapshot  A `table` message.
 * @property {Game} game
 * @property {"player" | "watcher"} role
 * @property {string} view
 * @property {number} v
 * @property {number} now
 * @property {number} at  of the last event, in milliseconds since the deal
 * @property {Position} position
 * @property {boolean} over
 * @property {boolean} stuck
 */
/**
 * @typedef {object} Answer  A `done`, `refused`, `stale` or `error` message about one command.
 * @property {"done" | "refused" | "stale" | "error"} t
 * @property {string} [id]
 * @property {number} v
 * @property {string} code
 * @property {string} text
 * @property {string} [pile]
 */
/** @typedef {{move: string, reason: string, card?: string}} Hint  A move that brings something on; `card` is moved first. */
/**
 * @typedef {object} FeedEvents
 * @property {(snapshot: Snapshot) => void} table  begin anew from here
 * @property {(events: GameEvent[]) => void} events  what came after the version one had
 * @property {() => void} ready  nothing up to the version one has is missing, and commands may follow it
 * @property {(answer: Answer) => void} [answer]
 * @property {(hints: Hint[]) => void} [hints]  what may be done at the version one has
 * @property {() => void} [wait]  the game is not dealt yet
 * @property {(state: LineState, code: number) => void} changed
 */

export class Feed {
  /**
   * @param {string} id  the game's
   * @param {FeedEvents} listener
   * @param {number} [version]  what one has already
   */
  constructor(id, listener, version = 0) {
    this.listener = listener;
    this.version = version;
    /** Whether this connection's hello has been answered. */
    this.greeted = false;
    /** Whether the game has no cards yet: they are sent when it is dealt. */
    this.waiting = false;
    /** @type {readonly string[]} what may be played at this version */
    this.legal = [];
    /** @type {{ms: number, at: number} | null} the game's time at a moment of this browser's own clock */
    this.clock = null;
    this.line = new Line(
      `/ws/game/${id}`,
      {
        opened: () => this.hello(),
        heard: (message) => this.heard(message),
        changed: (state, code) => {
          this.greeted = false;
          listener.changed(state, code);
        },
      },
      () => ({ t: "ping", v: this.version }),
    );
    this.line.connect();
  }

  hello() {
    this.greeted = false;
    this.line.send({ t: "hello", after: this.version });
  }

  /** Forgets everything and asks for the table as it is. */
  startOver() {
    this.version = 0;
    this.hello();
  }

  /** Milliseconds since the deal, by the server's clock. */
  now() {
    return this.clock ? this.clock.ms + performance.now() - this.clock.at : 0;
  }

  /**
   * @param {{id: string, after: number, move: string}} command
   * @returns {boolean} whether it went out
   */
  command({ id, after, move }) {
    return this.greeted && this.line.send({ t: "move", id, after, move });
  }

  /** @param {any} message */
  heard(message) {
    if (typeof message.now === "number" && message.t !== "wait") this.clock = { ms: message.now, at: performance.now() };
    switch (message.t) {
      case "wait":
        this.waiting = true;
        this.listener.wait?.();
        break;
      case "table":
        this.waiting = false;
        this.version = message.v;
        this.listener.table(message);
        this.caughtUp(message);
        this.listener.ready();
        break;
      case "events":
        if (!this.take(message)) break;
        this.caughtUp(message);
        this.listener.ready();
        break;
      case "done":
      case "stale": {
        const whole = this.take(message);
        if (whole) this.caughtUp(message);
        this.listener.answer?.(message);
        if (whole) this.listener.ready();
        break;
      }
      case "hints":
        if (message.v === this.version) this.listener.hints?.(message.hints);
        break;
      case "refused":
        this.listener.answer?.(message);
        break;
      case "error":
        if (message.code === "from-the-future") this.startOver();
        // Whoever played here has signed out meanwhile, or has become somebody else.
        if (message.code === "not-yours") this.line.end(SESSION);
        else this.listener.answer?.(message);
        break;
      case "pong":
        if ((this.greeted || this.waiting) && message.v > this.version) this.hello();
        break;
    }
  }

  /**
   * Takes over what is new in a message's events; where some are missing in between, asks for them.
   * @param {{events: GameEvent[], after: number}} message
   * @returns {boolean} whether nothing is missing
   */
  take({ events, after }) {
    if (after > this.version) {
      this.hello();
      return false;
    }
    const news = events.filter((event) => event.v > this.version);
    if (!news.length) return true;
    try {
      this.listener.events(news);
    } catch (error) {
      console.error(error);
      this.startOver();
      return false;
    }
    this.version = news[news.length - 1].v;
    return true;
  }

  /** @param {{v: number, legal?: string[]}} message */
  caughtUp({ v, legal }) {
    this.greeted = true;
    if (v === this.version) this.legal = legal ?? [];
  }
}
