import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshModelWorld } from '../../../../tests/harness/models/model-world.ts';
import { knownModels, totalBytesOf, withModelsOf } from './manifest.ts';
import { zSpeechModel } from './model.ts';

const world = freshModelWorld();

describe('the list', () => {
  test('is well formed: pinned addresses, parts that exist, a licence', () => {
    expect(new Set(knownModels.map(({ id }) => id)).size).toBe(knownModels.length);
    for (const model of knownModels) {
      zSpeechModel.parse(model);
      for (const name of Object.values(model.parts)) expect(model.files.map((file) => file.name)).toContain(name);
      for (const { urls } of model.files) {
        expect(urls.length).toBeGreaterThan(0);
        for (const url of urls) expect(url).toMatch(/^https:\/\/.*(\/resolve\/[0-9a-f]{40}\/|\/releases\/download\/)/);
      }
      expect(totalBytesOf(model)).toBeGreaterThan(1_000_000);
    }
  });

  test('is extended by a file', () => {
    const path = join(world.directory, 'more.json');
    writeFileSync(path, JSON.stringify({ models: [world.tiny()] }));
    expect(withModelsOf(path).map(({ id }) => id)).toEqual([...knownModels.map(({ id }) => id), 'tiny']);
    writeFileSync(path, '{"models": 3}');
    expect(() => withModelsOf(path)).toThrow(
      expect.objectContaining({ code: 'config_invalid', params: { variable: 'SPEECH_MODEL_MANIFEST' } }),
    );
    expect(withModelsOf(null)).toBe(knownModels);
  });
});
