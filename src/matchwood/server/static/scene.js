/**
 * Scenes: what a move brought about and everyone should see before the game goes on.
 *
 * A state brings them as templates. One with a picture of its own stands until its player goes on,
 * before others for a while; the rest is over soon. A press shows all of a scene at once, the next one goes on. What is only called out
 * over the board is looked at for a moment.
 */

import { pace } from "./motion.js";
import { find, hear, table } from "./page.js";
import { hurry } from "./story.js";

/** In milliseconds; eleven days are for ever, and as long as a browser can wait. */
const STANDS = { "until-pressed": 1e9, "a-while": 5500, briefly: 2800 }, CALLED = 2200;

/** By table, the last move whose scene has come. */
const seen = {};

const isScene = () => "scene" in (table()?.dataset ?? {});

/** The scenes that are new, and the state itself. */
export function unfolded(state) {
  const [name, states] = [state.dataset.table, []];
  for (const template of [...state.querySelectorAll("template")]) {
    const number = Number(template.dataset.scene);
    if (number > (seen[name] ?? 0)) states.push(template.content.firstElementChild);
    seen[name] = Math.max(number, seen[name] ?? 0);
    template.remove();
  }
  return [...states, state];
}

// What the page began with was not missed.
if (table()) seen[table().dataset.table] = Number(table().dataset.staged ?? 0);

hear("moved", (story) => {
  const { dataset } = table();
  if (isScene()) story.lasts = dataset.phase === "replay" ? 0 : STANDS[dataset.stands];
  else if (story.last.seq !== dataset.seq && find("call")?.firstChild) {
    story.lasts = Math.max(story.lasts, CALLED * pace());
  }
});

/** Whether something of a scene was still to come; now all of it is there. */
function completed() {
  const going = table().getAnimations({ subtree: true }).filter(({ playState, effect }) => (
    playState === "running" && effect.getComputedTiming().endTime < Infinity));
  for (const each of going) each.finish();
  return going.length > 0;
}

const isOurs = (target) => [document.body, table()].includes(target) || target.closest?.("[data-part], #bar");

function press(event) {
  const { target } = event;
  if (!isScene() || !isOurs(target)) return;
  const onward = target.closest("a, button");
  if (onward && onward !== find("onward")) return;
  // Where the page began with a scene, the way on is a link.
  if (!onward && completed() || hurry()) stop(event);
}

function stop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

addEventListener("click", press, true);
addEventListener("keydown", (event) => {
  if (event.key === " " || (event.key === "Enter" && !event.target.closest("a, button"))) press(event);
}, true);
