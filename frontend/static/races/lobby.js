// @ts-check
/** The lobby and what is watched: rooms, who waits for a rival, and what goes on, all of it live. */

import { offerWhatThereIs } from "../pages/way_form.js";
import { Line } from "../feed/socket.js";
import { element, write } from "../table/elements.js";
import { drawTable } from "../table/small_table.js";
import { tableOf } from "../table/state.js";
import { clockMark } from "../table/words.js";
import { drawShape } from "./lanes.js";
import { FULL, colourClass, make, markWord, nameOf, shapeOf } from "./racers.js";

/** @typedef {{family: string, draw: number, ruleset: string, limit_s?: number | null, sealed?: boolean}} Way */
/** @typedef {{key: string, name: string, mark: "account" | "guest" | "former", home: number, moves: number, status: string}} Runner */
/** @typedef {Way & {id: string, host: {name: string, mark: "account" | "guest" | "former"}, taken: number, capacity: number, undo: boolean}} Open */
/** @typedef {Way & {id: string, rated: boolean, started_at: number, racers: Runner[], view: string, table: any}} Running */
/** @typedef {Way & {id: string, player: {name: string}, home: number, moves: number, code: string | null, table: any}} Played */
/** @typedef {import("../feed/socket.js").LineState} LineState */
/** @typedef {{now: number, rooms: Open[], waiting: Way[], running: Running[], games: Played[]}} News */

const SVG = "http://www.w3.org/2000/svg";
const SHOWN_RACERS = 4;

class Lobby {
  constructor() {
    this.ahead = 0; // of this browser's clock, in milliseconds
    /** @type {Map<string, string>} what each box was drawn from, so that nothing is drawn in vain */
    this.drawn = new Map();
    this.note = make("p", "line-note");
    this.note.setAttribute("role", "status");
    document.getElementById("main")?.append(this.note);
    this.line = new Line(
      "/ws/lobby",
      {
        opened: () => this.line.send({ t: "hello" }),
        heard: (message) => message.t === "lobby" && this.show(message),
        changed: (state) => this.lineChanged(state),
      },
      () => ({ t: "ping", sent: Math.round(performance.now()) }),
    );
    this.line.connect();
  }

  /** What stands here is no longer kept up to date, and it is said. @param {LineState} state */
  lineChanged(state) {
    if (state === "open") write(this.note, "");
    else if (state === "down") write(this.note, gettext("Offline. Trying to reach the server again …"));
    else if (state === "ended") write(this.note, gettext("The server will not talk to this page. Reload it to try again."));
  }

  /** @param {News} news */
  show({ now, rooms, waiting, running, games }) {
    this.ahead = now - Date.now();
    this.fill("rooms", rooms, () => listOf(rooms, roomItem, "list rooms"));
    this.fill("seekers", waiting, () => seekers(waiting));
    this.fill("running", running, () => listOf(running, (race) => this.raceItem(race), "mini-grid"));
    this.fill("games", games, () => listOf(games, gameItem, "mini-grid"));
  }

  /**
   * Draws a box anew, where there is one and it has changed; while nothing is in it, as the server wrote it.
   * @param {string} id @param {unknown[]} from @param {() => Element | null} draw
   */
  fill(id, from, draw) {
    const box = document.getElementById(id);
    const text = JSON.stringify(from);
    if (!box || this.drawn.get(id) === text) return;
    this.drawn.set(id, text);
    const focused = box.contains(document.activeElement) ? document.activeElement?.getAttribute("href") : null;
    const drawn = from.length ? draw() : emptyOf(id);
    box.replaceChildren(...(drawn ? [drawn] : []));
    if (focused) /** @type {HTMLElement | null} */ (box.querySelector(`[href="${CSS.escape(focused)}"]`))?.focus();
  }

  /** @param {Running} race */
  raceItem(race) {
    const link = make("a", "mini");
    link.href = `/race/${race.id}`;
    const felt = make("span", `mini-felt is-night ${race.table ? "is-table" : "is-totals"}`);
    felt.setAttribute("aria-hidden", "true");
    if (race.table) felt.append(pictureOf(race.table));
    else race.racers.slice(0, SHOWN_RACERS).forEach((racer) => felt.append(trackOf(racer)));
    const foot = make("span", "mini-foot");
    const list = make("span", "mini-racers");
    race.racers.slice(0, SHOWN_RACERS).forEach((racer) => {
      const row = make("span", "mini-racer");
      row.append(shapeOf(Number(racer.key)), make("span", "mini-name", nameOf(racer)), make("span", "num", `${racer.home}/${FULL}`));
      list.append(row);
    });
    const more = race.racers.length - SHOWN_RACERS;
    if (more > 0) list.append(make("span", "soft", interpolate(ngettext("and %(count)s more", "and %(count)s more", more), { count: more }, true)));
    const time = make("span", "num", clockMark(Date.now() + this.ahead - race.started_at));
    const head = make("span", "mini-head");
    head.append(make("span", "badge is-live", race.rated ? gettext("rated race") : gettext("live")), time);
    foot.append(head, list, make("span", "mini-way soft", wayText(race)));
    link.append(felt, foot);
    return link;
  }
}

/** @template T @param {T[]} items @param {(item: T) => Element} draw @param {string} name */
function listOf(items, draw, name) {
  const list = make("ul", name);
  for (const item of items) list.appendChild(document.createElement("li")).append(draw(item));
  return list;
}

/** @param {Open} room */
function roomItem(room) {
  const link = make("a", "");
  link.href = `/race/${room.id}`;
  const main = make("span", "list-main stack is-tight");
  main.append(make("strong", "", nameOf(room.host)), make("span", "soft", wayText(room)));
  const dots = make("span", "room-dots");
  dots.setAttribute("aria-hidden", "true");
  for (let i = 0; i < room.capacity; i++) dots.append(make("i", i < room.taken ? "is-taken" : ""));
  const seats = make("span", "num");
  seats.append(dots, ` ${room.taken}/${room.capacity}`);
  link.append(main, seats, make("span", "button is-small", gettext("Enter")));
  return link;
}

/** @param {Played} game */
function gameItem(game) {
  const link = make("a", "mini");
  link.href = `/replay/${game.id}`;
  const felt = make("span", "mini-felt is-night is-table");
  felt.setAttribute("aria-hidden", "true");
  if (game.table) felt.append(pictureOf(game.table));
  const foot = make("span", "mini-foot");
  foot.append(
    make("span", "mini-who", game.player.name),
    make("span", "num mini-home", `${game.home}/${FULL}`),
    make("span", "num soft", interpolate(ngettext("%(count)s move", "%(count)s moves", game.moves), { count: game.moves }, true)),
    make("span", "code soft", game.code ?? ""),
  );
  link.append(felt, foot);
  return link;
}

/** @param {Way[]} waiting */
function seekers(waiting) {
  const count = waiting.length;
  const text = ngettext("%(count)s is waiting for a rival", "%(count)s are waiting for a rival", count);
  const box = make("p", "waiting");
  box.append(make("span", "badge is-live", interpolate(text, { count }, true)));
  return box;
}

/** How a race is played, in a line. @param {Way} way */
function wayText({ family, draw, ruleset, limit_s, sealed }) {
  const rules = /** @type {Record<string, string>} */ ({
    N: gettext("Normal"),
    V: gettext("Vegas"),
    S: gettext("Standard"),
    C: gettext("Classic"),
  });
  const words = [
    family === "TF" ? gettext("Thoughtful") : gettext("Klondike"),
    draw === 3 ? gettext("draw three") : gettext("draw one"),
    rules[ruleset],
  ];
  if (limit_s) words.push(interpolate(ngettext("%(count)s minute", "%(count)s minutes", limit_s / 60), { count: limit_s / 60 }, true));
  if (sealed === false) words.push(gettext("known deck"));
  return words.join(" · ");
}

/** A table as far as it may be seen: faces, or how many cards lie where. @param {any} table */
function pictureOf(table) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "mini-picture");
  svg.setAttribute("preserveAspectRatio", "xMidYMin");
  if (table.foundations) drawTable(svg, tableOf(table));
  else drawShape(svg, table);
  return svg;
}

/** @param {Runner} racer */
function trackOf(racer) {
  const number = Number(racer.key);
  const row = make("span", `mini-track ${colourClass(number)}`);
  const bar = make("progress", "");
  bar.max = FULL;
  bar.value = racer.home;
  row.append(shapeOf(number), bar, make("b", "num", String(racer.home)));
  row.title = [nameOf(racer), markWord(racer.mark)].filter(Boolean).join(", ");
  return row;
}

/** What stands where there is nothing: an invitation. @param {string} id @returns {HTMLElement | null} */
function emptyOf(id) {
  const words = /** @type {Record<string, [string, string]>} */ ({
    rooms: [gettext("No room is open."), gettext("Open one, send the link to somebody, and the house is yours.")],
    running: [gettext("No race is going on."), gettext("Start one: somebody may be waiting for just that.")],
    games: [gettext("No game is going on."), gettext("Yours could be the one that others watch.")],
  });
  if (!(id in words)) return null;
  const box = make("div", "empty");
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "empty-cards");
  svg.setAttribute("aria-hidden", "true");
  svg.appendChild(document.createElementNS(SVG, "use")).setAttribute("href", `${document.body.dataset.icons}#empty`);
  box.append(svg, make("p", "empty-title", words[id][0]), make("p", "", words[id][1]));
  if (id === "rooms") return box;
  const panel = make("div", "panel");
  panel.append(box);
  return panel;
}

for (const id of ["race-now-form", "new-race-form"]) {
  if (document.getElementById(id)) offerWhatThereIs(/** @type {HTMLFormElement} */ (element(id)));
}
new Lobby();
