/** The page: how its parts are found, and how modules tell each other what happened. */

export const root = document.documentElement;
export const find = (id) => document.getElementById(id);
export const table = () => find("table");
export const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** What can be clicked or moves: the things in the drawings. */
export const THINGS = "[data-part] svg [id]";
export const things = (like) => document.querySelectorAll(`#table ${THINGS}${like}`);

/**
 * What happened: `leaving` before a new state is laid over the page, `shown` after it, with what
 * the table said of itself before; `marked` when something else can be clicked; `moved` when its
 * motion has begun; `zoomed` when a board that pans shows another part of itself, or another
 * drawing is the large one; `cancel` if a half-made move is taken back.
 */
export const tell = (what, detail) => document.dispatchEvent(new CustomEvent(what, { detail }));
export const hear = (what, act) => document.addEventListener(what, ({ detail }) => act(detail));

/** Whether a drawing of a board is small until it is clicked (enlarge.js). */
export const isSmall = (svg) => getComputedStyle(svg).getPropertyValue("--small") === "1";

/** An element of a drawing. */
export function drawn(tag, attributes, ...inside) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...inside);
  return made;
}

/** Say why something is refused, with the rule as a link; nothing clears it, and so does time (rulebook.js). */
export function notice(refusal) {
  const box = find("notice");
  if (!box) return;
  const text = box.querySelector("p");
  box.hidden = !refusal;
  text.replaceChildren(refusal?.sentence ?? "");
  if (refusal?.rule) text.append(" (", linked(refusal.rule), ")");
  tell("noticed");
}

function linked(rule) {
  const link = document.createElement("a");
  link.href = `#${rule}`;
  link.dataset.rule = rule;
  link.textContent = rule;
  link.className = "rule";
  return link;
}
