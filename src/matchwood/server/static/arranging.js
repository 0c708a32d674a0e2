/**
 * A hand lies as its owner likes: a thing is dragged to another place in it, or moved by Alt and an
 * arrow key.
 *
 * A drawing says by `data-arrange` that its elements with an id may change places; a place is a
 * drawing and a shift within it. The order is this browser's own. Each new state is arranged before
 * it is laid over the page, so motion goes from and to the places that are seen.
 */

import { memory } from "./memory.js";
import { copied, dropAt, layerFor, measured, move } from "./motion.js";
import { drawn, find, hear, table, tell } from "./page.js";
import { marked } from "./story.js";

const THINGS = "#strip svg[data-arrange] > [id]";
/** How many pixels a click may slip. */
const FAR = 8;
/** The orders of how many tables are kept. */
const KEPT = 30;
/** A motion of one's own. */
const OWN = { turn: "" };

/** The ids of the things in their order, by table. */
let orders = memory.read("arranging") ?? {};

const thingsIn = (main) => [...main.querySelectorAll(THINGS)];
const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];

/** How far an element is shifted; it is drawn about a point of its own. */
function shiftOf(element) {
  const { e, f } = element.transform.baseVal.numberOfItems ? element.transform.baseVal.getItem(0).matrix : new DOMMatrix();
  return [e, f];
}

/** Lay things into the places in which others are now; what marks them goes along. */
function lay(things, wanted, layersOf) {
  const places = things.map((thing) => {
    const place = { drawing: thing.ownerSVGElement, transform: thing.getAttribute("transform") ?? "", shift: shiftOf(thing) };
    return { ...place, empty: document.createComment("") };
  });
  things.forEach((thing, index) => thing.replaceWith(places[index].empty));
  const ways = new Map();
  wanted.forEach((thing, index) => {
    const [from, to] = [places[things.indexOf(thing)], places[index]];
    to.empty.replaceWith(thing);
    thing.setAttribute("transform", to.transform);
    ways.set(thing.id, { drawing: to.drawing, by: to.shift.map((at, axis) => at - from.shift[axis]) });
  });
  for (const layers of layersOf(new Set(places.map(({ drawing }) => drawing)))) carry(layers, ways);
}

/** Move the marks of things, which lie in layers by the names of drawings. */
function carry(layers, ways) {
  const names = [...ways.values()].map(({ drawing }) => drawing.dataset.drawing);
  const inHand = layers.filter(([name]) => names.includes(name));
  for (const mark of inHand.flatMap(([, layer]) => [...layer.querySelectorAll("[data-mark]")])) {
    const way = ways.get(mark.dataset.mark);
    if (!way) continue;
    const [x, y] = shiftOf(mark).map((at, axis) => at + way.by[axis]);
    mark.setAttribute("transform", `translate(${x} ${y})`);
    let [, layer] = layers.find(([name]) => name === way.drawing.dataset.drawing) ?? [];
    if (!layer) {
      layer = mark.parentElement.cloneNode(false);
      layers.push([way.drawing.dataset.drawing, layer]);
      if (mark.isConnected) way.drawing.append(layer);
    }
    layer.append(mark);
  }
}

/** The marks in drawings, as layers. */
const marksOf = (drawings) => [
  [...drawings].flatMap((svg) => [...svg.querySelectorAll(":scope > .marks")].map((layer) => [svg.dataset.drawing, layer])),
];

/** Arrange a state as its owner has; what is new to the hand comes last. */
function arrange(main) {
  const order = orders[main.dataset.table];
  const things = order ? thingsIn(main) : [];
  const rank = ({ id }) => (order.indexOf(id) + 1) || Infinity;
  const wanted = [...things].sort((one, other) => (rank(one) === rank(other) ? 0 : rank(one) - rank(other)));
  if (wanted.some((thing, index) => thing !== things[index])) lay(things, wanted, marksOf);
}

/** Put a thing of the page into a place; the others make room. Whether that changed anything. */
function put(thing, place) {
  const things = thingsIn(table());
  const wanted = things.filter((each) => each !== thing);
  wanted.splice(place, 0, thing);
  if (things[place] === thing) return false;
  const before = measured();
  lay(things, wanted, (drawings) => [...marksOf(drawings), ...marked.values()]);
  move(before, OWN);
  return true;
}

function keep() {
  const name = table().dataset.table;
  const now = thingsIn(table()).map(({ id }) => id);
  const { [name]: before = [], ...others } = { ...orders, ...memory.read("arranging") };
  // At one screen the hands of several players lie in turn.
  const order = [...now, ...before.filter((id) => !now.includes(id))];
  orders = Object.fromEntries([...Object.entries(others).slice(1 - KEPT), [name, order]]);
  memory.write("arranging", orders);
}

/** One of the things can be reached by Tab, the others from there. */
function makeReachable() {
  const things = thingsIn(table() ?? document);
  const current = things.find((thing) => thing.getAttribute("tabindex") === "0") ?? things[0];
  for (const thing of things) {
    thing.setAttribute("aria-description", find("strip").dataset.arrange);
    if (thing.matches(".can, .chosen")) continue;
    thing.setAttribute("tabindex", thing === current ? "0" : "-1");
    thing.setAttribute("role", "img");
  }
}

function focus(thing) {
  for (const each of thingsIn(table())) if (!each.matches(".can, .chosen")) each.setAttribute("tabindex", "-1");
  thing.setAttribute("tabindex", "0");
  thing.focus({ preventScroll: true });
}

// By keys

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The place that lies next in a direction; beside the end of a row that is where the next begins. */
function neighbour(things, from, [across, down]) {
  if (across) return from + across;
  const [x, y] = middle(things[from].getBoundingClientRect());
  const far = things.map((thing) => {
    const [atX, atY] = middle(thing.getBoundingClientRect());
    return (atY - y) * down > thing.getBoundingClientRect().height / 2 ? Math.hypot(2 * (atX - x), atY - y) : Infinity;
  });
  const nearest = Math.min(...far);
  return nearest < Infinity ? far.indexOf(nearest) : -1;
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && drag?.layer) drop(event);
  const step = STEPS[event.key];
  const things = thingsIn(table() ?? document);
  const from = things.indexOf(event.target);
  if (!step || from < 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const to = neighbour(things, from, step);
  if (!things[to]) return;
  if (!event.altKey) return focus(things[to]);
  const thing = things[from];
  put(thing, to);
  keep();
  focus(thing);
  tellPlace(to + 1, things.length);
});

let told = null;

/** Said to whoever does not see it. */
function tellPlace(place, places) {
  if (!told) {
    told = Object.assign(document.createElement("p"), { className: "unseen", role: "status" });
    document.body.append(told);
  }
  told.textContent = find("strip").dataset.placed.replace("{place}", place).replace("{places}", places);
}

// By mouse or finger

let drag = null;

function letGo() {
  drag?.layer?.remove();
  drag?.thing.classList.remove("lifted");
  drag = null;
}

document.addEventListener("pointerdown", (event) => {
  letGo();
  const thing = table()?.contains(event.target) && event.target.closest(THINGS);
  // Where a drag makes a move, there are the keys.
  if (!thing || thing.matches(".drags") || !event.isPrimary || event.button) return;
  drag = { thing, pointer: event.pointerId, x: event.clientX, y: event.clientY, by: [0, 0] };
});

document.addEventListener("pointermove", (event) => {
  if (!drag || drag.over || event.pointerId !== drag.pointer) return;
  const [x, y] = drag.by = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.layer) {
    if (Math.hypot(x, y) < FAR) return;
    lift();
  }
  drag.layer.firstChild.setAttribute("transform", `translate(${x} ${y})`);
  const isOver = ({ left, right, top, bottom }) => (
    event.clientX > left && event.clientX < right && event.clientY > top && event.clientY < bottom);
  const place = drag.boxes.findIndex(isOver);
  if (place >= 0) put(drag.thing, place);
});

function lift() {
  measured(); // What moves is at its end by that.
  const { thing } = drag;
  const things = thingsIn(table());
  drag.boxes = things.map((each) => each.getBoundingClientRect());
  drag.from = things.indexOf(thing);
  const copy = drawn("g", { transform: DOMMatrix.fromMatrix(thing.getScreenCTM()) }, copied(thing));
  drag.layer = layerFor(thing, drawn("g", {}, copy));
  thing.classList.add("lifted");
  // The thing itself goes from place to place meanwhile.
  document.documentElement.setPointerCapture(drag.pointer);
}

function drop(event) {
  if (!drag?.layer || drag.over) {
    if (!drag?.over) drag = null;
    return;
  }
  const { thing, from, boxes, by } = drag;
  if (event.type !== "pointerup") put(thing, from);
  const place = thingsIn(table()).indexOf(thing);
  const [start, end] = [middle(boxes[from]), middle(boxes[place])];
  dropAt([thing.id], by.map((far, axis) => start[axis] + far - end[axis]));
  const before = measured();
  letGo();
  move(before, OWN);
  if (place !== from) keep();
  drag = { thing, over: true };
}
document.addEventListener("pointerup", drop);
document.addEventListener("pointercancel", drop);

/** What was dragged was not clicked. */
addEventListener("click", (event) => {
  if (drag?.over) event.stopPropagation();
  drag = null;
}, true);

hear("leaving", (next) => {
  letGo();
  arrange(next);
});
hear("shown", makeReachable);
if (table()) {
  arrange(table());
  makeReachable();
}
