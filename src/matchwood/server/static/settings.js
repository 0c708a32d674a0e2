/** How a visitor likes the pages: what the server has to know is a cookie. */

import { setCookie } from "./memory.js";
import { find, hear, root } from "./page.js";

/** What may be chosen on the page; what is usual is no attribute. */
const USUAL = { theme: "auto", letters: "auto", pace: "calm" };

function prefer(name, value) {
  if (value === USUAL[name] && name !== "pace") delete root.dataset[name];
  else root.dataset[name] = value;
  setCookie(name, value);
  showSwitches();
}

function showSwitches() {
  const theme = find("theme");
  if (theme?.dataset.auto) theme.ariaLabel = theme.title = theme.dataset[root.dataset.theme ?? "auto"];
  for (const link of document.querySelectorAll("a[data-setting]")) {
    const { setting, value } = link.dataset;
    if ((root.dataset[setting] ?? USUAL[setting]) === value) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  if (find("fullscreen")) find("fullscreen").ariaPressed = String(Boolean(document.fullscreenElement));
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-setting]");
  if (link) {
    event.preventDefault();
    prefer(link.dataset.setting, link.dataset.value);
  } else if (event.target.closest("#theme")) {
    const themes = ["auto", "light", "dark"];
    prefer("theme", themes[(themes.indexOf(root.dataset.theme ?? "auto") + 1) % themes.length]);
  } else if (event.target.closest("#fullscreen")) {
    if (document.fullscreenElement) document.exitFullscreen();
    else root.requestFullscreen?.().catch(() => { /* it may be forbidden */ });
  }
});
document.addEventListener("fullscreenchange", showSwitches);
hear("shown", showSwitches);
showSwitches();
