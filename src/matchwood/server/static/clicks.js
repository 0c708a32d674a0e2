/**
 * Clicks: a move is a path of clicks through the drawings and the buttons of the bar. What is drawn
 * is clicked in any order, buttons come where they stand in the path.
 *
 * What can be clicked next has the class `can`, and `early` if it usually comes later; what was
 * clicked `chosen`. While a move is half made, the bar says what is missing and the drawings what
 * each next click would do. A move that its player would regret is asked for twice.
 */

import { isSending, lost, send } from "./follow.js";
import { THINGS, find, hear, notice, root, table, tell, things } from "./page.js";

/** More that can be clicked than so many is marked more quietly. */
const FEW = 16;

/** What the id of a thing begins with: `cell` of `cell-c3`. */
const kindOf = (id) => id.split("-")[0];

let offers = [];
export let path = [];
/** The move that was asked for once and has to be asked for again. */
export let doubtful = null;
/** What the bar says while no move is half made. */
let plain = [];
/** The things that are drawn as if they could be clicked. */
let inviting = new Set();

const buttons = () => [...document.querySelectorAll("#buttons [data-step]")];
const leading = (beginning) => offers.filter(({ clicks }) => beginning.every((id) => clicks.includes(id)));
/** What is left to click of a move: all that is drawn, then the buttons one after the other. */
function left({ clicks, pieces }, beginning) {
  const missing = clicks.filter((id) => !beginning.includes(id));
  const things = missing.filter((id) => pieces.has(id));
  return things.length ? things : missing.slice(0, 1);
}
export const nextClicks = (beginning) => new Set(
  isSending() ? [] : leading(beginning).flatMap((offer) => left(offer, beginning)));
/** The moves whose paths begin with such clicks, in their order. */
const inOrder = (beginning) => offers.filter(({ clicks }) => beginning.every((id, step) => clicks[step] === id));
const comesNext = (id) => inOrder([...doubtful ? path.slice(0, -1) : path, id]).length > 0;
/** Whether a thing can be taken to another one. */
export const leadsOn = (id) => inOrder([...path, id]).some(({ clicks }) => clicks.length > path.length + 1);
export const isHeld = () => path.length === 1 && !doubtful && inOrder(path).length > 0;

/** Everything that has to be done anew when the page has changed. */
export function dress() {
  const steps = new Set(buttons().map((button) => button.dataset.step));
  offers = [...document.querySelectorAll("#offers [data-clicks]")].map((button) => {
    const clicks = button.dataset.clicks.split(" ").filter(Boolean);
    const pieces = new Set(clicks.filter((id) => !steps.has(id)));
    return { button, clicks, pieces, effect: button.dataset.effect ?? "" };
  });
  doubtful = null;
  if (!leading(path).length) path = [];
  inviting = new Set([...things(".click")].map(({ id }) => id));
  plain = [...find("said")?.childNodes ?? []];
  mark();
  openSide();
}

/** The bar is as tall as what it says, whenever that comes, and on a phone other things end above it. */
const bars = new ResizeObserver(([{ target }]) => {
  root.style.setProperty("--bar", `${target.offsetHeight}px`);
});

/** Where the side lies hidden and the next click has to be made there, it comes over the board. */
let isOpened = false;

function openSide() {
  const side = find("side");
  if (!side?.showPopover) return;
  const isNeeded = Boolean(side.querySelector("svg .can:not(.early)"));
  if (isNeeded && !side.getClientRects().length) {
    side.showPopover();
    isOpened = true;
  } else if (isOpened && !isNeeded) {
    if (side.matches(":popover-open")) side.hidePopover();
    isOpened = false;
  }
}

hear("shown", dress);
addEventListener("resize", openSide);
hear("sending", mark);
hear("leaving", () => {
  find("said")?.replaceChildren(...plain);
});

/** Show what can be clicked next and what is chosen; both can be reached by the keyboard. */
function mark() {
  const next = nextClicks(path);
  if (doubtful) next.add(path.at(-1));
  const named = [...next, ...path, ...inviting].map(find).filter((each) => each?.matches(THINGS));
  root.classList.toggle("plenty", named.filter(({ id }) => next.has(id)).length > FEW);
  for (const element of new Set([...things(":is(.can, .chosen, .click, [tabindex]:not([role=img]))"), ...named])) {
    const [can, chosen] = [next.has(element.id), path.includes(element.id)];
    element.classList.toggle("can", can);
    element.classList.toggle("chosen", chosen);
    element.classList.toggle("early", can && !comesNext(element.id));
    element.classList.toggle("drags", can && leadsOn(element.id));
    // Once a path has begun, only its next steps look as if they could be clicked.
    element.classList.toggle("click", path.length ? can : inviting.has(element.id));
    if (can || chosen) {
      // The keyboard goes through a move in its order.
      element.setAttribute("tabindex", !element.classList.contains("early") ? "0" : "-1");
      element.setAttribute("role", "button");
      element.setAttribute("aria-pressed", String(chosen));
      element.setAttribute("aria-label", name(element));
    } else {
      for (const given of ["role", "aria-pressed", "aria-label"]) element.removeAttribute(given);
      // Whoever plays by keyboard does not lose their place.
      if (element === document.activeElement) element.setAttribute("tabindex", "-1");
      else element.removeAttribute("tabindex");
    }
  }
  for (const button of buttons()) button.hidden = !next.has(button.dataset.step);
  if (find("cancel")) find("cancel").hidden = !path.length;
  say();
  if (find("bar")) bars.observe(find("bar"));
  tell("marked");
}

/** The thing in words, with what a click on it would do. */
function name(element) {
  const told = element.querySelector(":scope > title")?.textContent ?? element.id;
  return [told, effectOf(element.id)].filter(Boolean).join(" · ");
}

/** What a click would do that makes a move, or all but the press of a button. */
export function effectOf(id) {
  const after = leading([...path, id]);
  const steps = buttons().map((button) => button.dataset.step);
  const isMade = after.every((offer) => left(offer, [...path, id]).every((step) => steps.includes(step)));
  return (isMade && after[0]?.effect) || "";
}

const capital = (text) => text && `${text[0].toUpperCase()}${text.slice(1)}.`;

/** What is to be done now, or why the move should be thought over. */
function say() {
  const said = find("said");
  if (!said) return;
  const prompts = [...document.querySelectorAll("#prompts [data-path]")];
  const after = (...clicks) => prompts.find((each) => (
    each.dataset.path.split(" ").sort().join() === clicks.sort().join()))?.textContent;
  const prompt = path.length && (after(...path) ?? after(...path.map(kindOf)));
  const told = doubtful ? [capital(doubtful.effect), find("notice").dataset.sure].join(" ") : prompt;
  if (told && said.textContent !== told) said.replaceChildren(told);
  else if (told) return;
  else if (said.firstChild !== plain[0]) said.replaceChildren(...plain);
}

/** Go a step on; what makes a move is sent, or asked again. */
export function choose(id) {
  const made = leading([...path, id]).find((offer) => !left(offer, [...path, id]).length);
  path = [...path, id];
  notice(null);
  if (made && made.button.dataset.warns !== undefined) {
    doubtful = made;
  } else if (made) {
    make(made);
  }
  mark();
}

function make({ button }) {
  path = [];
  doubtful = null;
  send(button.form, button);
}

export function takeBack() {
  path = [];
  doubtful = null;
  notice(null);
  mark();
}

/** The last thing clicked once more: that is what was meant, if nothing else is left to choose. */
function insist() {
  const [only, ...others] = nextClicks(path);
  if (doubtful) make(doubtful);
  else if (only && !others.length && buttons().some((button) => button.dataset.step === only)) return choose(only);
  else return takeBack();
  mark();
}

/** The ids of the things that were hit, the innermost first. */
export function hit(target) {
  const ids = [];
  for (let at = target?.closest?.(THINGS); at; at = at.parentElement.closest("svg [id]")) ids.push(at.id);
  return ids;
}

/** The things at a point of the window, uppermost first; pieces in space are what they stand for. */
function thingsAt(x, y) {
  return document.elementsFromPoint(x, y).flatMap((element) => {
    const ref = element.closest?.("[data-part] svg [data-ref]")?.dataset.ref;
    return ref ? [ref] : hit(element);
  });
}

/**
 * A click on a thing, or beside all of them. What leads nowhere lets a click through to what lies
 * beneath; of several that lead on, the one that usually comes next is meant.
 */
export function clicked(target, x = 0, y = 0) {
  if (isSending()) return;
  const above = hit(target);
  const ids = [...new Set([...above, ...(above.length && (x || y) ? thingsAt(x, y) : [])])];
  if (doubtful && above.includes(path.at(-1))) return insist();
  const before = doubtful ? path.slice(0, -1) : path;
  const next = ids.filter((id) => nextClicks(before).has(id));
  const on = next.find((id) => comesNext(id)) ?? next[0];
  if (on) {
    [path, doubtful] = [before, null];
    return choose(on);
  }
  if (ids.includes(path.at(-1))) return insist();
  const other = ids.find((id) => nextClicks([]).has(id) && (!path.length || takesPlaceOf(id)));
  if (other || !ids.length) takeBack();
  if (other) choose(other);
  else if (ids.length && table().dataset.seated !== undefined) why(above);
}

/** Ask why a click is refused; that script comes when it is needed. */
const why = (ids) => import("./why.js").then(({ ask }) => ask(ids, path)).catch(() => lost(true));

/** Whether a thing can be chosen instead of what is chosen: both stand at one place of a path. */
const takesPlaceOf = (id) => path.every((chosen) => (
  offers.some(({ clicks }) => offers.some((other) => other.clicks.indexOf(id) === clicks.indexOf(chosen)
    && other.clicks.includes(id)))));

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") takeBack();
  const element = event.target.closest?.(THINGS);
  if (element && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    clicked(element);
  }
});

document.addEventListener("click", (event) => {
  const { target } = event;
  const button = target.closest("#buttons [data-step]");
  if (button) {
    event.preventDefault();
    if (doubtful && path.at(-1) === button.dataset.step) insist();
    else if (nextClicks(path).has(button.dataset.step)) choose(button.dataset.step);
  } else if (target.closest("#cancel")) {
    takeBack();
  } else if (target.closest("[data-part]") && !target.closest("a, button, summary, input")) {
    clicked(target, event.clientX, event.clientY);
  }
});

// The moves in words

/** Here too what would be regretted is asked twice. */
document.addEventListener("submit", (event) => {
  const offer = offers.find(({ button }) => button === event.submitter);
  if (offer?.button.dataset.warns === undefined) return;
  const isSure = offer === doubtful;
  [path, doubtful] = isSure ? [[], null] : [offer.clicks, offer];
  if (!isSure) event.preventDefault();
  mark();
}, true);
