/**
 * Where a board has no room for all of its drawings in full size, one of them is large.
 *
 * The style sheet says which are small (`--small`, see drawing/picture.py); a click on a small one
 * makes it the large one, and does nothing else. The board remembers it in `data-large`.
 */

import { isSmall, tell } from "./page.js";

const chosen = new Map();
let followed = "";

/** Make the drawing large that an element is in. */
export function bring(element) {
  const svg = element?.closest("svg[data-drawing]");
  if (!svg || !isSmall(svg)) return;
  chosen.set(svg.parentElement.className, svg.dataset.drawing);
  svg.parentElement.dataset.large = svg.dataset.drawing;
  tell("zoomed");
}

/** Once something new is chosen, bring what can be clicked next, if all of it is small. */
export function follow() {
  const chosenNow = [...document.querySelectorAll("[data-part] .chosen[id]")].map(({ id }) => id).join(" ");
  const isNew = chosenNow !== followed;
  followed = chosenNow;
  const next = [...document.querySelectorAll("[data-part=board] .can[id]:not(.chosen)")];
  if (isNew && chosenNow && next.every((each) => isSmall(each.closest("svg")))) bring(next[0]);
}

/** Bring what was large back, after every change of the page. */
export function enlarge(root = document) {
  for (const board of root.querySelectorAll("[data-part=board]")) {
    const name = chosen.get(board.className);
    if (name && board.dataset.large !== name) board.dataset.large = name;
  }
}

document.addEventListener("click", (event) => {
  const svg = event.target.closest?.("svg[data-drawing]");
  if (!svg || !isSmall(svg)) return;
  event.stopImmediatePropagation();
  bring(svg);
}, true);
