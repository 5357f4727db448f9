// @ts-check
/**
 * Keeps the screen awake while it is wanted. Browsers let go of the lock themselves whenever the page is out of sight, and
 * give none without HTTPS: then the screen does as it likes.
 */

export class Awake {
  constructor() {
    this.wanted = false;
    /** @type {WakeLockSentinel | null} */
    this.lock = null;
    this.asking = false;
    document.addEventListener("visibilitychange", () => this.settle());
  }

  /** @param {boolean} wanted */
  want(wanted) {
    if (wanted === this.wanted) return;
    this.wanted = wanted;
    this.settle();
  }

  async settle() {
    if (this.asking || !("wakeLock" in navigator)) return;
    const due = this.wanted && document.visibilityState === "visible";
    if (due === (this.lock !== null)) return;
    this.asking = true;
    try {
      if (due) this.take(await navigator.wakeLock.request("screen"));
      else await this.lock?.release();
    } catch {
      return; // a nearly empty battery, for instance
    } finally {
      this.asking = false;
    }
    this.settle(); // what is wanted may have changed meanwhile
  }

  /** @param {WakeLockSentinel} lock */
  take(lock) {
    this.lock = lock;
    lock.addEventListener("release", () => {
      this.lock = null;
      this.settle();
    });
  }
}
