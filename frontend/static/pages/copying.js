// @ts-check
/** Links that are handed on: copied at the press of a button, or shared by the device's own means. */

import { element } from "../table/elements.js";

const SAID_MS = 2500;

/** Makes the page's copy and share buttons work. Without HTTPS there is no clipboard to write to: the text is selected then. */
export function offerCopying() {
  for (const button of document.querySelectorAll("[data-copy]")) {
    const el = /** @type {HTMLElement} */ (button);
    el.hidden = false;
    el.addEventListener("click", () => copy(el));
  }
  for (const button of document.querySelectorAll("[data-share]")) {
    const el = /** @type {HTMLElement} */ (button);
    el.hidden = !("share" in navigator);
    el.addEventListener("click", () => share(el));
  }
}

/** @param {HTMLElement} button */
async function copy(button) {
  const field = /** @type {HTMLInputElement} */ (element(button.dataset.copy ?? ""));
  const shown = field.type !== "hidden";
  if (shown) field.select();
  let copied = false;
  try {
    await navigator.clipboard.writeText(field.value);
    copied = true;
  } catch {
    // The older way, which plain HTTP has too, and which copies only what is in a page to be selected.
    if (!shown) field.type = "text";
    field.select();
    copied = document.execCommand("copy");
    if (!shown && copied) field.type = "hidden";
  }
  const word = /** @type {HTMLElement} */ (button.querySelector("span"));
  const before = word.textContent;
  const text = copied ? gettext("Copied") : gettext("Press Ctrl and C");
  if (before === text) return;
  word.textContent = text;
  const said = document.getElementById("copied");
  if (said) said.textContent = text;
  setTimeout(() => (word.textContent = before), SAID_MS);
}

/** @param {HTMLElement} button */
function share(button) {
  const field = /** @type {HTMLInputElement} */ (element(button.dataset.share ?? ""));
  navigator.share({ title: document.title, url: field.value }).catch(() => {}); // whoever closes the sheet has changed their mind
}
