import { EventEmitter } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GuardedFetch } from '#engine/ports.ts';
import { AppError } from '#lib/app-error.ts';
import type { Logger } from '../../logger/logger.ts';
import { createFetches } from './fetches.ts';
import { importModels } from './import-models.ts';
import { totalBytesOf } from './manifest.ts';
import type { ModelManager, ModelReport, ModelState, SpeechModel } from './model.ts';
import { createModelFolder, type ModelFolder, onDisk } from './model-folder.ts';
import { isHeld } from './model-lock.ts';

export type ModelManagerOptions = {
  models: readonly SpeechModel[];
  directory: string;
  fetch: GuardedFetch;
  mirrors?: readonly string[];
  logger?: Logger | undefined;
  stallMs?: number;
  pauseMs?: number;
};

export function createModelManager(options: ModelManagerOptions): ModelManager {
  const folder = createModelFolder(options.directory);
  const changes = new EventEmitter<{ change: [string] }>();
  changes.setMaxListeners(0);
  const fetches = createFetches({ ...options, folder, onChange: (id) => void changes.emit('change', id) });

  function modelOf(id: string): SpeechModel {
    const model = options.models.find((one) => one.id === id);
    if (!model) throw new AppError('not_found');
    return model;
  }

  async function report(model: SpeechModel): Promise<ModelReport> {
    return { model, totalBytes: totalBytesOf(model), ...(await stateOf(folder, model)) };
  }

  return {
    models: options.models,
    importFolder: folder.importFolder,
    list: () => Promise.all(options.models.map(report)),
    report: async (id) => await report(modelOf(id)),

    async pathsOf(id) {
      const model = modelOf(id);
      if (!(await folder.isInstalled(model))) return null;
      return Object.fromEntries(Object.entries(model.parts).map(([part, name]) => [part, join(folder.installed(id), name)]));
    },

    async obtain(id, signal, onProgress) {
      const model = modelOf(id);
      if (await folder.isInstalled(model)) return;
      const total = totalBytesOf(model);
      await fetches.join(model, signal, (bytes) => onProgress?.(bytes, total));
    },

    async start(id) {
      const model = modelOf(id);
      if (await folder.isInstalled(model)) return;
      await onDisk(() => folder.prepare());
      fetches.begin(model);
    },

    async cancel(id) {
      const model = modelOf(id);
      await fetches.cancel(id);
      await cancelStored(folder, id);
      changes.emit('change', model.id);
    },

    async remove(id) {
      const model = modelOf(id);
      await this.cancel(id);
      await onDisk(() => removeStored(folder, id));
      changes.emit('change', model.id);
    },

    async importFrom(path) {
      await onDisk(() => folder.prepare());
      const ids = await importModels(options.models, path, folder);
      for (const id of ids) changes.emit('change', id);
      return ids;
    },

    async resume() {
      for (const model of options.models)
        if ((await folder.readState(model.id))?.wanted && !(await folder.isInstalled(model))) fetches.begin(model);
    },

    subscribe(onChange) {
      changes.on('change', onChange);
      return () => void changes.off('change', onChange);
    },

    close: () => fetches.close(),
  };
}

/** Cancels a fetch, also one in another process. */
async function cancelStored(folder: ModelFolder, id: string): Promise<void> {
  if (await isHeld(folder.lock(id))) await writeFile(folder.cancelMark(id), '');
  const state = await folder.readState(id);
  if (state?.wanted) await folder.writeState(id, { ...state, wanted: false });
}

async function removeStored(folder: ModelFolder, id: string): Promise<void> {
  await folder.discard(folder.installed(id));
  await folder.discard(folder.part(id));
  await folder.clearState(id);
}

async function stateOf(folder: ModelFolder, model: SpeechModel): Promise<ModelState> {
  if (await folder.isInstalled(model)) return { state: 'installed' };
  const state = await folder.readState(model.id);
  if (await isHeld(folder.lock(model.id))) {
    if (state?.phase === 'checking') return { state: 'checking', doneBytes: state.doneBytes };
    const doneBytes = state?.phase === 'fetching' ? state.doneBytes : await folder.partBytes(model);
    return { state: 'fetching', doneBytes, bytesPerSecond: state?.phase === 'fetching' ? state.bytesPerSecond : null };
  }
  const doneBytes = await folder.partBytes(model);
  if (doneBytes === 0 && !state?.problem) return { state: 'absent' };
  return { state: 'partial', doneBytes, problem: state?.problem ?? null };
}
