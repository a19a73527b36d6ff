import { spawn } from 'node:child_process';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { serve } from '../../../../tests/harness/models/model-server.ts';
import { freshModelWorld } from '../../../../tests/harness/models/model-world.ts';
import { waitFor } from '../../../../tests/harness/wait.ts';
import type { ModelManager } from './model.ts';

const world = freshModelWorld();
const signal = new AbortController().signal;
const codeOf = (error: unknown) => (error as { code?: string }).code;

describe('interrupted fetches', () => {
  function hold(after: number): { release(): void } {
    let open: (() => void) | undefined;
    world.server.on('/big', (request, response) => {
      const from = Number(/bytes=(\d+)/.exec(request.headers.range ?? '')?.[1] ?? 0);
      if (from > 0) return serve(world.big)(request, response);
      response.writeHead(200, { 'content-length': world.big.body.length });
      response.write(world.big.body.subarray(0, after));
      open = () => response.end(world.big.body.subarray(after));
    });
    return { release: () => open?.() };
  }

  const at = (manager: ModelManager, doneBytes: number) =>
    waitFor(`${doneBytes} bytes`, async () => {
      const report = await manager.report('tiny');
      return report.state === 'fetching' && report.doneBytes >= doneBytes ? report : undefined;
    });

  test('SUM-04 keep their data when cancelled and resume', async () => {
    hold(120_000);
    const manager = world.manage();
    const fetching = manager.obtain('tiny', signal).catch(codeOf);
    await at(manager, 123_000);
    await manager.cancel('tiny');
    expect(await fetching).toBe('cancelled');
    expect(await manager.report('tiny')).toMatchObject({ state: 'partial', doneBytes: 123_000, problem: null });
    // A cancelled fetch is not resumed after a restart.
    const later = world.manage();
    await later.resume();
    expect(await later.report('tiny')).toMatchObject({ state: 'partial' });
    await later.obtain('tiny', signal);
    await world.expectInstalled(later);
    expect(world.server.requests.at(-1)).toEqual({ path: '/big', range: 'bytes=120000-' });
  });

  test('SUM-04 resume by themselves after a restart', async () => {
    hold(120_000);
    const manager = world.manage();
    await manager.start('tiny');
    await at(manager, 123_000);
    await manager.close();
    const later = world.manage();
    await later.resume();
    await waitFor('the model', async () => ((await later.report('tiny')).state === 'installed' ? true : undefined));
    await world.expectInstalled(later);
    expect(world.server.requests.at(-1)?.range).toBe('bytes=120000-');
  });

  test('SUM-04 run once for two callers, who both get the model', async () => {
    const held = hold(120_000);
    const one = world.manage();
    const two = world.manage();
    const first = one.obtain('tiny', signal);
    await at(one, 123_000);
    const second = two.obtain('tiny', signal);
    const again = one.obtain('tiny', signal);
    expect(await at(two, 100_000)).toMatchObject({ state: 'fetching' });
    held.release();
    await Promise.all([first, second, again]);
    await world.expectInstalled(two);
    expect(world.server.requests.map(({ path }) => path)).toEqual(['/small', '/big']);
  });

  test('can be cancelled by another process', async () => {
    hold(120_000);
    const one = world.manage();
    const two = world.manage();
    const first = one.obtain('tiny', signal).catch(codeOf);
    await at(two, 123_000);
    await two.cancel('tiny');
    expect(await first).toBe('cancelled');
    expect(await two.report('tiny')).toMatchObject({ state: 'partial', doneBytes: 123_000 });
  });

  test('continue when a caller stops waiting', async () => {
    const held = hold(120_000);
    const manager = world.manage();
    const impatient = new AbortController();
    const first = manager.obtain('tiny', impatient.signal).catch(codeOf);
    await at(manager, 123_000);
    impatient.abort();
    expect(await first).toBe('cancelled');
    held.release();
    await manager.obtain('tiny', signal);
    await world.expectInstalled(manager);
  });

  test('SUM-04 are resumed by the next process after a kill', async () => {
    hold(120_000);
    const program = `
      import { createModelManager } from ${JSON.stringify(join(import.meta.dirname, 'create-model-manager.ts'))};
      import { createGuardedFetch } from ${JSON.stringify(join(import.meta.dirname, '../../guarded-fetch/guarded-fetch.ts'))};
      const manager = createModelManager({ models: [${JSON.stringify(world.tiny())}], directory: ${JSON.stringify(world.directory)}, fetch: createGuardedFetch({ allow: [${JSON.stringify(world.server.host)}] }) });
      await manager.obtain('tiny', new AbortController().signal);`;
    const child = spawn(process.execPath, ['--input-type=module', '--disable-warning=ExperimentalWarning', '-e', program], {
      cwd: join(import.meta.dirname, '../../../..'),
      stdio: 'ignore',
    });
    const manager = world.manage();
    await at(manager, 123_000);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
    // The lock file still exists; only its age shows that nobody holds it.
    const lock = join(world.directory, 'tiny.lock');
    utimesSync(lock, new Date(Date.now() - 60_000), new Date(Date.now() - 60_000));
    expect(await manager.report('tiny')).toMatchObject({ state: 'partial', doneBytes: 123_000 });
    await manager.resume();
    await waitFor('the model', async () => ((await manager.report('tiny')).state === 'installed' ? true : undefined));
    await world.expectInstalled(manager);
    expect(world.server.requests.at(-1)?.range).toBe('bytes=120000-');
  });
});
