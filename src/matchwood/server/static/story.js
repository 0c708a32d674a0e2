/**
 * The story: what happens is shown one after the other, at a pace that can be followed.
 *
 * States that arrive faster than they can be seen wait in a queue. Nobody is kept from moving: a
 * click or a key at the table goes to the newest at once. “Show again” shows what was shown since
 * the viewer's own last move, and ends at now.
 */

import { finish, pace } from "./motion.js";
import { show } from "./morph.js";
import { find, hear, table } from "./page.js";

/** How long a move is looked at before the next one, at the calm pace. */
const REST = 400;
/** How many states are kept to be shown again. */
const MOST = 60;

const seqOf = (state) => Number(state.dataset.seq);
let queue = [];
/** Runs until the next state may be shown. */
let timer = 0;
/** The states since the viewer's last move, which led to the first of them. */
let since = [];

/** A state has come; it is shown in its turn. */
export function arrive(state) {
  if (!pace() || state.dataset.table !== table().dataset.table) hurry();
  queue.push(state);
  if (!timer) goOn();
}

function goOn() {
  timer = 0;
  if (!queue.length) return;
  const state = queue.shift();
  keep(state);
  const lasts = show(state);
  if (lasts) timer = setTimeout(goOn, lasts + REST * pace());
  else goOn();
}

function keep(state) {
  const newest = since.at(-1);
  if (newest && seqOf(state) < seqOf(newest)) return;
  // Of one event the newest state counts: it may also tell who is there.
  if (newest && seqOf(state) === seqOf(newest)) since.pop();
  else if (newest?.dataset.turn !== undefined) since = [];
  since = [...since, state].slice(-MOST);
}

/** Go to now, where someone presses or not: whether another event is shown there. */
function hurry(isPressed = false) {
  clearTimeout(timer);
  timer = 0;
  finish(isPressed);
  const [newest, before] = [queue.at(-1), table().dataset.seq];
  queue.forEach(keep);
  queue = [];
  if (newest) show(newest, false);
  return table().dataset.seq !== before;
}

/** Go back to the viewer's last move, and from there to now. */
function again() {
  hurry();
  const [first, ...others] = since;
  if (!others.length) return;
  show(first, false);
  queue = others;
  if (pace()) timer = setTimeout(goOn, REST * pace());
  else goOn();
}

/** Whether something belongs to a state of the game, and to no later one. */
const isOfGame = (target) => target === document.body || target.closest?.("[data-part], #bar, #offers");
let swallows = false;

function stop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** A click that goes to now does nothing else: it was meant for what is no longer shown. */
export function startStory() {
  if (!table()) return;
  since = [table().cloneNode(true)];
  addEventListener("pointerdown", ({ target }) => { swallows = isOfGame(target) && hurry(true); }, true);
  addEventListener("click", (event) => {
    if (isOfGame(event.target) && (hurry() || swallows)) stop(event);
    else if (event.target.closest?.("#again")) again();
    swallows = false;
  }, true);
  addEventListener("keydown", (event) => {
    if (["Enter", " "].includes(event.key) && isOfGame(event.target) && hurry()) stop(event);
  }, true);
  hear("shown", offer);
  offer();
}

function offer() {
  if (find("again")) find("again").hidden = since.length < 2;
}
