/** A drag from one thing to another is two clicks; a copy of it goes along, over all drawings. */

import { choose, clicked, hit, isHeld, leadsOn, nextClicks, path, takeBack } from "./clicks.js";
import { isSending } from "./follow.js";
import { copied, dropAt, finish, layerFor } from "./motion.js";
import { THINGS, drawn, find, hear } from "./page.js";

/** How many pixels a click may slip. */
const FAR = 8;
let drag = null;

document.addEventListener("pointerdown", (event) => {
  letGo();
  if (!event.isPrimary || event.button) return;
  const ids = hit(event.target);
  const again = isHeld() && ids.includes(path[0]);
  const id = again ? path[0] : ids.find((each) => nextClicks(path).has(each) && leadsOn(each));
  if (id) drag = { element: find(id), id, again, x: event.clientX, y: event.clientY };
});

document.addEventListener("pointermove", (event) => {
  if (!drag || drag.over) return;
  const [x, y] = drag.by = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.layer) {
    if (Math.hypot(x, y) < FAR) return;
    if (!drag.again) choose(drag.id);
    lift();
  }
  drag.layer.firstChild.setAttribute("transform", `translate(${x} ${y})`);
});

function lift() {
  finish();
  const copy = drawn("g", { transform: DOMMatrix.fromMatrix(drag.element.getScreenCTM()) }, copied(drag.element));
  drag.layer = layerFor(drag.element, drawn("g", {}, copy));
  drag.element.classList.add("lifted");
}

function letGo() {
  drag?.layer?.remove();
  drag?.element.classList.remove("lifted");
  drag = null;
}
hear("leaving", letGo);
hear("sending", () => { if (!isSending()) letGo(); });

function drop(event) {
  if (!drag?.layer) drag = null;
  if (!drag || drag.over) return;
  drag.over = true;
  const under = document.elementFromPoint(event.clientX, event.clientY);
  const on = event.type === "pointerup" && hit(under).find((id) => nextClicks(path).has(id));
  if (on) {
    const inner = [...drag.element.querySelectorAll("[id]")].map(({ id }) => id);
    dropAt(inner.length ? inner : [drag.id], drag.by);
    choose(on);
  } else if (event.type === "pointerup" && hit(under).length) {
    clicked(under, event.clientX, event.clientY);
  } else {
    takeBack();
  }
  // What is on its way to the server lies where it was dropped.
  if (!isSending()) letGo();
}
document.addEventListener("pointerup", drop);
document.addEventListener("pointercancel", drop);

/**
 * Whoever presses on a thing while it moves has hit it: the motion ends by that, and something else
 * may lie there when the button comes up.
 */
let pressed = null;
addEventListener("pointerdown", ({ target, clientX: x, clientY: y }) => {
  pressed = { thing: target.closest?.(THINGS), x, y };
}, true);
addEventListener("click", (event) => {
  const { thing, x, y } = pressed ?? {};
  pressed = null;
  if (!thing?.isConnected || thing.contains(event.target)) return;
  if (Math.hypot(event.clientX - x, event.clientY - y) > FAR) return;
  event.stopImmediatePropagation();
  thing.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
}, true);

/** What was dropped was not clicked. */
addEventListener("click", (event) => {
  const isDrop = drag?.over && !event.target.closest("a, button, summary, input");
  if (!isSending()) letGo();
  if (isDrop) event.stopPropagation();
}, true);
