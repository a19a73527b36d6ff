import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { importModels } from './import-models.ts';
import type { SpeechModel } from './model.ts';
import { createModelFolder, onDisk, type StoredState } from './model-folder.ts';

let root = '';
let folder: ReturnType<typeof createModelFolder>;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'model-folder-'));
  folder = createModelFolder(join(root, 'models'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function modelOf(id: string, files: Record<string, string>): SpeechModel {
  return {
    id,
    name: id,
    engine: 'sense-voice',
    languages: ['en'],
    licence: { name: 'MIT', url: 'https://example.com/licence' },
    parts: { model: '', tokens: '', vad: '' },
    files: Object.entries(files).map(([name, body]) => ({
      name,
      bytes: body.length,
      sha256: createHash('sha256').update(body).digest('hex'),
      urls: ['https://models.example.com/x'],
    })),
  };
}
const model = modelOf('one', { a: 'first file', b: 'second' });
const place = (path: string, body: string) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, body);
};
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error: unknown) => (error instanceof AppError ? [error.code, error.params] : error),
  );
const inModels = () => readdirSync(join(root, 'models')).toSorted();

describe('SUM-04 the folder of models', () => {
  const fill = (more: Record<string, string> = {}) => {
    for (const [name, body] of Object.entries({ a: 'first file', b: 'second', ...more }))
      place(join(folder.part('one'), name), body);
  };

  test('has a place for each thing', async () => {
    const at = (name: string) => join(root, 'models', name);
    expect([folder.importFolder, folder.installed('x'), folder.part('x'), folder.lock('x'), folder.cancelMark('x')]).toEqual(
      ['import', 'x', 'x.part', 'x.lock', 'x.cancel'].map(at),
    );
    await folder.prepare();
    await folder.prepare();
    expect(statSync(folder.importFolder).mode & 0o777).toBe(0o700);
    expect([await folder.exists(folder.importFolder), await folder.exists(at('x'))]).toEqual([true, false]);
  });

  test('has a model when all its files are there as they were checked', async () => {
    expect(await folder.isInstalled(model)).toBe(false);
    fill();
    place(join(folder.installed('one'), 'left'), 'of an older one');
    await folder.install(model);
    expect(await folder.isInstalled(model)).toBe(true);
    expect(inModels()).toEqual(['one']);
    expect(readdirSync(folder.installed('one')).toSorted()).toEqual(['a', 'b', 'installed.json']);
    // A model with other files of the same names and sizes.
    expect(await folder.isInstalled(modelOf('one', { a: 'First file', b: 'second' }))).toBe(false);
    expect(await folder.isInstalled(modelOf('one', { a: 'first file', b: 'second', c: 'x' }))).toBe(false);
    expect(await folder.isInstalled(modelOf('one', { b: 'second' }))).toBe(true);
    writeFileSync(join(folder.installed('one'), 'b'), 'cut');
    expect(await folder.isInstalled(model)).toBe(false);
    for (const text of ['{"files":', '{"files":[{"name":"a"}]}']) {
      writeFileSync(join(folder.installed('one'), 'b'), 'second');
      writeFileSync(join(folder.installed('one'), 'installed.json'), text);
      expect(await folder.isInstalled(model)).toBe(false);
    }
  });

  test('counts what is there of a model, up to the size of each file', async () => {
    expect(await folder.partBytes(model)).toBe(0);
    place(join(folder.part('one'), 'a.part'), 'first');
    expect(await folder.partBytes(model)).toBe(5);
    place(join(folder.part('one'), 'a'), 'first fi');
    place(join(folder.part('one'), 'b'), 'second and more');
    expect(await folder.partBytes(model)).toBe(8 + 6);
  });

  test('keeps the state of a fetch, and takes none that it does not know', async () => {
    await folder.prepare();
    const state: StoredState = {
      wanted: true,
      phase: 'stopped',
      doneBytes: 5,
      bytesPerSecond: null,
      problem: { code: 'fetch_failed', params: { url: 'x', count: 2 } },
    };
    expect(await folder.readState('one')).toBeNull();
    await folder.writeState('one', state);
    expect(await folder.readState('one')).toEqual(state);
    expect(await folder.readState('two')).toBeNull();
    expect([inModels(), statSync(join(root, 'models', 'one.state.json')).mode & 0o777]).toEqual([
      ['import', 'one.state.json'],
      0o600,
    ]);
    for (const text of ['{', JSON.stringify({ ...state, phase: 'resting' })]) {
      writeFileSync(join(root, 'models', 'one.state.json'), text);
      expect(await folder.readState('one')).toBeNull();
    }
    await folder.clearState('one');
    await folder.clearState('one');
    expect(inModels()).toEqual(['import']);
  });

  test('discards what is there, and nothing else', async () => {
    fill();
    await folder.discard(folder.part('one'));
    await folder.discard(folder.part('two'));
    expect(inModels()).toEqual([]);
  });
});

test('SUM-04 what the disk refuses is a fault of storage, unless it says more', async () => {
  expect(await onDisk(async () => 5)).toBe(5);
  const cause = new Error('EIO');
  await expect(onDisk(() => Promise.reject(cause))).rejects.toMatchObject({ code: 'storage_failed', cause });
  await expect(onDisk(() => Promise.reject(new AppError('busy')))).rejects.toMatchObject({ code: 'busy' });
});

describe('SUM-04 models from a folder', () => {
  const stick = () => join(root, 'stick');
  const take = (...models: SpeechModel[]) => importModels(models, stick(), folder);
  beforeEach(() => folder.prepare());

  test('are copied, whether or not they have folders of their own', async () => {
    place(join(stick(), 'one', 'a'), 'first file');
    place(join(stick(), 'b'), 'second');
    place(join(stick(), 'two', 'c'), 'third');
    const two = modelOf('two', { c: 'third' });
    expect(await take(model, two, modelOf('three', { d: 'fourth' }))).toEqual(['one', 'two']);
    expect([await folder.isInstalled(model), await folder.isInstalled(two)]).toEqual([true, true]);
    expect(inModels()).toEqual(['import', 'one', 'two']);
    expect(readFileSync(join(stick(), 'b'), 'utf8')).toBe('second');
    // What is there already is not taken again.
    expect(await codeOf(take(model, two))).toEqual(['speech_import_missing', { files: 'a, b' }]);
  });

  test('are kept until their other files come', async () => {
    place(join(stick(), 'one', 'a'), 'first file');
    expect(await codeOf(take(model))).toEqual(['speech_import_missing', { files: 'b' }]);
    expect([await folder.isInstalled(model), readdirSync(folder.part('one'))]).toEqual([false, ['a']]);
    await folder.writeState('one', { wanted: false, phase: 'stopped', doneBytes: 0, bytesPerSecond: null, problem: null });
    rmSync(stick(), { recursive: true });
    place(join(stick(), 'b'), 'second');
    expect(await take(model)).toEqual(['one']);
    expect([await folder.isInstalled(model), await folder.readState('one')]).toEqual([true, null]);
  });

  test('are named when they are missing or broken', async () => {
    mkdirSync(stick());
    expect(await codeOf(take(model, modelOf('two', { c: 'third' })))).toEqual(['speech_import_missing', { files: 'a, b' }]);
    expect(await codeOf(take())).toEqual(['speech_import_missing', { files: '' }]);
    place(join(stick(), 'one', 'a'), 'fIRST file');
    place(join(stick(), 'b'), 'second');
    expect(await codeOf(take(model))).toEqual(['speech_model_broken', { file: 'a' }]);
    // A sound file of the same name makes up for a broken one, wherever it lies.
    place(join(stick(), 'a'), 'first file');
    expect(await take(model)).toEqual(['one']);
  });

  test('are left while another process is at them', async () => {
    place(join(stick(), 'a'), 'first file');
    place(folder.lock('one'), 'another');
    expect(await codeOf(take(model))).toEqual(['busy', {}]);
    rmSync(folder.lock('one'));
    // The place for its parts is a file.
    writeFileSync(folder.part('one'), '');
    expect(await codeOf(take(model))).toEqual(['storage_failed', {}]);
    expect(existsSync(folder.lock('one'))).toBe(false);
  });
});
