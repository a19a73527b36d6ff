/** Moves the quotes of highlights along with a known change of their text. */
import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '#db/client.ts';
import { userContentHighlights as highlights } from '#db/schema/highlights.ts';
import type { OwnedContent } from '#features/contents/server/index.ts';
import type { NoteChange } from '#features/transcripts/server/index.ts';
import { wordsOfMarkdown } from '#lib/markdown/words.ts';
import { createQuoteFinder, type TextQuote } from '#lib/text/find-quote.ts';

/** The changed quote; null when it is unchanged. */
type Mover = (quote: TextQuote) => TextQuote | null;

const zQuote = z.object({ exact: z.string(), prefix: z.string(), suffix: z.string(), start: z.number(), alone: z.boolean() });

export async function moveHighlights(
  tx: Tx,
  content: Pick<OwnedContent, 'id' | 'userId'>,
  change: { note: string; changes: readonly NoteChange[] } | { renamed: { from: string; to: string } },
): Promise<void> {
  const scope = 'note' in change ? 'note' : 'article';
  const rows = await tx
    .select({ id: highlights.id, text: highlights.highlightText, anchors: highlights.anchors })
    .from(highlights)
    .where(
      and(
        eq(highlights.userId, content.userId),
        eq(highlights.contentId, content.id),
        eq(highlights.scope, scope),
        isNull(highlights.deletedAt),
      ),
    )
    .orderBy(highlights.id);
  if (rows.length === 0) return;
  const move = 'note' in change ? noteMover(change.note, change.changes) : articleMover(change.renamed);
  for (const row of rows) {
    const quote = zQuote.safeParse(row.anchors).data;
    const moved = quote ? move(quote) : null;
    if (!quote || !moved) continue;
    const text = row.text === quote.exact ? moved.exact : row.text;
    await tx.update(highlights).set({ anchors: moved, highlightText: text }).where(eq(highlights.id, row.id));
  }
}

/** Private use characters that mark changed words in the Markdown. */
const [open, close] = ['\ue0f0', '\ue0f1'];

type Words = { text: string; places: { start: number; end: number }[] };

function markedWords(note: string, stretches: readonly { start: number; end: number }[]): Words {
  let marked = '';
  let from = 0;
  for (const { start, end } of stretches) {
    marked += note.slice(from, start) + open + note.slice(start, end) + close;
    from = end;
  }
  const places: Words['places'] = [];
  let text = '';
  let start = 0;
  for (const piece of wordsOfMarkdown(marked + note.slice(from)).split(/([\ue0f0\ue0f1])/)) {
    if (piece === open) start = text.length;
    else if (piece === close) places.push({ start, end: text.length });
    else text += piece;
  }
  return { text, places };
}

export function noteMover(note: string, changes: readonly NoteChange[]): Mover {
  let shift = 0;
  const [was, now] = [[], []] as [{ start: number; end: number }[], { start: number; end: number }[]];
  let changed = '';
  let from = 0;
  for (const change of changes) {
    const start = change.at - shift;
    was.push({ start, end: start + change.was.length });
    now.push({ start: change.at, end: change.at + change.now.length });
    changed += note.slice(from, start) + change.now;
    from = start + change.was.length;
    shift += change.now.length - change.was.length;
  }
  const [before, after] = [markedWords(note, was), markedWords(changed + note.slice(from), now)];
  const [old, fresh] = [createQuoteFinder(before.text), createQuoteFinder(after.text)];
  /** Maps an offset of the old text to the new one; inside a change, to one of its ends. */
  const mapped = (offset: number, side: 'start' | 'end'): number => {
    let moved = offset;
    for (const [index, place] of before.places.entries()) {
      const then = after.places[index];
      if (!then || place.start >= offset) break;
      if (offset < place.end) return side === 'start' ? then.start : then.end;
      moved = then.end + offset - place.end;
    }
    return moved;
  };
  return (quote) => {
    const place = old.find(quote);
    const moved = place && fresh.quoteAt(mapped(place.start, 'start'), mapped(place.end, 'end'));
    return moved && !isSame(moved, quote) ? moved : null;
  };
}

/** In an article, a name occurs only before its speaker's words. */
function articleMover({ from, to }: { from: string; to: string }): Mover {
  const rename = (text: string): string =>
    text
      .split('\n')
      .map((line) => (line.startsWith(`${from}: `) ? to + line.slice(from.length) : line))
      .join('\n');
  return (quote) => {
    // The start of a quote need not be the start of its paragraph.
    const opens = /^$|\n$/.test(quote.prefix);
    const exact = opens ? rename(quote.exact) : rename(`-${quote.exact}`).slice(1);
    const moved = { ...quote, exact, prefix: rename(`-${quote.prefix}`).slice(1), suffix: rename(`-${quote.suffix}`).slice(1) };
    return isSame(moved, quote) ? null : moved;
  };
}

function isSame(a: TextQuote, b: TextQuote): boolean {
  return a.exact === b.exact && a.prefix === b.prefix && a.suffix === b.suffix;
}
