import { constants } from 'node:fs';
import { copyFile, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#lib/app-error.ts';
import { isTheFile, sizeOf } from './fetch-file.ts';
import type { SpeechModel } from './model.ts';
import type { ModelFolder } from './model-folder.ts';
import { takeLock } from './model-lock.ts';

/** Returns model ids. Errors: `speech_model_broken` (`file`), `speech_import_missing` (`files`), `busy`, `storage_failed`. */
export async function importModels(models: readonly SpeechModel[], source: string, folder: ModelFolder): Promise<string[]> {
  const taken: string[] = [];
  const missing: string[] = [];
  let broken: string | null = null;
  for (const model of models) {
    if (await folder.isInstalled(model)) continue;
    const found = await findFiles(model, source);
    broken ??= found.broken;
    if (found.paths.size === 0) continue;
    const still = await takeOne(model, found.paths, folder);
    if (still.length === 0) taken.push(model.id);
    else missing.push(...still);
  }
  if (taken.length > 0) return taken;
  if (broken !== null) throw new AppError('speech_model_broken', { params: { file: broken } });
  const wanted = missing.length > 0 ? missing : (models[0]?.files.map(({ name }) => name) ?? []);
  throw new AppError('speech_import_missing', { params: { files: wanted.join(', ') } });
}

async function findFiles(model: SpeechModel, source: string): Promise<{ paths: Map<string, string>; broken: string | null }> {
  const paths = new Map<string, string>();
  let broken: string | null = null;
  for (const file of model.files) {
    for (const path of [join(source, model.id, file.name), join(source, file.name)]) {
      if ((await sizeOf(path)) === 0 || paths.has(file.name)) continue;
      if (await isTheFile(path, file)) paths.set(file.name, path);
      else broken ??= file.name;
    }
    if (paths.has(file.name) && broken === file.name) broken = null;
  }
  return { paths, broken };
}

async function takeOne(model: SpeechModel, paths: ReadonlyMap<string, string>, folder: ModelFolder): Promise<string[]> {
  const lock = await takeLock(folder.lock(model.id), () => {});
  if (!lock) throw new AppError('busy');
  try {
    const part = folder.part(model.id);
    await mkdir(part, { recursive: true, mode: 0o700 });
    for (const [name, path] of paths) {
      const target = join(part, name);
      await copyFile(path, `${target}.part`, constants.COPYFILE_FICLONE);
      const file = model.files.find((one) => one.name === name);
      if (!file || !(await isTheFile(`${target}.part`, file)))
        throw new AppError('speech_model_broken', { params: { file: name } });
      await rename(`${target}.part`, target);
    }
    const missing: string[] = [];
    for (const file of model.files) if (!(await isTheFile(join(part, file.name), file))) missing.push(file.name);
    if (missing.length === 0) {
      await folder.install(model);
      await folder.clearState(model.id);
    }
    return missing;
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('storage_failed', { cause });
  } finally {
    await lock.release();
  }
}
