// @ts-check
/** The countdown: the same number for everybody at the same moment, by the server's clock. */

import { element, write } from "../table/elements.js";

const GO_MS = 900; // "Go" stays for so long

export class Countdown {
  /** @param {() => number} now  the server's time, in milliseconds since 1970 @param {(text: string) => void} say */
  constructor(now, say) {
    this.now = now;
    this.say = say;
    /** @type {number | null} */
    this.at = null;
    this.length = 5000;
    this.last = -1;
    this.frame = 0;
  }

  /** Counts down to an instant. @param {number} at @param {number} length  of the whole countdown, in milliseconds */
  to(at, length) {
    if (this.at === at) return;
    this.at = at;
    this.length = length;
    this.last = -1;
    element("countdown").hidden = false;
    element("countdown").classList.remove("is-go");
    cancelAnimationFrame(this.frame);
    this.step();
  }

  /** There is nothing to count down to any more. */
  off() {
    this.at = null;
    cancelAnimationFrame(this.frame);
    element("countdown").hidden = true;
  }

  step() {
    if (this.at === null) return;
    const left = this.at - this.now();
    if (left < -GO_MS) return this.off();
    const number = Math.max(0, Math.ceil(left / 1000));
    element("countdown-arc").style.setProperty("--left", String(Math.max(0, Math.min(1, left / this.length))));
    if (number !== this.last) this.show(number);
    this.frame = requestAnimationFrame(() => this.step());
  }

  /** @param {number} number  of seconds left */
  show(number) {
    const first = this.last < 0;
    this.last = number;
    const el = element("countdown-number");
    write(el, number ? String(number) : gettext("Go!"));
    element("countdown").classList.toggle("is-go", !number);
    el.classList.remove("is-new");
    void el.offsetWidth;
    el.classList.add("is-new");
    if (!number) this.say(gettext("Go!"));
    else if (first) this.say(interpolate(ngettext("The race starts in %(count)s second.", "The race starts in %(count)s seconds.", number), { count: number }, true));
    else if (number <= 3) this.say(String(number));
  }
}
