// The service worker. It caches the interface alone; what a user reads is kept by
// the page (`src/rpc/offline-answers.ts`), which knows the user. The build fills in the files and the version.
const { version, files } = self.__BUILD__;
const cacheName = `gleaner-interface-${version}`;
const shell = '/index.html';
/** For the server’s answer to a navigation. */
const patienceMs = 3000;

self.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(cacheName);
      // The page and its parts come from one build; the page itself is never taken from the browser's cache.
      await Promise.all([cache.addAll(files), cache.put(shell, await page())]);
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const old = (await caches.keys()).filter((name) => name.startsWith('gleaner-interface-') && name !== cacheName);
      await Promise.all(old.map((name) => caches.delete(name)));
      await self.clients.claim();
    })(),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (request.method === 'POST' && url.pathname === '/share') event.respondWith(share(request));
  if (request.method !== 'GET' || url.pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') event.respondWith(fetchSoon(request).catch(() => kept(shell)));
  // Their names hold a hash of their content.
  else if (url.pathname.startsWith('/assets/')) event.respondWith(kept(request).catch(() => fetchAndKeep(request)));
  else if (files.includes(url.pathname)) event.respondWith(fetch(request).catch(() => kept(request)));
});

/** Whatever else answers, as a proxy or the sign-in page of a network, is not the interface. */
async function page() {
  const response = await fetch('/', { cache: 'reload' });
  if (!response.ok) throw new TypeError('Not the page');
  return response;
}

/** A network that answers nothing counts as none. Where no page is kept, it is waited for. */
async function fetchSoon(request) {
  const answer = fetch(request);
  const late = new Promise((resolve) => setTimeout(resolve, patienceMs));
  const first = await Promise.race([answer, late]);
  if (first) return first;
  answer.catch(() => undefined);
  return (await kept(shell).catch(() => null)) ?? answer;
}

/** Rejects where nothing is cached, as a failed request does. */
async function kept(request) {
  const cache = await caches.open(cacheName);
  const response = await cache.match(request, { ignoreVary: true });
  if (!response) throw new TypeError('Not kept');
  return response;
}

async function fetchAndKeep(request) {
  const response = await fetch(request);
  if (response.ok) await (await caches.open(cacheName)).put(request, response.clone());
  return response;
}

/** Reads the links that were shared; Android puts them into the text. A text with several is passed on whole. */
async function share(request) {
  const form = await request.formData();
  const texts = ['url', 'text', 'title'].map((name) => String(form.get(name) ?? '').trim());
  const linksOf = (text) => text.match(/https?:\/\/\S+/g) ?? [];
  const several = texts.find((text) => linksOf(text).length > 1);
  const given = several ?? texts.flatMap(linksOf)[0] ?? texts.find((text) => text !== '') ?? '';
  return Response.redirect(`/?url=${encodeURIComponent(given)}`, 303);
}
