/** Laying a new state over the old one: elements with an id stay the same wherever they go. */

import { find, table, tell } from "./page.js";
import { finish, measured, move } from "./motion.js";

/** What is folded open is the reader's choice; the others, scripts see to. */
const OURS = new Set(["open", "tabindex", "data-large"]);

/** Make `from` look like `to`. */
export function morph(from, to) {
  const present = new Map([...from.querySelectorAll("[id]")].map((each) => [each.id, each]));
  const wanted = new Set([...to.querySelectorAll("[id]")].map((each) => each.id));
  morphElement(from, to, present, wanted);
}

function morphElement(from, to, present, wanted) {
  // Most of a page stays as it is, which the browser itself sees far sooner than a script.
  if (to.hasAttribute("data-keep") || from.isEqualNode(to)) return;
  for (const name of from.getAttributeNames()) {
    if (!to.hasAttribute(name) && !OURS.has(name)) from.removeAttribute(name);
  }
  for (const name of to.getAttributeNames()) {
    const value = to.getAttribute(name);
    if (!OURS.has(name) && from.getAttribute(name) !== value) from.setAttribute(name, value);
  }
  const kept = earlierMoves(from, to);
  morphChildren(from, to, present, wanted);
  from.append(...kept);
}

function morphChildren(from, to, present, wanted) {
  let cursor = from.firstChild;
  for (const next of [...to.childNodes]) {
    while (cursor?.id && !wanted.has(cursor.id)) cursor = removed(cursor);
    let placed = next.id ? present.get(next.id) : cursor;
    if (placed && placed.nodeName === next.nodeName && (placed.id ?? "") === (next.id ?? "")) {
      if (placed !== cursor) from.insertBefore(placed, cursor);
      if (next.nodeType === Node.ELEMENT_NODE) morphElement(placed, next, present, wanted);
      else if (placed.nodeValue !== next.nodeValue) placed.nodeValue = next.nodeValue;
    } else {
      // Made empty and then filled: what it holds may be there already.
      placed = from.insertBefore(document.importNode(next, false), cursor);
      morphChildren(placed, next, present, wanted);
    }
    // What came next may have gone into what was just filled.
    cursor = placed.nextSibling;
  }
  while (cursor) cursor = removed(cursor);
}

function removed(node) {
  const after = node.nextSibling;
  node.remove();
  return after;
}

/** The stream tells the last moves only; those before them are here already. */
function earlierMoves(from, to) {
  const before = Number(to.dataset?.before ?? 0);
  return before ? [...from.children].filter((each) => each.value <= before) : [];
}

/** Show a new `main`: what is typed, focused, unfolded and chosen stays. How long it moves. */
export function show(next, moves = true) {
  const main = table();
  const last = { ...main.dataset };
  const focused = main.contains(document.activeElement) ? document.activeElement : null;
  tell("leaving", next);
  finish();
  // From another place at the table everything lies elsewhere, and nothing has moved.
  const places = moves && main.dataset.place === next.dataset.place ? measured() : new Map();
  morph(main, next);
  // Who has played to the end reads how it ended.
  if (main.dataset.phase === "over" && last.phase !== "over") find("won").focus();
  else if (focused && focused !== document.activeElement) {
    (focused.isConnected ? focused : main).focus({ preventScroll: true });
  }
  tell("shown", last);
  const story = Object.assign(move(places, last), { last });
  tell("moved", story);
  return story.lasts;
}
