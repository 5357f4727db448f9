// @ts-check
/**
 * One websocket that is kept open: it is opened again, a little later each time, whenever it closes or falls silent.
 */

/** @typedef {"connecting" | "open" | "down" | "ended"} LineState */
/**
 * @typedef {object} LineEvents
 * @property {() => void} opened  a new connection stands; nothing has been said on it
 * @property {(message: any) => void} heard  the server said something
 * @property {(state: LineState, code: number) => void} changed  with the close code that ended the last connection, or 0
 */

const FIRST_RETRY_MS = 400;
const LAST_RETRY_MS = 15_000;
const PING_MS = 10_000;
const ANSWER_MS = 6_000; // no answer for so long, and the connection counts as dead
const BUSY_RETRY_MS = 5_000;
const TOO_MANY = 4429;
/** The session is no good: it may have been changed for another meanwhile, by signing up in another tab. */
export const SESSION = 4401;
/** After these the server would only say the same again: not for this site, nothing here. */
const FINAL = [4403, 4404];

export class Line {
  /**
   * @param {string} path  such as `/ws/game/…`
   * @param {LineEvents} events
   * @param {() => object} ping  what to say to hear whether the server is still there
   */
  constructor(path, events, ping) {
    this.url = location.origin.replace(/^http/, "ws") + path;
    this.events = events;
    this.ping = ping;
    /** @type {LineState} */
    this.state = "down";
    /** @type {WebSocket | null} */
    this.socket = null;
    this.failures = 0;
    /** Whether a connection under the session of the moment has been refused, and none has stood since. */
    this.sessionRefused = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.retry = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.deadline = undefined;
    setInterval(() => this.send(this.ping()), PING_MS);
    addEventListener("online", () => this.wake());
    addEventListener("offline", () => this.lose(0));
    addEventListener("pageshow", () => this.wake());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.wake());
  }

  connect() {
    clearTimeout(this.retry);
    if (this.socket || this.state === "ended") return;
    this.change("connecting", 0);
    const socket = new WebSocket(this.url);
    this.socket = socket;
    this.expectAnswer();
    socket.addEventListener("open", () => socket === this.socket && this.opened());
    socket.addEventListener("message", ({ data }) => socket === this.socket && this.heard(data));
    socket.addEventListener("close", ({ code }) => socket === this.socket && this.lose(code));
  }

  opened() {
    clearTimeout(this.deadline);
    this.change("open", 0);
    this.events.opened();
  }

  /** @param {string} data */
  heard(data) {
    clearTimeout(this.deadline);
    this.deadline = undefined;
    const message = JSON.parse(data);
    if (message.t !== "error") {
      this.failures = 0;
      this.sessionRefused = false;
    }
    this.events.heard(message);
  }

  /**
   * Says something, if anybody can hear it.
   * @param {object} message
   * @returns {boolean} whether it was sent
   */
  send(message) {
    if (this.state !== "open" || !this.socket) return false;
    this.socket.send(JSON.stringify(message));
    this.expectAnswer();
    return true;
  }

  expectAnswer() {
    this.deadline ??= setTimeout(() => this.lose(0), ANSWER_MS);
  }

  /** The connection is gone, or as good as gone. @param {number} code */
  lose(code) {
    clearTimeout(this.deadline);
    this.deadline = undefined;
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    if (this.state === "ended") return;
    if (FINAL.includes(code) || (code === SESSION && this.sessionRefused)) {
      this.change("ended", code);
      return;
    }
    this.sessionRefused = code === SESSION;
    this.change("down", code);
    const wait = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.failures++);
    const least = code === TOO_MANY ? BUSY_RETRY_MS : 0;
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.connect(), least + wait * (0.5 + Math.random() / 2));
  }

  /** The device is back from somewhere: hear at once whether the server is. */
  wake() {
    if (this.state === "open") this.send(this.ping());
    else this.connect();
  }

  /** Closes for good. @param {number} [code]  as if the server had closed with it */
  end(code = 0) {
    this.change("ended", code);
    this.lose(code);
  }

  /** @param {LineState} state @param {number} code */
  change(state, code) {
    if (state === this.state) return;
    this.state = state;
    this.events.changed(state, code);
  }
}
