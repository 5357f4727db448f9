// @ts-check
/**
 * The socket of one race: the whole race whenever its stream moves, lanes as they run, and what one does in the room. Every
 * `race` message is whole, so that nothing that was lost on the way is missed.
 */

import { Line } from "../feed/socket.js";
import { ServerClock } from "./clock.js";

/** @typedef {import("../feed/socket.js").LineState} LineState */
/** @typedef {{columns: [number, number][]}} Shape  of each column: how many cards lie face down, how many face up */
/**
 * @typedef {object} Lane  How far one racer is.
 * @property {string} key  the number of the seat, or "g0" and on for ghosts and pace-setters
 * @property {number} v
 * @property {number} home  cards on the foundations
 * @property {number} moves
 * @property {"waiting" | "playing" | "won" | "lost" | "resigned" | "gone"} status
 * @property {number} at  milliseconds from the start to the last action
 * @property {number | null} place
 * @property {Shape | null} table
 */
/**
 * @typedef {object} Seat
 * @property {string} key
 * @property {string} player
 * @property {string} name
 * @property {"account" | "guest" | "former"} mark
 * @property {boolean} ready
 * @property {boolean} connected
 * @property {number | null} away_since
 * @property {string | null} gone
 * @property {string | null} game
 * @property {Lane | null} lane
 */
/**
 * @typedef {object} GhostLane
 * @property {string} key
 * @property {"ghost" | "pace"} kind
 * @property {string | null} name  of whoever played the recorded game
 * @property {"bronze" | "silver" | "gold" | null} pace
 * @property {number | null} played_at  the day on which the recorded game was played, null before the end
 * @property {string | null} game
 * @property {Lane | null} lane
 */
/**
 * @typedef {object} Race
 * @property {string} id
 * @property {"open" | "countdown" | "started" | "settled" | "closed"} status
 * @property {string} family
 * @property {number} draw
 * @property {string} ruleset
 * @property {number | null} limit_s
 * @property {boolean} undo
 * @property {boolean} hints
 * @property {boolean} sealed
 * @property {string} secrecy  how its games are kept from others; "race" where the deck is known
 * @property {boolean} quick
 * @property {boolean} public
 * @property {number} capacity  how many seats there are
 * @property {number} places_free
 * @property {string | null} hash
 * @property {string | null} code
 * @property {number} created_at
 * @property {number | null} countdown_at
 * @property {number | null} started_at
 * @property {number | null} ends_at
 * @property {number | null} settled_at
 * @property {boolean} rated
 * @property {string | null} host  the key of the host's seat
 * @property {Seat[]} seats
 * @property {GhostLane[]} lanes
 * @property {Record<string, [number, number][]>} chart  cards home by milliseconds since the start
 * @property {{countdown_s: number, loss_final_s: number, idle_s: number, disconnected_s: number}} limits
 */
/**
 * @typedef {object} You
 * @property {string | null} player
 * @property {string | null} seat  the key of one's own
 * @property {string | null} game
 * @property {boolean} host
 * @property {string | null} [elsewhere]  another race in which one has a seat
 */
/** @typedef {{v: number, now: number, you: You, watching: number, race: Race}} Whole  A `race` message. */
/**
 * @typedef {object} Listener
 * @property {(whole: Whole) => void} race
 * @property {(lanes: Lane[], standing: string[], watching: number) => void} lanes
 * @property {(text: string) => void} trouble
 * @property {(state: LineState, code: number) => void} changed
 */

const SOUNDINGS = [0, 150, 400, 900, 1600]; // ms after a connection stands: pings that measure the clock

export class Talk {
  /** @param {string} race @param {Listener} listener */
  constructor(race, listener) {
    this.listener = listener;
    this.clock = new ServerClock();
    this.version = 0;
    this.line = new Line(
      `/ws/race/${race}`,
      {
        opened: () => this.opened(),
        heard: (message) => this.heard(message),
        changed: (state, code) => listener.changed(state, code),
      },
      () => this.ping(),
    );
    this.line.connect();
  }

  ping() {
    return { t: "ping", v: this.version, sent: Math.round(performance.now()) };
  }

  opened() {
    this.line.send({ t: "hello", after: 0 });
    for (const ms of SOUNDINGS) setTimeout(() => this.line.send(this.ping()), ms);
  }

  /**
   * Does something in the room.
   * @param {"ready" | "unready" | "leave" | "start-over"} what
   * @returns {boolean} whether it went out
   */
  act(what) {
    const id = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
    return this.line.send({ t: "act", id, what });
  }

  /** @param {any} message */
  heard(message) {
    switch (message.t) {
      case "race":
        this.clock.hear(message.now);
        this.version = message.v;
        this.listener.race(message);
        break;
      case "lanes":
        this.clock.hear(message.now);
        this.listener.lanes(message.lanes, message.standing, message.watching);
        break;
      case "pong":
        this.clock.measure(message.sent, message.now);
        if (message.v > this.version) this.line.send({ t: "hello", after: 0 });
        break;
      case "error":
        this.listener.trouble(message.text);
        break;
    }
  }
}
