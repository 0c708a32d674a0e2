/**
 * The script of the pages. Everything works without it; it makes play smooth.
 *
 * It knows no game and speaks no language: what it says stands in the page. Each module says what
 * it holds; they follow `shown` and the other events of page.js. Those that come first are told
 * first: a board has to lie in its place before things on it are marked.
 */

import { find, hear, root, table } from "./page.js";
import { fit } from "./zoom.js";
import { dress } from "./clicks.js";
import { follow } from "./follow.js";
import { keepMarks, startStory } from "./story.js";

/** What a page can do without until someone is there, or something happens. */
const LATER = [
  "arranging", "copy", "deal", "dragging", "drawers", "edges", "effects", "enlarge", "notify", "panning", "pointing",
  "rulebook", "scene", "search", "settings", "sound", "walking", "winning",
];
/** What is done by scripts that come later. */
const SCRIPTED = "button.scripted, .scripted button, a[data-setting], a[data-rule]";

/** A module that cannot be had, or fails, takes no other with it: what it would do is done as without script. */
const load = (name) => import(`./${name}.js`).catch(reportError);

/** What a page has from its beginning needs its script at once. */
if (find("deal") || find("check")) load("deal");
if (find("setup")) load("setup");
if (find("steps")) load("replay");
if (document.querySelector("time")) load("dates");

/** What can be turned is a picture until then. */
async function turnSolids() {
  for (const { dataset } of document.querySelectorAll("svg[data-solid]")) {
    if (dataset.solid.startsWith('{"cube"')) load("cube");
    else (await load("solid"))?.solids();
  }
}

let waking = null;
const isAwake = () => root.classList.contains("awake");

const wake = () => waking ??= getReady();

async function getReady() {
  for (const sheet of document.querySelectorAll("link[rel=later]")) sheet.rel = "stylesheet";
  await Promise.all([...LATER.map(load), turnSolids().catch(reportError)]);
  root.classList.add("awake");
  // A page for when there is no network; browsers allow it where the way is secure.
  if (isSecureContext) navigator.serviceWorker?.register(new URL("../../../worker.js", import.meta.url));
}
for (const sign of ["pointermove", "pointerdown", "keydown"]) addEventListener(sign, wake, { once: true });
// A stream begins with what is there already.
hear("shown", ({ seq }) => {
  // What comes while the others are on their way was not there when they were looked for.
  if (waking) turnSolids();
  else if (seq !== table().dataset.seq) wake();
});

/** A click that comes before its script is made once more; if the script could not be had, as without one. */
addEventListener("click", async (event) => {
  const wanted = isAwake() ? null : event.target.closest?.(SCRIPTED);
  if (!wanted) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  await wake();
  wanted.click();
}, true);

root.classList.add("scripts");
startStory();
if (table()) {
  follow();
  fit();
  dress();
  keepMarks();
}
if (document.querySelector("svg[data-solid]")) load("enlarge");
// A hand that was arranged is not seen otherwise first.
try { if (localStorage["matchwood-arranging"]) load("arranging"); } catch { /* no matter */ }
