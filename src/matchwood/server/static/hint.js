/** A hint on the board: a ghost of the piece lies where a bot would put it. */

import { copied } from "./motion.js";
import { drawn, find, hear, table } from "./page.js";

/** How large the ghost is, beside the place it lies in. */
const SIZE = 0.8;

/** What would be taken and where it would go is marked there already. */
function show() {
  const hinted = [...document.querySelectorAll("#offers [data-clicks]")].find(({ value }) => value === find("do-it")?.value);
  const steps = hinted?.dataset.clicks.split(" ").map(find).filter(Boolean) ?? [];
  const [piece, place] = [steps[0], steps.at(-1)];
  const svg = place?.ownerSVGElement;
  if (!svg || svg === piece.ownerSVGElement) return;
  const [frame, from] = [svg.getScreenCTM(), piece.getBBox()];
  if (!frame?.a || !from.width) return;
  const where = place.getBBox();
  const at = DOMMatrix.fromMatrix(frame).inverse().multiply(DOMMatrix.fromMatrix(place.getScreenCTM()))
    .translate(where.x + where.width / 2, where.y + where.height / 2)
    .scale(SIZE * Math.min(where.width / from.width, where.height / from.height))
    .translate(-from.x - from.width / 2, -from.y - from.height / 2);
  svg.append(drawn("g", { class: "ghost", "aria-hidden": true, transform: at }, copied(piece)));
}
hear("moved", show);
hear("leaving", () => { for (const ghost of document.querySelectorAll(".ghost")) ghost.remove(); });
if (table()) show();
