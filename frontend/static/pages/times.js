// @ts-check
/** Moments that pages tell in UTC, told again by the reader's own clock. */

/** Rewrites every `<time data-local>` of the page, with the exact moment and its zone as its title. */
export function localTimes() {
  const { lang } = document.documentElement;
  const short = new Intl.DateTimeFormat(lang, { dateStyle: "long", timeStyle: "short" });
  const exact = new Intl.DateTimeFormat(lang, { dateStyle: "full", timeStyle: "long" });
  for (const el of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll("time[data-local]"))) {
    const moment = Date.parse(el.dateTime);
    if (Number.isNaN(moment)) continue;
    el.textContent = short.format(moment);
    el.title = exact.format(moment);
  }
}
