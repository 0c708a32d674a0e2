/**
 * Motion: from where things were to where they are.
 *
 * Places are told as matrices, from a thing's own measure to that of its drawing and of the screen,
 * so nothing depends on what is drawn in it. They are taken when nothing moves. Within a drawing
 * things glide; from one to another they fly as copies in a layer above the page, since no panel
 * may hide them. A panel itself never moves.
 */

import { drawn, isStill, root, table } from "./page.js";

/** Milliseconds at the calm pace. */
const OWN = 300, OTHERS = 700, ENTER = 200, WON = 350, APART = 80, TURN = 400, READ = 1000, FLY = 400;
const EASING = "cubic-bezier(.3,.1,.2,1)";
const SPEED = { calm: 1, brisk: 0.5, instant: 0 };
/** A shift by less than this is none. */
const STILL = 0.5;

let running = [];
let lent = [];
/** Things that were dragged, and how far. */
let dropped = { ids: [] };

export const pace = () => (isStill() || document.hidden ? 0 : SPEED[root.dataset.pace] ?? 1);
export const dropAt = (ids, by) => { dropped = { ids, by }; };

/** Jump to the end of all that moves. */
export function finish() {
  for (const each of running) each.finish();
  for (const each of lent) each.remove();
  running = [];
  lent = [];
}

function animate(element, frames, options) {
  const going = element.animate(frames, { easing: EASING, fill: "backwards", ...options });
  running.push(going);
  return going;
}

/** Something that is there only while it moves. */
function lend(element, milliseconds) {
  lent.push(element);
  const end = animate(element, {}, { duration: milliseconds });
  end.onfinish = () => element.remove();
  return element;
}

const screenOf = (element) => DOMMatrix.fromMatrix(element.getScreenCTM?.() ?? { a: NaN });
/** A drawing without size, or one that is not shown, has no way back. */
const isPlace = ({ a, b, c, d }) => Math.abs(a * d - b * c) > 1e-9;

const drawings = () => [...document.querySelectorAll("#table [data-part] svg[data-drawing]:not([data-live])")];
const faceOf = (element) => (element.matches(".turns") ? element : element.querySelector(".turns"));

/** Where all things are, and what their faces show. */
export function measured() {
  finish();
  const places = new Map();
  const { ids, by } = dropped;
  dropped = { ids: [] };
  if (!pace()) return places;
  for (const svg of drawings()) {
    const frame = screenOf(svg);
    if (!isPlace(frame)) continue;
    const back = frame.inverse();
    for (const element of svg.querySelectorAll("[id]")) {
      const isDropped = ids.includes(element.id);
      const screen = isDropped ? new DOMMatrix().translate(...by).multiply(screenOf(element)) : screenOf(element);
      if (!isPlace(screen)) continue;
      places.set(element.id, {
        drawing: isDropped ? null : svg.dataset.drawing,
        screen,
        inside: back.multiply(screen),
        face: faceOf(element)?.innerHTML,
      });
    }
  }
  return places;
}

/** Start all motion, after a change: how long it lasts and what it was. */
export function move(before, last) {
  const speed = pace();
  const found = { lasts: 0, kinds: new Set(), turned: false };
  if (!before.size || !speed) return found;
  const now = measured();
  const own = last.turn !== undefined;
  const story = { before, now, found, speed, own, won: 0, origin: own ? null : moverCard() };
  for (const svg of drawings()) {
    const ways = new Map();
    const halos = [...svg.querySelectorAll(".halo-light")].map((halo) => halo.getBoundingClientRect());
    for (const element of svg.querySelectorAll("[id]")) {
      const around = ways.get(element.parentElement.closest("[id]"));
      ways.set(element, way(element, around ?? {}, svg, halos, story));
    }
  }
  return found;
}

/** The card of the player who moved, where their things come from. */
function moverCard() {
  const told = table().querySelector("#moves-told li .avatar, .did .avatar");
  const [seat] = told?.className.match(/seat-\d/) ?? [];
  return seat && table().querySelector(`.seat.${seat}`);
}

/** What one thing does; `shift` is how far what it holds is carried along. */
function way(element, around, svg, halos, story) {
  const [was, is] = [story.before.get(element.id), story.now.get(element.id)];
  if (around.flies || !is) return around;
  if (!was) {
    const known = [...element.querySelectorAll("[id]")].some(({ id }) => story.before.has(id));
    if (known || around.enters) return around;
    enter(element, is, svg, halos, story);
    return { enters: true };
  }
  const face = faceOf(element);
  const isOuter = !face?.closest("[id]") || face.closest("[id]") === element;
  const turned = isOuter && was.face !== undefined && is.face !== undefined && was.face !== is.face;
  const old = turned ? was.face : null;
  const kind = element.id.split("-")[0];
  if (was.drawing !== svg.dataset.drawing) {
    fly(element, was.screen, is.screen, story, { old, kind });
    return { flies: true };
  }
  const shift = was.inside.multiply(is.inside.inverse());
  const start = (around.shift ? around.shift.multiply(is.inside) : is.inside).inverse().multiply(was.inside);
  const far = Math.max(Math.hypot(start.e, start.f), 100 * Math.abs(start.a - 1), 100 * Math.abs(start.b));
  const wait = turned ? TURN : 0;
  if (old !== null) turn(face, old, story);
  if (far > STILL) {
    const delay = story.speed * (wait && wait + READ);
    const duration = story.speed * (wait ? FLY : story.own ? OWN : OTHERS);
    animate(element, { transform: [`${start}`, "matrix(1,0,0,1,0,0)"] }, { duration, delay, composite: "add" });
    noted(story, delay + duration, kind);
  }
  return { shift };
}

function noted({ found }, lasts, kind) {
  found.lasts = Math.max(found.lasts, lasts);
  if (kind) found.kinds.add(kind);
}

/** What was not there: the piece of the last move comes from its player, what is won from the reserve. */
function enter(element, is, svg, halos, story) {
  const part = svg.closest("[data-part]").dataset.part;
  const box = element.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const isHere = (halo) => x > halo.left && x < halo.right && y > halo.top && y < halo.bottom;
  const reserve = part.startsWith("seat") && document.querySelector("#table [data-part=reserve]");
  const origin = reserve || (halos.some(isHere) && story.origin);
  const kind = element.id.split("-")[0];
  if (!origin || !box.width) {
    animate(element, { opacity: [0, 1] }, { duration: ENTER * story.speed });
    return;
  }
  const from = origin.getBoundingClientRect();
  const size = Math.min(1, 36 / Math.max(box.width, box.height));
  const start = new DOMMatrix().translate(from.x + from.width / 2, from.y + Math.min(from.height / 2, 30))
    .scale(size).translate(-x, -y).multiply(is.screen);
  const delay = reserve ? APART * story.won++ : 0;
  fly(element, start, is.screen, story, { kind, delay, lasts: reserve ? WON : OTHERS });
}

/** A copy makes the way, in the layer above everything; it turns first, if it turns. */
function fly(element, from, to, story, { old = null, kind, delay = 0, lasts = story.own ? OWN : OTHERS }) {
  const waits = story.speed * (old === null ? delay : TURN + READ);
  const duration = story.speed * (old === null ? lasts : FLY);
  const copy = copied(element);
  const layer = layerFor(element);
  const way = drawn("g", {}, copy);
  layer.append(way);
  document.body.append(lend(layer, waits + duration));
  if (old !== null) turn(faceOf(copy), old, story);
  animate(way, { transform: [`${from}`, `${to}`] }, { duration, delay: waits });
  animate(element, { opacity: [0, 0] }, { duration: waits + duration });
  noted(story, waits + duration, kind);
}

/** The thing without its name and place. */
export function copied(element) {
  const copy = element.cloneNode(true);
  for (const each of [copy, ...copy.querySelectorAll("[id], [tabindex]")]) {
    for (const name of ["id", "tabindex", "role", "aria-label", "aria-pressed"]) each.removeAttribute(name);
    each.classList.remove("can", "chosen", "drags");
  }
  copy.removeAttribute("transform");
  return copy;
}

/** Nothing but what is put into it, in the measure and the place of the window. */
export function layerFor(element) {
  const layer = drawn("svg", { class: element.ownerSVGElement.getAttribute("class"), "aria-hidden": true });
  layer.classList.add("flying");
  return layer;
}

/** A coin or a tile turns: the old face grows narrow, then the new one wide. */
function turn(face, old, story) {
  const half = story.speed * TURN / 2;
  const box = face.getBBox();
  const x = box.x + box.width / 2;
  const narrow = `translate(${x}px,0px) scale(.01,1.05) translate(${-x}px,0px)`;
  const wide = `translate(${x}px,0px) scale(1,1) translate(${-x}px,0px)`;
  const back = face.cloneNode(false);
  back.removeAttribute("id");
  back.innerHTML = old;
  face.after(lend(back, half));
  animate(back, { transform: [wide, narrow] }, { duration: half, composite: "add", easing: "ease-in" });
  animate(face, { opacity: [0, 0] }, { duration: half });
  animate(face, { transform: [narrow, wide] }, { duration: half, delay: half, composite: "add", easing: "ease-out" });
  story.found.turned = true;
  // It is read before anything else happens.
  noted(story, 2 * half + READ * story.speed);
}

/** A drawing that shows another part of itself glides there. */
export function glide(svg, was) {
  const [from, to] = [DOMMatrix.fromMatrix(was), screenOf(svg)];
  if (!pace() || !isPlace(from) || !isPlace(to)) return;
  const { x, y, width, height } = svg.getBoundingClientRect();
  const [across, down] = [x + width / 2, y + height / 2];
  const start = new DOMMatrix().translate(-across, -down).multiply(from).multiply(to.inverse()).translate(across, down);
  if (Math.hypot(start.e, start.f) + 100 * Math.abs(start.a - 1) < 1) return;
  animate(svg, { transform: [`${start}`, "none"] }, { duration: OWN * pace() });
}
