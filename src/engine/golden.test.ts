/**
 * Compares whole inputs with whole outputs. Extraction and the note without a model rest on many small decisions: a change in
 * any shows up here and is judged by eye. `vitest run --project unit src/engine/golden.test.ts -u` writes new outputs.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { computeHere } from '../../tests/harness/compute-here.ts';
import { talkArticle } from './article/talk-article.ts';
import type { Extracted, Language, Segment } from './domain.ts';
import { readPage } from './page/read-page.ts';
import type { EnginePorts } from './ports.ts';
import { resolveSource, writeNote } from './source-to-note.ts';

const folder = fileURLToPath(new URL('../../tests/golden', import.meta.url));

const refuse = () => {
  throw new AppError('media_unreadable');
};
const ports = {
  compute: computeHere,
  extractPage: async (page: Parameters<typeof readPage>[0]) => readPage(page),
  llm: null,
  media: { probe: refuse, subtitles: refuse, cover: refuse, sound: refuse },
  checkpoints: { get: async () => null, put: async () => {} },
  clock: { now: () => 0, sleep: refuse },
} as Partial<EnginePorts> as EnginePorts;
const context = { ports, progress: { stage: () => {}, partial: () => {} }, signal: new AbortController().signal };

function textOf({ transcript, chapters, sections, ...about }: Extracted): string {
  const lines = transcript?.segments.map(
    ({ id, startMs, endMs, speaker, text }) => `${id} ${startMs}–${endMs}${speaker ? ` ${speaker}:` : ''} ${text}`,
  );
  const known = { ...about, language: transcript?.language, timed: transcript?.timed, chapters, sections };
  return `${JSON.stringify(known, null, 1)}\n\n${lines?.join('\n')}\n`;
}

function articleOf(segments: readonly Segment[]): string {
  const paragraphs = talkArticle(segments, { chapters: [], language: null }).flatMap((chapter) => chapter.paragraphs);
  return paragraphs
    .map(({ startMs, endMs, first, last, speaker, text }) => `${startMs}–${endMs} ${first}–${last} ${speaker}: ${text}\n`)
    .join('\n');
}

describe.each<[string, Language]>([
  ['talk-en.vtt', 'en'],
  ['talk-zh.srt', 'zh'],
  // Recognised speech, which has no marks.
  ['speech-en.vtt', 'en'],
  ['speech-zh.srt', 'zh'],
  ['interview-en.vtt', 'en'],
  ['article-en.html', 'en'],
  ['article-zh.html', 'zh'],
  ['product-en.html', 'en'],
  ['thread-en.html', 'en'],
])('%s', (name, noteLanguage) => {
  test('SUM-05 SUM-14 gives the outcome on record', async () => {
    const path = `${folder}/${name}`;
    const extracted = await resolveSource({ type: 'file', path, name, blob: null }, context);
    await expect(textOf(extracted)).toMatchFileSnapshot(`${path}.extracted.txt`);
    if (name.endsWith('.html')) {
      const { text: _, ...page } = readPage({
        bytes: readFileSync(path),
        contentType: null,
        url: 'https://www.example.com/a/page',
      });
      await expect(`${JSON.stringify({ ...page, markdown: null }, null, 1)}\n\n${page.markdown}\n`).toMatchFileSnapshot(
        `${path}.page.txt`,
      );
    }
    const notes = [];
    for (const detail of ['brief', 'standard', 'detailed'] as const) {
      const { markdown, outline } = await writeNote(extracted, { noteLanguage, detail, ...context });
      notes.push(`==== ${detail}: ${JSON.stringify(outline.tags)}\n${markdown}`);
    }
    await expect(notes.join('\n')).toMatchFileSnapshot(`${path}.notes.txt`);
    if (extracted.transcript?.timed)
      await expect(articleOf(extracted.transcript.segments)).toMatchFileSnapshot(`${path}.article.txt`);
  });
});
