// @ts-check
/** The elements of a page: found by their id, and written to. */

/** An element that the page has. @param {string} id */
export function element(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** Shows an element, or hides it, where that changes anything. @param {HTMLElement} el @param {boolean} shown */
export function show(el, shown) {
  if (el.hidden === shown) el.hidden = !shown;
}

/**
 * Writes a text where it is not there already: the same one again would be read out twice, and have the browser lay out the page.
 * @param {Element} el @param {string} text
 */
export function write(el, text) {
  if (el.textContent !== text) el.textContent = text;
}

/**
 * Whether a key belongs to what has the focus: a field, an open dialog. One that has just been closed keeps the focus until the page is
 * painted again, and takes no keys any more. @param {EventTarget | null} target
 */
export function takesKeys(target) {
  if (!(target instanceof Element) || target.closest("dialog:not([open])")) return false;
  return target.closest("input, select, textarea, dialog, [contenteditable]") !== null;
}

/**
 * Writes a figure that changes all the time. It lies over the room it takes, so that the page is laid out anew only where it
 * takes more or less; all digits take as much. See styles/table.css.
 * @param {Element} el @param {string} text
 */
export function writeFigure(el, text) {
  write(el, text);
  const room = text.replace(/\d/g, "0");
  const holder = /** @type {HTMLElement} */ (el.parentElement);
  if (holder.dataset.room !== room) holder.dataset.room = room;
}
