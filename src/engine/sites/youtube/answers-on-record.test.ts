/**
 * Compares what is read from made-up answers of the site with a record. `vitest run --project unit
 * src/engine/sites/youtube/answers-on-record.test.ts -u` writes a new one, to be read.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isRecord, objectInPage } from './json-in-page.ts';
import { type PlayerResponse, readPlayerResponse } from './player-response.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`../../../../tests/golden/youtube/${name}`, import.meta.url));
const linesOf = (name: string) => readFileSync(fileOf(name), 'utf8').split('\n').slice(0, -1);
const whole = readFileSync(fileOf('player-response.json'), 'utf8');

/** `changes`: `path = JSON` or `path = absent`, several with ` ; ` between them. */
function changed(changes: string): unknown {
  const root = JSON.parse(whole) as Record<string, unknown>;
  for (const change of changes.split(' ; ')) {
    const [path = '', value = ''] = change.split(' = ');
    const steps = path.split('.');
    const last = steps.pop() ?? '';
    let node = root;
    for (const step of steps) {
      const next = node[step];
      if (!isRecord(next)) throw new Error(`The response has no ${path}`);
      node = next;
    }
    if (value === 'absent') delete node[last];
    else node[last] = JSON.parse(value);
  }
  return root;
}

function differences(read: PlayerResponse | null, usual: PlayerResponse): string {
  if (read === null) return 'no player response';
  const fields = Object.entries(usual).flatMap(([field, value]) => {
    const now: unknown = read[field as keyof PlayerResponse];
    return JSON.stringify(now) === JSON.stringify(value) ? [] : [`${field} ${JSON.stringify(now)}`];
  });
  return fields.join(', ') || 'the same';
}

test('SUM-02 player responses of every form are read as on record', async () => {
  const usual = readPlayerResponse(JSON.parse(whole));
  if (usual === null) throw new Error('The whole response is not read');
  const record = linesOf('player-response.txt').map(
    (line) => `${line} ⇒ ${differences(readPlayerResponse(changed(line)), usual)}`,
  );
  await expect(`${JSON.stringify(usual, null, 2)}\n\n${record.join('\n')}\n`).toMatchFileSnapshot(
    fileOf('player-response.record.txt'),
  );
});

test('SUM-02 objects in pages are found as on record', async () => {
  const record = linesOf('objects-in-pages.txt').map(
    (line) => `${line} ⇒ ${JSON.stringify(objectInPage(line, 'data')) ?? 'none'}`,
  );
  await expect(`${record.join('\n')}\n`).toMatchFileSnapshot(fileOf('objects-in-pages.record.txt'));
});
