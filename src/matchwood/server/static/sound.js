/** Sounds of wood, cards and coins, made here of noise and a few tones; on after the first click. */

import { memory } from "./memory.js";
import { pace } from "./motion.js";
import { find, hear, table } from "./page.js";

let audio = null;
let hiss = null;
let resting = null;

/** What is heard when something is called out: how high, and when in a scene, in seconds. */
const CALL = [523, 659, 784, 1047], CALLED_AT = 1.1;

/** Milliseconds after which every sound has died away. */
const LONGEST = 2000;

const isLoud = () => memory.read("sound") !== false;

/** Noise through a filter that dies away: what most things sound like when they touch. */
function rub(kind, frequency, sharpness, loudness, lasts, delay = 0) {
  const at = audio.currentTime + delay;
  const [noise, filter, volume] = [audio.createBufferSource(), audio.createBiquadFilter(), audio.createGain()];
  noise.buffer = hiss;
  Object.assign(filter, { type: kind });
  filter.frequency.value = frequency;
  filter.Q.value = sharpness;
  volume.gain.setValueAtTime(loudness, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + lasts);
  noise.connect(filter).connect(volume).connect(audio.destination);
  noise.start(at, Math.random() / 2, lasts);
}

function ring(pitch, loudness, lasts, delay = 0, type = "sine") {
  const at = audio.currentTime + delay;
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.type = type;
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(loudness, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + lasts);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + lasts);
}

const wood = (pitch = 220, delay = 0) => {
  rub("bandpass", 4 * pitch, 3, 0.5, 0.06, delay);
  ring(pitch, 0.16, 0.14, delay, "triangle");
};
const SOUNDS = {
  card: () => rub("highpass", 2400, 0.7, 0.12, 0.11),
  coin: () => [[3100, 0], [4650, 0], [3900, 0.05]].forEach(([pitch, delay]) => ring(pitch, 0.025, 0.35, delay)),
  wood,
};

/** Sound so. A device whose sound is on works all the time, even in silence: it rests in between. */
function sound(make) {
  audio.resume();
  make();
  clearTimeout(resting);
  resting = setTimeout(() => audio.suspend(), LONGEST);
}

/** What moved is heard, then whose turn it is, or a small chord at the end. */
hear("moved", ({ last, kinds, turned }) => {
  const now = table().dataset;
  const isNew = last.seq !== now.seq || last.scene !== now.scene;
  if (!audio || !isLoud() || document.hidden || !isNew || last.table !== now.table) return;
  if (now.scene) sound(() => CALL.forEach((pitch, step) => ring(pitch, 0.08, 0.6, CALLED_AT * pace() + step * 0.09)));
  if (now.phase === "over" && last.phase === "playing") return sound(() => [196, 247, 294, 392].forEach((pitch, step) => wood(pitch, step * 0.11)));
  const material = turned ? "coin" : [...kinds].find((kind) => kind in SOUNDS) ?? "wood";
  sound(SOUNDS[material]);
  if (now.turn !== undefined && last.turn === undefined) sound(() => wood(392, 0.25));
});

/** A browser lets a page be heard only after a click. */
function begin() {
  if (audio || !isLoud()) return;
  audio = new AudioContext();
  audio.suspend();
  hiss = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  hiss.getChannelData(0).forEach((_, at, data) => { data[at] = 2 * Math.random() - 1; });
}
for (const what of ["click", "keydown"]) addEventListener(what, begin);
if (navigator.userActivation?.hasBeenActive) begin();

function showSound() {
  const button = find("sound");
  if (!button) return;
  button.ariaPressed = String(isLoud());
  const told = button.dataset[isLoud() ? "on" : "off"], text = button.querySelector("span:not([aria-hidden])");
  if (text) text.textContent = told;
  else button.ariaLabel = button.title = told;
}
hear("shown", showSound);
showSound();

document.addEventListener("click", ({ target }) => {
  if (!target.closest("#sound")) return;
  memory.write("sound", !isLoud());
  showSound();
  begin();
  if (isLoud()) sound(wood);
});
