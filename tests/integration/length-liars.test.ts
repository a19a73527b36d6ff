/** Files, feeds and speech services that say another length than is true: a note costs the seconds of sound that were heard. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { findDrift } from '#features/metering/server/ledger/audit.ts';
import { makeMatroska } from '../harness/files/make-matroska.ts';
import {
  makeSound,
  type SoundKind,
  withFlacSamples,
  withMp4Length,
  withOggLength,
  withXingFrames,
} from '../harness/files/make-sound.ts';
import { countingWords, makeVoice } from '../harness/files/make-voice.ts';
import type { TestClient } from '../harness/http/client.ts';
import { uploadFile } from '../harness/http/upload.ts';
import { type FakeSpeech, heardSegments, type SaidSegment, startFakeSpeech } from '../harness/models/fake-speech.ts';
import { settled, startWorld, submit, type World } from './setup.ts';

const startingSeconds = 3600;
const trueSeconds = 40;
const day = 86_400;
let service: FakeSpeech;
let world: World;
let database: DatabaseClient;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-liars-'));
  service = await startFakeSpeech();
  service.script((request) => ({ segments: answerTo(request.fields.prompt ?? '', heardSegments(request.words)) }));
  world = await startWorld({
    env: {
      ...{ SPEECH_BASE_URL: service.url, SPEECH_MODEL: 'whisper-1', SPEECH_PARALLEL: '2' },
      TIME_STARTING_MINUTES: String(startingSeconds / 60),
    },
  });
  database = createDatabase(world.database, { max: 2, applicationName: 'test' });
});
afterAll(async () => {
  expect(await findDrift(database.db)).toEqual([]);
  await database.close();
  await world.close();
  await service.close();
  rmSync(folder, { recursive: true });
});

/** What a service answers to the sound of a recording of this name. */
function answerTo(prompt: string, said: SaidSegment[]): SaidSegment[] {
  const times = (change: (seconds: number) => number) =>
    said.map(({ start, end, ...more }) => ({ ...more, start: change(start), end: change(end) }));
  if (prompt.includes('late service')) return times((seconds) => seconds * 1000);
  if (prompt.includes('early service')) return times(() => 0);
  return said;
}

/** 40 words of a second each, which no other recording has. */
const sounds = new Map<string, number>();
function voice(name: string, sampleRate = 16_000): Buffer {
  const nth = sounds.get(name) ?? sounds.size;
  sounds.set(name, nth);
  return makeVoice(countingWords(trueSeconds, { first: nth * 3 }), trueSeconds * 1000, { sampleRate });
}
const pcmOf = (name: string, sampleRate?: number) => voice(name, sampleRate).subarray(44);

function wav(name: string, claimedBytes?: number): Buffer {
  const file = voice(name);
  if (claimedBytes !== undefined) file.writeUInt32LE(claimedBytes, 40);
  return file;
}

async function sound(name: string, kind: SoundKind): Promise<Buffer> {
  const path = join(folder, `${name.replaceAll(' ', '-')}.${kind}`);
  await makeSound(path, kind, pcmOf(name));
  return readFileSync(path);
}

const mkv = (name: string, headerMs: number) => makeMatroska({ seconds: trueSeconds, headerMs, sound: pcmOf(name, 8000) });

/** What the service got of a recording, by its title. */
function heardOf(name: string): number {
  const own = service.requests.filter(({ fields }) => fields.prompt?.includes(name));
  return own.reduce((sum, { seconds }) => sum + seconds, 0);
}

async function account(): Promise<TestClient> {
  const client = world.client();
  await client.rpc.account.ensure.mutate();
  return client;
}

async function costOf(client: TestClient): Promise<{ charged: number; left: number | null; entries: number }> {
  const [{ remainingTime }, { entries }] = await Promise.all([
    client.rpc.user.remainingTime.query(),
    client.rpc.user.timeEntries.query({}),
  ]);
  const charges = entries.filter(({ cause }) => cause === 'charge');
  return { charged: charges.reduce((sum, { amount }) => sum - amount, 0), left: remainingTime, entries: charges.length };
}

/** `heard`: less than there is, where the sound itself ends early for every player. */
const files: [name: string, make: (name: string) => Promise<Buffer> | Buffer, heard?: number][] = [
  ['wave of four gigabytes.wav', (name) => wav(name, 0xfffffff0)],
  ['wave of a quarter.wav', (name) => wav(name, trueSeconds * 32_000 * 0.25), trueSeconds / 4],
  ['index of ten hours.m4a', async (name) => withMp4Length(await sound(name, 'm4a'), 900)],
  ['edit list of eight seconds.m4a', async (name) => withMp4Length(await sound(name, 'm4a'), 0.2, ['elst']), 8],
  ['matroska of a day.mkv', (name) => mkv(name, day * 1000)],
  ['matroska of half a second.mkv', (name) => mkv(name, 500)],
  ['xing of ten hours.mp3', async (name) => withXingFrames(await sound(name, 'mp3'), 900)],
  ['xing of a second.mp3', async (name) => withXingFrames(await sound(name, 'mp3'), 0.025)],
  ['ogg of ten hours.ogg', async (name) => withOggLength(await sound(name, 'ogg'), 900)],
  ['ogg of a second.ogg', async (name) => withOggLength(await sound(name, 'ogg'), 0.025)],
  ['flac of ten hours.flac', async (name) => withFlacSamples(await sound(name, 'flac'), 16_000 * 36_000)],
  ['flac of a second.flac', async (name) => withFlacSamples(await sound(name, 'flac'), 16_000)],
  ['late service.wav', (name) => wav(name)],
  ['early service.wav', (name) => wav(name)],
];

test('ACC-03 a file costs the seconds that were heard, whatever its header or the speech service says', async () => {
  const costs = await Promise.all(
    files.map(async ([file, make, heard = trueSeconds]) => {
      const client = await account();
      const name = file.replace(/\.\w+$/, '');
      const contentId = await uploadFile(client, world.server.url, { name: file, bytes: await make(name) });
      const { status, problem } = await settled(client, contentId);
      const { charged, left, entries } = await costOf(client);
      return {
        ...{ name, status, problem, entries, before: (left ?? 0) + charged },
        ...{ isTruth: Math.abs(charged - heard) <= 1, isHeard: Math.abs(charged - heardOf(name)) <= 1 },
      };
    }),
  );
  expect(costs).toEqual(
    files.map(([file]) => ({
      ...{ name: file.replace(/\.\w+$/, ''), status: 'completed', problem: null, entries: 1, before: startingSeconds },
      ...{ isTruth: true, isHeard: true },
    })),
  );
});

test('ACC-03 an episode costs the seconds that were heard, whatever its feed says, and one said to be too long is refused before', async () => {
  const feed = (name: string, ...durations: string[]) => {
    const items = durations.map(
      (duration, n) =>
        `<item><title>${name}</title><guid>${name} ${n}</guid><itunes:duration>${duration}</itunes:duration><enclosure url="/${name}/sound.wav?${n}" type="audio/wav"/></item>`,
    );
    world.site.on(`/${name}/sound.wav`, { body: wav(name), type: 'audio/wav' });
    world.site.on(`/${name}/feed.xml`, {
      type: 'application/rss+xml',
      body: `<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>Liars</title><language>en</language>${items.join('')}</channel></rss>`,
    });
    return `${world.site.url}/${name}/feed.xml`;
  };
  for (const [name, duration] of [
    ['feed-of-ten-hours', '10:00:00'],
    ['feed-of-a-second', '1'],
  ] as const) {
    const client = await account();
    const url = feed(name, duration);
    expect((await settled(client, await submit(client, url))).status).toBe('completed');
    const { charged, left } = await costOf(client);
    expect(Math.abs(charged - trueSeconds)).toBeLessThanOrEqual(1);
    expect(left).toBe(startingSeconds - charged);
  }
  // What the preview told is checked before anything is begun; told too little, it is measured all the same.
  const client = await account();
  const tell = (url: string, durationSeconds: number) =>
    client.rpc.ingest.submit.mutate({ items: [{ url, durationSeconds }], noteLanguage: 'en' });
  const url = feed('feed-told-otherwise', '1');
  const refused = (await tell(url, startingSeconds + 1)).results;
  expect(refused).toMatchObject([{ problem: { code: 'out_of_time' } }]);
  expect(await costOf(client)).toEqual({ charged: 0, left: startingSeconds, entries: 0 });
  const { listingId } = await client.rpc.ingest.openListing.mutate({ url: feed('feed-told-as-a-list', '2:00:00', '1') });
  const queued = await client.rpc.ingest.queueItems.mutate({ listingId, positions: [0], noteLanguage: 'en' });
  expect(queued).toMatchObject({ queued: 0, problems: [{ problem: { code: 'out_of_time' } }] });
  const [begun] = (await tell(url, 1)).results;
  if (!begun || !('contentId' in begun)) throw new Error('not begun');
  expect((await settled(client, begun.contentId)).status).toBe('completed');
  expect(Math.abs((await costOf(client)).charged - trueSeconds)).toBeLessThanOrEqual(1);
});

test('ACC-03 subtitles whose words all stand in one second cost as long as the fastest speaker would take', async () => {
  const client = await account();
  const cue = (n: number) =>
    `${n + 1}\n00:00:00,${String(n).padStart(3, '0')} --> 00:00:01,000\nThe keeper of the mill weighed ${n} sacks of rye.\n`;
  const bytes = Buffer.from(Array.from({ length: 600 }, (_, n) => cue(n)).join('\n'));
  const contentId = await uploadFile(client, world.server.url, { name: 'all at once.srt', bytes });
  expect((await settled(client, contentId)).status).toBe('completed');
  const { charged } = await costOf(client);
  expect(charged).toBeGreaterThan(400);
  expect(charged).toBeLessThan(1500);
});
