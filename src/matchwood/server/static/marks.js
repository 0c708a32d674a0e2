/** Marks that come and go: a hint as a ghost of its piece, and the move of a line of the log. */

import { copied, insideOf } from "./motion.js";
import { drawn, find, hear, table } from "./page.js";

/** How large the ghost is, beside the place it lies in. */
const SIZE = 0.8;
/** What was marked after each move, by the names of the drawings. */
const seen = new Map();

const away = (selector) => { for (const each of document.querySelectorAll(selector)) each.remove(); };

/** The piece lies where a bot would put it; that it is hinted at is marked there already. */
function showGhost() {
  const offers = [...document.querySelectorAll("#offers [data-clicks]")];
  const hinted = offers.find(({ value }) => value === find("do-it")?.value);
  const steps = hinted?.dataset.clicks.split(" ").map(find).filter(Boolean) ?? [];
  const [piece, place] = [steps[0], steps.at(-1)];
  const svg = place?.ownerSVGElement;
  const at = svg && svg !== piece.ownerSVGElement && insideOf(svg, place);
  if (!at) return;
  const [from, to] = [piece.getBBox(), place.getBBox()];
  const way = at.translate(to.x + to.width / 2, to.y + to.height / 2)
    .scale(SIZE * Math.min(to.width / from.width, to.height / from.height))
    .translate(-from.x - from.width / 2, -from.y - from.height / 2);
  svg.append(drawn("g", { class: "ghost", "aria-hidden": true, transform: way }, copied(piece)));
}

function keep() {
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

export function showMarks() {
  keep();
  showGhost();
}
hear("moved", showMarks);
hear("leaving", () => away(".ghost, .pointed"));
document.addEventListener("pointerover", point);
