// @ts-check
/** The results of a race: the replays side by side, and the seal, which is checked before one's eyes. */

import { offerCopying } from "../pages/copying.js";
import { checkSeal } from "../pages/seal.js";
import { localTimes } from "../pages/times.js";
import { element } from "../table/elements.js";
import { racersOf } from "./racers.js";
import { Reel } from "./reel.js";

/** @typedef {import("./talk.js").Race} Race */
/** @typedef {import("./talk.js").Lane} Lane */
/** @typedef {{key: string, place: number, status: Lane["status"], home: number, home_at: number, time_ms: number | null, moves: number}} Place */

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
