/** A model manager with a tiny model, on a server and in a folder of its own. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { createGuardedFetch } from '#infra/guarded-fetch/guarded-fetch.ts';
import { createModelManager, type ModelManagerOptions } from '#infra/speech/models/create-model-manager.ts';
import type { ModelManager, SpeechModel } from '#infra/speech/models/model.ts';
import { type ModelServer, type ServedFile, serve, someFile, startModelServer } from './model-server.ts';

export type ModelWorld = {
  server: ModelServer;
  directory: string;
  big: ServedFile;
  small: ServedFile;
  /** A model of two files, from these addresses. */
  tiny(urls?: { small?: string[]; big?: string[] }): SpeechModel;
  /** Closed after the test. */
  manage(model?: SpeechModel, options?: Partial<ModelManagerOptions>): ModelManager;
  expectInstalled(manager: ModelManager): Promise<void>;
};

/** A fresh one for every test of the file that calls this. */
export function freshModelWorld(): ModelWorld {
  const managers: ModelManager[] = [];
  const methods: Partial<ModelWorld> = {
    tiny(urls = {}) {
      const { small, big } = world;
      return {
        id: 'tiny',
        name: 'Tiny',
        engine: 'whisper',
        languages: null,
        licence: { name: 'MIT', url: 'https://example.com/licence' },
        parts: { model: 'big.bin', tokens: 'small.txt' },
        files: [
          {
            name: 'small.txt',
            bytes: small.body.length,
            sha256: small.sha256,
            urls: urls.small ?? [`${world.server.url}/small`],
          },
          { name: 'big.bin', bytes: big.body.length, sha256: big.sha256, urls: urls.big ?? [`${world.server.url}/big`] },
        ],
      };
    },
    manage(model = world.tiny(), options = {}) {
      const fetch = createGuardedFetch({ allow: [world.server.host] });
      const manager = createModelManager({ models: [model], directory: world.directory, fetch, pauseMs: 1, ...options });
      managers.push(manager);
      return manager;
    },
    async expectInstalled(manager) {
      expect(await manager.report('tiny')).toMatchObject({ state: 'installed' });
      const paths = await manager.pathsOf('tiny');
      expect(readFileSync(paths?.model ?? '').equals(world.big.body)).toBe(true);
      expect(readFileSync(paths?.tokens ?? '').equals(world.small.body)).toBe(true);
    },
  };
  const world = methods as ModelWorld;
  beforeEach(async () => {
    world.server = await startModelServer();
    world.directory = mkdtempSync(join(tmpdir(), 'gleaner-models-'));
    world.big = someFile(200_000);
    world.small = someFile(3_000);
    world.server.on('/small', serve(world.small));
    world.server.on('/big', serve(world.big));
  });
  afterEach(async () => {
    await Promise.all(managers.splice(0).map((manager) => manager.close()));
    await world.server.close();
    rmSync(world.directory, { recursive: true, force: true });
  });
  return world;
}
