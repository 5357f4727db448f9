// @ts-check
/* Every page: a form that is pressed twice is sent once. The second would deal a second game, or meet the first's cookies. */

const AGAIN_MS = 3000; // whoever presses again after so long means it: the first has come to nothing

let sentAt = -Infinity;

addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.method !== "post" || event.defaultPrevented) return;
  const now = performance.now();
  if (now - sentAt < AGAIN_MS) event.preventDefault();
  else sentAt = now;
});
addEventListener("pageshow", () => (sentAt = -Infinity));
