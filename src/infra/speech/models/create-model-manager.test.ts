import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { serve } from '../../../../tests/harness/model-server.ts';
import { freshModelWorld } from '../../../../tests/harness/model-world.ts';

const world = freshModelWorld();
const signal = new AbortController().signal;

describe('fetching', () => {
  test('SUM-04 brings every file, tells how far it is, and is known to a process that starts later', async () => {
    const manager = world.manage();
    expect(await manager.report('tiny')).toMatchObject({ state: 'absent', totalBytes: 203_000 });
    expect(await manager.pathsOf('tiny')).toBeNull();
    let changes = 0;
    manager.subscribe(() => {
      changes += 1;
    });
    await manager.obtain('tiny', signal);
    expect(changes).toBeGreaterThan(0);
    await world.expectInstalled(manager);
    await world.expectInstalled(world.manage());
    expect(readdirSync(world.directory).sort()).toEqual(['import', 'tiny']);
    await manager.obtain('tiny', signal);
    expect(world.server.requests).toHaveLength(2);
  });

  test('SUM-04 goes on where a connection was cut, at any byte', async () => {
    const cuts = [0, 1, 65_535, 65_536, 65_537, 3, 40_000];
    world.server.on('/big', serve(world.big, { cutAfter: () => cuts.shift() ?? null }));
    // An address that gives nothing at all is left; the next one is the same server again.
    await world.manage(world.tiny({ big: [`${world.server.url}/big`, `${world.server.url}/big`] })).obtain('tiny', signal);
    await world.expectInstalled(world.manage());
    const ranges = world.server.requests.filter(({ path }) => path === '/big').map(({ range }) => range);
    expect(ranges.slice(0, 4)).toEqual([undefined, undefined, 'bytes=1-', 'bytes=65536-']);
    expect(cuts).toEqual([]);
  });

  test('starts over where the server knows no ranges', async () => {
    let first = true;
    world.server.on('/big', (request, response) => {
      const cutAfter = () => (first ? 90_000 : null);
      serve(world.big, { cutAfter, ranges: false })(request, response);
      first = false;
    });
    await world.manage().obtain('tiny', signal);
    await world.expectInstalled(world.manage());
  });

  test('SUM-04 tries the mirrors first, in order, and passes by those that have nothing', async () => {
    world.server.on('/two/tiny/big.bin', serve(world.big));
    world.server.on('/two/tiny/small.txt', (_request, response) => response.writeHead(500).end());
    await world.manage(world.tiny(), { mirrors: [`${world.server.url}/one`, `${world.server.url}/two`] }).obtain('tiny', signal);
    await world.expectInstalled(world.manage());
    expect(world.server.requests.map(({ path }) => path)).toEqual([
      '/one/tiny/small.txt',
      '/two/tiny/small.txt',
      '/small',
      '/one/tiny/big.bin',
      '/two/tiny/big.bin',
    ]);
  });

  test('follows redirects, also when it goes on', async () => {
    const cuts = [50_000];
    world.server.on('/store/abc', serve(world.big, { cutAfter: () => cuts.shift() ?? null }));
    world.server.on('/big', (_request, response) => response.writeHead(302, { location: '/store/abc' }).end());
    await world.manage().obtain('tiny', signal);
    await world.expectInstalled(world.manage());
    expect(world.server.requests.at(-1)).toEqual({ path: '/store/abc', range: 'bytes=50000-' });
  });

  test('SUM-04 takes nothing whose checksum is wrong, from wherever it comes', async () => {
    const wrong = { ...world.big, body: Buffer.from(world.big.body) };
    wrong.body[77] = (wrong.body[77] ?? 0) ^ 1;
    world.server.on('/big', serve(wrong));
    const manager = world.manage();
    await expect(manager.obtain('tiny', signal)).rejects.toMatchObject({
      code: 'speech_model_broken',
      params: { file: 'big.bin' },
    });
    expect(await manager.report('tiny')).toMatchObject({
      state: 'partial',
      doneBytes: 3000,
      problem: { code: 'speech_model_broken' },
    });
    expect(existsSync(join(world.directory, 'tiny'))).toBe(false);
    world.server.on('/other', serve(world.big));
    await world.manage(world.tiny({ big: [`${world.server.url}/big`, `${world.server.url}/other`] })).obtain('tiny', signal);
    await world.expectInstalled(world.manage());
  });

  test('SUM-04 a bad beginning from one address is not held against the next', async () => {
    mkdirSync(join(world.directory, 'tiny.part'), { recursive: true });
    writeFileSync(join(world.directory, 'tiny.part', 'big.bin.part'), Buffer.alloc(60_000, 7));
    await world.manage().obtain('tiny', signal);
    await world.expectInstalled(world.manage());
    expect(world.server.requests.filter(({ path }) => path === '/big').map(({ range }) => range)).toEqual([
      'bytes=60000-',
      undefined,
    ]);
  });

  test('a page of words in place of the file costs nothing of what has come', async () => {
    mkdirSync(join(world.directory, 'tiny.part'), { recursive: true });
    writeFileSync(join(world.directory, 'tiny.part', 'big.bin.part'), world.big.body.subarray(0, 60_000));
    world.server.on('/big', (_request, response) => response.writeHead(200, { 'content-length': '5' }).end('login'));
    const manager = world.manage();
    await expect(manager.obtain('tiny', signal)).rejects.toMatchObject({ code: 'speech_model_unreachable' });
    expect(statSync(join(world.directory, 'tiny.part', 'big.bin.part')).size).toBe(60_000);
    expect(await manager.report('tiny')).toMatchObject({ state: 'partial', doneBytes: 63_000 });
  });

  test('a connection that falls silent is left', async () => {
    world.server.on('/silent', (_request, response) => {
      response.writeHead(200, { 'content-length': world.big.body.length });
      response.write(world.big.body.subarray(0, 10));
    });
    const manager = world.manage(world.tiny({ big: [`${world.server.url}/silent`, `${world.server.url}/big`] }), {
      stallMs: 500,
    });
    await manager.obtain('tiny', signal);
    await world.expectInstalled(manager);
  });

  test('a full disk is said to be one, and nothing half is taken for whole', async () => {
    mkdirSync(join(world.directory, 'tiny.part'), { recursive: true });
    symlinkSync('/dev/full', join(world.directory, 'tiny.part', 'big.bin.part'));
    const manager = world.manage();
    await expect(manager.obtain('tiny', signal)).rejects.toMatchObject({ code: 'storage_failed' });
    expect(await manager.report('tiny')).toMatchObject({ state: 'partial', problem: { code: 'storage_failed' } });
    rmSync(join(world.directory, 'tiny.part', 'big.bin.part'));
    await manager.obtain('tiny', signal);
    await world.expectInstalled(manager);
  });

  test('a model larger than the disk is not begun', async () => {
    const huge = world.tiny();
    const files = huge.files.map((file) => ({ ...file, bytes: 2 ** 52 }));
    await expect(world.manage({ ...huge, files }).obtain('tiny', signal)).rejects.toMatchObject({ code: 'storage_failed' });
    expect(world.server.requests).toEqual([]);
  });

  test('an address that is not public is not asked', async () => {
    const model = world.tiny({ big: ['http://127.0.0.2:9/big'] });
    await expect(world.manage(model).obtain('tiny', signal)).rejects.toMatchObject({ code: 'speech_model_unreachable' });
  });
});

describe('without the network', () => {
  test('SUM-04 a whole model is taken from a folder, or from a folder of its name in it', async () => {
    const source = join(world.directory, 'stick');
    mkdirSync(join(source, 'tiny'), { recursive: true });
    writeFileSync(join(source, 'big.bin'), world.big.body);
    writeFileSync(join(source, 'tiny', 'small.txt'), world.small.body);
    const manager = world.manage();
    expect(await manager.importFrom(source)).toEqual(['tiny']);
    await world.expectInstalled(manager);
    expect(world.server.requests).toEqual([]);
    expect(existsSync(join(source, 'big.bin'))).toBe(true);
  });

  test('SUM-04 wrong and missing files are named; the right ones count', async () => {
    const manager = world.manage();
    await expect(manager.importFrom(join(world.directory, 'nowhere'))).rejects.toMatchObject({
      code: 'speech_import_missing',
      params: { files: 'small.txt, big.bin' },
    });
    const source = manager.importFolder;
    writeFileSync(join(source, 'big.bin'), Buffer.alloc(world.big.body.length));
    await expect(manager.importFrom(source)).rejects.toMatchObject({ code: 'speech_model_broken', params: { file: 'big.bin' } });
    writeFileSync(join(source, 'big.bin'), world.big.body);
    await expect(manager.importFrom(source)).rejects.toMatchObject({
      code: 'speech_import_missing',
      params: { files: 'small.txt' },
    });
    expect(await manager.report('tiny')).toMatchObject({ state: 'partial', doneBytes: 200_000 });
    // What was brought is not fetched again.
    await manager.obtain('tiny', signal);
    await world.expectInstalled(manager);
    expect(world.server.requests.map(({ path }) => path)).toEqual(['/small']);
  });

  test('a removed model is gone, and can be had again', async () => {
    const manager = world.manage();
    await manager.obtain('tiny', signal);
    await manager.remove('tiny');
    expect(await manager.report('tiny')).toMatchObject({ state: 'absent' });
    expect(readdirSync(world.directory)).toEqual(['import']);
    await manager.obtain('tiny', signal);
    await world.expectInstalled(manager);
  });

  test('files that were changed or taken away later are noticed', async () => {
    const manager = world.manage();
    await manager.obtain('tiny', signal);
    rmSync(join(world.directory, 'tiny', 'big.bin'));
    expect(await manager.pathsOf('tiny')).toBeNull();
    await manager.obtain('tiny', signal);
    await world.expectInstalled(manager);
  });

  test('an unknown model is not found', async () => {
    const manager = world.manage();
    for (const call of [manager.obtain('other', signal), manager.start('../x'), manager.remove('other'), manager.cancel('x')])
      await expect(call).rejects.toMatchObject({ code: 'not_found' });
  });
});
