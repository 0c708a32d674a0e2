/** “Your turn” for those who look at something else: in the title of the tab and, if allowed, as a notification. */

import { find, hear, table } from "./page.js";

const title = document.title;
let note = null;

function look({ last }) {
  const isMine = table()?.dataset.turn !== undefined;
  if (!isMine) return quiet();
  if (!document.hidden || last.seq === table().dataset.seq) return;
  const said = find("said")?.textContent.trim();
  document.title = `● ${said || title}`;
  if (globalThis.Notification?.permission !== "granted") return;
  // Some phones let only a service worker do this.
  try {
    note = new Notification(title, { body: said, tag: table().dataset.table });
    note.onclick = () => focus();
  } catch { /* no matter */ }
}
hear("moved", look);
look({ last: {} });

function quiet() {
  document.title = title;
  note?.close();
  note = null;
}
document.addEventListener("visibilitychange", () => { if (!document.hidden) quiet(); });

/** The browser asks; there is no button where it would not. */
function show() {
  const button = find("notify");
  if (button) button.hidden = globalThis.Notification?.permission !== "default";
}
document.addEventListener("click", async ({ target }) => {
  if (!target.closest("#notify")) return;
  await Notification.requestPermission();
  show();
});
hear("shown", show);
show();
