/** `summarize` within this process: what it prints for a file and a link, whom it asks, and what it leaves behind. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { type FakeLlm, startFakeLlm } from '../../../tests/harness/models/fake-llm.ts';
import { type Site, startSite } from '../../../tests/harness/sites/site.ts';
import { progressWords } from '../terminal-words.ts';
import { summarize } from './summarize.ts';

const folder = mkdtempSync(join(tmpdir(), 'gleaner-summarize-'));
/** Where the command may put files while it runs. */
const scratch = join(folder, 'scratch');
let llm: FakeLlm;
let site: Site;
beforeAll(async () => {
  mkdirSync(scratch);
  llm = await startFakeLlm();
  site = await startSite();
});
beforeEach(() => {
  vi.stubEnv('TMPDIR', scratch);
  vi.stubEnv('GLEANER_FETCH_ALLOW', site.host);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  expect(readdirSync(scratch)).toEqual([]);
});
afterAll(async () => {
  await llm.close();
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

type Ended = { out: string; progress: string[]; error: string | null };

async function run(...args: string[]): Promise<Ended> {
  const written = { out: '', err: '' };
  const into = (name: 'out' | 'err') => (text: string | Uint8Array) => {
    written[name] += String(text);
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(into('out'));
  vi.spyOn(process.stderr, 'write').mockImplementation(into('err'));
  try {
    await summarize(args);
    return { out: written.out, progress: written.err.trimEnd().split('\n'), error: null };
  } catch (error) {
    return {
      out: written.out,
      progress: written.err.trimEnd().split('\n'),
      error: error instanceof AppError ? error.code : String(error),
    };
  } finally {
    vi.restoreAllMocks();
  }
}

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function subtitles(lines: readonly string[]): string {
  const clock = (seconds: number) => `00:00:${String(seconds).padStart(2, '0')},500`;
  return lines.map((line, n) => `${n + 1}\n${clock(n * 5)} --> ${clock(n * 5 + 4)}\n${line}\n`).join('\n');
}

const english = [
  'The barn was built by a farmer and his three sons.',
  'They dug long ditches, and the rye grew well after five years.',
  'A keeper weighed each sack of rye and wrote its weight down.',
  'The roof of the barn is made of straw, which is rare in the valley.',
  'Every house gives one day a year for the roof of the barn.',
];
const chinese = [
  '这座粮仓是一个农民和他的三个儿子盖的。',
  '他们挖了很长的水沟，五年以后黑麦长得很好。',
  '看守人称过每一袋黑麦，把重量写进账本。',
  '粮仓的屋顶是用稻草做的，这在山谷里很少见。',
  '每一家每年要为粮仓的屋顶出一天的工。',
];

type Output = {
  content: Record<string, unknown>;
  transcript: { language: string | null; segments: { id: number; startMs: number | null; text: string }[] };
  outline: { chapters: { points: { text: string; segmentIds: number[] }[] }[]; abstract: { text: string }[] };
  note: string;
  points: { start: number | null; text: string }[];
  summary: string;
  coverage: { share: number };
  timings: Record<string, number>;
};

test('SUM-05 SUM-14 summarize prints the note of a file, and its progress beside it', async () => {
  const { out, progress, error } = await run('--model-free', file('barn.srt', subtitles(english)));
  expect(error).toBeNull();
  expect(out).toMatch(/^> .+\n/);
  expect(out).toContain('[00:00](#t=0.5)');
  for (const line of progress) expect(line).toMatch(/^[ \d]{4}\.\ds [ \d]{2}\d% \S/);
  expect(Number.parseFloat(progress.at(-1) ?? '')).toBeLessThan(60);
  const stages = progress.map((line) => line.slice(line.indexOf('s ') + 2).trim());
  // In the language of the terminal.
  const words = await progressWords();
  expect(stages[0]).toBe(`3% ${words.reading_subtitles}`);
  expect(stages.map((stage) => stage.replace(/^\d+% /, ''))).toContain(words.choosing_sentences);
  expect(stages.at(-1)).toBe(`95% ${words.rendering_note}`);
});

test('SUM-05 SUM-14 summarize prints all that it knows of a file as JSON', async () => {
  const startedAt = performance.now();
  const { out } = await run('--json', '--model-free', file('barn.srt', subtitles(english)));
  const took = performance.now() - startedAt;
  expect(out.endsWith('}\n')).toBe(true);
  const { content, transcript, outline, note, points, summary, coverage, timings } = JSON.parse(out) as Output;
  expect(content).toMatchObject({ title: 'barn' });
  expect(content.transcript).toBeUndefined();
  expect(transcript.segments.map(({ text }) => text).join(' ')).toBe(english.join(' '));
  const chosen = outline.chapters.flatMap((chapter) => chapter.points);
  expect(chosen.length).toBeGreaterThan(0);
  expect(points).toEqual(
    chosen.map(({ text, segmentIds: [first = -1] }) => ({ start: (transcript.segments[first]?.startMs ?? -1) / 1000, text })),
  );
  expect(points.some(({ start }) => start !== null && start % 1 === 0.5)).toBe(true);
  expect(summary.split('\n')).toEqual([...new Set([...outline.abstract, ...chosen].map(({ text }) => text))]);
  expect(note).toContain(points[0]?.text ?? 'a point');
  expect(coverage.share).toBeGreaterThan(0);
  expect(Object.keys(timings)).toEqual(['resolveMs', 'noteMs']);
  for (const ms of Object.values(timings)) expect(Number.isInteger(ms) && ms >= 0 && ms <= took + 1).toBe(true);
});

test('SUM-14 summarize writes in the language that is asked for, else in that of the source', async () => {
  const ask = async (...args: string[]) => {
    vi.stubEnv('OPENAI_BASE_URL', llm.url);
    vi.stubEnv('OPENAI_API_KEY', 'k');
    vi.stubEnv('OPENAI_MODEL', 'm');
    const from = llm.requests.length;
    expect((await run(...args)).error).toBeNull();
    return llm.requests.slice(from).map(({ prompt }) => (/Chinese|中文/.test(prompt) ? 'zh' : 'en'))[0];
  };
  const [en, zh] = [file('en.srt', subtitles(english)), file('zh.srt', subtitles(chinese))];
  expect([await ask(en), await ask(zh)]).toEqual(['en', 'zh']);
  expect([await ask('--lang', 'zh', en), await ask('--lang', 'en', zh)]).toEqual(['zh', 'en']);
  expect(await ask('--lang=zh', file('zh.txt', chinese.join('\n\n')))).toBe('zh');
});

test('SUM-08 summarize asks the model of the environment, unless told to do without or to keep to a length', async () => {
  vi.stubEnv('OPENAI_BASE_URL', llm.url);
  vi.stubEnv('OPENAI_API_KEY', 'k');
  vi.stubEnv('OPENAI_MODEL', 'm');
  const barn = file('barn.srt', subtitles(english));
  const from = llm.requests.length;
  expect((await run(barn)).out).toContain('#fake #note');
  const asked = llm.requests.length;
  expect(asked).toBeGreaterThan(from);
  expect((await run('--model-free', barn)).out).not.toContain('#fake');
  expect((await run('--max-chars', '100', barn)).error).toBeNull();
  expect(llm.requests).toHaveLength(asked);
});

test('SUM-14 summarize prints the best sentences that fit into so many characters, in their order', async () => {
  const barn = file('barn.srt', subtitles(english));
  const all = await run('--max-chars', '1000', barn);
  expect(all.out).toBe(`${english.join('\n')}\n`);
  const { out } = await run('--max-chars', '120', barn);
  const lines = out.trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(0);
  expect(out.trimEnd().length).toBeLessThanOrEqual(120);
  expect(lines).toEqual(english.filter((line) => lines.includes(line)));
  expect(await run('--max-chars', '1', file('signs.srt', subtitles(['♪♪'])))).toMatchObject({
    out: '',
    error: 'subtitles_empty',
  });
});

test('SUM-01 summarize reads a page with its picture and keeps nothing of it', async () => {
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  site.on('/cover.png', { body: picture, type: 'image/png' });
  const paragraphs = english.map((line) => `<p>${line} ${line}</p>`).join('');
  site.on('/barn', {
    type: 'text/html',
    body: `<html lang="en"><head><title>The barn</title><meta property="og:image" content="${site.url}/cover.png"></head><body><article><h1>The barn</h1>${paragraphs}</article></body></html>`,
  });
  const { out, error } = await run('--json', '--model-free', `${site.url}/barn`.replace('http', 'HTTP'));
  expect(error).toBeNull();
  const { content, points, transcript } = JSON.parse(out) as Output;
  expect(content).toMatchObject({ title: 'The barn' });
  expect(transcript.segments.length).toBeGreaterThan(0);
  expect(points.map(({ start }) => start)).toEqual(points.map(() => null));
  expect(site.requests).toContain('/cover.png');
});

test('SUM-01 summarize says what keeps it from a link', async () => {
  site.on('/empty', { body: '<html><body></body></html>', type: 'text/html' });
  expect((await run('--model-free', `${site.url}/none`)).error).not.toBeNull();
  expect(await run('--model-free', '--max-chars', '10', `${site.url}/empty`)).toMatchObject({ out: '' });
  expect((await run('--model-free', folder)).error).toBe('file_missing');
});
