/** `<id>/`: a complete model; `<id>.part/`: a partial one. `<id>.state.json`, `.lock` and `.cancel` coordinate processes. */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError, errorCodes, findAppError } from '#lib/app-error.ts';
import { sizeOf } from './fetch-file.ts';
import type { SpeechModel } from './model.ts';

const zState = z.object({
  wanted: z.boolean(),
  phase: z.enum(['fetching', 'checking', 'stopped']),
  doneBytes: z.number(),
  bytesPerSecond: z.number().nullable(),
  problem: z.object({ code: z.enum(errorCodes), params: z.record(z.string(), z.union([z.string(), z.number()])) }).nullable(),
});
export type StoredState = z.infer<typeof zState>;

const zInstalled = z.object({ files: z.array(z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })) });
const installedName = 'installed.json';

export type ModelFolder = ReturnType<typeof createModelFolder>;

export function createModelFolder(root: string) {
  const folder = {
    importFolder: join(root, 'import'),
    installed: (id: string) => join(root, id),
    part: (id: string) => join(root, `${id}.part`),
    lock: (id: string) => join(root, `${id}.lock`),
    cancelMark: (id: string) => join(root, `${id}.cancel`),

    async prepare(): Promise<void> {
      await mkdir(folder.importFolder, { recursive: true, mode: 0o700 });
    },

    async isInstalled(model: SpeechModel): Promise<boolean> {
      const text = await readFile(join(folder.installed(model.id), installedName), 'utf8').catch(() => null);
      if (text === null) return false;
      const found = zInstalled.safeParse(parseJson(text));
      if (!found.success) return false;
      for (const file of model.files) {
        const known = found.data.files.some(({ name, sha256 }) => name === file.name && sha256 === file.sha256);
        if (!known || (await sizeOf(join(folder.installed(model.id), file.name))) !== file.bytes) return false;
      }
      return true;
    },

    async install(model: SpeechModel): Promise<void> {
      const part = folder.part(model.id);
      const files = model.files.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 }));
      await writeFile(join(part, installedName), JSON.stringify({ files }), { flush: true });
      await folder.discard(folder.installed(model.id));
      await rename(part, folder.installed(model.id));
    },

    async discard(path: string): Promise<void> {
      const aside = join(root, `removed-${randomUUID()}`);
      const moved = await rename(path, aside).then(
        () => true,
        () => false,
      );
      if (moved) await rm(aside, { recursive: true, force: true });
    },

    async partBytes(model: SpeechModel): Promise<number> {
      const sizes = await Promise.all(
        model.files.map(async ({ name, bytes }) => {
          const path = join(folder.part(model.id), name);
          return Math.min(bytes, (await sizeOf(path)) || (await sizeOf(`${path}.part`)));
        }),
      );
      return sizes.reduce((sum, size) => sum + size, 0);
    },

    async readState(id: string): Promise<StoredState | null> {
      const text = await readFile(join(root, `${id}.state.json`), 'utf8').catch(() => null);
      const state = text === null ? null : zState.safeParse(parseJson(text));
      return state?.success ? state.data : null;
    },

    async writeState(id: string, state: StoredState): Promise<void> {
      const path = join(root, `${id}.state.json`);
      const temporary = `${path}.${randomUUID()}`;
      await writeFile(temporary, JSON.stringify(state), { mode: 0o600 });
      await rename(temporary, path);
    },

    async clearState(id: string): Promise<void> {
      await rm(join(root, `${id}.state.json`), { force: true });
    },

    async exists(path: string): Promise<boolean> {
      return (await stat(path).catch(() => null)) !== null;
    },
  };
  return folder;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw findAppError(cause) ?? new AppError('storage_failed', { cause });
  }
}
