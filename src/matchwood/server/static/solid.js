/**
 * Things in space that can be turned, and whose levels can be lifted apart.
 *
 * The server draws such a thing from one side and sends its pieces along (`data-solid`, written by
 * drawing/solids.py, which explains projection and order). This draws the same pieces from any other
 * side, lays each new list over the last one, so that bars fall, come and go, and shows what would
 * happen (`when`) while its cause is pointed at, focused or chosen. It knows no game: a piece says
 * by `data-ref` which element of another drawing it stands for.
 */

import { bring, enlarge, follow } from "./enlarge.js";
import { pace } from "./motion.js";

const UNIT = 60, HEAD_RISE = 6, ROOM = 0.35;
const LINES = [["rim", 0, 1, 2.6], ["body", 0, 1, 0], ["dusk", -0.3, 0.36, 0], ["shine", 0.22, 0.17, 0]];
const FAR_WALL = 1, CONTENTS = 2, NEAR_WALL = 3, ENDS = 4, SIGNS = 5, ROD = 0, FLAT = 1, STICK = 2;
const X = [1, 0, 0], Y = [0, 1, 0], Z = [0, 0, 1], NOWHERE = [0, 0, 0];
const FIRST = { turn: 0.6, tilt: 0.6, lift: 0.5 }, ABOVE = 1.45;
const A_LEVEL = 200, COMES = 300, GLIDE = 350;
/** Words and heads are enlarged where a cell has fewer pixels. */
const LEGIBLE = 46, CROWDED = 1.3;
const KEYS = { ArrowLeft: [0.12], ArrowRight: [-0.12], ArrowUp: [0, 0.08], ArrowDown: [0, -0.08], "+": [0, 0, 0.1], "=": [0, 0, 0.1], "-": [0, 0, -0.1] };

const all = (selector, root = document) => root.querySelectorAll(selector);
const tenth = (number) => Math.round(number * 10) / 10;
const clamp = (least, number, most) => Math.min(most, Math.max(least, number));
const matrix = (...numbers) => `matrix(${numbers.map((each) => each.toFixed(2)).join(" ")})`;
const plus = (spot, way) => spot.map((each, side) => each + way[side]);
/** Along x, along y, or upright. */
const axisOf = ({ p, q }) => (p[2] !== q[2] ? 2 : p[1] === q[1] ? 0 : 1);

/** Set what has changed; the browser is asked for nothing. */
function set(element, name, value) {
  const known = element.known ??= {};
  if (known[name] !== value) element.setAttribute(name, known[name] = value);
}

function make(tag, attributes, ...inside) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const name in attributes) if (attributes[name]) made.setAttribute(name, attributes[name]);
  made.append(...inside);
  return made;
}

class Solid {
  view = { ...FIRST };
  items = [];
  previews = [];
  live = make("svg", { class: "live", overflow: "visible", "aria-hidden": true });
  sizes = new ResizeObserver(([{ contentRect }]) => { this.room = contentRect; this.ask(); });

  /** The drawing has come into the page, or has changed. */
  mount(svg) {
    if (this.svg !== svg) {
      this.sizes.disconnect();
      this.sizes.observe(this.svg = svg);
      this.listen();
    }
    const still = svg.querySelector(".still");
    svg.known = {};
    svg.tabIndex = 0;
    still.setAttribute("display", "none");
    if (this.live.parentNode !== svg) still.after(this.live);
    if (this.text !== svg.dataset.solid) this.load(JSON.parse(this.text = svg.dataset.solid), still);
    svg.setAttribute("aria-description", this.data.labels.keys);
    this.aim(FIRST);
    this.marks = [];
    for (const element of all("[data-mark]", svg)) {
      const item = this.items.find(({ bar, way }) => bar?.ref === element.dataset.mark && !way?.out);
      element.known = {};
      if (item) this.marks.push({ element, item, first: this.headOf(item) });
    }
    this.tools();
    this.cue(true);
    this.draw();
    mirror();
  }

  load(data, still) {
    const before = this.data && new Map(this.items.filter(({ bar }) => bar).map(({ bar }) => [bar.id, bar]));
    Object.assign(this, { data, levels: data.layers.length, items: [], previews: [] });
    this.live.replaceChildren();
    this.aim(this.view);
    data.planes.forEach((plane, number) => {
      const element = still.querySelector(`[data-plane="${number}"]`).cloneNode(true), { layer, cell = [0, 0], order = CONTENTS } = plane;
      this.add({ plane, draw: this.drawPlane }, { element, layer, order, cell, sub: FLAT });
    });
    for (const sign of data.signs) {
      const element = make("text", { class: "sign", "data-ref": sign.ref }, sign.text);
      this.add({ sign, draw: this.drawSign }, { element, layer: this.layer(sign.p[2]), order: SIGNS, cell: [0, 0], sub: STICK });
    }
    const bars = data.bars.filter(({ when }) => !when);
    const wait = before ? this.leave(before, bars) : 0;
    for (const bar of bars) this.addBar(bar, before && this.arrival(bar, before.get(bar.id), wait));
  }

  // How bars come and go: `by` is how far from its place one begins or ends

  /** A rod is drawn out towards the viewer, then sticks fall through the floor, or are taken up. */
  leave(before, bars) {
    const now = new Map(bars.map((bar) => [bar.id, bar]));
    const gone = [...before.values()].filter(({ id, colour }) => now.get(id)?.colour !== colour);
    const wait = gone.some((bar) => axisOf(bar) < 2) ? COMES : 0;
    if (pace()) for (const { ref, ...bar } of gone) {
      const falls = axisOf(bar) === 2 && !now.has(bar.id);
      const by = falls ? [0, 0, -bar.p[2] - 1] : this.outwards(bar);
      this.addBar(bar, { by, out: true, steps: falls ? this.levels - this.layer(bar.p[2]) : 0, wait: axisOf(bar) < 2 ? 0 : wait });
    }
    return wait;
  }

  arrival(bar, was, wait) {
    if (was?.colour !== bar.colour) return { by: this.outwards(bar), steps: 0, wait: was ? 2 * wait + COMES : wait };
    const fallen = was.p[2] - bar.p[2];
    return fallen ? { by: [0, 0, fallen], steps: this.layer(bar.p[2]) - this.layer(was.p[2]), wait } : null;
  }

  outwards({ p, q }) {
    const axis = axisOf({ p, q });
    if (axis === 2) return [0, 0, 3];
    return (axis ? Y : X).map((each) => each * (q[axis] - p[axis]) * (this.near(axis ? Y : X) ? 1 : -1));
  }

  /** Where a bar is on its way, and how clear; nothing if it has arrived. */
  onWay({ by, out, steps, wait, start }, time) {
    const share = clamp(0, (time - start - wait * pace()) / ((A_LEVEL * steps || COMES) * pace() || 1), 1);
    if (share === 1) return null;
    const step = share * steps, eased = steps ? (Math.floor(step) + (step % 1) ** 2) / steps : 1 - (1 - share) ** 3;
    return { by: by.map((each) => each * (out ? eased : 1 - eased)), fade: out ? Math.min(1, 2.2 * (1 - share)) : steps || share ? 1 : 0 };
  }

  // Pieces, each of one or several nodes that are painted apart

  add(item, ...nodes) {
    this.items.push(Object.assign(item, { nodes }));
    this.quarter = null;
    return item;
  }

  addArrow(arrow) {
    const kind = arrow.lands ? "way-tag" : "way-tag lost";
    const tag = make("g", { class: kind }, make("circle", { r: 14 }), make("text", { "font-size": 15 }, arrow.tag));
    const ring = make("g", {}, ...["landing under", "landing"].map((name) => make("circle", { class: name, r: arrow.lands ? 0.29 : 0 })));
    const element = make("g", { class: "foreseen" }, ring, make("path", { class: "way under" }), make("path", { class: "way" }), tag);
    return this.add({ arrow, draw: this.drawArrow }, { element, layer: -1, order: ENDS, cell: [0, 0], sub: STICK });
  }

  addBar(bar, way) {
    const [x, y, z] = bar.p, axis = axisOf(bar), layer = this.layer(z), width = 2 * bar.r * UNIT;
    const piece = (...inside) => make("g", { class: `bar ${bar.colour}${bar.when ? " foreseen ghost-bar" : ""}`, "data-ref": bar.ref }, ...inside);
    const lines = (first) => LINES.slice(first).map(([name, , share, more]) => make("path", { class: name, "stroke-width": tenth(share * width + more) }));
    const cap = () => make("circle", { class: "cap", r: bar.r, "stroke-width": 0.03 });
    const head = make("g");
    // Drawings come from the server, which has escaped what is in them.
    head.innerHTML = this.data.heads[bar.colour];
    const item = { bar, axis, way: way && pace() ? { ...way, start: performance.now() } : null };
    if (axis < 2) {
      const node = { layer, cell: axis ? [x, 0] : [0, y], sub: ROD };
      return this.add({ ...item, draw: this.drawRod }, { ...node, order: CONTENTS, element: piece(cap(), ...lines(0)) },
        { ...node, order: ENDS, element: piece(...lines(0), cap(), head) });
    }
    const deepest = way?.out ? this.levels : layer;
    return this.add({ ...item, draw: this.drawStick }, ...Array.from({ length: deepest + 1 }, (_, level) => {
      const top = level ? [] : [make("ellipse", { class: "cap", rx: tenth(width / 2), "stroke-width": 1.8 }), head];
      return { layer: level, order: CONTENTS, cell: [x, y], sub: STICK, element: piece(make("path", { class: "skin" }), ...lines(2), ...top) };
    }));
  }

  remove(items) {
    for (const { nodes } of items) for (const { element } of nodes) element.remove();
    this.items = this.items.filter((item) => !items.includes(item));
  }

  // Projection

  aim({ turn, tilt, lift }) {
    const gap = lift * (0.3 + 4 / this.levels), rise = this.data.height + gap * (this.levels - 1);
    Object.assign(this, { c: Math.cos(turn), s: Math.sin(turn), st: Math.sin(tilt), ct: Math.cos(tilt), gap, rise, shorter: 1 - 0.62 * lift });
  }

  layer(z) {
    return z < 0 ? this.levels : this.data.layers.findIndex((bottom) => z >= bottom);
  }

  lifted(z, layer) {
    const top = this.data.height;
    return (z > top ? top + (z - top) * this.shorter : z) + this.gap * Math.max(0, this.levels - 1 - layer) - this.rise / 2;
  }

  point([x, y, z], layer = this.layer(z)) {
    const [width, depth] = this.data.size;
    return this.step([x - width / 2, y - depth / 2, this.lifted(z, layer)]);
  }

  step([x, y, z]) {
    return [(x * this.c - y * this.s) * UNIT, ((x * this.s + y * this.c) * this.st - z * this.ct) * UNIT];
  }

  near([x, y]) {
    return x * this.s + y * this.c > 0;
  }

  headOf({ bar: { p, q }, axis }, by = NOWHERE) {
    const [x, y] = this.point(plus(axis === 2 || this.near(axis ? Y : X) ? q : p, by));
    return [x, y - (axis === 2 ? HEAD_RISE : 0)];
  }

  /** What is to be seen: the same however it is turned. */
  frame() {
    const { st, ct, data } = this, half = Math.hypot(...data.size) / 2, up = this.rise / 2, [away, highest] = data.reach;
    const above = Math.max(half * st + up * ct + ROOM, away * st + this.lifted(highest, 0) * ct + 0.55);
    const width = 2 * half + 1.5, height = above + half * st + (up + ROOM) * ct + ROOM;
    set(this.svg, "viewBox", [-width / 2, -above, width, height].map((each) => tenth(each * UNIT)).join(" "));
    const cell = this.room ? Math.min(this.room.width / width, this.room.height / height) : UNIT;
    this.scale = tenth(clamp(0.85, LEGIBLE / cell, 1.5));
  }

  // A frame of the picture

  ask() {
    this.asked ??= requestAnimationFrame(() => {
      this.asked = null;
      if (this.svg.isConnected) this.draw();
    });
  }

  draw() {
    const time = performance.now();
    this.aim(this.view);
    this.frame();
    this.shade();
    let isMoving = false;
    for (const item of this.items) {
      item.at = item.way && this.onWay(item.way, time);
      item.isOver = item.way?.out && !item.at;
      if (!item.at && !item.isOver) item.way = null;
      isMoving ||= Boolean(item.at);
      item.draw.call(this, item, item.at?.by ?? NOWHERE, item.at?.fade ?? 1);
    }
    this.remove(this.items.filter(({ isOver }) => isOver));
    for (const { element, item, first } of this.marks) {
      const [x, y] = this.headOf(item, item.at?.by);
      set(element, "transform", `translate(${tenth(x - first[0])} ${tenth(y - first[1])})`);
      set(element, "opacity", item.at?.fade ?? 1);
    }
    const quarter = 2 * this.near(X) + this.near(Y);
    if (quarter !== this.quarter) this.sort();
    this.quarter = quarter;
    if (isMoving) this.ask();
    this.took?.(performance.now() - time);
  }

  /** Closed, it is of wood all around; glass is seen while the levels are together. What is foreseen is seen through the wood. */
  shade() {
    const { lift } = this.view, wood = this.previews.length ? 0.34 : 0.42 + 0.38 * Math.min(1, lift * 1.6);
    const isClosed = !lift && !this.previews.length, shades = { wood: isClosed ? 1 : wood, glass: isClosed ? 1 : 0.42 - 0.92 * lift, mouth: 0.9 - 2.2 * lift };
    this.live.classList.toggle("closed", isClosed);
    for (const name in shades) {
      const share = Math.max(0, shades[name]).toFixed(2);
      if (this[name] !== share) this.live.style.setProperty(`--${name}-seen`, this[name] = share);
    }
  }

  drawPlane({ plane: { o, u = X, v = Y, n, layer }, nodes: [node] }) {
    if (n) node.order = this.near(n) ? NEAR_WALL : FAR_WALL;
    set(node.element, "transform", matrix(...this.step(u), ...this.step(v), ...this.point(o, layer)));
  }

  drawSign({ sign: { p, q, spare }, nodes: [{ element }] }) {
    set(element, "display", spare && this.scale > CROWDED ? "none" : "inline");
    const [x, y] = this.point(this.near([q[0] - p[0], q[1] - p[1]]) ? q : p);
    this.place(element, x, y);
  }

  place(element, x, y) {
    set(element, "transform", `translate(${tenth(x)} ${tenth(y)}) scale(${this.scale})`);
  }

  drawArrow({ arrow: { p, q }, nodes: [{ element }] }) {
    const [x, y] = this.point(p), [, end] = this.point(q), [ring, under, over, tag] = element.children;
    for (const way of [under, over]) set(way, "d", `M${tenth(x)} ${tenth(y)}V${tenth(end - 3)}m-7-8l7 8 7-8`);
    set(ring, "transform", matrix(...this.step(X), ...this.step(Y), x, end));
    this.place(tag, x + 30 * this.scale, end);
  }

  drawStick({ bar: { p, q, r }, nodes }, by, fade) {
    const [x, y, foot] = plus(p, by), tip = q[2] + by[2], { layers, floor } = this.data;
    const rx = tenth(r * UNIT), arc = `A${rx} ${tenth(r * UNIT * this.st)} 0 0 0 `;
    for (const { element, layer } of nodes) {
      const isUnder = layer === this.levels, low = isUnder ? -99 : layers[layer], high = isUnder ? 0 : layers[layer - 1] ?? 99;
      const isThere = foot < high && tip > low && fade > 0;
      set(element, "display", isThere ? "inline" : "none");
      if (!isThere) continue;
      const [left, base] = this.point([x, y, Math.max(foot, low + floor)], layer);
      const end = tenth(this.point([x, y, Math.min(tip, high)], layer - (tip > high))[1] - base);
      const [skin, dusk, shine, cap, head] = element.children;
      set(element, "transform", `translate(${tenth(left)} ${tenth(base)})`);
      set(element, "opacity", fade);
      set(skin, "d", `M-${rx} 0${arc}${rx} 0V${end}${arc}-${rx} ${end}Z`);
      [dusk, shine].forEach((line, index) => set(line, "d", `M${tenth(-2 * LINES[index + 2][1] * rx)} 0V${end}`));
      if (!cap) continue;
      set(cap, "cy", end);
      set(cap, "ry", tenth(r * UNIT * this.st));
      this.place(head, 0, end - HEAD_RISE);
    }
  }

  drawRod({ bar, axis, nodes: [inner, outer] }, by, fade) {
    const ends = [plus(bar.p, by), plus(bar.q, by)], [far, near] = this.near(axis ? Y : X) ? ends : ends.reverse();
    const wall = [...near];
    wall[axis] = clamp(bar.p[axis] + by[axis], clamp(0, near[axis], this.data.size[axis]), bar.q[axis] + by[axis]);
    const [a, b, c] = [far, wall, near].map((spot) => this.point(spot, inner.layer));
    const side = [...this.step(axis ? X : Y), ...this.step(Z)], [, ...hidden] = inner.element.children, [...shown] = outer.element.children;
    this.drawLines(bar, hidden, a, b);
    this.drawLines(bar, shown, b, c);
    set(inner.element.firstChild, "transform", matrix(...side, ...a));
    set(shown[4], "transform", matrix(...side, ...c));
    this.place(shown[5], ...c);
    for (const { element } of [inner, outer]) set(element, "opacity", fade);
  }

  drawLines({ r }, paths, [x, y], [endX, endY]) {
    const across = endX - x, down = endY - y, by = 2 * r * UNIT * (across < 0 ? -1 : 1) / (Math.hypot(across, down) || 1);
    LINES.forEach(([, off], index) => set(paths[index], "d", `M${tenth(x + off * by * down)} ${tenth(y - off * by * across)}l${tenth(across)} ${tenth(down)}`));
  }

  /** Exact, since only the quarter counts in which the view is. */
  sort() {
    const towards = [this.near(X) ? 1 : -1, this.near(Y) ? 1 : -1];
    const key = ({ layer, order, cell, sub, element }) => {
      const across = this.data.grains[clamp(0, layer, this.levels - 1)] ? 0 : 1;
      const [row, along] = [across, 1 - across].map((side) => 10 + cell[side] * towards[side]);
      return [(((this.levels - layer) * 9 + order) * 99 + row) * 99 + sub * 30 + along, element];
    };
    const painted = this.items.flatMap(({ nodes }) => nodes.map(key)).sort(([one], [other]) => one - other);
    this.live.append(...painted.map(([, element]) => element));
  }

  // What would happen

  /** Show the previews of what is pointed at, focused or chosen, in all drawings. */
  cue(isAnew) {
    const cause = pointed ?? document.querySelector("svg[data-drawing] :is(.chosen, .pointed)[id]")?.id;
    if (cause === this.cause && !isAnew) return;
    this.cause = cause;
    this.remove(this.previews);
    const { bars, arrows } = this.data, foreseen = ({ when }) => when && when === cause;
    this.previews = [...bars.filter(foreseen).map((bar) => this.addBar(bar)), ...arrows.filter(foreseen).map((arrow) => this.addArrow(arrow))];
    for (const element of all(".lit")) element.classList.remove("lit");
    for (const element of all("[data-when]")) element.classList.toggle("shown", element.dataset.when.split(" ").includes(cause));
    for (const element of all(`[id="${cause}"], [data-ref="${cause}"]`)) element.classList.add("lit");
    this.ask();
  }

  // Turning and lifting

  turn(turn, tilt = 0, lift = 0) {
    const { view } = this;
    this.show({ turn: view.turn + turn, tilt: clamp(0.3, view.tilt + tilt, 1.5), lift: clamp(0, view.lift + lift, 1) });
  }

  glide(to) {
    const from = { ...this.view }, start = performance.now(), gliding = this.gliding = {};
    const step = () => {
      const share = pace() ? clamp(0, (performance.now() - start) / GLIDE, 1) : 1;
      for (const name in to) this.view[name] = to[name] + (from[name] - to[name]) * (1 - share) ** 3;
      this.show();
      if (share < 1) requestAnimationFrame(() => { if (gliding === this.gliding) step(); });
    };
    step();
  }

  show(view) {
    const { slider, above, whole } = this.controls, { labels } = this.data;
    Object.assign(this.view, view);
    whole.textContent = this.view.lift ? labels.close : labels.open;
    slider.value = 100 * this.view.lift;
    above.textContent = this.isAbove() ? labels.side : labels.above;
    this.ask();
  }

  isAbove() {
    return this.view.tilt > 1;
  }

  /** Buttons and a slider, in a place that the page has for them or at the end of the board. */
  tools() {
    const board = this.svg.parentElement, { labels } = this.data;
    const bar = board.querySelector(":scope > [data-drawing=tools]") ?? this.bar ?? document.createElement("div");
    if (!bar.isConnected) board.append(bar);
    if (bar.hasChildNodes()) return;
    const control = (tag, properties) => Object.assign(document.createElement(tag), { type: "button", title: properties.ariaLabel ?? "" }, properties);
    const quarter = (way) => () => this.glide({ turn: this.view.turn + way * Math.PI / 2 });
    const slider = control("input", { type: "range", ariaLabel: labels.lift, oninput: () => this.show({ lift: slider.value / 100 }) });
    const above = control("button", { onclick: () => this.glide({ tilt: this.isAbove() ? FIRST.tilt : ABOVE }) });
    const whole = control("button", { onclick: () => this.glide({ lift: this.view.lift ? 0 : FIRST.lift }) });
    bar.className = "solid-tools";
    bar.dataset.drawing = "tools";
    bar.append(control("button", { textContent: "⟲", ariaLabel: labels.left, onclick: quarter(1) }),
      control("button", { textContent: "⟳", ariaLabel: labels.right, onclick: quarter(-1) }), whole, slider, above);
    Object.assign(this, { bar, controls: { slider, above, whole } });
    this.show();
  }

  listen() {
    this.left?.abort();
    const { svg } = this, fingers = new Map(), { signal } = this.left = new AbortController();
    let way = 0, spread = 0;
    svg.addEventListener("pointerdown", ({ pointerId, clientX, clientY }) => {
      fingers.set(pointerId, [clientX, clientY]);
      way = spread = 0;
    });
    window.addEventListener("pointermove", ({ pointerId, pointerType, clientX, clientY }) => {
      if (!fingers.has(pointerId)) return;
      const [x, y] = fingers.get(pointerId), across = clientX - x, down = clientY - y;
      fingers.set(pointerId, [clientX, clientY]);
      way += Math.abs(across) + Math.abs(down);
      if (fingers.size === 2) {
        const [one, other] = [...fingers.values()], apart = Math.hypot(one[0] - other[0], one[1] - other[1]);
        if (spread) this.turn(0, 0, (apart - spread) / 250);
        spread = apart;
      } else if (way > 6) {
        this.turn(-across * 0.008, pointerType === "mouse" ? down * 0.005 : 0);
      }
    }, { signal });
    for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, ({ pointerId }) => fingers.delete(pointerId), { signal });
    // Who turns the thing has not clicked on it.
    svg.addEventListener("click", (event) => { if (way > 6) event.stopImmediatePropagation(); }, true);
    svg.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && document.activeElement !== svg) return;
      event.preventDefault();
      this.turn(0, 0, -event.deltaY / 600);
    }, { passive: false });
  }
}

/** By the names of their drawings, which come and go. */
const known = new Map();
const shown = () => [...known.values()].filter(({ svg }) => svg.isConnected);

/** A thing by the name of its drawing, for whoever measures it. */
export const solid = (name) => known.get(name);

/** Make all things in space live, after every change of the page. */
export function solids(root = document) {
  for (const svg of all(`svg[data-solid^='{"size"']`, root)) {
    if (!known.has(svg.dataset.drawing)) known.set(svg.dataset.drawing, new Solid());
    known.get(svg.dataset.drawing).mount(svg);
    changes.observe(svg.closest("[data-part]") ?? svg.parentElement, { subtree: true, attributeFilter: ["class"] });
  }
  enlarge(root);
}

/** What can be clicked, or is chosen, is told by the classes of the elements that pieces stand for. */
const changes = new MutationObserver((found) => {
  if (!found.some(({ target }) => target.id)) return;
  mirror();
  follow();
  for (const each of shown()) each.cue();
});

function mirror() {
  for (const piece of all("svg [data-ref]")) {
    const meant = document.getElementById(piece.dataset.ref);
    for (const state of ["can", "early", "chosen"]) piece.classList.toggle(state, Boolean(meant?.classList.contains(state)));
  }
}

let pointed, armed;

function point(target, isOver = true) {
  const ref = isOver ? target.closest?.("svg [data-ref]")?.dataset.ref ?? target.closest?.("svg[data-drawing] [id]")?.id : undefined;
  if (ref === pointed) return;
  pointed = ref;
  for (const each of shown()) each.cue();
  if (ref && target.closest(".live")) bring(document.getElementById(ref));
}

// At once, or what the server drew would be seen for a moment.
document.addEventListener("shown", () => solids());
document.addEventListener("pointerover", ({ target, pointerType, buttons }) => { if (pointerType === "mouse" && !buttons) point(target); });
document.addEventListener("focusin", ({ target }) => point(target));
document.addEventListener("focusout", ({ target }) => point(target, false));
document.addEventListener("pointerdown", () => { armed = pointed; }, true);
document.addEventListener("keydown", (event) => {
  const { target, key, ctrlKey, altKey, metaKey } = event, [thing] = shown();
  if (!KEYS[key] || ctrlKey || altKey || metaKey || target.matches("input") || !thing?.svg.parentElement.contains(target)) return;
  event.preventDefault();
  thing.turn(...KEYS[key]);
});

/** A click on a piece is one on the element that it stands for; a finger first only points. */
document.addEventListener("click", (event) => {
  const piece = event.target.closest?.("svg [data-ref]"), meant = piece && document.getElementById(piece.dataset.ref);
  if (!meant) return;
  event.stopPropagation();
  if (event.pointerType === "touch" && armed !== meant.id && piece.closest(".live")) point(piece);
  else meant.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: event.clientX, clientY: event.clientY }));
}, true);
