// @ts-check
/** What happens in a race, announced to all at once: a line over the table for a while, and said to those who listen. */

import { element } from "../table/elements.js";
import { make, shapeOf } from "./racers.js";

/** @typedef {import("./racers.js").Racer} Racer */

const SHOWN_MS = 5500;
const MOST = 3; // lines at once

export class News {
  /** @param {string} text @param {Racer | null} about @param {string} [kind]  a class */
  tell(text, about, kind = "") {
    const line = make("p", `news-line ${kind}`);
    if (about) line.append(shapeOf(about.number));
    line.append(make("span", "", text));
    const box = element("news");
    box.append(line);
    while (box.childElementCount > MOST) box.firstElementChild?.remove();
    setTimeout(() => line.remove(), SHOWN_MS);
    this.say(text);
  }

  /** Says something to those who listen. @param {string} text */
  say(text) {
    element("news-said").textContent = text;
  }
}
