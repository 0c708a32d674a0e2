/** Shows a page of ours when there is no network, and is in nobody's way otherwise. */

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
