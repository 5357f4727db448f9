// @ts-check
/* The front page: what is being played now stays up to date, and Thoughtful is offered with the one rule set it has. */

import { countDown } from "./countdown.js";
import { element, write } from "../table/elements.js";
import { offerWhatThereIs } from "./way_form.js";

const EVERY_MS = 5000;

/** Fetch the games being played now again and again, while somebody looks. @param {HTMLElement} box */
function keepCurrent(box) {
  const line = element("now-line");
  let shown = "";
  async function refresh() {
    if (document.hidden || box.contains(document.activeElement)) return;
    try {
      const answer = await fetch(box.dataset.from ?? "", { credentials: "same-origin" });
      if (!answer.ok) throw new Error(`${answer.status}`); // whatever stands before the server may answer for it
      write(line, "");
      const text = await answer.text();
      if (text === shown) return;
      shown = text;
      box.replaceChildren(...new DOMParser().parseFromString(text, "text/html").body.childNodes);
    } catch {
      write(line, line.dataset.offline ?? ""); // what stands there is what was last known, and the next round may go well
    }
  }
  setInterval(refresh, EVERY_MS);
  document.addEventListener("visibilitychange", refresh);
  for (const change of ["offline", "online"]) addEventListener(change, refresh);
}

const now = document.getElementById("now");
if (now) keepCurrent(now);
countDown(() => {
  if (!document.activeElement?.matches("input")) location.reload(); // nothing is lost that somebody is typing
});
const form = document.getElementById("play-form");
if (form instanceof HTMLFormElement) offerWhatThereIs(form);
