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
export const WON = 350, APART = 80;
const OWN = 300, OTHERS = 700, ENTER = 200, TURN = 400, READ = 1000, FLY = 400;
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

/**
 * Jump to the end of all that moves. What was lent is gone by that, but for who presses on it: it
 * stays unseen until they let go, since a press on what is removed becomes no click.
 */
export function finish(isPressed = false) {
  for (const each of running) {
    each.onfinish = null;
    each.finish();
  }
  running = [];
  if (isPressed) return lent.forEach((each) => each.setAttribute("display", "none"));
  for (const each of lent) each.remove();
  lent = [];
}

export function animate(element, frames, options) {
  const going = element.animate(frames, { easing: EASING, fill: "backwards", ...options });
  running.push(going);
  return going;
}

/** Something that is there only while it moves. */
export function lend(element, milliseconds) {
  lent.push(element);
  const end = animate(element, {}, { duration: milliseconds });
  end.onfinish = () => element.remove();
  return element;
}

const screenOf = (element) => DOMMatrix.fromMatrix(element.getScreenCTM?.() ?? { a: NaN });
/** A drawing without size, or one that is not shown, has no way back. */
const isPlace = ({ a, b, c, d }) => Math.abs(a * d - b * c) > 1e-9;

/** From the measure of a thing to that of its drawing, or nothing. */
export function insideOf(svg, element) {
  const frame = screenOf(svg);
  return isPlace(frame) ? frame.inverse().multiply(screenOf(element)) : null;
}

export const drawings = () => [...document.querySelectorAll("#table [data-part] svg[data-drawing]")];
const faceOf = (element) => (element.matches(".turns") ? element : element.querySelector(".turns"));

/** Where all things are, and what their faces show. */
export function measured() {
  finish();
  const places = new Map();
  const { ids, by } = dropped;
  dropped = { ids: [] };
  if (!pace()) return places;
  for (const svg of drawings()) {
    for (const element of svg.querySelectorAll("[id]")) {
      const [screen, inside] = [screenOf(element), insideOf(svg, element)];
      const [box, face] = [element.getBoundingClientRect(), faceOf(element)];
      // In a drawing that is not shown things have a place, and no size.
      if (!inside || !isPlace(screen) || !(box.width || box.height)) continue;
      const isDropped = ids.includes(element.id);
      const [x, y] = isDropped ? by : [0, 0];
      places.set(element.id, {
        drawing: isDropped ? null : svg.dataset.drawing,
        screen,
        inside,
        spot: { x: x + box.x + box.width / 2, y: y + box.y + box.height / 2, width: box.width },
        count: element.dataset.count,
        face: face?.innerHTML,
        faceWidth: face?.getBBox().width,
      });
    }
  }
  return places;
}

/** Start all motion, after a change: how long it lasts and what it was. */
export function move(before, last) {
  const story = { before, speed: pace(), lasts: 0, kinds: new Set(), turned: false, won: 0 };
  if (!before.size || !story.speed) return story;
  const now = story.now = measured();
  story.own = last.turn !== undefined;
  story.mover = story.own ? null : moverCard();
  story.left = [...before].findLast(([id, { face }]) => face && !now.get(id)?.face)?.[1];
  for (const svg of drawings()) {
    const ways = new Map();
    const halos = [...svg.querySelectorAll(".halo-light")].map((halo) => halo.getBoundingClientRect());
    for (const element of svg.querySelectorAll("[id]")) {
      const around = ways.get(element.parentElement.closest("[id]")) ?? {};
      ways.set(element, way(element, around, svg, halos, story));
    }
  }
  return story;
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
    return known || around.enters ? around : enter(element, is, svg, halos, story);
  }
  const face = faceOf(element);
  const isOwnFace = face && face.closest("[id]") === element;
  const old = isOwnFace && was.face && was.face !== is.face ? was : null;
  if (was.drawing !== svg.dataset.drawing) return fly(element, is, was.spot, story, { old });
  if (old) turn(face, old, story);
  const shift = was.inside.multiply(is.inside.inverse());
  const start = (around.shift ? around.shift.multiply(is.inside) : is.inside).inverse().multiply(was.inside);
  if (Math.hypot(start.e, start.f) + 100 * Math.hypot(start.a - 1, start.b) > STILL) {
    const delay = story.speed * (old ? TURN + READ : 0);
    const duration = story.speed * (old ? FLY : story.own ? OWN : OTHERS);
    animate(element, { transform: [`${start}`, "matrix(1,0,0,1,0,0)"] }, { duration, delay, composite: "add" });
    noted(story, delay + duration, element);
  }
  return { shift };
}

function noted(story, lasts, element) {
  story.lasts = Math.max(story.lasts, lasts);
  if (element) story.kinds.add(element.id.split("-")[0]);
}

/**
 * What was not there: a coin comes from where one has left, turning on the way; the piece of the
 * last move from its player; what is won from the reserve.
 */
function enter(element, is, svg, halos, story) {
  const { x, y, width } = is.spot;
  const isMarked = halos.some(({ left, right, top, bottom }) => x > left && x < right && y > top && y < bottom);
  const isOfSeat = svg.closest("[data-part]").dataset.part.startsWith("seat");
  const reserve = isOfSeat && document.querySelector("#table [data-part=reserve]");
  const origin = reserve || (isMarked && story.mover);
  if (width && faceOf(element) && story.left) return fly(element, is, story.left.spot, story, { old: story.left });
  if (width && origin) {
    const box = origin.getBoundingClientRect();
    const from = { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 30), width: Math.min(width, 36) };
    const how = reserve ? { delay: APART * story.won++, lasts: WON } : {};
    return fly(element, is, from, story, how);
  }
  animate(element, { opacity: [0, 1] }, { duration: ENTER * story.speed });
  return { enters: true };
}

/** A copy makes the way, in the layer above everything; it turns first, if it turns. */
function fly(element, is, from, story, { old = null, delay = 0, lasts = story.own ? OWN : OTHERS }) {
  const waits = story.speed * (old ? TURN + READ : delay);
  const duration = story.speed * (old ? FLY : lasts);
  const start = new DOMMatrix().translate(from.x, from.y).scale(from.width / is.spot.width || 1)
    .translate(-is.spot.x, -is.spot.y).multiply(is.screen);
  const copy = copied(element);
  const way = drawn("g", {}, copy);
  const layer = layerFor(element, way);
  lend(layer, waits + duration);
  if (old) turn(faceOf(copy), old, story);
  animate(way, { transform: [`${start}`, `${is.screen}`] }, { duration, delay: waits });
  animate(element, { opacity: [0, 0] }, { duration: waits + duration });
  noted(story, waits + duration, element);
  return { flies: true };
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

/** A layer over the window, in its measure, for one that flies. */
export function layerFor(element, ...inside) {
  const layer = drawn("svg", { class: `${element.ownerSVGElement.getAttribute("class")} flying`, "aria-hidden": true }, ...inside);
  document.body.append(layer);
  return layer;
}

/** A coin or a tile turns: the old face grows narrow, then the new one wide; then it is read. */
function turn(face, old, story) {
  const half = story.speed * TURN / 2;
  const box = face.getBBox();
  const x = box.x + box.width / 2;
  const about = (width, height) => `translate(${x}px,0px) scale(${width},${height}) translate(${-x}px,0px)`;
  const back = face.cloneNode(false);
  const size = box.width / old.faceWidth || 1;
  const inside = drawn("g", { transform: `scale(${size})` });
  inside.innerHTML = old.face;
  back.removeAttribute("id");
  back.append(inside);
  face.after(lend(back, half));
  animate(back, { transform: [about(1, 1), about(0.01, 1.05)] }, { duration: half, composite: "add", easing: "ease-in" });
  animate(face, { opacity: [0, 0] }, { duration: half });
  animate(face, { transform: [about(0.01, 1.05), about(1, 1)] }, { duration: half, delay: half, composite: "add", easing: "ease-out" });
  story.turned = true;
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
