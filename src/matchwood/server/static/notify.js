/** “Your turn” for those who look at something else: in the title of the tab and, if allowed, as a notification. */

import { find, hear, table } from "./page.js";

const title = document.title;
const isAllowed = () => globalThis.Notification?.permission === "granted";
/** Phones let only a service worker notify; where there is none, the page does it itself. */
const worker = () => navigator.serviceWorker?.getRegistration();
let note = null;

function look({ last }) {
  const isMine = table()?.dataset.turn !== undefined;
  if (!isMine) return quiet();
  if (!document.hidden || last.seq === table().dataset.seq) return;
  const said = find("said")?.textContent.trim();
  document.title = `● ${said || title}`;
  if (isAllowed()) notify(said);
}
hear("moved", look);
look({ last: {} });

async function notify(body) {
  const { table: tag, address } = table().dataset;
  const told = { body, tag, data: new URL(address, location.href).href };
  const registered = await worker();
  if (registered?.active) return registered.showNotification(title, told);
  try {
    note = new Notification(title, told);
    note.onclick = () => focus();
  } catch { /* a phone without the worker: the title tells it */ }
}

async function quiet() {
  document.title = title;
  note?.close();
  note = null;
  const tag = table()?.dataset.table;
  if (!tag || !isAllowed()) return;
  for (const each of await (await worker())?.getNotifications({ tag }) ?? []) each.close();
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
