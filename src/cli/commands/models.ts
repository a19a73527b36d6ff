import { resolve } from 'node:path';
import { createModelManager } from '#infra/speech/models/create-model-manager.ts';
import { withModelsOf } from '#infra/speech/models/manifest.ts';
import type { ModelManager, ModelReport } from '#infra/speech/models/model.ts';
import { megabytesOf } from '#lib/bytes.ts';
import { createCliFetch } from '../cli-fetch.ts';
import { UsageError } from '../command.ts';

/** `models`, `models fetch <id>`, `models import <folder>`, `models remove <id>`; safe while a server is running. */
export async function models(args: string[]): Promise<void> {
  const [action, target, ...more] = args;
  const manager = openManager();
  if (action === undefined) return await list(manager);
  if (!target || more.length > 0) throw new UsageError('expected one model or folder');
  if (action === 'fetch' || action === 'remove') await mustKnow(manager, target);
  if (action === 'fetch') await fetchModel(manager, target);
  else if (action === 'remove') await manager.remove(target);
  else if (action === 'import') process.stdout.write(`${(await manager.importFrom(resolve(target))).join('\n')}\n`);
  else throw new UsageError(`unknown action ${action}: use fetch, import or remove`);
}

function openManager(): ModelManager {
  const { DATA_DIR, SPEECH_MODEL_MIRRORS = '', SPEECH_MODEL_MANIFEST } = process.env;
  return createModelManager({
    models: withModelsOf(SPEECH_MODEL_MANIFEST ? resolve(SPEECH_MODEL_MANIFEST) : null),
    directory: resolve(DATA_DIR || '.data', 'models'),
    fetch: createCliFetch(),
    mirrors: SPEECH_MODEL_MIRRORS.split(/[\s,]+/).filter((mirror) => mirror !== ''),
  });
}

async function list(manager: ModelManager): Promise<void> {
  for (const report of await manager.list()) {
    const { model, totalBytes } = report;
    const languages = model.languages?.join(' ') ?? 'about a hundred languages';
    process.stdout.write(`${model.id}  ${stateText(report)}  ${megabytes(totalBytes)}  ${languages}  ${model.licence.name}\n`);
    for (const { name, bytes, sha256 } of model.files) process.stdout.write(`  ${name}  ${bytes}  ${sha256}\n`);
  }
}

async function mustKnow(manager: ModelManager, id: string): Promise<void> {
  const ids = (await manager.list()).map(({ model }) => model.id);
  if (!ids.includes(id)) throw new UsageError(`unknown model ${id}: use one of ${ids.join(', ')}`);
}

function stateText(report: ModelReport): string {
  return 'doneBytes' in report ? `${report.state} (${megabytes(report.doneBytes)})` : report.state;
}

async function fetchModel(manager: ModelManager, id: string): Promise<void> {
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort());
  const show = (done: number, total: number) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${megabytes(done)} of ${megabytes(total)} `);
  };
  try {
    await manager.obtain(id, interrupted.signal, show);
  } finally {
    if (process.stderr.isTTY) process.stderr.write('\n');
    await manager.close();
  }
}

function megabytes(bytes: number): string {
  return `${megabytesOf(bytes).toFixed(1)} MB`;
}
