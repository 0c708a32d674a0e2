/**
 * A board that grows is shown in part, so that its cells stay large enough for a finger.
 *
 * A drawing asks for it by `data-cell`, the width of a cell. It follows the play by itself until
 * the reader pans or zooms (panning.js); “fit” shows everything, and once more follows again. Only
 * the view box changes.
 */

import { finish, glide } from "./motion.js";
import { find, hear, table, tell } from "./page.js";

/** How wide a cell is in pixels, at least and at most. */
const LEAST = 56, LEAST_ON_PHONES = 52, MOST = 128, PHONE = 700;

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
  const { width, height } = svg.getBoundingClientRect();
  const cell = Number(svg.querySelector("[data-cell]").dataset.cell);
  const whole = Math.min(width / box.width, height / box.height);
  const least = (innerWidth < PHONE ? LEAST_ON_PHONES : LEAST) / cell;
  return { width, height, whole, usual: clamp(whole, least, MOST / cell), largest: Math.max(whole, MOST / cell) };
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

/** Where things are in the drawing, all together. */
export function around(svg, selector) {
  const back = DOMMatrix.fromMatrix(svg.getScreenCTM()).inverse();
  const points = [...svg.querySelectorAll(selector)].flatMap((each) => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    return [new DOMPoint(left, top), new DOMPoint(right, bottom)].map((point) => point.matrixTransform(back));
  });
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return points.length ? { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y } : null;
}

/** Look at what matters now: the last move, and where the next can be made, if both can be seen. */
export function follow(svg) {
  const { width, height, whole, usual } = room(svg);
  if (look.mode === "own") {
    include(around(svg, ".last-tag"), width, height);
  } else {
    const scale = look.mode === "fit" ? whole : usual;
    const fits = (part) => part && part.width * scale <= width && part.height * scale <= height;
    const part = [box, around(svg, ".last-tag, .click"), around(svg, ".last-tag")].find(fits) ?? box;
    Object.assign(look, { x: part.x + part.width / 2, y: part.y + part.height / 2, scale });
  }
  apply(svg);
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

addEventListener("resize", () => again(follow));
