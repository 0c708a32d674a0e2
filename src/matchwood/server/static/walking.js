/**
 * Whoever looks at the table from another place sees its boards turn round in space: an old side
 * turns away and the new one comes, with the wood of the edge between them.
 */

import { animate, lend, pace } from "./motion.js";
import { hear, table } from "./page.js";

const LASTS = 600, FAR = 1400;
/** How thick a board is, as a share of its width. */
const THICK = 0.16;
const BOARDS = "[data-part=board] > svg[data-drawing]:not([data-solid], :has([data-slot]))";
const boards = () => [...table().querySelectorAll(BOARDS)];
let old = null;

hear("leaving", (next) => {
  const isElsewhere = next.dataset.place !== table().dataset.place && next.dataset.table === table().dataset.table;
  old = isElsewhere && pace() ? new Map(boards().map((svg) => [svg.dataset.drawing, svg.cloneNode(true)])) : null;
});

hear("shown", () => {
  for (const svg of old ? boards() : []) {
    const before = old.get(svg.dataset.drawing);
    if (before && before.innerHTML !== svg.innerHTML) turn(svg, before);
  }
  old = null;
});

function turn(svg, before) {
  const { x, y, width, height } = svg.getBoundingClientRect();
  const size = Math.min(width, height), thick = size * THICK, duration = LASTS * pace();
  const board = svg.parentElement, corner = board.getBoundingClientRect();
  const edge = document.createElement("div");
  edge.className = "board-edge";
  Object.assign(edge.style, {
    left: `${x - corner.x - board.clientLeft + (width - thick) / 2}px`,
    top: `${y - corner.y - board.clientTop + (height - size) / 2}px`,
    width: `${thick}px`,
    height: `${size}px`,
  });
  for (const each of before.querySelectorAll("[id]")) each.removeAttribute("id");
  before.ariaHidden = true;
  before.style.pointerEvents = "none";
  svg.after(lend(before, duration), lend(edge, duration));
  const around = (first, away) => ({
    transform: [first, first + 180].map((angle) => `perspective(${FAR}px) rotateY(${angle}deg) translateZ(${away}px)`),
    backfaceVisibility: ["hidden", "hidden"],
  });
  animate(before, around(0, thick / 2), { duration });
  animate(svg, around(-180, thick / 2), { duration });
  animate(edge, around(-90, size / 2), { duration });
}
