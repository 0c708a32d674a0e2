/** Panning by dragging the wood; zooming by wheel, two fingers or buttons. */

import { again, around, board, follow, include, inRange, look } from "./zoom.js";

const FAR = 8, STEP = 1.3;

/** Zoom by a factor about a point of the window. */
function zoom(svg, factor, x, y) {
  const middle = svg.getBoundingClientRect();
  const { scale } = look;
  look.mode = "own";
  look.scale = inRange(svg, scale * factor);
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
    look.mode = look.mode === "fit" ? "follow" : "fit";
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
    look.mode = "own";
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
