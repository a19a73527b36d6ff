/** The YouTube source against a scripted site: one film, and what resolving its link gives. */
import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, expect } from 'vitest';
import { type Extracted, zExtracted } from '#engine/domain.ts';
import type { EnginePorts } from '#engine/ports.ts';
import { youtubeSource } from '#engine/sites/youtube/source.ts';
import { createGuardedFetch } from '#infra/guarded-fetch/guarded-fetch.ts';
import { type AppError, toAppError } from '#lib/app-error.ts';
import { computeHere } from '../compute-here.ts';
import { bodyOf, type Replay, startReplay } from './replay.ts';
import { type FakeVideo, playerResponse, refusals } from './youtube.ts';

export const id = 'Kq8-w_T3zLo';
export const link = `https://youtu.be/${id}?t=12`;

const topics = [
  'the kiln',
  'a river',
  'old bricks',
  'the valley school',
  'winter wood',
  'green glaze',
  'the chimney',
  'wet stones',
];
export const cues = Array.from({ length: 30 }, (_, index) => ({
  startMs: index * 10_000,
  endMs: index * 10_000 + 9000,
  text: `Part ${index + 1} of the film says that ${topics[index % topics.length]} kept its heat for ${index + 11} hours after the ${index + 3} teams had left.`,
}));
export const chinese = cues.map((cue, index) => ({
  ...cue,
  text: `影片的第${index + 1}段说，陶窑在${index + 3}支队伍离开之后仍然保温${index + 11}个小时，村民不必添柴。`,
}));

export const video: FakeVideo = {
  id,
  title: 'Fire and Ash',
  seconds: 305,
  description: 'How a village built its oven.',
  tracks: [
    { language: 'en', name: 'English (auto-generated)', automatic: true },
    { language: 'en', name: 'English' },
    { language: 'zh-Hans', name: 'Chinese (Simplified)' },
  ],
  chapters: [
    { title: 'Fire', startMs: 0 },
    { title: 'Ash', startMs: 120_000 },
  ],
};
/** The address of captions as a player gives it; `via` names the player. */
export const unlabelled = (via: string, language: string): string =>
  `https://www.youtube.com/api/timedtext?v=${id}&lang=${language}&via=${via}`;

type Extra = Partial<EnginePorts> & { language?: string; signal?: AbortSignal };
type Asked = { client: string; body: string; headers: IncomingMessage['headers'] };

export type YoutubeSite = {
  internet: Replay;
  onPage(page: Parameters<Replay['on']>[1]): void;
  /** The player's endpoint: `answers` by the name of the client that asks; others are told that they are robots. */
  onPlayer(answers: Record<string, unknown>): { bodies: Asked[] };
  resolve(extra?: Extra, url?: string): Promise<Extracted>;
};

/** A fresh site for every test of the file that calls this. */
export function freshYoutube(): YoutubeSite {
  let internet: Replay;
  beforeEach(async () => {
    internet = await startReplay();
  });
  afterEach(() => internet.close());
  return {
    get internet() {
      return internet;
    },
    onPage: (page) => internet.on('https://www.youtube.com/watch', page),
    onPlayer(answers) {
      const seen: { bodies: Asked[] } = { bodies: [] };
      internet.on('https://www.youtube.com/youtubei/v1/player', (request, response) => {
        void bodyOf(request).then((body) => {
          const { context } = JSON.parse(body) as { context: { client: { clientName: string } } };
          const client = context.client.clientName;
          seen.bodies.push({ client, body, headers: request.headers });
          response.setHeader('content-type', 'application/json');
          response.end(JSON.stringify(answers[client] ?? playerResponse({ id, status: refusals.bot })));
        });
      });
      return seen;
    },
    resolve: (extra = {}, url = link) => resolveFrom(internet.url, extra, url),
  };
}

async function resolveFrom(replayFrom: string, { language, signal, ...ports }: Extra, url: string): Promise<Extracted> {
  const stored = new Map<string, unknown>();
  const all = {
    compute: computeHere,
    fetch: createGuardedFetch({ replayFrom }),
    clock: { now: () => Date.now(), sleep: async () => {} },
    blobs: {
      put: async (key: string, bytes: Uint8Array) => ({ size: stored.set(key, bytes).size }),
      delete: async () => {},
      localPath: async () => '',
    },
    checkpoints: { get: async () => undefined, put: async () => {} },
    ...ports,
  } as Partial<EnginePorts> as EnginePorts;
  expect(youtubeSource.canHandle({ type: 'url', url })).toBe(true);
  const extracted = await youtubeSource.resolve(
    { type: 'url', url },
    {
      ports: all,
      progress: { stage: () => {}, partial: () => {} },
      signal: signal ?? AbortSignal.timeout(20_000),
      ...(language === undefined ? {} : { language }),
    },
  );
  return zExtracted.parse(extracted);
}

/** What the work failed with: an error that is known by its code. */
export async function failure(work: Promise<unknown>): Promise<AppError> {
  const error = toAppError(
    await work.then(
      () => new Error('nothing failed'),
      (caught: unknown) => caught,
    ),
  );
  expect(error.code).not.toBe('internal');
  return error;
}
