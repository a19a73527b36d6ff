// The service worker. It caches the interface alone; what a user reads is kept by
// the page (`src/rpc/kept-answers.ts`), which knows the user. The build fills in the files and the version.
const { version, files } = self.__BUILD__;
const cacheName = `gleaner-interface-${version}`;
const shell = '/index.html';

self.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(cacheName);
      // The page and its parts come from one build; the page itself is never taken from the browser's cache.
      await Promise.all([cache.addAll(files), cache.put(shell, await fetch('/', { cache: 'reload' }))]);
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
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => kept(shell)));
  // Their names hold a hash of their content.
  else if (url.pathname.startsWith('/assets/')) event.respondWith(kept(request).catch(() => fetchAndKeep(request)));
  else if (files.includes(url.pathname)) event.respondWith(fetch(request).catch(() => kept(request)));
});

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

/** Reads the link that was shared; Android puts it into the text. */
async function share(request) {
  const form = await request.formData();
  const texts = ['url', 'text', 'title'].map((name) => String(form.get(name) ?? '').trim());
  const link = texts.map((text) => /https?:\/\/\S+/.exec(text)?.[0]).find((found) => found !== undefined);
  const given = link ?? texts.find((text) => text !== '') ?? '';
  return Response.redirect(`/?url=${encodeURIComponent(given)}`, 303);
}
