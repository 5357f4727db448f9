// @ts-check
/**
 * The server's clock as this browser knows it. Every pong is a measurement: the answer that took the shortest way says best
 * how far the two clocks lie apart, so that a countdown reaches nought everywhere at once.
 */

const KEPT = 12; // measurements; older ones are forgotten, since clocks drift

export class ServerClock {
  constructor() {
    /** @type {{way: number, offset: number}[]} there and back in milliseconds, and how far the server's clock is ahead */
    this.measured = [];
    this.offset = Date.now() - performance.now(); // until the server has been heard: the device's own clock
    /** Whether the server's clock has been measured, there and back. */
    this.sure = false;
  }

  /** The server's time now, in milliseconds since 1970. */
  now() {
    return performance.now() + this.offset;
  }

  /**
   * A pong has come.
   * @param {number} sent  when its ping went out, by `performance.now()`
   * @param {number} now  the server's clock when it answered
   */
  measure(sent, now) {
    const heard = performance.now();
    this.measured = [...this.measured, { way: heard - sent, offset: now - (sent + heard) / 2 }].slice(-KEPT);
    this.offset = this.measured.reduce((best, one) => (one.way < best.way ? one : best)).offset;
    this.sure = true;
  }

  /** A message tells the server's time, and nothing of its way: better than the device's own clock alone. @param {number} now */
  hear(now) {
    if (!this.sure) this.offset = now - performance.now();
  }
}
