/**
 * A board that grows is shown in part, so that its cells stay large enough for a finger.
 *
 * A drawing asks for it by `data-cell`, the width of a cell. It follows the play by itself until
 * the reader pans or zooms (panning.js); “fit” shows everything, and once more follows again. Only
 * the view box changes.
 */

import { finish, glide } from "./motion.js";
import { find, hear, table, tell } from "./page.js";

/** How wide a cell is in pixels, at least and at most; and at least for a finger, if more is seen then. */
const LEAST = 56, LEAST_ON_PHONES = 52, MOST = 128, FINGERTIP = 40, PHONE = 700;
/** How much of a thing's width and height has to be in view. */
const ENOUGH = 0.75;

/**
 * What is looked at: a point, and how many pixels each of its units has. By its mode it follows the
 * play, fits everything in, or is the reader's own.
 */
export const look = { mode: "follow" };
/** What is drawn, as the server says. */
let box = null;
let was = null;

export const board = () => find("zoom") && table()?.querySelector("[data-part] svg:has([data-cell])");
const clamp = (value, least, most) => Math.max(least, Math.min(most, value));

/** How large the board's place is, and which scales there are. */
function room(svg) {
  // While the drawing glides, its rectangle is another.
  const { clientWidth: width, clientHeight: height } = svg;
  const cell = Number(svg.querySelector("[data-cell]").dataset.cell);
  const whole = Math.min(width / box.width, height / box.height);
  const least = (innerWidth < PHONE ? LEAST_ON_PHONES : LEAST) / cell;
  const [usual, largest] = [clamp(whole, least, MOST / cell), Math.max(whole, MOST / cell)];
  return { width, height, whole, usual, largest, tappable: FINGERTIP / cell };
}

/** A scale that the board may have. */
export function inRange(svg, scale) {
  const { whole, usual, largest } = room(svg);
  return clamp(scale, Math.min(whole, usual), largest);
}

function apply(svg) {
  const { width, height, whole } = room(svg);
  if (!width) return;
  look.scale = inRange(svg, look.scale);
  const [across, down] = [width / look.scale, height / look.scale];
  const within = (at, first, length, seen) => (
    seen >= length ? first + length / 2 : clamp(at, first + seen / 2, first + length - seen / 2));
  look.x = within(look.x, box.x, box.width, across);
  look.y = within(look.y, box.y, box.height, down);
  svg.setAttribute("viewBox", [look.x - across / 2, look.y - down / 2, across, down].join(" "));
  svg.closest("[data-part]").classList.toggle("pans", look.scale > whole * 1.01);
}

/** Where each of some things is in the drawing. */
export function boxes(svg, selector) {
  const back = DOMMatrix.fromMatrix(svg.getScreenCTM()).inverse();
  return [...svg.querySelectorAll(selector)].map((each) => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    const { x, y } = new DOMPoint(left, top).matrixTransform(back);
    const end = new DOMPoint(right, bottom).matrixTransform(back);
    return { x, y, width: end.x - x, height: end.y - y };
  });
}

/** Where they are all together. */
export function around(svg, selector) {
  const all = boxes(svg, selector);
  const [x, y] = [Math.min(...all.map(({ x }) => x)), Math.min(...all.map(({ y }) => y))];
  const right = Math.max(...all.map(({ x, width }) => x + width));
  const bottom = Math.max(...all.map(({ y, height }) => y + height));
  return all.length ? { x, y, width: right - x, height: bottom - y } : null;
}

/** Whether enough of a part is in view to be clicked. */
export function isSeen(svg, { x, y, width, height }) {
  const seen = svg.viewBox.baseVal;
  const across = Math.min(x + width, seen.x + seen.width) - Math.max(x, seen.x);
  const down = Math.min(y + height, seen.y + seen.height) - Math.max(y, seen.y);
  return across >= ENOUGH * width && down >= ENOUGH * height;
}

/** Look at what matters now: the last move, and where the next can be made, if both can be seen. */
export function follow(svg) {
  const { width, height, whole, usual, tappable } = room(svg);
  const [last, next, both] = [".last-tag", ".click", ".last-tag, .click"].map((each) => around(svg, each));
  const largest = (part) => Math.min(usual, width / part.width, height / part.height);
  if (look.mode === "own") {
    for (const part of [last, next, both]) includeWhole(svg, part);
  } else {
    const part = look.mode === "fit" || largest(box) === usual ? box
      : [both, next].find((each) => each && largest(each) >= tappable) ?? last ?? box;
    const scale = look.mode === "fit" ? whole : Math.max(tappable, largest(part));
    Object.assign(look, { x: part.x + part.width / 2, y: part.y + part.height / 2, scale });
  }
  apply(svg);
}

/** Pan to a part that can be seen whole. */
function includeWhole(svg, part) {
  const { width, height } = room(svg);
  if (part && part.width * look.scale <= width && part.height * look.scale <= height) include(part, width, height);
}

/** Pan no further than needed to see a part. */
export function include(part, width, height) {
  if (!part) return;
  const [across, down] = [width / look.scale / 2, height / look.scale / 2];
  look.x = clamp(look.x, part.x + part.width - across, part.x + across);
  look.y = clamp(look.y, part.y + part.height - down, part.y + down);
}

hear("leaving", () => {
  finish();
  was = board()?.getScreenCTM();
});

/** The drawing was laid anew: its box is that of the whole. */
export function fit() {
  const svg = board();
  if (find("zoom")) find("zoom").hidden = !svg;
  if (!svg) return;
  const { x, y, width, height } = svg.viewBox.baseVal;
  box = { x, y, width, height };
  follow(svg);
  if (was) glide(svg, was);
}
hear("shown", fit);

export function again(change) {
  const svg = board();
  if (!svg || !box) return;
  change(svg);
  apply(svg);
  tell("zoomed");
}

/** What can be clicked next comes into view. */
hear("marked", () => {
  const svg = board();
  if (!svg || !box || boxes(svg, ".click").every((each) => isSeen(svg, each))) return;
  const before = svg.getScreenCTM();
  again(look.mode === "own" ? () => includeWhole(svg, around(svg, ".click")) : follow);
  glide(svg, before);
});

addEventListener("resize", () => again(follow));
