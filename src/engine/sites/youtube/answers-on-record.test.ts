/**
 * Compares what is read from made-up answers of the site with a record. `vitest run --project unit
 * src/engine/sites/youtube/answers-on-record.test.ts -u` writes a new one, to be read.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { changedAnswer, differences } from '../../../../tests/harness/changed-answer.ts';
import { computeHere } from '../../../../tests/harness/compute-here.ts';
import type { FetchResponse, GuardedFetch } from '../../ports.ts';
import { askPage, askPlayer } from './ask.ts';
import { readChapters } from './chapters.ts';
import { chooseClients, webClient, type YoutubeClient } from './clients.ts';
import { describePage } from './describe-page.ts';
import { at, listsIn, numberOf, objectInPage, stringOf, textOf, valuesOf } from './json-in-page.ts';
import { readPlayerResponse } from './player-response.ts';
import { hasErrorAlert, readListFacts, readListPage } from './playlist-page.ts';
import { readWatchPage } from './watch-page.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`../../../../tests/golden/youtube/${name}`, import.meta.url));
const never = new AbortController().signal;
const linesOf = (name: string) => readFileSync(fileOf(name), 'utf8').split('\n').slice(0, -1);

/** Per line a change of the usual answer, and how what is read differs from the usual outcome. */
async function expectRecord(name: string, read: (changed: unknown) => unknown): Promise<void> {
  const whole = readFileSync(fileOf(`${name}.json`), 'utf8');
  const usual = read(JSON.parse(whole));
  const lines = linesOf(`${name}.txt`).map((line) => `${line} ⇒ ${differences(read(changedAnswer(whole, line)), usual)}`);
  await expect(`${JSON.stringify(usual, null, 2)}\n\n${lines.join('\n')}\n`).toMatchFileSnapshot(fileOf(`${name}.record.txt`));
}

test('SUM-02 player responses of every form are read as on record', async () => {
  await expectRecord('player-response', (changed) => readPlayerResponse(changed) ?? 'no player response');
});

test('SUM-02 pages of lists are read as on record', async () => {
  await expectRecord('list-page', (changed) => ({
    page: readListPage(changed),
    facts: readListFacts(changed),
    refused: hasErrorAlert(changed),
  }));
});

test('SUM-02 chapters of a video are read as on record', async () => {
  await expectRecord('chapters', (changed) => ({
    short: readChapters(changed, '0:00 Described\n0:10 Later', 100_000),
    endless: readChapters(changed, null, null),
  }));
});

test('SUM-02 takes five hundred chapters at most, and titles of two hundred characters', () => {
  const chapters = Array.from({ length: 501 }, (_, index) => ({
    chapterRenderer: { title: 'x'.repeat(201), timeRangeStartMillis: index },
  }));
  const data = { playerOverlays: { markersMap: [{ key: 'DESCRIPTION_CHAPTERS', value: { chapters } }] } };
  const read = readChapters(data, null, null);
  expect([read.length, read[0]?.title.length]).toEqual([500, 200]);
});

test('SUM-02 takes three hundred tracks at most', () => {
  const captionTracks = Array.from({ length: 301 }, (_, index) => ({ languageCode: `x${index}`, baseUrl: '/api/timedtext' }));
  const player = { playabilityStatus: { status: 'OK' }, captions: { playerCaptionsTracklistRenderer: { captionTracks } } };
  expect(readPlayerResponse(player)?.tracks).toHaveLength(300);
});

test('SUM-02 players are asked as on record', async () => {
  const preferences = ['IOS,ANDROID,VISIONOS,TVHTML5', 'MWEB,WEB_EMBEDDED_PLAYER,WEB'].map((names) => names.split(','));
  const lines: string[] = [];
  for (const client of preferences.flatMap(chooseClients)) {
    for (const visitor of [null, 'visitor']) {
      const fetch: GuardedFetch = async (url, options) => {
        lines.push(JSON.stringify([url, { ...options, signal: undefined }]));
        throw new AppError('fetch_failed');
      };
      const asking = { ports: { fetch, clock: { now: () => 0, sleep: async () => {} }, compute: computeHere }, signal: never };
      await askPlayer('aaaaaaaaaaa', client, visitor, asking).catch(() => {});
    }
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(fileOf('requests.record.txt'));
});

test('SUM-02 values of every form are read as on record', async () => {
  const record = linesOf('values.txt').map((line) => {
    const value: unknown = JSON.parse(line);
    const read = {
      text: textOf(value),
      string: stringOf(value),
      number: numberOf(value),
      first: at(value, 0),
      a: at(value, 'a', 1),
      values: [...valuesOf(value, 'b', 'a')],
      lists: [...listsIn(value)],
    };
    return `${line} ⇒ ${JSON.stringify(read, (_key, part: unknown) => (part === null ? undefined : part))}`;
  });
  await expect(`${record.join('\n')}\n`).toMatchFileSnapshot(fileOf('values.record.txt'));
});

test('SUM-02 pages of every kind are recognised as on record', async () => {
  const record = linesOf('pages.txt').map((line) => {
    const page = readWatchPage(line);
    const visitor = 'visitorData' in page && page.visitorData !== null ? ` for ${page.visitorData}` : '';
    return `${line} ⇒ ${page.kind}${visitor}, described as ${JSON.stringify(describePage(line))}`;
  });
  await expect(`${record.join('\n')}\n`).toMatchFileSnapshot(fileOf('pages.record.txt'));
});

test('SUM-02 clients are chosen as on record', async () => {
  const about = ({ name, version, userAgent }: YoutubeClient) =>
    `${name}/${version}${userAgent.includes(version) ? ' (in its name)' : ''}`;
  const record = linesOf('clients.txt').map((line) => {
    const preferences = line === '' ? undefined : line.split(',');
    return `${line} ⇒ ${chooseClients(preferences).map(about).join(', ')}; the page ${about(webClient(preferences))}`;
  });
  await expect(`${record.join('\n')}\n`).toMatchFileSnapshot(fileOf('clients.record.txt'));
});

/** Per line a status, the address after redirects, and for how many seconds the site asks to wait. */
test('SUM-02 refusals of the site mean what is on record', async () => {
  const [client] = chooseClients(undefined);
  if (!client) throw new Error('There is no client');
  const lines = [];
  for (const line of linesOf('refusals.txt')) {
    const [status, url = '', , after] = line.split(' ');
    let closed = false;
    const response = {
      ...{ status: Number(status), url, headers: new Headers(after ? { 'retry-after': after } : {}) },
      bytes: async () => new TextEncoder().encode('page'),
      async cancel() {
        closed = true;
      },
    } as Partial<FetchResponse> as FetchResponse;
    const ports = { fetch: async () => response, clock: { now: () => 0, sleep: async () => {} }, compute: computeHere };
    const read = await askPage('/watch', client, { ports, signal: AbortSignal.timeout(1000) }).then(
      ({ html }) => html,
      (error: unknown) =>
        error instanceof AppError ? JSON.stringify([error.code, error.params, error.retry ?? null]) : 'a fault',
    );
    lines.push(`${line} ⇒ ${read}${closed ? ', closed' : ''}`);
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(fileOf('refusals.record.txt'));
});

test('SUM-02 objects in pages are found as on record', async () => {
  const record = linesOf('objects-in-pages.txt').map(
    (line) => `${line} ⇒ ${JSON.stringify(objectInPage(line, 'data')) ?? 'none'}`,
  );
  await expect(`${record.join('\n')}\n`).toMatchFileSnapshot(fileOf('objects-in-pages.record.txt'));
});
