/**
 * Drawers, and the side where it lies over the table: a press beside one, Esc or its cross closes it.
 *
 * A press on the table that closes one does nothing else: it was meant for what lies over the table.
 */

import { find, hear, table } from "./page.js";

/** What is open; a browser without popovers finds none, and forgives that it is asked. */
const OPEN = "details.drawer[open], #side:is(:popover-open)";
const opened = () => document.querySelector(OPEN);
/** The open one beside which was pressed. Of popovers browsers close some before the click. */
let left = null;

function close(sheet) {
  if (sheet.matches("details")) sheet.open = false;
  else if (sheet.matches(OPEN)) sheet.hidePopover();
}

function stop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

const isOfTable = (target) => target.closest?.("[data-part]");

addEventListener("pointerdown", (event) => {
  const sheet = opened();
  left = sheet && !sheet.contains(event.target) ? sheet : null;
  if (left && isOfTable(event.target)) stop(event);
}, true);

addEventListener("click", (event) => {
  const { target } = event;
  const sheet = target.closest?.(".drawer .close") ? opened() : left;
  left = null;
  if (!sheet) return;
  // Another drawer closes this one by itself, and a popover's button opens and closes it.
  if (!target.closest("summary, [popovertarget], #bar")) close(sheet);
  if (isOfTable(target) && !sheet.contains(target)) stop(event);
}, true);

addEventListener("keydown", (event) => {
  const drawer = event.key === "Escape" && document.querySelector("details.drawer[open]");
  if (!drawer) return;
  stop(event);
  close(drawer);
  drawer.querySelector("summary").focus();
}, true);

/** At the end of a game nothing lies over it; who has said something has said it. */
hear("shown", ({ phase }) => { if (phase !== table().dataset.phase && find("menu")) find("menu").open = false; });
document.addEventListener("submit", ({ target }) => { if (target.closest("#emotes")) find("emotes").open = false; });
