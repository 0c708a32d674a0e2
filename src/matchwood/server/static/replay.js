/** The replay: keys, and going on by itself. */

import { go } from "./follow.js";
import { find, pause, table } from "./page.js";

const STEP = 1300, SCENE = 5000;
const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };

document.addEventListener("keydown", (event) => {
  const link = find("steps") && !event.target.closest("input") && find(KEYS[event.key]);
  if (!link || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  link.click();
});

find("play")?.addEventListener("click", async ({ currentTarget: button }) => {
  button.dataset.play ??= button.textContent;
  const playing = button.ariaPressed !== "true";
  button.dataset.playing = playing || "";
  for (showPlay(button); button.dataset.playing && !find("forward").ariaDisabled;) {
    await go(find("forward").href);
    showPlay(button);
    await pause("scene" in table().dataset ? SCENE : STEP);
  }
  button.dataset.playing = "";
  showPlay(button);
});

function showPlay(button) {
  button.ariaPressed = String(Boolean(button.dataset.playing));
  button.textContent = button.dataset.playing ? button.dataset.pause : button.dataset.play;
}
