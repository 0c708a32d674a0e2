/**
 * Clicks: a move is a path of clicks through the drawings and the buttons of the bar.
 *
 * What can be clicked next has the class `can`, what was clicked `chosen`. While a move is half
 * made, the bar says what is missing and the drawings what each next click would do. A move that
 * its player would regret is asked for twice.
 */

import { isSending, lost, send } from "./follow.js";
import { drawings, insideOf } from "./motion.js";
import { THINGS, drawn, find, hear, notice, root, table, things } from "./page.js";

/** How many pixels high the labels are, where there is room and at least. */
const LABEL = 13, LEAST = 10;
/** How wide a letter is for a size of 1; how wide a label should be beside its thing, and may be. */
const LETTER = 0.58, FITS = 0.92, ROOMS = 1.3;

let offers = [];
export let path = [];
/** The move that was asked for once and has to be asked for again. */
export let doubtful = null;
/** What the bar says while no move is half made. */
let plain = [];
/** The things that are drawn as if they could be clicked. */
let inviting = new Set();

const starts = (clicks, beginning) => beginning.every((id, step) => clicks[step] === id);
const leading = (beginning) => offers.filter(({ clicks }) => starts(clicks, beginning));
export const nextClicks = (beginning) => new Set(
  isSending() ? [] : leading(beginning).map(({ clicks }) => clicks[beginning.length]).filter(Boolean));
export const leadsOn = (id) => leading([...path, id]).some(({ clicks }) => clicks.length > path.length + 1);
const buttons = () => [...document.querySelectorAll("#buttons [data-step]")];

/** Everything that has to be done anew when the page has changed. */
export function dress() {
  offers = [...document.querySelectorAll("#offers [data-clicks]")].map((button) => (
    { button, clicks: button.dataset.clicks.split(" ").filter(Boolean), effect: button.dataset.effect ?? "" }));
  doubtful = null;
  if (!leading(path).length) path = [];
  inviting = new Set([...things(".click")].map(({ id }) => id));
  plain = [...find("said")?.childNodes ?? []];
  mark();
  openSide();
}

/** The bar is as tall as what it says, and on a phone other things end above it. */
function measureBar() {
  const bar = find("bar");
  if (bar) root.style.setProperty("--bar", `${bar.offsetHeight}px`);
}

/** Where the side lies hidden and the next click has to be made there, it comes over the board. */
let isOpened = false;

function openSide() {
  const side = find("side");
  if (!side?.showPopover) return;
  const isNeeded = Boolean(side.querySelector("svg .can"));
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
addEventListener("resize", measureBar);
hear("zoomed", showEffects);
hear("sending", mark);
hear("leaving", () => {
  for (const layer of document.querySelectorAll(".effects")) layer.remove();
  find("said")?.replaceChildren(...plain);
});

/** Show what can be clicked next and what is chosen; both can be reached by the keyboard. */
function mark() {
  const next = nextClicks(path);
  if (doubtful) next.add(path.at(-1));
  const named = [...next, ...path, ...inviting].map(find).filter((each) => each?.matches(THINGS));
  for (const element of new Set([...things(":is(.can, .chosen, .click, [tabindex]:not([role=img]))"), ...named])) {
    const [can, chosen] = [next.has(element.id), path.includes(element.id)];
    element.classList.toggle("can", can);
    element.classList.toggle("chosen", chosen);
    element.classList.toggle("drags", can && leadsOn(element.id));
    // Once a path has begun, only its next steps look as if they could be clicked.
    element.classList.toggle("click", path.length ? can : inviting.has(element.id));
    if (can || chosen) {
      element.setAttribute("tabindex", "0");
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
  measureBar();
  showEffects();
}

/** The thing in words, with what a click on it would do. */
function name(element) {
  const told = element.querySelector(":scope > title")?.textContent ?? element.id;
  return [told, effectOf(element.id)].filter(Boolean).join(" · ");
}

/** What a click would do that makes a move, or all but the press of a button. */
function effectOf(id) {
  const after = leading([...path, id]);
  const steps = buttons().map((button) => button.dataset.step);
  const isMade = after.every(({ clicks }) => clicks.slice(path.length + 1).every((step) => steps.includes(step)));
  return (isMade && after[0]?.effect) || "";
}

const capital = (text) => text && `${text[0].toUpperCase()}${text.slice(1)}.`;

/** What is to be done now, or why the move should be thought over. */
function say() {
  const said = find("said");
  if (!said) return;
  const prompt = path.length && [...document.querySelectorAll("#prompts [data-path]")]
    .find((each) => each.dataset.path === path.join(" "))?.textContent;
  const told = doubtful ? [capital(doubtful.effect), find("notice").dataset.sure].join(" ") : prompt;
  if (told && said.textContent !== told) said.replaceChildren(told);
  else if (told) return;
  else if (said.firstChild !== plain[0]) said.replaceChildren(...plain);
}

/** Small labels at the foot of what can be clicked next; they are in nobody's way. */
function showEffects() {
  for (const layer of document.querySelectorAll(".effects")) layer.remove();
  // All are measured before one is drawn: the page is laid out once for that.
  const layers = drawings().map((svg) => [svg, texts(svg)]);
  for (const [svg, said] of layers) {
    if (said.length) svg.append(drawn("g", { class: "effects", "aria-hidden": true }, ...said));
  }
}

function texts(svg) {
  const labels = [...svg.querySelectorAll(".can")].map((element) => label(element, svg)).filter(Boolean);
  const isCrowded = ({ x, y, size, reach, isWide }) => isWide || labels.some((other) => (
    other.x !== x && Math.abs(other.y - y) < size && Math.abs(other.x - x) < other.reach + reach));
  return labels.map((each) => drawn("text", {
    y: each.y - (each.lines.length - 1) * each.size, "font-size": each.size, "data-of": each.id, class: isCrowded(each) ? "wide" : "",
  }, ...each.lines.map((line, row) => drawn("tspan", { x: each.x, dy: row && each.size }, line))));
}

/** A text in two lines at its comma, if there is no room for it in one. */
function lined(text, most) {
  const cut = text.indexOf(", ") + 2;
  return cut > 1 && text.length > most ? [text.slice(0, cut), text.slice(cut)] : [text];
}

function label(element, svg) {
  const effect = effectOf(element.id);
  const place = effect && insideOf(svg, element);
  if (!place) return null;
  const { x, y, width, height } = element.getBBox();
  const foot = new DOMPoint(x + width / 2, y + height).matrixTransform(place);
  const pixel = 1 / svg.getScreenCTM().a;
  const side = new DOMPoint(x, y + height).matrixTransform(place);
  const room = 2 * Math.hypot(foot.x - side.x, foot.y - side.y);
  const lines = lined(effect, FITS * room / LABEL / pixel / LETTER), length = Math.max(...lines.map((line) => line.trim().length));
  const size = Math.max(LEAST * pixel, Math.min(LABEL * pixel, FITS * room / length / LETTER));
  const reach = length * size * LETTER / 2;
  return { id: element.id, lines, x: foot.x, y: foot.y - size * 0.9, size, reach, isWide: 2 * reach > ROOMS * room };
}

/** Go a step on; what makes a move is sent, or asked again. */
export function choose(id) {
  const made = leading([...path, id]).find(({ clicks }) => clicks.length === path.length + 1);
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

/** A click on a thing, or beside all of them. */
export function clicked(target) {
  if (isSending()) return;
  const ids = hit(target);
  const isLast = ids.includes(path.at(-1));
  if (doubtful && isLast) return insist();
  const before = doubtful ? path.slice(0, -1) : path;
  const on = ids.find((id) => nextClicks(before).has(id));
  if (on) {
    [path, doubtful] = [before, null];
    return choose(on);
  }
  if (isLast) return insist();
  const other = ids.find((id) => nextClicks([]).has(id));
  if (other || !ids.length) takeBack();
  if (other) choose(other);
  else if (ids.length && table().dataset.seated !== undefined) askWhy(ids);
}

/** Ask about the thing that is of a kind with those that moves are made of, if one is. */
async function askWhy(ids) {
  const kind = (id) => id.split("-")[0];
  const kinds = new Set(offers.flatMap(({ clicks }) => clicks).map(kind));
  const asked = ids.find((id) => kinds.has(kind(id))) ?? ids[0];
  const query = new URLSearchParams(location.search);
  query.set("clicks", [...path, asked].join(","));
  try {
    const answer = await fetch(`${table().dataset.address}/why?${query}`);
    if (answer.ok) notice(await answer.json());
  } catch {
    lost(true);
  }
}

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
    clicked(target);
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
