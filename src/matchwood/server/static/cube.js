/* A cube that turns in the hand.

A drawing with data-solid='{"cube": [six ids]}' has six faces in `.solid`, in the same order; 0 and
1, 2 and 3, 4 and 5 are opposite. Each id names the element that stands for a face elsewhere in the
page: the chosen one comes to the front, and what is turned to the front is clicked there. Elements
with `data-slot` show the face in front, its opposite, and what would go out of a `.cell`.

The still picture comes from the server, which reckons the same (picture/solid.py). A face is laid
by one matrix, so turning changes six elements and draws nothing anew. */

const LIGHT = [-.35, -.3, .89], DARKEST = .34;
const TURNING = 320, PER_PIXEL = .7, TAP = 5;
const QUARTERS = {
  ArrowLeft: [0, -90], ArrowRight: [0, 90], ArrowUp: [90, 0], ArrowDown: [-90, 0],
};

const turned = (over, sideways) => new DOMMatrix()
  .rotateAxisAngle(1, 0, 0, over).rotateAxisAngle(0, 1, 0, sideways);
const LOOK = turned(-17, -25);
/** How the face in front would be turned to lie where each face is. */
const FRAMES = [[0, 0], [0, 180], [0, 90], [0, -90], [90, 0], [-90, 0]].map((by) => turned(...by));
const pose = (front) => FRAMES[front].inverse();

const cubes = new Map();
const faces = (svg) => [...svg.querySelectorAll(".solid > g")];
const element = (id) => document.getElementById(id);
const is = (id, mark) => element(id)?.classList.contains(mark);
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches
  || document.documentElement.dataset.pace === "instant";

function nearest(pose) {
  const towards = FRAMES.map((frame) => pose.multiply(frame).m33);
  return towards.indexOf(Math.max(...towards));
}

function paint(svg) {
  const cube = cubes.get(svg), seen = LOOK.multiply(cube.pose);
  faces(svg).forEach((face, number) => {
    const half = face.firstElementChild.getAttribute("width") / 2;
    const { m11, m12, m21, m22, m31, m32, m33 } = seen.multiply(FRAMES[number]);
    const places = [m11, m12, m21, m22, m31 * half, m32 * half];
    const light = m31 * LIGHT[0] + m32 * LIGHT[1] + m33 * LIGHT[2];
    face.setAttribute("transform", `matrix(${places.map((each) => each.toFixed(3)).join(" ")})`);
    face.setAttribute("visibility", m33 > 0 ? "visible" : "hidden");
    face.lastElementChild.setAttribute("opacity", (DARKEST * (1 - Math.max(light, 0))).toFixed(3));
  });
  cube.painted = faces(svg)[0].getAttribute("transform");
}

/** Turn a face to the front, the shortest way. */
function turnTo(svg, front) {
  const cube = cubes.get(svg), turn = {}, began = performance.now();
  // A hair off: half a turn would not tell its axis.
  const from = cube.pose.rotateAxisAngle(3, 2, 1, .3);
  const way = pose(front).multiply(from.inverse());
  const axis = [way.m23 - way.m32, way.m31 - way.m13, way.m12 - way.m21];
  const angle = Math.acos(Math.max((way.m11 + way.m22 + way.m33 - 1) / 2, -1)) * 180 / Math.PI;
  Object.assign(cube, { front, turn });
  const step = (now) => {
    if (cube.turn !== turn) return;
    const left = Math.max(1 - (now - began) / TURNING, 0) ** 3;
    const by = new DOMMatrix().rotateAxisAngle(...axis, angle * (1 - left));
    cube.pose = left ? by.multiply(from) : pose(front);
    paint(svg);
    if (left) requestAnimationFrame(step);
  };
  step(still() ? Infinity : began);
}

/** Turn a face to the front, and choose it if a face is to be chosen now. Where that would make the
 * move, since all else is chosen, only a tap does; who turns the cube may still be looking at it. */
function choose(svg, front, isTap = false) {
  const { ids } = cubes.get(svg);
  const others = [...document.querySelectorAll("[data-part] svg [id].chosen")].some(({ id }) => !ids.includes(id));
  turnTo(svg, front);
  if (others && !isTap) return show(svg);
  if (!is(ids[front], "chosen") && ids.some((id) => is(id, "can") || is(id, "chosen"))) {
    element(ids[front]).dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  }
  show(svg);
}

/** Put a likeness of an element into a slot. */
function fill(slot, source) {
  for (const place of document.querySelectorAll(`[data-slot=${slot}]`)) {
    if (!source || place.dataset.shows === source.id) continue;
    const parts = [...source.children].filter(({ tagName }) => tagName !== "title");
    place.replaceChildren(...parts.map((part) => part.cloneNode(true)));
    place.dataset.shows = source.id;
  }
}

function show(svg) {
  const { ids, front } = cubes.get(svg);
  fill("front", element(ids[front]));
  fill("back", element(ids[front ^ 1]));
  faces(svg).forEach((face, number) => face.classList.toggle("picked", !!is(ids[number], "chosen")));
}

/** Find the cubes of the page, and let them follow what is chosen in it. */
function follow() {
  for (const svg of cubes.keys()) if (!svg.isConnected) cubes.delete(svg);
  for (const svg of document.querySelectorAll("svg[data-solid]")) {
    const { cube: ids } = JSON.parse(svg.dataset.solid), told = svg.dataset.solid;
    if (!ids || faces(svg).length !== ids.length) continue;
    if (cubes.get(svg)?.told !== told) cubes.set(svg, { ids, told, front: 0, pose: pose(0) });
    const cube = cubes.get(svg), chosen = ids.findIndex((id) => is(id, "chosen"));
    svg.tabIndex = 0;
    svg.style.touchAction = "none";
    if (chosen >= 0 && chosen !== cube.front) turnTo(svg, chosen);
    else if (cube.painted !== faces(svg)[0].getAttribute("transform")) paint(svg);
    show(svg);
  }
}

new MutationObserver(follow).observe(document.documentElement, {
  subtree: true, childList: true, attributes: true, attributeFilter: ["class", "data-solid"],
});
follow();

const cubeAt = (target) => {
  const svg = target.closest?.("svg[data-solid]");
  return cubes.has(svg) ? svg : null;
};
let drag = null;

document.addEventListener("pointerdown", ({ target, clientX: x, clientY: y, pointerId }) => {
  const svg = cubeAt(target);
  if (!svg) return;
  drag = { svg, target, x, y, way: 0 };
  svg.setPointerCapture(pointerId);
});

document.addEventListener("pointermove", ({ clientX, clientY }) => {
  const cube = drag && cubes.get(drag.svg);
  if (!cube) return;
  const [x, y] = [clientX - drag.x, clientY - drag.y];
  drag = { ...drag, x: clientX, y: clientY, way: drag.way + Math.hypot(x, y) };
  if (drag.way < TAP) return;
  cube.turn = null;
  cube.pose = turned(-y * PER_PIXEL, x * PER_PIXEL).multiply(cube.pose);
  paint(drag.svg);
});

/** A drag ends with the nearest face in front; a tap brings the tapped one there. */
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => {
    const { svg, target, way } = drag ?? {};
    drag = null;
    if (!cubes.has(svg)) return;
    const tapped = faces(svg).findIndex((face) => face.contains(target));
    if (way >= TAP) choose(svg, nearest(LOOK.multiply(cubes.get(svg).pose)));
    else if (tapped >= 0) choose(svg, tapped, true);
  });
}

// What a click on the cube is for was done above; the table would take it for one beside all.
document.addEventListener("click", (event) => {
  if (cubeAt(event.target)) event.stopPropagation();
}, true);

document.addEventListener("keydown", (event) => {
  const svg = cubeAt(event.target), quarter = QUARTERS[event.key];
  if (!svg || !quarter) return;
  event.preventDefault();
  choose(svg, nearest(turned(...quarter).multiply(pose(cubes.get(svg).front))));
});

// What would go out of the cell that is pointed at; of the hole, nothing.
for (const kind of ["pointerover", "focusin"]) {
  document.addEventListener(kind, ({ target }) => {
    const cell = cubes.size && target.closest?.(".cell.can");
    if (cell) fill("out", cell.querySelector(":scope > [id]") ?? cell);
  });
}
