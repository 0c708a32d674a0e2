/** What each move has marked, for when it is pointed at (pointing.js). */

import { find, hear } from "./page.js";

/** What was marked after each move, by the names of the drawings. */
export const marked = new Map();

export function keepMarks() {
  const line = find("moves-told")?.querySelector("li");
  const marks = [...document.querySelectorAll("#table svg[data-drawing] > .marks")];
  if (line) marked.set(line.value, marks.map((each) => [each.ownerSVGElement.dataset.drawing, each.cloneNode(true)]));
}

hear("moved", keepMarks);
