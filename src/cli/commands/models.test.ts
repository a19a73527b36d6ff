import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ModelServer, serve, startModelServer } from '../../../tests/harness/models/model-server.ts';

let server: ModelServer;
let directory: string;
const body = Buffer.from('a very small model');

beforeEach(async () => {
  server = await startModelServer();
  directory = mkdtempSync(join(tmpdir(), 'gleaner-models-'));
  const sha256 = createHash('sha256').update(body).digest('hex');
  const file = { name: 'tiny.bin', bytes: body.length, sha256, urls: [`${server.url}/tiny.bin`] };
  const licence = { name: 'MIT', url: 'https://example.com/licence' };
  const model = {
    id: 'tiny',
    name: 'Tiny',
    engine: 'whisper',
    languages: ['fr'],
    licence,
    parts: { model: 'tiny.bin' },
    files: [file],
  };
  writeFileSync(join(directory, 'more.json'), JSON.stringify({ models: [model] }));
});
afterEach(async () => {
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

async function gleaner(...args: string[]) {
  const main = join(import.meta.dirname, '../main.ts');
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: directory,
    SPEECH_MODEL_MANIFEST: join(directory, 'more.json'),
    GLEANER_FETCH_ALLOW: server.host,
    LANG: 'C.UTF-8',
  };
  return new Promise<{ exitCode: number | null; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(process.execPath, [main, 'models', ...args], { env, timeout: 30_000 }, (_error, stdout, stderr) =>
      resolve({ exitCode: child.exitCode, stdout, stderr }),
    );
  });
}

test('SUM-04 models are listed, fetched, removed and imported without a server', async () => {
  expect((await gleaner()).stdout).toContain('tiny  absent  0.0 MB  fr  MIT\n  tiny.bin  18  ');
  const refused = await gleaner('fetch', 'tiny');
  expect(refused).toMatchObject({ exitCode: 3 });
  expect(refused.stderr).toContain('speech_model_unreachable');
  server.on('/tiny.bin', serve({ body, sha256: '' }));
  expect(await gleaner('fetch', 'tiny')).toMatchObject({ exitCode: 0 });
  expect((await gleaner()).stdout).toContain('tiny  installed');
  expect(await gleaner('remove', 'tiny')).toMatchObject({ exitCode: 0 });
  writeFileSync(join(directory, 'tiny.bin'), body);
  expect(await gleaner('import', directory)).toMatchObject({ exitCode: 0, stdout: 'tiny\n' });
  expect((await gleaner()).stdout).toContain('tiny  installed');
  expect(await gleaner('sing', 'tiny')).toMatchObject({ exitCode: 2 });
});
