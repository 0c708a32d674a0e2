/**
 * The script of the pages. Everything works without it; it makes play smooth.
 *
 * It knows no game and speaks no language: what it says stands in the page. Each module says what
 * it holds; they follow `shown` and the other events of page.js. Those that come first are told
 * first: a board has to lie in its place before things on it are marked.
 */

import { hear, root, table } from "./page.js";
import { fit } from "./zoom.js";
import { dress } from "./clicks.js";
import { follow } from "./follow.js";
import { remember } from "./deal.js";
import { startStory } from "./story.js";
import { site } from "./memory.js";
import { showMarks } from "./marks.js";
import { showSound } from "./sound.js";
import "./rulebook.js";
import "./settings.js";
import "./setup.js";
import "./replay.js";
import "./notify.js";

/** What can be turned is loaded where there is any. */
async function turnSolids() {
  for (const { dataset } of document.querySelectorAll("svg[data-solid]")) {
    if (dataset.solid.startsWith('{"cube"')) import("./cube.js");
    else (await import("./solid.js")).solids();
  }
}
hear("shown", turnSolids);

root.classList.add("scripts");
showSound();
startStory();
if (table()) {
  fit();
  dress();
  turnSolids();
  showMarks();
  remember();
  follow();
}
// A page for when there is no network; browsers allow it where the way is secure.
if (site.protocol === "https:") navigator.serviceWorker?.register(new URL("worker.js", site));
