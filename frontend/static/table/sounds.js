// @ts-check
/** Small sounds of a card table, made on the spot; silent unless the player has asked for sounds. */

import { likes } from "./likes.js";

/** @typedef {import("./state.js").GameEvent} GameEvent */

const NOTES = { home: [988, 1319], refused: [196, 165], won: [523, 659, 784, 1047, 1319] };
const NOTE_S = 0.09; // from one note to the next
const RING_S = 0.22; // a note dies away in so long
const RUSTLE_S = 0.07;

/** @type {AudioContext | null} made at the first sound: browsers want a press or a key before it */
let audio = null;

/** @returns {AudioContext | null} null where nothing is to be heard */
function context() {
  if (likes.sounds !== "on" || typeof AudioContext === "undefined") return null;
  audio ??= new AudioContext();
  void audio.resume();
  return audio;
}

/** @param {"home" | "refused" | "won"} name */
export function ring(name) {
  const at = context();
  if (!at) return;
  NOTES[name].forEach((pitch, i) => {
    const begin = at.currentTime + i * NOTE_S;
    const tone = new OscillatorNode(at, { type: "triangle", frequency: pitch });
    const volume = new GainNode(at, { gain: 0 });
    volume.gain.setValueAtTime(0.0001, begin);
    volume.gain.exponentialRampToValueAtTime(0.12, begin + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.0001, begin + RING_S);
    tone.connect(volume).connect(at.destination);
    tone.start(begin);
    tone.stop(begin + RING_S);
  });
}

/** A card sliding on felt. */
function rustle() {
  const at = context();
  if (!at) return;
  const length = Math.ceil(at.sampleRate * RUSTLE_S);
  const buffer = new AudioBuffer({ length, sampleRate: at.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3;
  const noise = new AudioBufferSourceNode(at, { buffer });
  const tone = new BiquadFilterNode(at, { type: "bandpass", frequency: 2600, Q: 0.8 });
  noise.connect(tone).connect(new GainNode(at, { gain: 0.25 })).connect(at.destination);
  noise.start();
}

/** What a move sounds like. @param {GameEvent} event */
export function sound(event) {
  if (event.status === "won") ring("won");
  else if (event.carry?.some(({ to }) => "SHDC".includes(to))) ring("home");
  else if (event.carry?.length) rustle();
}
