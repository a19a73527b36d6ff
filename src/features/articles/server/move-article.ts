/** Moves a written article to new parts: chapters come and go with the note, and the model's text stays until it is replaced. */
import type { z } from 'zod';
import { talkArticle } from '#engine/article/talk-article.ts';
import { keyOfLines, type Lines, lineAt, linesOfParts } from './article-parts.ts';
import type { TalkSource } from './talk-source.ts';
import { type ArticlePartRow, isStale, zStoredParagraphs } from './written-article.ts';

export type PlannedPart = { position: number; title: string | null; startMs: number };
type StoredParagraph = z.infer<typeof zStoredParagraphs>[number];
type Kept = Pick<ArticlePartRow, 'outcome' | 'linesKey' | 'model'> & { paragraphs: StoredParagraph[] | null };

/** `lines`: the lines it covers now; `fresh`: it was written from exactly these lines. */
type Old = { row: ArticlePartRow; lines: Lines; paragraphs: (StoredParagraph & Lines)[]; fresh: boolean };

const nothing: Kept = { outcome: null, linesKey: null, paragraphs: null, model: null };

/** A part with the same lines stays. Any other takes the paragraphs that begin in it, and the spoken words in the gaps. */
export function moveParts<Part extends PlannedPart>(
  before: readonly ArticlePartRow[],
  plan: readonly Part[],
  source: TalkSource,
): (Part & Kept)[] {
  const olds = readOld(before, source);
  const lines = linesOfParts(
    plan.map(({ startMs }) => startMs),
    source.segments,
  );
  return plan.map((part, index) => {
    const own = lines[index];
    return { ...part, ...(own ? keptFor(own, olds, source) : nothing) };
  });
}

function readOld(before: readonly ArticlePartRow[], source: TalkSource): Old[] {
  const lines = linesOfParts(
    before.map(({ startMs }) => startMs),
    source.segments,
  );
  return before.flatMap((row, index): Old[] => {
    const own = lines[index];
    if (!own || own.last < own.first) return [];
    const stored = row.outcome === 'model' ? zStoredParagraphs.safeParse(row.paragraphs).data : undefined;
    const paragraphs = (stored ?? []).map((paragraph) => {
      const first = lineAt(source.segments, own, paragraph.startMs);
      return { ...paragraph, first, last: Math.max(first, lineAt(source.segments, own, paragraph.lastMs)) };
    });
    return [{ row, lines: own, paragraphs, fresh: row.outcome === 'model' && !isStale(row, source, own) }];
  });
}

function keptFor(own: Lines, olds: readonly Old[], source: TalkSource): Kept {
  const meeting = olds.filter(({ lines }) => lines.first <= own.last && lines.last >= own.first);
  const [only] = meeting;
  if (only && only.lines.first === own.first && only.lines.last === own.last) {
    const { outcome, linesKey, model } = only.row;
    return { outcome, linesKey, model, paragraphs: zStoredParagraphs.safeParse(only.row.paragraphs).data ?? null };
  }
  const written = meeting
    .flatMap(({ paragraphs }) => paragraphs)
    .filter(({ first }) => first >= own.first && first <= own.last)
    .sort((a, b) => a.first - b.first);
  if (!written.some(({ asSpoken }) => !asSpoken)) {
    const tried = meeting.length > 0 && meeting.every(({ row }) => row.outcome !== null);
    return { ...nothing, outcome: tried ? 'spoken' : null };
  }
  const paragraphs: StoredParagraph[] = [];
  let next = own.first;
  let even = meeting.every(({ fresh }) => fresh);
  for (const { first, last, ...paragraph } of written) {
    if (first > next) paragraphs.push(...asSpoken({ first: next, last: first - 1 }, source));
    even &&= first <= next && last <= own.last;
    paragraphs.push(paragraph);
    next = Math.max(next, last + 1);
  }
  if (next <= own.last) {
    even = false;
    paragraphs.push(...asSpoken({ first: next, last: own.last }, source));
  }
  const model = meeting.find(({ row }) => row.outcome === 'model')?.row.model ?? null;
  return { outcome: 'model', linesKey: even ? keyOfLines(source.segments, own) : null, paragraphs, model };
}

function asSpoken({ first, last }: Lines, { segments, language }: TalkSource): StoredParagraph[] {
  const spoken = talkArticle(segments.slice(first, last + 1), {
    chapters: [],
    language: language === 'source' ? null : language,
  });
  return spoken.flatMap(({ paragraphs }) =>
    paragraphs.map((one) => ({
      text: one.text,
      startMs: one.startMs,
      endMs: one.endMs,
      lastMs: segments[one.last]?.startMs ?? one.startMs,
      asSpoken: true,
    })),
  );
}
