import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGuardedFetch } from '#infra/guarded-fetch/guarded-fetch.ts';
import { watchBrowsers } from '../../../tests/harness/browser/own-browsers.ts';
import { type Canary, startCanary } from '../../../tests/harness/http/canaries.ts';
import { type Replay, startReplay } from '../../../tests/harness/sites/replay.ts';
import { createPageRenderer } from './create-page-renderer.ts';
import { findChromium } from './find-chromium.ts';

const chromium = findChromium(process.env.CHROMIUM_PATH ?? null);
const never = new AbortController().signal;
const html = (body: string) => ({ body, type: 'text/html; charset=utf-8' });
const story = 'The ferry that crosses the sound in winter carries mostly letters, and once a piano. '.repeat(6);

let internet: Replay;
let canary: Canary;
beforeAll(async () => {
  [internet, canary] = await Promise.all([startReplay(), startCanary()]);
});
afterAll(async () => {
  await Promise.all([internet.close(), canary.close()]);
});

function createRenderer(options: Partial<Parameters<typeof createPageRenderer>[0]> = {}) {
  const fetch = createGuardedFetch({ replayFrom: internet.url });
  return createPageRenderer({ fetch, executablePath: chromium, ...options });
}

const read = async (renderer: ReturnType<typeof createRenderer>, url: string, signal = never) => {
  const page = await renderer.renderPage(url, signal);
  return { url: page.url, html: new TextDecoder().decode(page.bytes) };
};

test('keeps the page’s error without Chromium', async () => {
  internet.on('https://none.example.org/', html('<div id=root></div><script src=/a.js></script>'));
  const renderer = createRenderer({ executablePath: '/nowhere/chromium' });
  await expect(renderer.renderPage('https://none.example.org/', never)).rejects.toMatchObject({ code: 'page_needs_browser' });
  await renderer.close();
});

describe.skipIf(chromium === null)('SUM-09 a page drawn by its scripts', { timeout: 60_000 }, () => {
  test('is read when its data has arrived, at its final address, with shadow roots', async () => {
    internet.on('https://app.example.org/start', (_request, response) =>
      response.writeHead(302, { location: 'https://app.example.org/story/7' }).end(),
    );
    internet.on('https://app.example.org/story/7', html('<div id=root></div><script type=module src=/app.js></script>'));
    internet.on('https://app.example.org/app.js', {
      type: 'text/javascript',
      body: `const r = await fetch('https://api.example.org/story', { headers: { 'x-kind': 'story' } });
        const s = await r.json();
        document.getElementById('root').innerHTML = '<article><h1>' + s.title + '</h1><p>' + s.text + '</p><x-end></x-end></article>';
        const p = await fetch('/graphql', { method: 'POST', body: '{"q":1}', headers: { 'content-type': 'application/json' } });
        document.querySelector('x-end').attachShadow({ mode: 'open' }).innerHTML = '<p>' + (await p.text()) + ' in the shade</p>';`,
    });
    internet.on('https://api.example.org/story', (request, response) =>
      request.method === 'OPTIONS'
        ? response.writeHead(204, { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'x-kind' }).end()
        : response
            .writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
            .end(JSON.stringify({ title: 'The winter ferry', text: `${String(request.headers['x-kind'])} ${story}` })),
    );
    internet.on('https://app.example.org/graphql', (request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).end(`answered a ${request.method}`);
    });
    const renderer = createRenderer();
    try {
      const page = await read(renderer, 'https://app.example.org/start');
      expect(page.url).toBe('https://app.example.org/story/7');
      expect(page.html).toContain('<h1>The winter ferry</h1>');
      expect(page.html).toContain('story The ferry');
      expect(page.html).toMatch(/<template shadowrootmode="open"[^>]*><p>answered a POST in the shade/);
    } finally {
      await renderer.close();
    }
  });

  test('may redirect by script, up to a limit', async () => {
    internet.on('https://hop.example.org/', html('<script>location.href = "/second"</script>'));
    internet.on('https://hop.example.org/second', (_request, response) =>
      response.writeHead(301, { location: 'https://hop.example.org/third' }).end(),
    );
    internet.on('https://hop.example.org/third', html(`<article>${story}</article>`));
    const renderer = createRenderer();
    try {
      const page = await read(renderer, 'https://hop.example.org/');
      expect(page.url).toBe('https://hop.example.org/third');
      expect(page.html).toContain('once a piano');
    } finally {
      await renderer.close();
    }
  });

  const attempts = (host: string, port: number) => `
    const t = (work) => { try { const r = work(); if (r && r.catch) r.catch(() => {}); } catch {} };
    t(() => fetch('http://${host}/fetch', { mode: 'no-cors' }));
    t(() => fetch('http://localhost:${port}/name', { mode: 'no-cors' }));
    t(() => fetch('https://out.example.org/redirect', { mode: 'no-cors' }));
    t(() => navigator.sendBeacon('http://${host}/beacon', 'x'));
    t(() => new WebSocket('ws://${host}/socket'));
    t(() => new EventSource('http://${host}/events'));
    t(() => new WebTransport('https://${host}/transport'));
    t(() => { const x = new XMLHttpRequest(); x.open('POST', 'http://${host}/xhr'); x.send('x'); });
    t(() => new Image().src = 'http://${host}/image');
    t(() => new Audio('http://${host}/audio').play());
    t(() => new FontFace('x', 'url(http://${host}/font)').load());
    t(() => new Worker(URL.createObjectURL(new Blob(["fetch('http://${host}/worker',{mode:'no-cors'});try{importScripts('http://${host}/import')}catch{};new WebSocket('ws://${host}/ws-worker')"]))));
    t(() => new SharedWorker(URL.createObjectURL(new Blob(["fetch('http://${host}/shared',{mode:'no-cors'})"]))));
    t(() => navigator.serviceWorker.register('/sw.js'));
    t(() => window.open('http://${host}/popup'));
    for (const [rel, as] of [['prefetch', ''], ['preload', 'script'], ['preconnect', ''], ['dns-prefetch', ''], ['modulepreload', ''], ['prerender', ''], ['icon', ''], ['manifest', ''], ['stylesheet', '']]) {
      const link = document.createElement('link'); link.rel = rel; if (as) link.as = as; link.href = 'http://${host}/' + rel; document.head.append(link);
    }
    for (const [tag, name] of [['iframe', 'src'], ['script', 'src'], ['embed', 'src'], ['object', 'data'], ['video', 'src'], ['frame', 'src']]) {
      const one = document.createElement(tag); one[name] = 'http://${host}/' + tag; document.body.append(one);
    }
    const rules = document.createElement('script'); rules.type = 'speculationrules';
    rules.textContent = JSON.stringify({ prefetch: [{ source: 'list', urls: ['http://${host}/spec'] }], prerender: [{ source: 'list', urls: ['/pre'] }] });
    document.head.append(rules);
    const form = document.createElement('form'); form.action = 'http://${host}/form'; form.method = 'post'; form.target = 'f';
    const frame = document.createElement('iframe'); frame.name = 'f'; document.body.append(frame, form); t(() => form.submit());
    const inner = document.createElement('iframe'); inner.srcdoc = '<img src="http://${host}/srcdoc"><script>fetch("http://${host}/inner",{mode:"no-cors"})<\\/script>'; document.body.append(inner);
    t(() => { const pc = new RTCPeerConnection({ iceServers: [{ urls: ['stun:${host}', 'turn:${host}?transport=tcp', 'turn:${host}?transport=udp'].slice(0, 1) }, { urls: ['turn:${host}?transport=tcp', 'turn:${host}?transport=udp'], username: 'a', credential: 'b' }] });
      pc.createDataChannel('x'); pc.createOffer().then((o) => pc.setLocalDescription(o)); pc.addIceCandidate({ candidate: 'candidate:1 1 udp 2113937151 127.0.0.1 ${port} typ host', sdpMid: '0', sdpMLineIndex: 0 }).catch(() => {}); });
    setTimeout(() => { document.body.insertAdjacentHTML('beforeend', '<p>all tried</p><p>${story}</p>'); }, 1200);
    setTimeout(() => t(() => { location.href = 'http://${host}/leave'; }), 1000);`;

  for (const fence of ['box', 'arguments'] as const) {
    test(`reaches nothing past its routes, whatever it tries (fence: ${fence})`, async () => {
      const address = `https://out-${fence}.example.org/`;
      internet.on(address, html(`<body><p>start</p><script>${attempts(canary.host, canary.port)}</script></body>`));
      internet.on('https://out.example.org/redirect', (_request, response) =>
        response.writeHead(302, { location: `http://${canary.host}/redirected` }).end(),
      );
      const renderer = createRenderer({ fence });
      try {
        // Control: the canary does record requests.
        await fetch(`http://${canary.host}/control`);
        expect(canary.hits.splice(0)).toEqual(['tcp']);
        const outcome = await read(renderer, address).catch((error: unknown) => error);
        // The page's own navigation to a private address is refused.
        if (outcome instanceof Error) expect(outcome).toMatchObject({ code: 'url_blocked' });
        else expect(outcome).toMatchObject({ html: expect.stringContaining('all tried') });
        expect(internet.requests).toContain('out.example.org/redirect');
        expect(internet.requests.filter((path) => /sw\.js|pre$/.test(path))).toEqual([]);
      } finally {
        await renderer.close();
      }
      expect(canary.hits).toEqual([]);
    });
  }

  test('that never ends is left in time with all its processes, and the next one is rendered', async () => {
    internet.on('https://busy.example.org/', html(`<p>${story}</p><script>for (;;) {}</script>`));
    internet.on('https://calm.example.org/', html(`<script>document.write('<p>${story}</p>')</script>`));
    // Enough for the calm page, even if its browser starts on a busy machine.
    const renderer = createRenderer({ timeoutMs: 8_000 });
    const browsers = watchBrowsers();
    try {
      await Promise.all([
        expect(renderer.renderPage('https://busy.example.org/', never)).rejects.toMatchObject({ code: 'timed_out' }),
        expect.poll(() => browsers.running(), { timeout: 8_000 }).not.toEqual([]),
      ]);
      expect(browsers.running()).toEqual([]);
      expect((await read(renderer, 'https://calm.example.org/')).html).toContain('once a piano');
      // The next page uses the same browser, or a new one if that has died.
      const [first] = browsers.running();
      if (first === undefined) throw new Error('no browser runs');
      await read(renderer, 'https://calm.example.org/');
      expect(browsers.running()[0]).toBe(first);
      process.kill(first, 'SIGKILL');
      await expect.poll(() => browsers.running(), { timeout: 20_000 }).toEqual([]);
      await read(renderer, 'https://calm.example.org/');
      expect(browsers.running()).not.toEqual([]);
      await renderer.close();
      expect(browsers.running()).toEqual([]);
    } finally {
      browsers.stop();
      await renderer.close();
    }
  });

  test('that takes endless memory is ended', async () => {
    internet.on(
      'https://greedy.example.org/',
      html('<script>const all = []; setInterval(() => all.push(new Uint8Array(4e7).fill(7)), 30)</script>'),
    );
    const renderer = createRenderer({ maxMemoryBytes: 600_000_000 });
    try {
      await expect(renderer.renderPage('https://greedy.example.org/', never)).rejects.toMatchObject({
        code: 'page_needs_browser',
      });
    } finally {
      await renderer.close();
    }
  });

  test('is left when the run is cancelled', async () => {
    const renderer = createRenderer();
    const controller = new AbortController();
    internet.on('https://slow.example.org/', html('<script>fetch("/ping")</script>'));
    internet.on('https://slow.example.org/ping', (_request, response) => {
      controller.abort();
      response.end();
    });
    try {
      await expect(renderer.renderPage('https://slow.example.org/', controller.signal)).rejects.toMatchObject({
        code: 'cancelled',
      });
    } finally {
      await renderer.close();
    }
  });

  test('closes an idle browser', async () => {
    internet.on('https://once.example.org/', html(`<script>document.write('<p>${story}</p>')</script>`));
    const renderer = createRenderer({ idleMs: 50 });
    const browsers = watchBrowsers();
    try {
      await Promise.all([
        read(renderer, 'https://once.example.org/'),
        expect.poll(() => browsers.running(), { timeout: 20_000 }).not.toEqual([]),
      ]);
      // The browser is not closed while the next page, which takes longer than `idleMs`, is rendered.
      await read(renderer, 'https://once.example.org/');
      await expect.poll(() => browsers.running(), { timeout: 20_000 }).toEqual([]);
    } finally {
      browsers.stop();
      await renderer.close();
    }
  });
});
