/** What is seen only while one points: where a move of the log was made, and labels without room. */

import { hit } from "./clicks.js";
import { marked } from "./story.js";
import { find, hear, notice, table } from "./page.js";

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

/** A label that has no room, or says what many others do (effects.js). */
function showLabels({ target }) {
  const ids = hit(target);
  for (const text of document.querySelectorAll(".effects .aside")) {
    text.classList.toggle("pointed", ids.includes(text.dataset.of));
  }
}

hear("leaving", hideMarks);
document.addEventListener("pointerover", showMarks);
for (const what of ["pointerover", "focusin"]) document.addEventListener(what, showLabels);

// A finger cannot point: one that rests is told what lies under it, and does nothing else

/** How many milliseconds a finger rests. */
const RESTS = 500;
let resting = 0, isTold = false;

/** What has no words of its own on the screen, or small ones. */
const wordsOf = (target) => target.closest?.(".tool, .zoom button, .solid-tools button")?.ariaLabel
  ?? target.closest?.(".side svg :has(> title)")?.querySelector(":scope > title").textContent;

document.addEventListener("pointerdown", ({ target, pointerType }) => {
  isTold = false;
  const sentence = pointerType === "touch" && wordsOf(target);
  if (!sentence) return;
  resting = setTimeout(() => {
    isTold = true;
    notice({ sentence });
  }, RESTS);
});
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => clearTimeout(resting));
addEventListener("click", (event) => {
  if (!isTold) return;
  isTold = false;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
