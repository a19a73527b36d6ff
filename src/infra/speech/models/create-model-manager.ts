import { EventEmitter } from 'node:events';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GuardedFetch } from '#engine/ports.ts';
import { AppError, findAppError, hasCode, toAppError } from '#lib/app-error.ts';
import { sleep } from '#lib/sleep.ts';
import type { Logger } from '../../logger/logger.ts';
import { fetchFile, isTheFile, sizeOf } from './fetch-file.ts';
import { importModels } from './import-models.ts';
import { totalBytesOf } from './manifest.ts';
import type { ModelManager, ModelReport, ModelState, SpeechModel } from './model.ts';
import { createModelFolder, type ModelFolder, type StoredState } from './model-folder.ts';
import { isHeld, type ModelLock, takeLock } from './model-lock.ts';
import { createSpeedometer } from './speedometer.ts';

export type ModelManagerOptions = {
  models: readonly SpeechModel[];
  directory: string;
  fetch: GuardedFetch;
  mirrors?: readonly string[];
  logger?: Logger | undefined;
  stallMs?: number;
  pauseMs?: number;
};

const spareBytes = 64 * 1024 * 1024;
const reportEveryMs = 300;
const lookAgainMs = 500;

type Running = { done: Promise<void>; cancel: AbortController; progress: EventEmitter<{ progress: [number] }> };

export function createModelManager(options: ModelManagerOptions): ModelManager {
  const folder = createModelFolder(options.directory);
  const running = new Map<string, Running>();
  const changes = new EventEmitter<{ change: [string] }>();
  changes.setMaxListeners(0);
  let closing = false;

  function modelOf(id: string): SpeechModel {
    const model = options.models.find((one) => one.id === id);
    if (!model) throw new AppError('not_found');
    return model;
  }

  function begin(model: SpeechModel): Running {
    const known = running.get(model.id);
    if (known) return known;
    const cancel = new AbortController();
    const progress = new EventEmitter<{ progress: [number] }>();
    const tell = (doneBytes: number) => {
      progress.emit('progress', doneBytes);
      changes.emit('change', model.id);
    };
    const work = bring({ ...options, folder, model, cancel, tell, isClosing: () => closing });
    const done = work.finally(() => {
      running.delete(model.id);
      changes.emit('change', model.id);
    });
    done.catch((error: unknown) => {
      if (!hasCode(error, 'cancelled')) options.logger?.warn({ model: model.id, err: error }, 'a speech model was not fetched');
    });
    const entry = { done, cancel, progress };
    running.set(model.id, entry);
    return entry;
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
      const { done, progress } = begin(model);
      const total = totalBytesOf(model);
      const listen = (bytes: number) => onProgress?.(bytes, total);
      progress.on('progress', listen);
      try {
        await withSignal(done, signal);
      } finally {
        progress.off('progress', listen);
      }
    },

    async start(id) {
      const model = modelOf(id);
      if (await folder.isInstalled(model)) return;
      await onDisk(() => folder.prepare());
      begin(model).done.catch(() => {});
    },

    async cancel(id) {
      const model = modelOf(id);
      const own = running.get(id);
      own?.cancel.abort();
      await own?.done.catch(() => {});
      if (await isHeld(folder.lock(id))) await writeFile(folder.cancelMark(id), '');
      const state = await folder.readState(id);
      if (state?.wanted) await folder.writeState(id, { ...state, wanted: false });
      changes.emit('change', model.id);
    },

    async remove(id) {
      const model = modelOf(id);
      await this.cancel(id);
      await onDisk(async () => {
        await folder.discard(folder.installed(id));
        await folder.discard(folder.part(id));
        await folder.clearState(id);
      });
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
        if ((await folder.readState(model.id))?.wanted && !(await folder.isInstalled(model))) begin(model).done.catch(() => {});
    },

    subscribe(onChange) {
      changes.on('change', onChange);
      return () => void changes.off('change', onChange);
    },

    async close() {
      closing = true;
      for (const { cancel } of running.values()) cancel.abort();
      await Promise.allSettled([...running.values()].map(({ done }) => done));
    },
  };
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

type Errand = ModelManagerOptions & {
  folder: ModelFolder;
  model: SpeechModel;
  cancel: AbortController;
  tell(doneBytes: number): void;
  isClosing(): boolean;
};

/** Fetches a model, or waits for the process that does and takes over when it dies. */
async function bring(errand: Errand): Promise<void> {
  const { folder, model, cancel } = errand;
  await onDisk(() => folder.prepare());
  let waited = false;
  for (;;) {
    if (cancel.signal.aborted) throw new AppError('cancelled');
    if (await folder.isInstalled(model)) return;
    if (waited && !(await isHeld(folder.lock(model.id)))) {
      const state = await folder.readState(model.id);
      if (state?.problem) throw new AppError(state.problem.code, { params: state.problem.params });
      if (state && !state.wanted) throw new AppError('cancelled');
    }
    const lock = await takeLock(folder.lock(model.id), () => cancel.abort());
    if (lock) return await fetchModel(errand, lock);
    waited = true;
    const state = await folder.readState(model.id);
    if (state) errand.tell(state.doneBytes);
    await sleep(lookAgainMs, cancel.signal);
  }
}

async function fetchModel(errand: Errand, lock: ModelLock): Promise<void> {
  const { folder, model, cancel } = errand;
  const state: StoredState = { wanted: true, phase: 'fetching', doneBytes: 0, bytesPerSecond: null, problem: null };
  await rm(folder.cancelMark(model.id), { force: true });
  state.doneBytes = await folder.partBytes(model);
  await folder.writeState(model.id, state);
  const speed = createSpeedometer();
  // Other processes read the progress and request cancellation through files.
  const timer = setInterval(() => {
    void folder.writeState(model.id, { ...state, bytesPerSecond: speed.perSecond(state.doneBytes) }).catch(() => {});
    void folder.exists(folder.cancelMark(model.id)).then((asked) => (asked ? cancel.abort() : undefined));
    errand.tell(state.doneBytes);
  }, reportEveryMs);
  try {
    await fetchFiles(errand, state);
    clearInterval(timer);
    await folder.install(model);
    await folder.clearState(model.id);
  } catch (error) {
    clearInterval(timer);
    const known = cancel.signal.aborted
      ? new AppError('cancelled')
      : (findAppError(error) ?? new AppError('storage_failed', { cause: error }));
    const cancelled = known.code === 'cancelled';
    const problem = cancelled ? null : { code: known.code, params: known.params };
    await folder
      .writeState(model.id, {
        ...state,
        wanted: cancelled && errand.isClosing(),
        phase: 'stopped',
        bytesPerSecond: null,
        problem,
      })
      .catch(() => {});
    throw known;
  } finally {
    clearInterval(timer);
    await rm(folder.cancelMark(model.id), { force: true });
    await lock.release();
  }
}

async function fetchFiles(errand: Errand, state: StoredState): Promise<void> {
  const { folder, model, cancel } = errand;
  const directory = folder.part(model.id);
  await onDisk(() => mkdir(directory, { recursive: true, mode: 0o700 }));
  await requireRoom(directory, totalBytesOf(model) - state.doneBytes);
  let before = 0;
  for (const file of model.files) {
    const path = join(directory, file.name);
    if ((await sizeOf(path)) > 0 && !(await isTheFile(path, file))) await rm(path, { force: true });
    if ((await sizeOf(path)) === 0) {
      state.phase = 'fetching';
      const urls = [...(errand.mirrors ?? []).map((mirror) => `${mirror}/${model.id}/${file.name}`), ...file.urls];
      await fetchFile(file, urls, path, {
        fetch: errand.fetch,
        signal: cancel.signal,
        onProgress: (done) => {
          state.phase = 'fetching';
          state.doneBytes = before + done;
        },
        onChecking: () => {
          state.phase = 'checking';
        },
        ...(errand.stallMs === undefined ? {} : { stallMs: errand.stallMs }),
        ...(errand.pauseMs === undefined ? {} : { pauseMs: errand.pauseMs }),
      });
    }
    before += file.bytes;
    state.doneBytes = before;
  }
}

async function requireRoom(directory: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize < bytes + spareBytes) throw new AppError('storage_failed', { detail: 'not enough room for the model' });
}

async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw findAppError(cause) ?? new AppError('storage_failed', { cause });
  }
}

async function withSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) throw new AppError('cancelled', { cause: signal.reason });
  let handleAbort = (): void => {};
  const left = new Promise<never>((_resolve, reject) => {
    handleAbort = () => reject(new AppError('cancelled', { cause: signal.reason }));
    signal.addEventListener('abort', handleAbort, { once: true });
  });
  try {
    return await Promise.race([work, left]);
  } catch (error) {
    throw toAppError(error);
  } finally {
    signal.removeEventListener('abort', handleAbort);
  }
}
