/** Arrows at the edge of a board that pans: there the next click can be made, out of sight. */

import { glide } from "./motion.js";
import { find, hear } from "./page.js";
import { again, board, boxes, include, isSeen, look } from "./zoom.js";

/** How many pixels wide an arrow is, which a finger has to hit. */
const ARROW = 40;

const clear = () => { for (const each of document.querySelectorAll(".beyond")) each.remove(); };

function point() {
  clear();
  const svg = board();
  if (!svg) return;
  const { x: left, y: top } = svg.viewBox.baseVal;
  const arrows = [];
  for (const part of boxes(svg, ".click").filter((each) => !isSeen(svg, each))) {
    const [x, y] = [part.x + part.width / 2 - left, part.y + part.height / 2 - top].map((each) => each * look.scale);
    const [across, down] = [[x, svg.clientWidth], [y, svg.clientHeight]]
      .map(([at, room]) => Math.max(ARROW / 2, Math.min(at, room - ARROW / 2)));
    // One arrow is enough for places that lie the same way.
    if (arrows.some((other) => Math.hypot(other.across - across, other.down - down) < ARROW)) continue;
    arrows.push({ part, across, down, way: Math.atan2(y - down, x - across) });
  }
  find("board").append(...arrows.map(drawn));
}

/** For eye and finger; whoever goes by keyboard or ear comes to the places themselves. */
function drawn({ part, across, down, way }) {
  const arrow = Object.assign(document.createElement("button"), { type: "button", className: "beyond", tabIndex: -1 });
  arrow.ariaHidden = true;
  arrow.style = `left:${across}px;top:${down}px;--way:${way}rad`;
  arrow.onclick = () => {
    const before = board().getScreenCTM();
    again((svg) => include(part, svg.clientWidth, svg.clientHeight));
    glide(board(), before);
  };
  return arrow;
}

for (const what of ["marked", "zoomed"]) hear(what, point);
hear("leaving", clear);
point();
