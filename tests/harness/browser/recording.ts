/** A talk of two minutes with subtitles, and its content page. */
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { makeMatroska } from '../files/make-matroska.ts';
import { makeWav } from '../files/make-media.ts';
import { waitFor } from '../wait.ts';

export const seconds = 120;

/** What is said in it, again and again. */
export const spoken = [
  'The village kept its grain in a stone barn near the river',
  'Every autumn the families carried what they had gathered to the barn',
  'A keeper weighed each sack and wrote its weight into a book',
  'The book shows that poor years were followed by better storage',
  'Better storage meant that fewer people left the village in spring',
  'Then the mill was built and the price of flour began to fall',
  'The miller asked for a tenth of every sack as his payment',
  'Many families thought that a tenth was too much for a miller',
];

const who = ['The keeper', 'The miller', 'A widow', 'The youngest son', 'One neighbour', 'The priest', 'A pedlar', 'The smith'];
const did = [
  'carried',
  'weighed',
  'counted',
  'sold',
  'borrowed',
  'repaired',
  'measured',
  'hid',
  'painted',
  'remembered',
  'burned',
];
const what = [
  'the oak door',
  'nine sacks of rye',
  'a broken wheel',
  'the old ledger',
  'two copper scales',
  'their winter seed',
  'a wet roof',
];
const when = ['before the flood', 'in late autumn', 'after the fair', 'while it snowed', 'on market day'];

/** No two alike: a track that says the same again and again is not believed. */
export const cues = Array.from({ length: seconds / 3 }, (_, index) => ({
  startMs: index * 3000,
  endMs: index * 3000 + 2800,
  text:
    index % 5 === 0
      ? `${spoken[index / 5] ?? ''}.`
      : `${who[index % 8]} ${did[(index * 3) % 11]} ${what[(index * 5) % 7]} ${when[(index * 2) % 5]}, part ${index + 1}.`,
}));

/** The page finds this before what the note says. */
export async function prependToNote(page: Page, markdown: string): Promise<void> {
  await page.route('**/api/trpc/**content.overview**', async (route) => {
    const response = await route.fetch();
    const before = JSON.stringify(`${markdown}\n\n`).slice(1, -1);
    const body = (await response.text()).replace(/"note":"(?=[^"])/, (start) => `${start}${before}`);
    await route.fulfill({ response, body });
  });
}

/** Of several chapters below a title of the note's own. */
export const chaptersAbove = '# The barn\n\n## Before the harvest\n\n- The fields are counted.\n- The scales are mended.';

/**
 * A recording with a subtitle track; the bytes that the browser plays are a plain tone of the same length. It is uploaded
 * by this page's guest without the page, which opens when the note is there: `upload` is the way over the home page.
 */
export async function openRecording(page: Page): Promise<void> {
  await serveTone(page);
  const contentId = await summariseUpload(page, { name: 'barn-talk.mkv', buffer: recording() });
  await openSummarised(page, contentId);
}

type Where = {
  /** Of another server than the run's. */
  origin?: string;
  timeoutMs?: number;
};

/** Gives the content's id once its note is written, in the language of the browser. */
export async function summariseUpload(page: Page, file: { name: string; buffer: Buffer }, where: Where = {}): Promise<string> {
  const { request } = page;
  const { origin = '' } = where;
  const tus = { 'tus-resumable': '1.0.0' };
  const filename = Buffer.from(file.name).toString('base64');
  const made = await request.post(`${origin}/api/uploads`, {
    headers: { ...tus, 'upload-length': String(file.buffer.length), 'upload-metadata': `filename ${filename}` },
  });
  const path = new URL(made.headers().location ?? '', made.url()).pathname;
  const sent = await request.patch(`${origin}${path}`, {
    headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    data: file.buffer,
  });
  expect(sent.status()).toBe(204);
  return summarise(page, { uploadId: path.split('/').at(-1) ?? '' }, where);
}

/** The same of a link. */
export function summariseLink(page: Page, url: string, where: Where = {}): Promise<string> {
  return summarise(page, { url }, where);
}

/** Opens the note of what was summarised by call. */
export async function openSummarised(page: Page, contentId: string): Promise<void> {
  await page.goto(`/content/${contentId}`);
  await expect(page.getByRole('article', { name: /^(?:笔记|Note)$/ })).toHaveAttribute('aria-busy', 'false');
}

async function summarise(
  page: Page,
  item: { url: string } | { uploadId: string },
  { origin = '', timeoutMs = 45_000 }: Where,
): Promise<string> {
  const { request } = page;
  const noteLanguage = (await page.evaluate(() => navigator.language)).startsWith('zh') ? 'zh' : 'en';
  const { results } = await call<{ results: { contentId: string }[] }>(request, `${origin}/api/trpc/ingest.submit`, {
    items: [item],
    noteLanguage,
  });
  const contentId = results[0]?.contentId ?? '';
  const isWritten = async () => {
    const { status, run } = await call<{ status: string; run: unknown }>(request, `${origin}/api/trpc/content.detail`, {
      contentId,
    });
    return run === null && status === 'completed' ? true : undefined;
  };
  await waitFor('the note', isWritten, timeoutMs);
  return contentId;
}

async function call<Answer>(request: APIRequestContext, url: string, input: unknown): Promise<Answer> {
  const response = await request.post(url, { headers: { 'x-gleaner': '1' }, data: input });
  const answer = (await response.json()) as { result?: { data: Answer } };
  if (!answer.result) throw new Error(`${url}: ${response.status()} ${JSON.stringify(answer)}`);
  return answer.result.data;
}

/** From here the sound plays at a crawl: what is lit while it is spoken stays so for as long as it is looked at. */
export async function crawl(page: Page): Promise<void> {
  await page.locator('audio').evaluate(`(audio) => {
    audio.defaultPlaybackRate = audio.playbackRate = 0.0625;
  }`);
}

/** What the player plays. */
export async function serveTone(page: Page): Promise<void> {
  const tone = makeWav(seconds, { sampleRate: 4000 });
  await page.route(/\/api\/contents\/[^/]+\/media$/, async (route) => {
    const range = /bytes=(\d+)-(\d*)/.exec(route.request().headers().range ?? '');
    const start = Number(range?.[1] ?? 0);
    const end = range?.[2] ? Number(range[2]) : tone.length - 1;
    await route.fulfill({
      status: range ? 206 : 200,
      headers: { 'content-type': 'audio/wav', 'accept-ranges': 'bytes', 'content-range': `bytes ${start}-${end}/${tone.length}` },
      body: tone.subarray(start, end + 1),
    });
  });
}

export function recording(): Buffer {
  return makeMatroska({ seconds, subtitles: [{ codec: 'S_TEXT/UTF8', language: 'eng', cues }] });
}

export async function upload(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await page.goto('/');
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page).toHaveURL(/\/content\/[0-9a-f-]{36}/);
}
