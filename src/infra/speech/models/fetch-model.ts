import { mkdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { GuardedFetch } from '#engine/ports.ts';
import { AppError, findAppError } from '#lib/app-error.ts';
import { sleep } from '#lib/sleep.ts';
import { fetchFile, isTheFile, sizeOf } from './fetch-file.ts';
import { totalBytesOf } from './manifest.ts';
import type { SpeechModel } from './model.ts';
import { type ModelFolder, onDisk, type StoredState } from './model-folder.ts';
import { isHeld, type ModelLock, takeLock } from './model-lock.ts';
import { createSpeedometer } from './speedometer.ts';

const spareBytes = 64 * 1024 * 1024;
const reportEveryMs = 300;
const lookAgainMs = 500;

export type FetchOptions = {
  folder: ModelFolder;
  fetch: GuardedFetch;
  mirrors?: readonly string[];
  stallMs?: number;
  pauseMs?: number;
};

export type ModelFetch = FetchOptions & {
  model: SpeechModel;
  cancel: AbortController;
  tell(doneBytes: number): void;
  isClosing(): boolean;
};

/** Fetches a model, or waits for the process that is fetching it and takes over if that dies. */
export async function fetchOrAwaitModel(modelFetch: ModelFetch): Promise<void> {
  const { folder, model, cancel } = modelFetch;
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
    if (lock) return await fetchModel(modelFetch, lock);
    waited = true;
    const state = await folder.readState(model.id);
    if (state) modelFetch.tell(state.doneBytes);
    await sleep(lookAgainMs, cancel.signal);
  }
}

async function fetchModel(modelFetch: ModelFetch, lock: ModelLock): Promise<void> {
  const { folder, model, cancel } = modelFetch;
  const state: StoredState = { wanted: true, phase: 'fetching', doneBytes: 0, bytesPerSecond: null, problem: null };
  await rm(folder.cancelMark(model.id), { force: true });
  state.doneBytes = await folder.partBytes(model);
  await folder.writeState(model.id, state);
  const speed = createSpeedometer();
  // Other processes read progress from files and request cancellation through them.
  const timer = setInterval(() => {
    void folder.writeState(model.id, { ...state, bytesPerSecond: speed.perSecond(state.doneBytes) }).catch(() => {});
    void folder.exists(folder.cancelMark(model.id)).then((asked) => (asked ? cancel.abort() : undefined));
    modelFetch.tell(state.doneBytes);
  }, reportEveryMs);
  try {
    await fetchFiles(modelFetch, state);
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
        wanted: cancelled && modelFetch.isClosing(),
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

async function fetchFiles(modelFetch: ModelFetch, state: StoredState): Promise<void> {
  const { folder, model, cancel } = modelFetch;
  const directory = folder.part(model.id);
  await onDisk(() => mkdir(directory, { recursive: true, mode: 0o700 }));
  await requireRoom(directory, totalBytesOf(model) - state.doneBytes);
  let before = 0;
  for (const file of model.files) {
    const path = join(directory, file.name);
    if ((await sizeOf(path)) > 0 && !(await isTheFile(path, file))) await rm(path, { force: true });
    if ((await sizeOf(path)) === 0) {
      state.phase = 'fetching';
      const urls = [...(modelFetch.mirrors ?? []).map((mirror) => `${mirror}/${model.id}/${file.name}`), ...file.urls];
      await fetchFile(file, urls, path, {
        fetch: modelFetch.fetch,
        signal: cancel.signal,
        onProgress: (done) => {
          state.phase = 'fetching';
          state.doneBytes = before + done;
        },
        onChecking: () => {
          state.phase = 'checking';
        },
        ...(modelFetch.stallMs === undefined ? {} : { stallMs: modelFetch.stallMs }),
        ...(modelFetch.pauseMs === undefined ? {} : { pauseMs: modelFetch.pauseMs }),
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
