/** What is seen only while one points: where a move of the log was made, and labels without room. */

import { hit } from "./clicks.js";
import { marked } from "./story.js";
import { find, hear, table } from "./page.js";

function hideMarks() {
  for (const each of document.querySelectorAll(".marks.pointed")) each.remove();
}

/** A line of the log that is pointed at shows on the table where its move was made. */
function showMarks({ target }) {
  const line = target.closest?.("#moves-told li");
  if (!line && !find("moves-told")?.closest(".pointing")) return;
  hideMarks();
  const marks = (line && marked.get(line.value)) || [];
  table()?.classList.toggle("pointing", marks.length > 0);
  for (const [name, mark] of marks) {
    const copy = mark.cloneNode(true);
    copy.classList.add("pointed");
    document.querySelector(`#table svg[data-drawing="${name}"]`)?.append(copy);
  }
}

/** A label that is much wider than its thing, or lies over its neighbours. */
function showLabels({ target }) {
  const ids = hit(target);
  for (const text of document.querySelectorAll(".effects .wide")) {
    text.classList.toggle("pointed", ids.includes(text.dataset.of));
  }
}

hear("leaving", hideMarks);
document.addEventListener("pointerover", showMarks);
for (const what of ["pointerover", "focusin"]) document.addEventListener(what, showLabels);
