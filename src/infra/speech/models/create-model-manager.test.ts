import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { serve } from '../../../../tests/harness/models/model-server.ts';
import { freshModelWorld } from '../../../../tests/harness/models/model-world.ts';

const world = freshModelWorld();
const signal = new AbortController().signal;

describe('fetching', () => {
  test('SUM-04 installs every file, reports progress, and is visible to a later process', async () => {
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

  test('SUM-04 resumes a connection that was cut at any byte', async () => {
    const cuts = [0, 1, 65_535, 65_536, 65_537, 3, 40_000];
    world.server.on('/big', serve(world.big, { cutAfter: () => cuts.shift() ?? null }));
    // A URL that sends nothing is given up; the next one leads to the same server.
    await world.manage(world.tiny({ big: [`${world.server.url}/big`, `${world.server.url}/big`] })).obtain('tiny', signal);
    await world.expectInstalled(world.manage());
    const ranges = world.server.requests.filter(({ path }) => path === '/big').map(({ range }) => range);
    expect(ranges.slice(0, 4)).toEqual([undefined, undefined, 'bytes=1-', 'bytes=65536-']);
    expect(cuts).toEqual([]);
  });

  test('starts over when the server does not support ranges', async () => {
    let first = true;
    world.server.on('/big', (request, response) => {
      const cutAfter = () => (first ? 90_000 : null);
      serve(world.big, { cutAfter, ranges: false })(request, response);
      first = false;
    });
    await world.manage().obtain('tiny', signal);
    await world.expectInstalled(world.manage());
  });

  test('SUM-04 tries mirrors first, in order, and skips those without the file', async () => {
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

  test('follows redirects, also when it resumes', async () => {
    const cuts = [50_000];
    world.server.on('/store/abc', serve(world.big, { cutAfter: () => cuts.shift() ?? null }));
    world.server.on('/big', (_request, response) => response.writeHead(302, { location: '/store/abc' }).end());
    await world.manage().obtain('tiny', signal);
    await world.expectInstalled(world.manage());
    expect(world.server.requests.at(-1)).toEqual({ path: '/store/abc', range: 'bytes=50000-' });
  });

  test('SUM-04 rejects a wrong checksum from any address', async () => {
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

  test('SUM-04 starts anew at the next address after bad data from the first', async () => {
    mkdirSync(join(world.directory, 'tiny.part'), { recursive: true });
    writeFileSync(join(world.directory, 'tiny.part', 'big.bin.part'), Buffer.alloc(60_000, 7));
    await world.manage().obtain('tiny', signal);
    await world.expectInstalled(world.manage());
    expect(world.server.requests.filter(({ path }) => path === '/big').map(({ range }) => range)).toEqual([
      'bytes=60000-',
      undefined,
    ]);
  });

  test('keeps partial data when the server answers with a page', async () => {
    mkdirSync(join(world.directory, 'tiny.part'), { recursive: true });
    writeFileSync(join(world.directory, 'tiny.part', 'big.bin.part'), world.big.body.subarray(0, 60_000));
    world.server.on('/big', (_request, response) => response.writeHead(200, { 'content-length': '5' }).end('login'));
    const manager = world.manage();
    await expect(manager.obtain('tiny', signal)).rejects.toMatchObject({ code: 'speech_model_unreachable' });
    expect(statSync(join(world.directory, 'tiny.part', 'big.bin.part')).size).toBe(60_000);
    expect(await manager.report('tiny')).toMatchObject({ state: 'partial', doneBytes: 63_000 });
  });

  test('leaves a connection that falls silent', async () => {
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

  test('reports a full disk and installs nothing incomplete', async () => {
    mkdirSync(join(world.directory, 'tiny.part'), { recursive: true });
    symlinkSync('/dev/full', join(world.directory, 'tiny.part', 'big.bin.part'));
    const manager = world.manage();
    await expect(manager.obtain('tiny', signal)).rejects.toMatchObject({ code: 'storage_failed' });
    expect(await manager.report('tiny')).toMatchObject({ state: 'partial', problem: { code: 'storage_failed' } });
    rmSync(join(world.directory, 'tiny.part', 'big.bin.part'));
    await manager.obtain('tiny', signal);
    await world.expectInstalled(manager);
  });

  test('does not start a model larger than the disk', async () => {
    const huge = world.tiny();
    const files = huge.files.map((file) => ({ ...file, bytes: 2 ** 52 }));
    await expect(world.manage({ ...huge, files }).obtain('tiny', signal)).rejects.toMatchObject({ code: 'storage_failed' });
    expect(world.server.requests).toEqual([]);
  });

  test('never requests an address that is not public', async () => {
    const model = world.tiny({ big: ['http://127.0.0.2:9/big'] });
    await expect(world.manage(model).obtain('tiny', signal)).rejects.toMatchObject({ code: 'speech_model_unreachable' });
  });
});

describe('without the network', () => {
  test('SUM-04 imports a complete model from a folder, or from its subfolder', async () => {
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

  test('SUM-04 names wrong and missing files and keeps the right ones', async () => {
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
    // Imported files are not fetched again.
    await manager.obtain('tiny', signal);
    await world.expectInstalled(manager);
    expect(world.server.requests.map(({ path }) => path)).toEqual(['/small']);
  });

  test('removes a model, which can be fetched again', async () => {
    const manager = world.manage();
    await manager.obtain('tiny', signal);
    await manager.remove('tiny');
    expect(await manager.report('tiny')).toMatchObject({ state: 'absent' });
    expect(readdirSync(world.directory)).toEqual(['import']);
    await manager.obtain('tiny', signal);
    await world.expectInstalled(manager);
  });

  test('detects files that were changed or deleted later', async () => {
    const manager = world.manage();
    await manager.obtain('tiny', signal);
    rmSync(join(world.directory, 'tiny', 'big.bin'));
    expect(await manager.pathsOf('tiny')).toBeNull();
    await manager.obtain('tiny', signal);
    await world.expectInstalled(manager);
  });

  test('rejects an unknown model', async () => {
    const manager = world.manage();
    for (const call of [manager.obtain('other', signal), manager.start('../x'), manager.remove('other'), manager.cancel('x')])
      await expect(call).rejects.toMatchObject({ code: 'not_found' });
  });
});
