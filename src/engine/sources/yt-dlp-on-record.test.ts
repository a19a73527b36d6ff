/**
 * Compares what is made of a video that yt-dlp describes with a record. `vitest run --project unit
 * src/engine/sources/yt-dlp-on-record.test.ts -u` writes a new one, to be read.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { AppError, type ErrorCode } from '#lib/app-error.ts';
import { changedAnswer, differences } from '../../../tests/harness/changed-answer.ts';
import { computeHere } from '../../../tests/harness/compute-here.ts';
import { readScript, scriptedFetch } from '../../../tests/harness/sites/scripted-fetch.ts';
import type { EnginePorts, YtDlp, YtDlpVideo } from '../ports.ts';
import { videoSiteSource } from './yt-dlp.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`../../../tests/golden/sources/${name}`, import.meta.url));

function captions(word: (index: number) => string): string {
  const clock = (seconds: number) => `00:0${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}.000`;
  const cues = Array.from({ length: 30 }, (_, index) => `${clock(index * 5)} --> ${clock(index * 5 + 4)}\n${word(index)}\n`);
  return `WEBVTT\n\n${cues.join('\n')}`;
}
const texts: Record<string, string | undefined> = {
  good: captions(
    (index) => `In the morning of day ${index + 1} they measured oven ${index % 7} and wrote down ${index + 3} hours.`,
  ),
  looping: captions(() => 'and then and then and then and then'),
  empty: '',
};

type Case = {
  url: string;
  language: string | null;
  program: boolean;
  /** What describing, the recogniser and the sound fail with. */
  fails: ErrorCode | null;
  speech: ErrorCode | 'ok' | null;
  audioFails: ErrorCode | 'waits';
  /** Of each track: `good`, `looping`, `empty` or `none`. */
  files: Record<string, string>;
  video: YtDlpVideo;
};

const page = '<html><head><title>Vimeo</title><meta property="og:title" content="As its page says"></head></html>';
const answers = [
  'https://i.test/cover.png 200 image/png | {png}',
  ...['https://vimeo.com/123', 'https://www.vimeo.com/123/', 'https://x.com/ada/status/1'].map(
    (url) => `${url} 200 text/html | ${page}`,
  ),
];

async function about({ url, language, program, fails, speech, audioFails, files, video }: Case): Promise<unknown> {
  const steps: string[] = [];
  const ytDlp = {
    async describe() {
      steps.push('describe');
      if (fails) throw new AppError(fails);
      return video;
    },
    async subtitles(_url: string, { id }: { id: string }) {
      steps.push(id);
      const text = texts[files[id] ?? ''];
      return text === undefined ? null : { format: 'vtt', bytes: new TextEncoder().encode(text) };
    },
    async withAudio(_url: string, { onProgress }: { onProgress: (received: number, total: number | null) => void }) {
      onProgress(500_000, 2_000_000);
      onProgress(3_000_000, 2_000_000);
      onProgress(1_000_000, null);
      if (audioFails === 'waits') throw new AppError('site_wait', { retry: { afterMs: 5 } });
      throw new AppError(audioFails);
    },
  } as Partial<YtDlp> as YtDlp;
  const { fetch, asked } = scriptedFetch(answers.map((line) => readScript(line, { png: Buffer.from('\x89PNG', 'latin1') })));
  const ports = {
    compute: computeHere,
    fetch,
    blobs: { put: async () => ({ size: 4 }) },
    clock: { now: () => 0, sleep: async () => {} },
    speech: speech && {
      async engineFor(spoken: string | null) {
        steps.push(`recogniser for ${spoken}`);
        if (speech !== 'ok') throw new AppError(speech);
      },
    },
    ytDlp: program ? ytDlp : undefined,
  } as unknown as EnginePorts;
  const progress = { stage: (_stage: string, percent: number) => void steps.push(`${percent} %`), partial: () => {} };
  const context = { ports, progress, signal: new AbortController().signal, language };
  if (!videoSiteSource.canHandle({ type: 'url', url })) return 'not a video site';
  try {
    const record = await videoSiteSource.resolve({ type: 'url', url }, context);
    if (record === null) return 'no video';
    const { transcript, description, ...more } = record;
    const words = transcript && { ...transcript, segments: transcript.segments.length };
    const fetched = asked.map(({ line, end }) => `${line} ${end}`);
    return { ...more, description: description?.slice(0, 20), words, steps: steps.join(', '), fetched };
  } catch (error) {
    return error instanceof AppError ? error.code : `a fault: ${String(error)}`;
  }
}

test('SUM-02 videos that yt-dlp describes are read as on record', async () => {
  const whole = readFileSync(fileOf('video.json'), 'utf8');
  const usual = await about(JSON.parse(whole) as Case);
  const lines = [];
  for (const line of readFileSync(fileOf('video.txt'), 'utf8').split('\n').slice(0, -1))
    lines.push(`${line} ⇒ ${differences(await about(changedAnswer(whole, line) as Case), usual)}`);
  await expect(`${JSON.stringify(usual, null, 1)}\n\n${lines.join('\n')}\n`).toMatchFileSnapshot(fileOf('video.record.txt'));
});
