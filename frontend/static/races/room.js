// @ts-check
/** The room of a race before it starts: who sits where, who is ready, and what one can do. */

import { element, write } from "../table/elements.js";
import { clockMark } from "../table/words.js";
import { colourClass, make, markWord, racersOf, shapeOf } from "./racers.js";

/** @typedef {import("./talk.js").Whole} Whole */
/** @typedef {import("./talk.js").Race} Race */
/** @typedef {import("./talk.js").Talk} Talk */
/** @typedef {import("./racers.js").Racer} Racer */

const SEEN_SEATS = 6;
const SVG = "http://www.w3.org/2000/svg";

export class Room {
  /** @param {Talk} talk */
  constructor(talk) {
    this.talk = talk;
    this.ready = false;
    this.shown = "";
    element("ready").addEventListener("click", () => this.talk.act(this.ready ? "unready" : "ready"));
  }

  /** @param {Whole} whole */
  show(whole) {
    const { race, you } = whole;
    const seat = race.seats.find(({ key }) => key === you.seat);
    const closed = race.status === "closed";
    this.ready = seat?.ready ?? false;
    this.showSeats(race, you.seat);
    write(element("room-title"), titleOf(race, !!seat));
    write(element("room-word"), wordOf(whole));
    element("ready").hidden = !seat || race.quick || closed;
    element("ready").setAttribute("aria-pressed", String(this.ready));
    element("ready").classList.toggle("is-primary", !this.ready);
    write(element("ready-word"), this.ready ? gettext("Ready. Press again to wait") : gettext("I am ready"));
    element("join").hidden = !!seat || closed || !race.places_free || race.quick || !!you.elsewhere;
    element("elsewhere").hidden = !you.elsewhere || !!seat || closed;
    /** @type {HTMLAnchorElement} */ (element("elsewhere")).href = `/race/${you.elsewhere}`;
    element("leave").hidden = !seat || closed;
    element("to-lobby").hidden = !closed;
    element("offer").hidden = !(race.quick && seat && race.seats.length === 1 && !closed);
    document.getElementById("invite")?.toggleAttribute("hidden", closed || !race.places_free);
    element("room").dataset.waiting = String(race.status === "open" && race.quick);
  }

  /** @param {Race} race @param {string | null} own */
  showSeats(race, own) {
    const shown = JSON.stringify([race.seats.map(({ lane, away_since, ...seat }) => seat), race.host, race.places_free, own]);
    if (shown === this.shown) return;
    this.shown = shown;
    const taken = racersOf(race, own).map((racer) => seatOf(racer, race));
    // A large room's free seats are counted; a small one's are seen.
    const many = race.capacity > SEEN_SEATS && race.places_free > 1;
    const text = many ? interpolate(gettext("%(count)s free"), { count: race.places_free }, true) : gettext("free");
    const free = Array.from({ length: many ? 1 : race.places_free }, () => {
      const el = make("li", "seat is-free");
      el.append(make("span", "seat-name", text));
      return el;
    });
    element("seats").replaceChildren(...taken, ...free);
    element("seats").dataset.many = String(race.capacity > SEEN_SEATS);
  }

  /** How long one has been waiting, and how long until the start. @param {Whole} whole @param {number} now */
  tick({ race }, now) {
    if (race.quick && race.status === "open") {
      element("room-kind").textContent = interpolate(
        gettext("Race now, waiting %(time)s"),
        { time: clockMark(now - race.created_at) },
        true,
      );
    }
  }
}

/** @param {Racer} racer @param {Race} race */
function seatOf(racer, race) {
  const seat = race.seats.find(({ key }) => key === racer.key);
  const el = make("li", `seat ${colourClass(racer.number)}${racer.you ? " is-you" : ""}`);
  el.classList.toggle("is-away", !racer.connected);
  el.classList.toggle("is-ready", !!seat?.ready || !seat || race.quick);
  const words = [
    racer.you ? gettext("you") : "",
    race.host === racer.key && !race.quick ? gettext("host") : "",
    markWord(racer.mark, racer.playedAt),
    racer.connected ? "" : gettext("not connected"),
  ];
  el.append(shapeOf(racer.number), make("span", "seat-name", racer.name));
  el.append(make("span", "seat-word", words.filter(Boolean).join(" · ")));
  if (seat && !race.quick) el.append(readyMark(seat.ready));
  return el;
}

/** @param {boolean} ready */
function readyMark(ready) {
  const el = make("span", "seat-ready");
  const svg = el.appendChild(document.createElementNS(SVG, "svg"));
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  if (ready) svg.appendChild(document.createElementNS(SVG, "use")).setAttribute("href", `${document.body.dataset.icons}#check`);
  el.append(make("span", ready ? "" : "soft", ready ? gettext("ready") : gettext("not ready yet")));
  return el;
}

/** @param {Race} race @param {boolean} seated */
function titleOf(race, seated) {
  if (race.status === "closed") return gettext("This room has closed");
  if (race.quick) return seated ? gettext("Looking for somebody to race you") : gettext("Somebody is looking for a race");
  if (race.lanes.length) return gettext("Ready to race them?");
  return race.places_free ? gettext("The room is open") : gettext("The room is full");
}

/** What everybody waits for. @param {Whole} whole */
function wordOf({ race, you }) {
  if (race.status === "closed") return gettext("Nothing happened here for a while. There are others.");
  const unready = race.seats.filter((seat) => !seat.ready);
  if (race.quick) {
    return you.seat === null ? "" : gettext("The race starts within seconds of somebody coming. Stay on this page.");
  }
  if (race.seats.length + race.lanes.length < 2) return gettext("The race needs at least two. Send somebody the link.");
  if (unready.length) {
    const names = unready.map(({ name }) => name).join(", ");
    return interpolate(gettext("It starts when all are ready. Still waiting for: %(names)s"), { names }, true);
  }
  return gettext("All are ready.");
}
