/**
 * What is won flies to its place.
 *
 * Drawings tell by `data-count` how many pieces of a kind (`data-kind`) lie somewhere; each piece is
 * the last stroke of the paths with the class `each`. If there are more than before, the new ones
 * come from where pieces of their kind are given (other things of that kind), or else from where
 * there are fewer now.
 */

import { APART, WON, animate, drawings, layerFor, lend } from "./motion.js";
import { drawn, hear } from "./page.js";

const middle = (element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return new DOMPoint(x + width / 2, y + height / 2);
};
/** A path in two: its first strokes, and the last ones. */
function parted(path, last) {
  const strokes = path.getAttribute("d").split("M").slice(1).map((stroke) => `M${stroke}`);
  return [strokes.slice(0, -last).join(""), strokes.at(-1)];
}

hear("moved", (story) => {
  if (!story.now) return;
  const counters = drawings().flatMap((svg) => [...svg.querySelectorAll("[id][data-count]")]);
  const gains = new Map(counters.map((each) => [each, each.dataset.count - (story.before.get(each.id)?.count ?? 0)]));
  const begins = story.lasts;
  let flown = 0;
  for (const [counter, gained] of gains) {
    const { kind } = counter.dataset;
    const givers = [...document.querySelectorAll(`#table [data-part] [data-kind="${kind}"]:not([data-count])`)];
    const losers = counters.filter((each) => each.dataset.kind === kind && gains.get(each) < 0);
    const paths = [...counter.querySelectorAll(".each")];
    for (let number = 0; number < gained && paths.length; number += 1) {
      const from = givers[number] ?? losers[0];
      if (from) fly(counter, paths, gained, middle(from), begins + APART * story.speed * flown++, story);
    }
  }
});

/** A copy of the last piece makes the way; until then the new ones are not drawn. */
function fly(counter, paths, gained, from, delay, story) {
  const end = DOMMatrix.fromMatrix(counter.getScreenCTM());
  const pieces = paths.map((path) => {
    const copy = path.cloneNode();
    copy.setAttribute("d", parted(path, gained)[1]);
    return copy;
  });
  const way = drawn("g", { class: counter.getAttribute("class") }, ...pieces);
  const duration = WON * story.speed;
  const layer = lend(layerFor(counter, way), delay + duration);
  way.setAttribute("transform", end);
  const to = middle(layer.firstChild);
  const start = new DOMMatrix().translate(from.x - to.x, from.y - to.y).multiply(end);
  way.removeAttribute("transform");
  animate(way, { transform: [`${start}`, `${end}`], opacity: [1, 1] }, { duration, delay });
  animate(way, { opacity: [0, 0] }, { duration: delay });
  for (const path of paths) {
    const before = `path("${parted(path, gained)[0] || "M0 0"}")`;
    animate(path, { d: [before, before] }, { duration: delay + duration });
  }
  story.lasts = Math.max(story.lasts, delay + duration);
}
