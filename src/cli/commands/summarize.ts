import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Extracted, type Language, type Note, zLanguage } from '#engine/domain.ts';
import type { Blobs, EnginePorts, GuardedFetch, LanguageModelPort, PageRenderer, ProgressSink } from '#engine/ports.ts';
import { resolveSource, writeNote } from '#engine/source-to-note.ts';
import type { SourceInput } from '#engine/sources/source.ts';
import { type ComputePool, createComputePool } from '#infra/compute-pool/create-compute-pool.ts';
import { AppError } from '#lib/app-error.ts';
import { defaultLanguage, noteLanguages } from '#lib/languages.ts';
import { sleep } from '#lib/sleep.ts';
import { createCliFetch } from '../cli-fetch.ts';
import { speechFromEnvironment } from '../cli-speech.ts';
import { createCliYtDlp } from '../cli-yt-dlp.ts';
import { UsageError } from '../command.ts';
import { progressWords } from '../terminal-words.ts';

type Options = { target: string; json: boolean; modelFree: boolean; language: Language | null; maxChars: number | null };

/** `summarize <url|file>`: the note as Markdown on stdout, progress on stderr. Uses no database and keeps nothing. */
export async function summarize(args: string[]): Promise<void> {
  const options = readOptions(args);
  const startedAt = performance.now();
  const workspace = await createWorkspace();
  const pool = createComputePool();
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort(new AppError('cancelled')));
  try {
    const ports = await createPorts(options, workspace, pool);
    const progress = await createProgress(startedAt);
    const context = { ports, progress, signal: interrupted.signal, language: options.language };
    const extracted = await resolveSource(await inputOf(options.target), context);
    const resolvedAt = performance.now();
    if (options.maxChars !== null) return await printBest(extracted, options.maxChars, options.language);
    const noteLanguage = options.language ?? languageOfTranscript(extracted) ?? defaultLanguage;
    const note = await writeNote(extracted, { noteLanguage, ...context });
    if (!options.json) process.stdout.write(note.markdown);
    else printJson(extracted, note, { resolveMs: resolvedAt - startedAt, noteMs: performance.now() - resolvedAt });
  } finally {
    await pool.close();
    await workspace.remove();
  }
}

function readOptions(args: string[]): Options {
  const { values, positionals } = parse(args);
  const [target, ...more] = positionals;
  if (target === undefined || more.length > 0) throw new UsageError('expected one URL or file');
  const language = values.lang === undefined ? null : zLanguage.safeParse(values.lang);
  if (language?.success === false) throw new UsageError(`--lang must be ${noteLanguages.join(' or ')}`);
  const maxChars = values['max-chars'] === undefined ? null : Number(values['max-chars']);
  if (maxChars !== null && !(Number.isInteger(maxChars) && maxChars > 0))
    throw new UsageError('--max-chars must be a positive whole number');
  if (maxChars !== null && values.json) throw new UsageError('--max-chars prints sentences, so it can’t be used with --json');
  return {
    target,
    json: values.json === true,
    modelFree: values['model-free'] === true,
    language: language?.data ?? null,
    maxChars,
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        'model-free': { type: 'boolean' },
        lang: { type: 'string' },
        'max-chars': { type: 'string' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'invalid arguments');
  }
}

async function inputOf(target: string): Promise<SourceInput> {
  if (/^https?:\/\//i.test(target)) return { type: 'url', url: target };
  const path = resolve(target);
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new AppError('file_missing', { params: { name: target } });
  return { type: 'file', path, name: basename(path), blob: null };
}

type Workspace = { blobs: Blobs; remove(): Promise<void> };

async function createWorkspace(): Promise<Workspace> {
  let folder: string | undefined;
  const pathOf = async (key: string) => {
    folder ??= await mkdtemp(join(tmpdir(), 'gleaner-cli-'));
    return join(folder, key.replaceAll('/', '-'));
  };
  return {
    blobs: {
      async put(key, bytes) {
        const path = await pathOf(key);
        await writeFile(path, bytes);
        return { size: (await stat(path)).size };
      },
      localPath: pathOf,
      delete: async (key) => rm(await pathOf(key), { force: true }),
    },
    async remove() {
      if (folder) await rm(folder, { recursive: true, force: true });
    },
  };
}

async function createPorts(options: Options, workspace: Workspace, pool: ComputePool): Promise<EnginePorts> {
  const fetch = createCliFetch();
  return {
    fetch,
    youtubeClients: (process.env.YOUTUBE_CLIENTS ?? '').split(/[\s,]+/).filter((name) => name !== ''),
    renderPage: await rendererFromEnvironment(fetch),
    // The media tools load on first use.
    media: {
      probe: async (...call) => (await mediaTools()).probe(...call),
      subtitles: async (...call) => (await mediaTools()).subtitles(...call),
      cover: async (...call) => (await mediaTools()).cover(...call),
      async *sound(...call) {
        yield* (await mediaTools()).sound(...call);
      },
    },
    compute: pool.compute,
    extractPage: pool.extractPage,
    async readDocument(...call) {
      const { createDocumentReader } = await import('#infra/document-reader/create-document-reader.ts');
      return createDocumentReader()(...call);
    },
    ytDlp: createCliYtDlp(),
    blobs: workspace.blobs,
    checkpoints: { get: async () => undefined, put: async () => undefined },
    speech: await speechFromEnvironment(),
    llm: options.modelFree || options.maxChars !== null ? null : await modelFromEnvironment(),
    clock: { now: Date.now, sleep },
  };
}

async function rendererFromEnvironment(fetch: GuardedFetch): Promise<PageRenderer | null> {
  if (!/^(?:1|true|yes|on)$/i.test(process.env.RENDER_PAGES ?? '')) return null;
  const { createPageRenderer } = await import('#infra/page-renderer/create-page-renderer.ts');
  return async (url, signal) => {
    const renderer = createPageRenderer({ fetch, executablePath: process.env.CHROMIUM_PATH || null });
    try {
      return await renderer.renderPage(url, signal);
    } finally {
      await renderer.close();
    }
  };
}

async function mediaTools() {
  const { createMediaTools } = await import('#infra/media/create-media-tools.ts');
  return createMediaTools();
}

async function modelFromEnvironment(): Promise<LanguageModelPort | null> {
  const { modelFromVariables } = await import('../cli-model.ts');
  return modelFromVariables(process.env);
}

async function createProgress(startedAt: number): Promise<ProgressSink> {
  const words = await progressWords();
  return {
    stage(_stage, percent, code, params) {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      const details = params ? ` ${Object.values(params).join('/')}` : '';
      process.stderr.write(`${seconds.padStart(6)}s ${String(Math.round(percent)).padStart(3)}% ${words[code]}${details}\n`);
    },
    partial() {},
  };
}

function languageOfTranscript(extracted: Extracted): Language | null {
  const tag = extracted.transcript?.language ?? extracted.language ?? '';
  if (/^(zh|zho|chi|cmn|yue)\b/i.test(tag)) return 'zh';
  if (tag !== '') return 'en';
  const sample =
    extracted.transcript?.segments
      .slice(0, 50)
      .map((segment) => segment.text)
      .join('') ?? '';
  const han = sample.match(/\p{Script=Han}/gu)?.length ?? 0;
  return sample === '' ? null : han * 4 > sample.length ? 'zh' : 'en';
}

async function printBest(extracted: Extracted, maxChars: number, language: Language | null): Promise<void> {
  const { transcript } = extracted;
  if (!transcript) throw new AppError(extracted.problem ?? 'document_no_text');
  const { bestSentences } = await import('#engine/summarise/extractive/sentences/sentences-within-limit.ts');
  const best = bestSentences(
    { segments: transcript.segments, timed: transcript.timed, title: extracted.title, language },
    maxChars,
  );
  process.stdout.write(`${best.map((sentence) => sentence.text).join('\n')}\n`);
}

function printJson(extracted: Extracted, note: Note, timings: Record<string, number>): void {
  const { transcript, ...content } = extracted;
  const segments = transcript?.segments ?? [];
  const secondsOf = (ids: readonly number[]) => {
    const ms = segments[ids[0] ?? -1]?.startMs ?? null;
    return ms === null ? null : ms / 1000;
  };
  const points = note.outline.chapters.flatMap((chapter) =>
    chapter.points.map((point) => ({ start: secondsOf(point.segmentIds), text: point.text })),
  );
  const sentences = [...note.outline.abstract, ...note.outline.chapters.flatMap((chapter) => chapter.points)];
  const output = {
    content,
    transcript: { ...transcript, segments },
    outline: note.outline,
    note: note.markdown,
    points,
    summary: [...new Set(sentences.map((sentence) => sentence.text))].join('\n'),
    coverage: note.coverage,
    timings: Object.fromEntries(Object.entries(timings).map(([name, ms]) => [name, Math.round(ms)])),
  };
  process.stdout.write(`${JSON.stringify(output)}\n`);
}
