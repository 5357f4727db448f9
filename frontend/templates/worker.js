/* Shows a page that says so where there is no connection. Keeps nothing else: games are played with the server or not at all. */

const CACHE = "offline-{{ version }}";
const [PAGE, ...PARTS] = [{% for address in kept %}"{{ address|escapejs }}", {% endfor %}];

addEventListener("install", (event) => {
  event.waitUntil(keep().then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  event.waitUntil(forgetOthers().then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (method !== "GET") return;
  if (mode === "navigate") event.respondWith(fetch(event.request).catch(() => kept(PAGE)));
  else if (PARTS.includes(new URL(url).pathname)) event.respondWith(fetch(event.request).catch(() => kept(url)));
});

async function keep() {
  const cache = await caches.open(CACHE);
  // Without cookies: the page is nobody's.
  await cache.addAll([PAGE, ...PARTS].map((address) => new Request(address, { credentials: "omit" })));
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
}

/** @param {string} address */
async function kept(address) {
  return (await caches.match(address)) ?? Response.error();
}
