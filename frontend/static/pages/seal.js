// @ts-check
/** The seal of a deck that was kept secret: checked before one's eyes. */

import { element } from "../table/elements.js";

/** Checks that the published hash is that of the code, where the page shows both. */
export async function checkSeal() {
  const box = document.getElementById("seal-holds");
  const published = document.getElementById("seal-hash");
  if (!box || !published) return;
  const code = element("seal-code").textContent ?? "";
  if (!globalThis.crypto?.subtle) {
    box.textContent = gettext("Browsers check such things over HTTPS alone, and this page came without: check it by hand.");
    return;
  }
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(code));
  const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const holds = hash === published.textContent;
  box.classList.add(holds ? "is-good" : "is-bad");
  box.dataset.holds = String(holds);
  box.textContent = holds
    ? gettext("Checked by your browser: the seal holds. This is the deck that was sealed.")
    : gettext("Checked by your browser: the seal does NOT hold. This code is another one than was sealed.");
}
