import { chmodSync, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { GuardedFetch, SpeechEngine } from '#engine/ports.ts';
import { AppError, hasCode } from '#lib/app-error.ts';
import { megabytesOf } from '#lib/bytes.ts';
import type { Logger } from '../../logger/logger.ts';
import { childUser, openToAll } from '../../process/child-user.ts';
import { createModelManager } from '../models/create-model-manager.ts';
import { defaultWhisper, knownModels, totalBytesOf } from '../models/manifest.ts';
import type { ModelManager, SpeechModel } from '../models/model.ts';
import { createRecogniserProcess, type RecogniserProcess } from './recogniser-process.ts';

export type LocalSpeechOptions = {
  modelsDir: string;
  fetch: GuardedFetch;
  /** Tried before the models' own URLs: `<mirror>/<model id>/<file name>`. */
  mirrors?: readonly string[];
  logger?: Logger | undefined;
  /** Fetches a missing model on first use; otherwise `speech_model_missing`. Default true. */
  fetchOnUse?: boolean;
  models?: readonly SpeechModel[];
  idleMs?: number;
};

export type LocalSpeech = {
  models: ModelManager;
  /** Errors: `speech_model_missing` (cannot be fetched), `speech_not_configured` (this machine cannot run any). */
  engineFor(
    language: string | null,
    signal: AbortSignal,
    onProgress?: (doneBytes: number, totalBytes: number) => void,
  ): Promise<SpeechEngine>;
  close(): Promise<void>;
};

/** Seconds of sound per piece; fewer words are lost at the edges of longer pieces. */
const pieceSeconds = { 'sense-voice': 60, whisper: 120 } as const;

function openModel(modelsDir: string, paths: Record<string, string>): void {
  chmodSync(modelsDir, 0o711);
  for (const folder of new Set(Object.values(paths).map((path) => dirname(path)))) openToAll(folder);
}

export function createLocalSpeech(options: LocalSpeechOptions): LocalSpeech {
  const known = options.models ?? knownModels;
  const models = createModelManager({
    models: known,
    directory: options.modelsDir,
    fetch: options.fetch,
    mirrors: options.mirrors ?? [],
    logger: options.logger,
  });
  const processes = new Map<string, RecogniserProcess>();
  const unusable = new Set<SpeechModel['engine']>(engines.filter((engine) => !isPresent(engine)));

  models.subscribe((id) => {
    // Ends the process of a removed model.
    void models.pathsOf(id).then((paths) => {
      if (paths !== null) return;
      processes.get(id)?.close();
      processes.delete(id);
    });
  });

  async function choose(language: string | null): Promise<{ model: SpeechModel; paths: Record<string, string> | null }> {
    const candidates = candidatesFor(
      known.filter(({ engine }) => !unusable.has(engine)),
      language,
    );
    for (const model of candidates) {
      const paths = await models.pathsOf(model.id);
      if (paths) return { model, paths };
    }
    const [first] = candidates;
    const wanted = first?.languages ? first : (candidates.find(({ id }) => id === defaultWhisper) ?? first);
    if (!wanted) throw new AppError('speech_not_configured');
    return { model: wanted, paths: null };
  }

  function processOf(model: SpeechModel, paths: Record<string, string>): RecogniserProcess {
    const running = processes.get(model.id);
    if (running) return running;
    if (childUser()) openModel(options.modelsDir, paths);
    const started = createRecogniserProcess({
      model,
      paths,
      logger: options.logger,
      onNoBinding: () => void unusable.add(model.engine),
      ...(options.idleMs === undefined ? {} : { idleMs: options.idleMs }),
    });
    processes.set(model.id, started);
    return started;
  }

  return {
    models,
    async engineFor(language, signal, onProgress) {
      if (signal.aborted) throw new AppError('cancelled', { cause: signal.reason });
      const { model, paths } = await choose(language);
      const ready = paths ?? (await obtain(models, model, options.fetchOnUse ?? true, signal, onProgress));
      return {
        id: `local:${model.id}`,
        maxPieceSeconds: pieceSeconds[model.engine],
        parallel: 1,
        async recognise(piece, { language: claimed, signal: pieceSignal }) {
          const heard = await processOf(model, ready).hear(piece, pieceSignal);
          return { language: heard.language ?? claimed, segments: heard.segments };
        },
      };
    },
    async close() {
      for (const running of processes.values()) running.close();
      processes.clear();
      await models.close();
    },
  };
}

async function obtain(
  models: ModelManager,
  model: SpeechModel,
  mayFetch: boolean,
  signal: AbortSignal,
  onProgress: ((doneBytes: number, totalBytes: number) => void) | undefined,
): Promise<Record<string, string>> {
  let cause: unknown;
  if (mayFetch) {
    try {
      await models.obtain(model.id, signal, onProgress);
    } catch (error) {
      if (signal.aborted) throw error;
      if (hasCode(error, 'speech_model_broken', 'storage_failed')) throw error;
      cause = error;
    }
    const paths = await models.pathsOf(model.id);
    if (paths) return paths;
  }
  const megabytes = Math.round(megabytesOf(totalBytesOf(model)));
  throw new AppError('speech_model_missing', { cause, params: { model: model.name, megabytes } });
}

/** Models for particular languages come first, then those for many. */
function candidatesFor(models: readonly SpeechModel[], language: string | null): SpeechModel[] {
  const wanted = language === null ? ['zh', 'en'] : [baseOf(language)];
  const special = models.filter(({ languages }) => languages !== null && wanted.every((one) => languages.includes(one)));
  return [...special, ...models.filter(({ languages }) => languages === null)];
}

const threeLetters: Record<string, string> = {
  chi: 'zh',
  zho: 'zh',
  cmn: 'zh',
  eng: 'en',
  jpn: 'ja',
  kor: 'ko',
};

function baseOf(language: string): string {
  const [base = ''] = language.toLowerCase().split(/[-_]/);
  return threeLetters[base] ?? base;
}

const engines = ['sense-voice', 'whisper'] as const;

function isPresent(engine: SpeechModel['engine']): boolean {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const name = engine === 'whisper' ? 'node-av' : `sherpa-onnx-${system}-${process.arch}`;
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  return folders.some((folder) => existsSync(join(folder, name)));
}
