/** The Bilibili source against a scripted site, and what resolving a link of it gives. */
import { afterEach, beforeEach, expect } from 'vitest';
import { type Extracted, zExtracted } from '#engine/domain.ts';
import type { EnginePorts } from '#engine/ports.ts';
import { bilibiliSource } from '#engine/sites/bilibili/source.ts';
import { createGuardedFetch } from '#infra/guarded-fetch/guarded-fetch.ts';
import { AppError } from '#lib/app-error.ts';
import { computeHere } from '../compute-here.ts';
import { type FakeBilibili, type FakeTrack, type FakeVideo, spokenLines, startBilibili } from './bilibili.ts';
import { type Replay, startReplay } from './replay.ts';

/** `session`: what the user left; `heard`: what a recogniser hears, or why there is none. */
type Extra = { session?: string; heard?: string | AppError };

type Added = ReturnType<FakeBilibili['add']>;

export type BilibiliWorld = {
  replay: Replay;
  site: FakeBilibili;
  /** The time that the source sees; a test may move it on. */
  clock: number;
  video(more?: Partial<FakeVideo>): Added;
  resolve(url: string, extra?: Extra, language?: string | null): Promise<Extracted>;
  failure(url: string, extra?: Extra): Promise<AppError>;
  /** From here on with nothing remembered of the site, such as its key. */
  forget(): void;
};

export function track(lan: string, more: Partial<FakeTrack> = {}): FakeTrack {
  return { lan, name: lan, lines: spokenLines(300, lan.endsWith('en') ? 'en' : 'zh'), ...more };
}

/** A fresh site for every test of the file that calls this. A request with a bad signature fails the test. */
export function freshBilibili(): BilibiliWorld {
  let fetch: EnginePorts['fetch'];
  const world = {
    clock: 0,
    video: (more) => world.site.add({ aid: 170001, bvid: 'BV17x411w7KC', title: '陶窑里的十一个小时', seconds: 300, ...more }),
    async resolve(url, extra = {}, language = null) {
      expect(bilibiliSource.canHandle({ type: 'url', url })).toBe(true);
      const ports = { ...portsWith(extra), fetch, clock: { now: () => world.clock, sleep: async () => {} } };
      const context = { ports, progress: { stage: () => {}, partial: () => {} }, signal: AbortSignal.timeout(20_000), language };
      return zExtracted.parse(await bilibiliSource.resolve({ type: 'url', url }, context));
    },
    async failure(url, extra = {}) {
      const ended: unknown = await world.resolve(url, extra).catch((error: unknown) => error);
      if (ended instanceof AppError) return ended;
      throw new Error('no error');
    },
    forget() {
      fetch = createGuardedFetch({ replayFrom: world.replay.url });
    },
  } as BilibiliWorld;
  beforeEach(async () => {
    world.replay = await startReplay();
    world.site = startBilibili(world.replay);
    world.replay.on('https://i1.hdslb.com/bfs/archive/BV17x411w7KC.jpg', { body: Buffer.from('ffd8ffe000104a464946', 'hex') });
    world.clock = 1_790_000_000_000;
    world.forget();
  });
  afterEach(async () => {
    await world.replay.close();
    expect(world.site.badSignatures).toEqual([]);
  });
  return world;
}

/** Everything but the network and the clock. */
function portsWith({ session, heard }: Extra): EnginePorts {
  const ports: Partial<EnginePorts> = {
    compute: computeHere,
    blobs: {
      async put(_key, bytes) {
        let size = 0;
        if (bytes instanceof Uint8Array) size = bytes.length;
        else for await (const chunk of bytes) size += chunk.length;
        return { size };
      },
      localPath: async (key) => `/blobs/${key}`,
      delete: async () => {},
    },
    checkpoints: { get: async () => undefined, put: async () => {} },
    ...(session === undefined ? {} : { credential: async () => session }),
  };
  if (heard !== undefined) {
    ports.media = {
      // Two seconds of noise, enough to be worth a piece.
      async *sound() {
        const samples = Int16Array.from({ length: 32_000 }, (_, index) => Math.round(8000 * Math.sin(index / 3)));
        yield new Uint8Array(samples.buffer);
      },
    } as Partial<EnginePorts['media']> as EnginePorts['media'];
    ports.speech = {
      async engineFor() {
        if (heard instanceof AppError) throw heard;
        return {
          id: 'test:recogniser',
          maxPieceSeconds: 30,
          parallel: 1,
          recognise: async () => ({ language: 'zh', segments: [{ startMs: 0, endMs: 1800, text: heard }] }),
        };
      },
    };
  }
  return ports as EnginePorts;
}
