// @ts-check
/** The results of a race: the replays side by side, and the seal, which is checked before one's eyes. */

import { localTimes } from "../pages/times.js";
import { element } from "../table/playing.js";
import { offerCopying } from "./invite.js";
import { racersOf, write } from "./racers.js";
import { Reel } from "./reel.js";

/** @typedef {import("./talk.js").Race} Race */
/** @typedef {import("./talk.js").Lane} Lane */
/** @typedef {{key: string, place: number, status: Lane["status"], home: number, home_at: number, time_ms: number | null, moves: number}} Place */

/** Checks that the published hash is that of the code. */
async function checkSeal() {
  const box = document.getElementById("seal-holds");
  if (!box) return;
  const code = element("seal-code").textContent ?? "";
  if (!globalThis.crypto?.subtle) {
    write(box, gettext("Browsers check such things over HTTPS alone, and this page came without: check it by hand."));
    return;
  }
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(code));
  const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const holds = hash === element("seal-hash").textContent;
  box.classList.add(holds ? "is-good" : "is-bad");
  box.dataset.holds = String(holds);
  write(
    box,
    holds
      ? gettext("Checked by your browser: the seal holds. This is the deck that was sealed.")
      : gettext("Checked by your browser: the seal does NOT hold. This code is another one than was sealed."),
  );
}

function begin() {
  /** @type {Race & {places: Place[]}} */
  const race = JSON.parse(element("race-data").textContent ?? "{}");
  const places = new Map(race.places.map((place) => [place.key, place]));
  const racers = racersOf(race, null).map((racer) => {
    const place = places.get(racer.key);
    const at = place?.time_ms ?? place?.home_at ?? 0;
    const lane = place ? { ...place, v: 0, at, table: null } : null;
    return { ...racer, lane };
  });
  racers.sort((a, b) => (a.lane?.place ?? 99) - (b.lane?.place ?? 99));
  localTimes();
  offerCopying();
  checkSeal();
  new Reel(race.id, racers, (race.settled_at ?? 0) - (race.started_at ?? 0)).load();
}

begin();
