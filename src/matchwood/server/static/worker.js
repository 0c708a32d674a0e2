/** Shows a page of ours when there is no network, and is in nobody's way otherwise. */

const KEPT = "matchwood";

addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(NEEDED)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate" && request.method === "GET") {
    event.respondWith(fetch(request).catch(() => caches.match("offline")));
  } else if (request.destination === "style" || request.destination === "image") {
    event.respondWith(fetch(request).catch(async () => await caches.match(request) ?? Response.error()));
  }
});
