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

/** Input methods write wide colons; minutes and seconds are also written `03'20"`. */
const time = String.raw`(\d{1,3}(?:[:：]\d{1,2})?[:：]\d{2}|\d{1,3}['’′]\d{2}(?:["”″]|['’′]{2})?)(?!\d)`;
const timeOfDay = String.raw`\s?(?:[ap]\.?m|[AP]\.?M)(?!\p{L})`;
const number = String.raw`(?:\d{1,2}(?:[、)]\s{0,3}|\.\s{1,3}))?`;
const timedLine = new RegExp(
  String.raw`^[^\p{L}\p{N}]{0,6}${number}${time}(?!${timeOfDay})\s?[)）\]】」]?\s{0,20}[-–—:：|｜·.、~]?\s{0,20}(\S.{0,300})`,
  'u',
);
const timeAtEnd = new RegExp(String.raw`[-–—|｜([（【]\s?${time}\s?[)）\]】]?$`, 'u');
/** The first time of an agenda (`Doors – 18:30`) is a later one. */
const latestFirstMs = 5 * 60_000;

/**
 * At least two `12:30 Title` at line starts, ascending and within the episode: a lone time is likely a mention. Where there
 * are none, `Title (12:30)` and `Title – 12:30`.
 */
export function chaptersInNotes(notes: string, episodeMs: number | null): SourceChapter[] {
  const lines = notes.split('\n').map((line) => line.slice(0, 300));
  const chapters = ascending(lines.map(timedBefore), episodeMs);
  if (chapters.length > 0) return chapters;
  const behind = ascending(lines.map(timedBehind), episodeMs);
  return (behind[0]?.startMs ?? 0) < latestFirstMs ? behind : [];
}

type Timed = { startMs: number | null; title: string };

function timedBefore(line: string): Timed {
  const [, start, rest = ''] = timedLine.exec(line) ?? [];
  return { startMs: msOf(start), title: rest.replace(/^\d{1,3}(?::\d{2}){1,2}[)）\]】]?\s*[-–—:：|]?\s*/, '') };
}

function timedBehind(written: string): Timed {
  const line = written.trimEnd();
  const found = timeAtEnd.exec(line);
  return {
    startMs: msOf(found?.[1]),
    title: line
      .slice(0, found?.index)
      .trimEnd()
      .replace(/[-–—|｜]{1,3}$/, ''),
  };
}

function msOf(start: string | undefined): number | null {
  return durationMs(start?.replace(/["”″]$|['’′]{2}$/, '').replace(/[：'’′]/g, ':'));
}

function ascending(lines: readonly Timed[], episodeMs: number | null): SourceChapter[] {
  const chapters: SourceChapter[] = [];
  for (const { startMs, title: written } of lines) {
    const title = squeeze(written);
    if (startMs === null || !/[\p{L}\p{N}]/u.test(title)) continue;
    if (startMs <= (chapters.at(-1)?.startMs ?? -1) || (episodeMs !== null && startMs >= episodeMs)) continue;
    chapters.push({ title: title.slice(0, 200), startMs });
  }
  return chapters.length >= 2 ? chapters : [];
}
