// @ts-check
/** How the player likes the table, as the page says it on its root element; read when asked, since it may change. */

/**
 * @typedef {object} Likes
 * @property {string} [back]  1 to 3
 * @property {string} [index]  fit or large
 * @property {string} [hand]  right or left
 * @property {string} [tap]  smart, best, double or drag
 * @property {string} [motion]  system or less
 * @property {string} [rules]  on or off
 * @property {string} [sounds]  on or off
 */

export const likes = /** @type {Likes} */ (document.documentElement.dataset);

/** Whether the reader has asked for less motion, here or on the device. */
export function lessMotion() {
  return likes.motion === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
