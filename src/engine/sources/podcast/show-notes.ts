import { decodeHTMLStrict } from 'entities/decode';
import { z } from 'zod';
import type { SourceChapter } from '../../domain.ts';
import { durationMs, squeeze } from '../../feeds/fields.ts';
import { decodeText } from '../../text/charset.ts';
import { fetchWhole } from '../fetch-whole.ts';
import type { ResolveContext } from '../source.ts';

const maxChapterBytes = 2_000_000;

const zChapters = z.object({
  chapters: z.array(
    z.object({ startTime: z.coerce.number().nonnegative(), title: z.string().optional(), toc: z.boolean().optional() }),
  ),
});

/** Reads the JSON chapters of the podcast namespace, without those hidden from the table of contents. */
export async function linkedChapters(url: string, context: ResolveContext): Promise<SourceChapter[]> {
  const { bytes } = await fetchWhole(
    url,
    { accept: 'application/json+chapters,application/json', maxBytes: maxChapterBytes },
    context,
  );
  const { chapters } = zChapters.parse(JSON.parse(decodeText(bytes).text));
  return chapters
    .filter(({ title, toc }) => toc !== false && title !== undefined && title.trim() !== '')
    .map(({ startTime, title }) => ({ title: squeeze(title ?? ''), startMs: Math.round(startTime * 1000) }))
    .sort((a, b) => a.startMs - b.startMs);
}

export function plainNotes(html: string): string {
  const text = html
    .slice(0, 500_000)
    .replace(/<(script|style)\b[^<>]*>[^<]*<\/\1\s*>/gi, ' ')
    .replace(/<\/?(?:p|br|div|li|ul|ol|h[1-6]|tr|table|figure|blockquote|section)\b[^<>]*>/gi, '\n')
    .replace(/<\/?[a-z][^<>]*>/gi, '');
  return decodeHTMLStrict(text)
    .split('\n')
    .map(squeeze)
    .filter((line) => line !== '')
    .join('\n');
}

const timedLine = /^[^\p{L}\p{N}]{0,6}(\d{1,3}(?::\d{1,2})?:\d{2})(?!\d)\s?[)）\]】」]?\s{0,20}[-–—:：|｜·.、~]?\s{0,20}(\S.*)/u;

/** At least two `12:30 Title` at line starts, ascending and within the episode: a lone time is likely a mention. */
export function chaptersInNotes(notes: string, episodeMs: number | null): SourceChapter[] {
  const chapters: SourceChapter[] = [];
  for (const line of notes.split('\n')) {
    const match = timedLine.exec(line.slice(0, 300));
    const startMs = match ? durationMs(match[1]) : null;
    const title = squeeze((match?.[2] ?? '').replace(/^\d{1,3}(?::\d{2}){1,2}[)）\]】]?\s*[-–—:：|]?\s*/, ''));
    if (startMs === null || !/[\p{L}\p{N}]/u.test(title)) continue;
    if (startMs <= (chapters.at(-1)?.startMs ?? -1) || (episodeMs !== null && startMs >= episodeMs)) continue;
    chapters.push({ title: title.slice(0, 200), startMs });
  }
  return chapters.length >= 2 ? chapters : [];
}
