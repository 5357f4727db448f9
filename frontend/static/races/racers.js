// @ts-check
/** Racers as they are drawn everywhere: a colour and a shape each, and the mark that says who or what runs there. */

/** @typedef {import("./talk.js").Race} Race */
/** @typedef {import("./talk.js").Lane} Lane */
/**
 * @typedef {object} Racer
 * @property {string} key
 * @property {number} number  from 0, in the order of the seats, ghosts after them: decides colour and shape
 * @property {string} name
 * @property {"account" | "guest" | "former" | "ghost" | "program"} mark
 * @property {number | null} [playedAt]  the day on which a ghost's game was played, told at the end
 * @property {boolean} you
 * @property {boolean} connected
 * @property {number | null} awaySince
 * @property {string | null} gone
 * @property {string | null} game
 * @property {Lane | null} lane
 */

const SVG = "http://www.w3.org/2000/svg";
const LOOKS = 8; // colours, and shapes; after as many racers the shapes are hollow
export const FULL = 52;

/** What somebody is called: who has left has no name any more. @param {{name: string, mark: string}} somebody */
export function nameOf({ name, mark }) {
  return mark === "former" ? gettext("a former player") : name;
}

/** All who run in a race. @param {Race} race @param {string | null} own  the key of one's own seat @returns {Racer[]} */
export function racersOf(race, own) {
  const seated = race.seats.map(({ key, name, mark, connected, away_since, gone, game, lane }) => {
    return { key, name: nameOf({ name, mark }), mark, you: key === own, connected, awaySince: away_since, gone, game, lane };
  });
  const others = race.lanes.map(({ key, kind, name, pace, played_at: playedAt, game, lane }, i) => {
    const mark = /** @type {"ghost" | "program"} */ (kind === "ghost" ? "ghost" : "program");
    return { key, name: name ?? paceName(pace, i + 1), mark, playedAt, you: false, connected: true, awaySince: null, gone: null, game, lane };
  });
  return [...seated, ...others].map((racer, number) => ({ ...racer, number }));
}

/** A pace-setter by its pace, a ghost by its number: whose it is, is told at the end. @param {string | null} pace @param {number} number */
function paceName(pace, number) {
  const names = /** @type {Record<string, string>} */ ({
    bronze: gettext("Bronze pace"),
    silver: gettext("Silver pace"),
    gold: gettext("Gold pace"),
  });
  return names[pace ?? ""] ?? interpolate(gettext("Ghost %(number)s"), { number }, true);
}

/** The class that gives an element a racer's colour. @param {number} number */
export function colourClass(number) {
  return `racer-${(number % LOOKS) + 1}`;
}

/** A racer's shape in their colour; decoration beside a name. @param {number} number @returns {SVGSVGElement} */
export function shapeOf(number) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", `racer-shape ${colourClass(number)}${number >= LOOKS ? " is-hollow" : ""}`);
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  const use = svg.appendChild(document.createElementNS(SVG, "use"));
  use.setAttribute("href", `${document.body.dataset.icons}#racer-${(number % LOOKS) + 1}`);
  return svg;
}

/**
 * What kind of racer it is, in a word; "" for a former player. Of a recorded game with the day on which it
 * was played, where that is given.
 * @param {Racer["mark"]} mark @param {number | null} [playedAt]
 */
export function markWord(mark, playedAt) {
  if (mark === "guest") return gettext("guest");
  if (mark === "ghost") return playedAt ? recordedOn(playedAt) : gettext("recorded game");
  if (mark === "program") return gettext("program");
  if (mark === "account") return gettext("account");
  return "";
}

/** @param {number} at */
function recordedOn(at) {
  const day = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeZone: "UTC" });
  return interpolate(gettext("recorded game, %(date)s"), { date: day.format(at) }, true);
}

/** A place in a standing: "1st". @param {number} place */
export function placeMark(place) {
  const words = /** @type {Record<number, string>} */ ({
    1: pgettext("place in a race", "1st"),
    2: pgettext("place in a race", "2nd"),
    3: pgettext("place in a race", "3rd"),
  });
  return words[place] ?? interpolate(pgettext("place in a race", "%(place)sth"), { place }, true);
}

/**
 * An element with a class and, where given, a text.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {string} name @param {string} [text]
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, name, text = "") {
  const el = document.createElement(tag);
  el.className = name;
  if (text) el.textContent = text;
  return el;
}
