/** Marks that come and go: those of the move that a line of the log tells. */

import { find, hear, table } from "./page.js";

/** What was marked after each move, by the names of the drawings. */
const seen = new Map();

const away = (selector) => { for (const each of document.querySelectorAll(selector)) each.remove(); };

export function showMarks() {
  const line = find("moves-told")?.querySelector("li");
  const marks = [...document.querySelectorAll("#table svg[data-drawing] > .marks")];
  if (line) seen.set(line.value, marks.map((each) => [each.ownerSVGElement.dataset.drawing, each.cloneNode(true)]));
}

/** A line of the log that is pointed at shows on the table where its move was made. */
function point({ target }) {
  const line = target.closest?.("#moves-told li");
  if (!line && !find("moves-told")?.closest(".pointing")) return;
  away(".pointed");
  const marks = (line && seen.get(line.value)) || [];
  table()?.classList.toggle("pointing", marks.length > 0);
  for (const [name, mark] of marks) {
    const copy = mark.cloneNode(true);
    copy.classList.add("pointed");
    document.querySelector(`#table svg[data-drawing="${name}"]`)?.append(copy);
  }
}

hear("moved", showMarks);
hear("leaving", () => away(".pointed"));
document.addEventListener("pointerover", point);
