/** Shows a page of ours when there is no network, and the table that a notification is about. */

const KEPT = "matchwood";

/** What is kept is that of the newest worker. */
async function keep() {
  await caches.delete(KEPT);
  const kept = await caches.open(KEPT);
  await kept.addAll(NEEDED);
  await skipWaiting();
}

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate" && request.method === "GET") {
    event.respondWith(fetch(request).catch(() => caches.match("offline")));
  } else if (NEEDED.some((address) => request.url.endsWith(address))) {
    event.respondWith(fetch(request).catch(async () => await caches.match(request) ?? Response.error()));
  }
});

/** The table in the window where it is, or in a new one. */
async function goTo(address) {
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find(({ url }) => new URL(url).pathname === new URL(address).pathname);
  return there ? there.focus() : clients.openWindow(address);
}

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(goTo(event.notification.data));
});
