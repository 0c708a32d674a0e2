/**
 * The story: what happens is shown one after the other, at a pace that can be followed.
 *
 * States that arrive faster than they can be seen wait in a queue. Nobody is kept from moving: a
 * click or a key at the table goes to the newest at once. “Show again” shows what was shown since
 * the viewer's own last move, and ends at now. Some states bring scenes along, which come before
 * them (scene.js); nobody goes past one without having seen it.
 */

import { finish, pace } from "./motion.js";
import { show } from "./morph.js";
import { find, hear, table } from "./page.js";

/** How long a move is looked at before the next one, at the calm pace. */
const REST = 400;
/** How many states are kept to be shown again. */
const MOST = 60;

const nameOf = ({ dataset }) => dataset.seq + dataset.scene;
const isScene = ({ dataset }) => "scene" in dataset;
let queue = [];
/** Runs until the next state may be shown. */
let timer = 0;
/** The states since the viewer's last move, which led to the first of them. */
let since = [];

/** A state has come; it is shown in its turn. */
export async function arrive(state) {
  const scenes = state.querySelector("template") && await import("./scene.js").catch(reportError);
  if (state.dataset.table !== table().dataset.table || !(pace() || isScene(table()))) hurry();
  queue.push(...scenes?.unfolded(state) ?? [state]);
  if (!timer) goOn();
}

function goOn(state = queue.shift(), moves) {
  timer = 0;
  if (!state) return;
  keep(state);
  const lasts = show(state, moves);
  if (lasts) timer = setTimeout(goOn, lasts + REST * pace());
  else goOn();
}

function keep(state) {
  const newest = since.at(-1);
  if (newest?.dataset.seq - state.dataset.seq > 0) return;
  // Of one event the newest state counts: it may also tell who is there.
  if (newest && nameOf(state) === nameOf(newest)) since.pop();
  else if (newest?.dataset.turn !== undefined) since = [];
  since = [...since, state].slice(-MOST);
}

/** Go to now or the next scene, where someone presses or not: whether something else is shown. */
export function hurry(isPressed = false) {
  clearTimeout(timer);
  timer = 0;
  finish(isPressed);
  const before = nameOf(table());
  const passed = queue.splice(0, queue.findIndex(isScene) + 1 || queue.length);
  const newest = passed.pop();
  passed.forEach(keep);
  if (newest) goOn(newest, false);
  return nameOf(table()) !== before;
}

/** Go back to the viewer's last move, and from there to now. */
function again() {
  hurry();
  const [first, ...others] = since;
  queue = others;
  timer = setTimeout(goOn, show(first, false) + REST * pace());
}

/** Whether something belongs to a state of the game, and to no later one. */
const isOfGame = (target) => !isScene(table())
  && (target === document.body || target.closest?.("[data-part], #bar, #offers"));
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

/** What was marked after each move, by the names of the drawings, for when it is pointed at. */
export const marked = new Map();

export function keepMarks() {
  const line = find("moves-told")?.querySelector("li");
  const marks = [...document.querySelectorAll("#table svg[data-drawing] > .marks")];
  // A scene has no marks that its line could be asked for.
  if (!line || isScene(table())) return;
  marked.set(line.value, marks.map((each) => [each.ownerSVGElement.dataset.drawing, each.cloneNode(true)]));
}

hear("moved", keepMarks);
