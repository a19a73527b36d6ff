import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ModelServer, type ServedFile, serve, someFile, startModelServer } from '../../../../tests/harness/model-server.ts';
import { waitFor } from '../../../../tests/harness/wait.ts';
import { createGuardedFetch } from '../../guarded-fetch/guarded-fetch.ts';
import { createModelManager, type ModelManagerOptions } from './create-model-manager.ts';
import { knownModels, totalBytesOf, withModelsOf } from './manifest.ts';
import { type ModelManager, type SpeechModel, zSpeechModel } from './model.ts';

let server: ModelServer;
let directory: string;
let big: ServedFile;
let small: ServedFile;
const managers: ModelManager[] = [];
const signal = new AbortController().signal;

beforeEach(async () => {
  server = await startModelServer();
  directory = mkdtempSync(join(tmpdir(), 'gleaner-models-'));
  big = someFile(200_000);
  small = someFile(3_000);
  server.on('/small', serve(small));
  server.on('/big', serve(big));
});
afterEach(async () => {
  await Promise.all(managers.splice(0).map((manager) => manager.close()));
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

function tiny(urls: { small?: string[]; big?: string[] } = {}): SpeechModel {
  return {
    id: 'tiny',
    name: 'Tiny',
    engine: 'whisper',
    languages: null,
    licence: { name: 'MIT', url: 'https://example.com/licence' },
    parts: { model: 'big.bin', tokens: 'small.txt' },
    files: [
      { name: 'small.txt', bytes: small.body.length, sha256: small.sha256, urls: urls.small ?? [`${server.url}/small`] },
      { name: 'big.bin', bytes: big.body.length, sha256: big.sha256, urls: urls.big ?? [`${server.url}/big`] },
    ],
  };
}

function manage(model = tiny(), options: Partial<ModelManagerOptions> = {}): ModelManager {
  const fetch = createGuardedFetch({ allow: [server.host] });
  const manager = createModelManager({ models: [model], directory, fetch, pauseMs: 1, ...options });
  managers.push(manager);
  return manager;
}

async function expectInstalled(manager: ModelManager): Promise<void> {
  expect(await manager.report('tiny')).toMatchObject({ state: 'installed' });
  const paths = await manager.pathsOf('tiny');
  expect(readFileSync(paths?.model ?? '').equals(big.body)).toBe(true);
  expect(readFileSync(paths?.tokens ?? '').equals(small.body)).toBe(true);
}

const codeOf = (error: unknown) => (error as { code?: string }).code;

describe('fetching', () => {
  test('SUM-04 brings every file, tells how far it is, and is known to a process that starts later', async () => {
    const manager = manage();
    expect(await manager.report('tiny')).toMatchObject({ state: 'absent', totalBytes: 203_000 });
    expect(await manager.pathsOf('tiny')).toBeNull();
    let changes = 0;
    manager.subscribe(() => {
      changes += 1;
    });
    await manager.obtain('tiny', signal);
    expect(changes).toBeGreaterThan(0);
    await expectInstalled(manager);
    await expectInstalled(manage());
    expect(readdirSync(directory).sort()).toEqual(['import', 'tiny']);
    await manager.obtain('tiny', signal);
    expect(server.requests).toHaveLength(2);
  });

  test('SUM-04 goes on where a connection was cut, at any byte', async () => {
    const cuts = [0, 1, 65_535, 65_536, 65_537, 3, 40_000];
    server.on('/big', serve(big, { cutAfter: () => cuts.shift() ?? null }));
    // An address that gives nothing at all is left; the next one is the same server again.
    await manage(tiny({ big: [`${server.url}/big`, `${server.url}/big`] })).obtain('tiny', signal);
    await expectInstalled(manage());
    const ranges = server.requests.filter(({ path }) => path === '/big').map(({ range }) => range);
    expect(ranges.slice(0, 4)).toEqual([undefined, undefined, 'bytes=1-', 'bytes=65536-']);
    expect(cuts).toEqual([]);
  });

  test('starts over where the server knows no ranges', async () => {
    let first = true;
    server.on('/big', (request, response) => {
      const cutAfter = () => (first ? 90_000 : null);
      serve(big, { cutAfter, ranges: false })(request, response);
      first = false;
    });
    await manage().obtain('tiny', signal);
    await expectInstalled(manage());
  });

  test('SUM-04 tries the mirrors first, in order, and passes by those that have nothing', async () => {
    server.on('/two/tiny/big.bin', serve(big));
    server.on('/two/tiny/small.txt', (_request, response) => response.writeHead(500).end());
    await manage(tiny(), { mirrors: [`${server.url}/one`, `${server.url}/two`] }).obtain('tiny', signal);
    await expectInstalled(manage());
    expect(server.requests.map(({ path }) => path)).toEqual([
      '/one/tiny/small.txt',
      '/two/tiny/small.txt',
      '/small',
      '/one/tiny/big.bin',
      '/two/tiny/big.bin',
    ]);
  });

  test('follows redirects, also when it goes on', async () => {
    const cuts = [50_000];
    server.on('/store/abc', serve(big, { cutAfter: () => cuts.shift() ?? null }));
    server.on('/big', (_request, response) => response.writeHead(302, { location: '/store/abc' }).end());
    await manage().obtain('tiny', signal);
    await expectInstalled(manage());
    expect(server.requests.at(-1)).toEqual({ path: '/store/abc', range: 'bytes=50000-' });
  });

  test('SUM-04 takes nothing whose checksum is wrong, from wherever it comes', async () => {
    const wrong = { ...big, body: Buffer.from(big.body) };
    wrong.body[77] = (wrong.body[77] ?? 0) ^ 1;
    server.on('/big', serve(wrong));
    const manager = manage();
    await expect(manager.obtain('tiny', signal)).rejects.toMatchObject({
      code: 'speech_model_broken',
      params: { file: 'big.bin' },
    });
    expect(await manager.report('tiny')).toMatchObject({
      state: 'partial',
      doneBytes: 3000,
      problem: { code: 'speech_model_broken' },
    });
    expect(existsSync(join(directory, 'tiny'))).toBe(false);
    server.on('/other', serve(big));
    await manage(tiny({ big: [`${server.url}/big`, `${server.url}/other`] })).obtain('tiny', signal);
    await expectInstalled(manage());
  });

  test('SUM-04 a bad beginning from one address is not held against the next', async () => {
    mkdirSync(join(directory, 'tiny.part'), { recursive: true });
    writeFileSync(join(directory, 'tiny.part', 'big.bin.part'), Buffer.alloc(60_000, 7));
    await manage().obtain('tiny', signal);
    await expectInstalled(manage());
    expect(server.requests.filter(({ path }) => path === '/big').map(({ range }) => range)).toEqual(['bytes=60000-', undefined]);
  });

  test('a page of words in place of the file costs nothing of what has come', async () => {
    mkdirSync(join(directory, 'tiny.part'), { recursive: true });
    writeFileSync(join(directory, 'tiny.part', 'big.bin.part'), big.body.subarray(0, 60_000));
    server.on('/big', (_request, response) => response.writeHead(200, { 'content-length': '5' }).end('login'));
    const manager = manage();
    await expect(manager.obtain('tiny', signal)).rejects.toMatchObject({ code: 'speech_model_unreachable' });
    expect(statSync(join(directory, 'tiny.part', 'big.bin.part')).size).toBe(60_000);
    expect(await manager.report('tiny')).toMatchObject({ state: 'partial', doneBytes: 63_000 });
  });

  test('a connection that falls silent is left', async () => {
    server.on('/silent', (_request, response) => {
      response.writeHead(200, { 'content-length': big.body.length });
      response.write(big.body.subarray(0, 10));
    });
    const manager = manage(tiny({ big: [`${server.url}/silent`, `${server.url}/big`] }), { stallMs: 50 });
    await manager.obtain('tiny', signal);
    await expectInstalled(manager);
  });

  test('a full disk is said to be one, and nothing half is taken for whole', async () => {
    mkdirSync(join(directory, 'tiny.part'), { recursive: true });
    symlinkSync('/dev/full', join(directory, 'tiny.part', 'big.bin.part'));
    const manager = manage();
    await expect(manager.obtain('tiny', signal)).rejects.toMatchObject({ code: 'storage_failed' });
    expect(await manager.report('tiny')).toMatchObject({ state: 'partial', problem: { code: 'storage_failed' } });
    rmSync(join(directory, 'tiny.part', 'big.bin.part'));
    await manager.obtain('tiny', signal);
    await expectInstalled(manager);
  });

  test('a model larger than the disk is not begun', async () => {
    const huge = tiny();
    const files = huge.files.map((file) => ({ ...file, bytes: 2 ** 52 }));
    await expect(manage({ ...huge, files }).obtain('tiny', signal)).rejects.toMatchObject({ code: 'storage_failed' });
    expect(server.requests).toEqual([]);
  });

  test('an address that is not public is not asked', async () => {
    const model = tiny({ big: ['http://127.0.0.2:9/big'] });
    await expect(manage(model).obtain('tiny', signal)).rejects.toMatchObject({ code: 'speech_model_unreachable' });
  });
});

describe('ending, going on', () => {
  function hold(after: number): { release(): void } {
    let open: (() => void) | undefined;
    server.on('/big', (request, response) => {
      const from = Number(/bytes=(\d+)/.exec(request.headers.range ?? '')?.[1] ?? 0);
      if (from > 0) return serve(big)(request, response);
      response.writeHead(200, { 'content-length': big.body.length });
      response.write(big.body.subarray(0, after));
      open = () => response.end(big.body.subarray(after));
    });
    return { release: () => open?.() };
  }

  const at = (manager: ModelManager, doneBytes: number) =>
    waitFor(`${doneBytes} bytes`, async () => {
      const report = await manager.report('tiny');
      return report.state === 'fetching' && report.doneBytes >= doneBytes ? report : undefined;
    });

  test('SUM-04 a cancelled fetch keeps what came and goes on from there', async () => {
    hold(120_000);
    const manager = manage();
    const fetching = manager.obtain('tiny', signal).catch(codeOf);
    await at(manager, 123_000);
    await manager.cancel('tiny');
    expect(await fetching).toBe('cancelled');
    expect(await manager.report('tiny')).toMatchObject({ state: 'partial', doneBytes: 123_000, problem: null });
    // Nobody wants it any more: a restart does not begin again.
    const later = manage();
    await later.resume();
    expect(await later.report('tiny')).toMatchObject({ state: 'partial' });
    await later.obtain('tiny', signal);
    await expectInstalled(later);
    expect(server.requests.at(-1)).toEqual({ path: '/big', range: 'bytes=120000-' });
  });

  test('SUM-04 a fetch that a restart cut goes on by itself', async () => {
    hold(120_000);
    const manager = manage();
    await manager.start('tiny');
    await at(manager, 123_000);
    await manager.close();
    const later = manage();
    await later.resume();
    await waitFor('the model', async () => ((await later.report('tiny')).state === 'installed' ? true : undefined));
    await expectInstalled(later);
    expect(server.requests.at(-1)?.range).toBe('bytes=120000-');
  });

  test('SUM-04 two at once fetch it once, and who waited has it too', async () => {
    const held = hold(120_000);
    const one = manage();
    const two = manage();
    const first = one.obtain('tiny', signal);
    await at(one, 123_000);
    const second = two.obtain('tiny', signal);
    const again = one.obtain('tiny', signal);
    expect(await at(two, 100_000)).toMatchObject({ state: 'fetching' });
    held.release();
    await Promise.all([first, second, again]);
    await expectInstalled(two);
    expect(server.requests.map(({ path }) => path)).toEqual(['/small', '/big']);
  });

  test('one process can end what another fetches', async () => {
    hold(120_000);
    const one = manage();
    const two = manage();
    const first = one.obtain('tiny', signal).catch(codeOf);
    await at(two, 123_000);
    await two.cancel('tiny');
    expect(await first).toBe('cancelled');
    expect(await two.report('tiny')).toMatchObject({ state: 'partial', doneBytes: 123_000 });
  });

  test('who stops waiting does not stop the fetch', async () => {
    const held = hold(120_000);
    const manager = manage();
    const impatient = new AbortController();
    const first = manager.obtain('tiny', impatient.signal).catch(codeOf);
    await at(manager, 123_000);
    impatient.abort();
    expect(await first).toBe('cancelled');
    held.release();
    await manager.obtain('tiny', signal);
    await expectInstalled(manager);
  });

  test('SUM-04 a process that is killed in the middle leaves what the next one needs', async () => {
    hold(120_000);
    const program = `
      import { createModelManager } from ${JSON.stringify(join(import.meta.dirname, 'create-model-manager.ts'))};
      import { createGuardedFetch } from ${JSON.stringify(join(import.meta.dirname, '../../guarded-fetch/guarded-fetch.ts'))};
      const manager = createModelManager({ models: [${JSON.stringify(tiny())}], directory: ${JSON.stringify(directory)}, fetch: createGuardedFetch({ allow: [${JSON.stringify(server.host)}] }) });
      await manager.obtain('tiny', new AbortController().signal);`;
    const child = spawn(process.execPath, ['--input-type=module', '--disable-warning=ExperimentalWarning', '-e', program], {
      cwd: join(import.meta.dirname, '../../../..'),
      stdio: 'ignore',
    });
    const manager = manage();
    await at(manager, 123_000);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
    // Its lock is still there; only its age tells that nobody holds it.
    const lock = join(directory, 'tiny.lock');
    utimesSync(lock, new Date(Date.now() - 60_000), new Date(Date.now() - 60_000));
    expect(await manager.report('tiny')).toMatchObject({ state: 'partial', doneBytes: 123_000 });
    await manager.resume();
    await waitFor('the model', async () => ((await manager.report('tiny')).state === 'installed' ? true : undefined));
    await expectInstalled(manager);
    expect(server.requests.at(-1)?.range).toBe('bytes=120000-');
  });
});

describe('without the network', () => {
  test('SUM-04 a whole model is taken from a folder, or from a folder of its name in it', async () => {
    const source = join(directory, 'stick');
    mkdirSync(join(source, 'tiny'), { recursive: true });
    writeFileSync(join(source, 'big.bin'), big.body);
    writeFileSync(join(source, 'tiny', 'small.txt'), small.body);
    const manager = manage();
    expect(await manager.importFrom(source)).toEqual(['tiny']);
    await expectInstalled(manager);
    expect(server.requests).toEqual([]);
    expect(existsSync(join(source, 'big.bin'))).toBe(true);
  });

  test('SUM-04 wrong and missing files are named; the right ones count', async () => {
    const manager = manage();
    await expect(manager.importFrom(join(directory, 'nowhere'))).rejects.toMatchObject({
      code: 'speech_import_missing',
      params: { files: 'small.txt, big.bin' },
    });
    const source = manager.importFolder;
    writeFileSync(join(source, 'big.bin'), Buffer.alloc(big.body.length));
    await expect(manager.importFrom(source)).rejects.toMatchObject({ code: 'speech_model_broken', params: { file: 'big.bin' } });
    writeFileSync(join(source, 'big.bin'), big.body);
    await expect(manager.importFrom(source)).rejects.toMatchObject({
      code: 'speech_import_missing',
      params: { files: 'small.txt' },
    });
    expect(await manager.report('tiny')).toMatchObject({ state: 'partial', doneBytes: 200_000 });
    // What was brought is not fetched again.
    await manager.obtain('tiny', signal);
    await expectInstalled(manager);
    expect(server.requests.map(({ path }) => path)).toEqual(['/small']);
  });

  test('a removed model is gone, and can be had again', async () => {
    const manager = manage();
    await manager.obtain('tiny', signal);
    await manager.remove('tiny');
    expect(await manager.report('tiny')).toMatchObject({ state: 'absent' });
    expect(readdirSync(directory)).toEqual(['import']);
    await manager.obtain('tiny', signal);
    await expectInstalled(manager);
  });

  test('files that were changed or taken away later are noticed', async () => {
    const manager = manage();
    await manager.obtain('tiny', signal);
    rmSync(join(directory, 'tiny', 'big.bin'));
    expect(await manager.pathsOf('tiny')).toBeNull();
    await manager.obtain('tiny', signal);
    await expectInstalled(manager);
  });

  test('an unknown model is not found', async () => {
    const manager = manage();
    for (const call of [manager.obtain('other', signal), manager.start('../x'), manager.remove('other'), manager.cancel('x')])
      await expect(call).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the list', () => {
  test('is well formed: pinned addresses, parts that exist, a licence', () => {
    expect(new Set(knownModels.map(({ id }) => id)).size).toBe(knownModels.length);
    for (const model of knownModels) {
      zSpeechModel.parse(model);
      for (const name of Object.values(model.parts)) expect(model.files.map((file) => file.name)).toContain(name);
      for (const { urls } of model.files) {
        expect(urls.length).toBeGreaterThan(0);
        for (const url of urls) expect(url).toMatch(/^https:\/\/.*(\/resolve\/[0-9a-f]{40}\/|\/releases\/download\/)/);
      }
      expect(totalBytesOf(model)).toBeGreaterThan(1_000_000);
    }
  });

  test('can be added to by a file', () => {
    const path = join(directory, 'more.json');
    writeFileSync(path, JSON.stringify({ models: [tiny()] }));
    expect(withModelsOf(path).map(({ id }) => id)).toEqual([...knownModels.map(({ id }) => id), 'tiny']);
    writeFileSync(path, '{"models": 3}');
    expect(() => withModelsOf(path)).toThrow('config_invalid');
    expect(withModelsOf(null)).toBe(knownModels);
  });
});
