/** What a click would do, told at the foot of what can be clicked. */

import { effectOf } from "./clicks.js";
import { drawings, insideOf } from "./motion.js";
import { drawn, hear, isSmall } from "./page.js";

/** How many pixels high the labels are, where there is room and at least. */
const LABEL = 13, LEAST = 10;
/** How wide a letter is for a size of 1; how wide a label should be beside its thing, and may be. */
const LETTER = 0.58, FITS = 0.92, ROOMS = 1.3;
/** What more things of a drawing would do is told only of the one that is pointed at. */
const USUAL = 8;

function clear() {
  for (const layer of document.querySelectorAll(".effects")) layer.remove();
}

/** Small labels at the foot of what can be clicked next; they are in nobody's way. */
function show() {
  clear();
  // All are measured before one is drawn: the page is laid out once for that.
  const layers = drawings().filter((svg) => !isSmall(svg)).map((svg) => [svg, texts(svg)]);
  for (const [svg, said] of layers) {
    if (said.length) svg.append(drawn("g", { class: "effects", "aria-hidden": true }, ...said));
  }
}

function texts(svg) {
  const labels = [...svg.querySelectorAll(".can")].map((element) => label(element, svg)).filter(Boolean);
  const isUsual = ({ effect }) => labels.filter((other) => other.effect === effect).length > USUAL;
  const isCrowded = ({ x, y, size, reach, isLarge }) => isLarge || labels.some((other) => (
    other.x !== x && Math.abs(other.y - y) < size && Math.abs(other.x - x) < other.reach + reach));
  return labels.map((each) => drawn("text", {
    y: each.y - (each.lines.length - 1) * each.size, "font-size": each.size, "data-of": each.id,
    class: isUsual(each) || isCrowded(each) ? "aside" : "",
  }, ...each.lines.map((line, row) => drawn("tspan", { x: each.x, dy: row && each.size }, line))));
}

/** A text in lines: where it has no room in one, broken after commas and at dots, and at last between words. */
function lined(text, usual, most) {
  if (text.length <= usual) return [text];
  return text.split(/(?<=, )| · /).flatMap((part) => (part.trim().length > most ? part.match(/\S+ ?/g) : [part]));
}

function label(element, svg) {
  const effect = effectOf(element.id);
  const place = effect && insideOf(svg, element);
  if (!place) return null;
  const { x, y, width, height } = element.getBBox();
  const foot = new DOMPoint(x + width / 2, y + height).matrixTransform(place);
  const pixel = 1 / svg.getScreenCTM().a;
  const side = new DOMPoint(x, y + height).matrixTransform(place);
  const room = 2 * Math.hypot(foot.x - side.x, foot.y - side.y);
  const letters = room / pixel / LETTER;
  const lines = lined(effect, FITS * letters / LABEL, ROOMS * letters / LEAST);
  const length = Math.max(...lines.map((line) => line.trim().length));
  const size = Math.max(LEAST * pixel, Math.min(LABEL * pixel, FITS * room / length / LETTER));
  const reach = length * size * LETTER / 2;
  const top = new DOMPoint(x + width / 2, y).matrixTransform(place);
  const isLarge = 2 * reach > ROOMS * room || lines.length * size > Math.hypot(foot.x - top.x, foot.y - top.y);
  return { id: element.id, effect, lines, x: foot.x, y: foot.y - size * 0.9, size, reach, isLarge };
}

hear("marked", show);
hear("zoomed", show);
hear("leaving", clear);
show();
