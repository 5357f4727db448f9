// @ts-check
/** The pages of the deal of the day: how long it lasts, what to tell others of it, and its seal. */

import { offerCopying } from "./copying.js";
import { countDown } from "./countdown.js";
import { checkSeal } from "./seal.js";

const ASK_MS = 2000;

/** Once the day is over, its page is loaded anew as soon as the code is known. @param {string} address  of what the API says of the day */
async function waitForTheCode(address) {
  try {
    const answer = await fetch(address, { credentials: "same-origin" });
    if (answer.ok && (await answer.json()).code) return location.reload();
  } catch {
    // Without a connection nothing is lost: the next round may go well.
  }
  setTimeout(() => waitForTheCode(address), ASK_MS);
}

/** Midnight: today's page shows the new day, the page of a day its code. */
function midnight() {
  const sealed = /** @type {HTMLElement | null} */ (document.querySelector("[data-sealed]"));
  if (sealed) waitForTheCode(sealed.dataset.sealed ?? "");
  else location.reload();
}

offerCopying();
checkSeal();
if (document.querySelector("[data-countdown]")) countDown(midnight);
else if (document.querySelector("[data-sealed]")) midnight();
