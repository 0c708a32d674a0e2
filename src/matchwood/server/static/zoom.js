/**
 * A board that grows is shown in part, so that its cells stay large enough for a finger.
 *
 * A drawing asks for it by `data-cell`, the width of a cell. It follows the play by itself until
 * the reader pans (by dragging the wood) or zooms (by wheel, two fingers or buttons); “fit” shows
 * everything, and once more follows again. Only the view box changes.
 */

import { finish, glide } from "./motion.js";
import { find, hear, table, tell } from "./page.js";

/** How wide a cell is in pixels, at least and at most. */
const LEAST = 56, LEAST_ON_PHONES = 52, MOST = 128, PHONE = 700;
const FAR = 8, STEP = 1.3;

let mode = "follow";
/** What is looked at: a point, and how many pixels each of its units has. */
let look = null;
/** What is drawn, as the server says. */
let box = null;
let was = null;

const board = () => find("zoom") && table()?.querySelector("[data-part] svg:has([data-cell])");
const clamp = (value, least, most) => Math.max(least, Math.min(most, value));

/** How large the board's place is, and which scales there are. */
function room(svg) {
  const { width, height } = svg.getBoundingClientRect();
  const cell = Number(svg.querySelector("[data-cell]").dataset.cell);
  const whole = Math.min(width / box.width, height / box.height);
  const least = (innerWidth < PHONE ? LEAST_ON_PHONES : LEAST) / cell;
  return { width, height, whole, usual: clamp(whole, least, MOST / cell), largest: Math.max(whole, MOST / cell) };
}

function apply(svg) {
  const { width, height, whole, largest, usual } = room(svg);
  if (!width) return;
  look.scale = clamp(look.scale, Math.min(whole, usual), largest);
  const [across, down] = [width / look.scale, height / look.scale];
  const within = (at, first, length, seen) => (
    seen >= length ? first + length / 2 : clamp(at, first + seen / 2, first + length - seen / 2));
  look.x = within(look.x, box.x, box.width, across);
  look.y = within(look.y, box.y, box.height, down);
  svg.setAttribute("viewBox", [look.x - across / 2, look.y - down / 2, across, down].join(" "));
  svg.closest("[data-part]").classList.toggle("pans", look.scale > whole * 1.01);
}

/** Where things are in the drawing, all together. */
function around(svg, selector) {
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
function follow(svg) {
  const { width, height, whole, usual } = room(svg);
  if (mode === "own" && look) {
    include(around(svg, ".last-tag"), width, height);
  } else {
    const scale = mode === "fit" ? whole : usual;
    const fits = (part) => part && part.width * scale <= width && part.height * scale <= height;
    const part = [box, around(svg, ".last-tag, .click"), around(svg, ".last-tag")].find(fits) ?? box;
    look = { x: part.x + part.width / 2, y: part.y + part.height / 2, scale };
  }
  apply(svg);
}

/** Pan no further than needed to see a part. */
function include(part, width, height) {
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

function again(change) {
  const svg = board();
  if (!svg || !box) return;
  change(svg);
  apply(svg);
  tell("zoomed");
}

addEventListener("resize", () => again(follow));

/** Zoom by a factor about a point of the window. */
function zoom(svg, factor, x, y) {
  const middle = svg.getBoundingClientRect();
  const { scale } = look;
  mode = "own";
  look.scale *= factor;
  const { whole, usual, largest } = room(svg);
  look.scale = clamp(look.scale, Math.min(whole, usual), largest);
  const share = 1 / scale - 1 / look.scale;
  look.x += (x - middle.x - middle.width / 2) * share;
  look.y += (y - middle.y - middle.height / 2) * share;
}

document.addEventListener("click", ({ target }) => {
  const how = target.closest("#zoom button")?.id;
  if (!how) return;
  again((svg) => {
    const { x, y, width, height } = svg.getBoundingClientRect();
    if (how !== "fit") return zoom(svg, how === "zoom-in" ? STEP : 1 / STEP, x + width / 2, y + height / 2);
    mode = mode === "fit" ? "follow" : "fit";
    follow(svg);
  });
});

document.addEventListener("wheel", (event) => {
  if (!board() || !event.target.closest("[data-part]")?.contains(board())) return;
  event.preventDefault();
  again((svg) => zoom(svg, Math.exp(-event.deltaY / 500), event.clientX, event.clientY));
}, { passive: false });

/** Whoever goes by keyboard sees where they are; a finger has to find its thing where it was. */
document.addEventListener("focusin", ({ target }) => {
  if (board()?.contains(target) && target.matches(":focus-visible")) {
    again((svg) => include(around(svg, `[id="${target.id}"]`), svg.clientWidth, svg.clientHeight));
  }
});

/** The fingers, or the mouse, on the wood. */
const fingers = new Map();
let panned = false;

document.addEventListener("pointerdown", (event) => {
  if (event.isPrimary) fingers.clear();
  if (event.button || event.target.closest(".drags, .zoom") || !event.target.closest("[data-part]")?.contains(board())) return;
  if (event.isPrimary) panned = false;
  fingers.set(event.pointerId, event);
});

document.addEventListener("pointermove", (event) => {
  const last = fingers.get(event.pointerId);
  if (!last) return;
  const [x, y] = [event.clientX - last.clientX, event.clientY - last.clientY];
  if (!panned && Math.hypot(x, y) < FAR) return;
  panned = true;
  const [other] = [...fingers.values()].filter((each) => each.pointerId !== event.pointerId);
  fingers.set(event.pointerId, event);
  again((svg) => {
    mode = "own";
    const share = other ? 2 : 1;
    look.x -= x / share / look.scale;
    look.y -= y / share / look.scale;
    if (!other) return;
    const far = (each) => Math.hypot(each.clientX - other.clientX, each.clientY - other.clientY);
    zoom(svg, far(event) / Math.max(1, far(last)), (event.clientX + other.clientX) / 2, (event.clientY + other.clientY) / 2);
  });
});

for (const what of ["pointerup", "pointercancel"]) {
  document.addEventListener(what, ({ pointerId }) => fingers.delete(pointerId));
}

/** The end of a drag is no click. */
addEventListener("click", (event) => {
  if (panned && event.detail) event.stopPropagation();
  panned = false;
}, true);
