/** Paragraphs cite their lines at the end. References that do not exist or break the order are dropped. */
import { sliceWhole } from '#lib/text/cut-text.ts';
import { withoutInvisible } from '#lib/text/invisible.ts';
import { lineList, spansIn, withPlainReferences } from '../llm/line-list.ts';
import type { LineRange } from './article-prompt.ts';

/** `lines` is null if the paragraph has no usable reference. */
export type DraftParagraph = { text: string; lines: LineRange | null };

export type ReadDraft = {
  paragraphs: DraftParagraph[];
  /** The last paragraph has no reference yet and may be incomplete. */
  open: boolean;
};

const REFERENCE = new RegExp(String.raw`(?<!\s)\s*[[【（(]\s*(${lineList})\s*[\]】）)]`, 'giu');
const LONGEST_LINE = 20_000;

export function readParagraphs(answer: string, range: LineRange): ReadDraft {
  const paragraphs: DraftParagraph[] = [];
  let text = '';
  let lines: LineRange | null = null;
  let named = false;
  const close = (): void => {
    if (/[\p{L}\p{N}]/u.test(text)) paragraphs.push({ text: text.trim(), lines });
    text = '';
    lines = null;
    named = false;
  };
  for (const raw of withoutThoughts(answer.toWellFormed()).split('\n')) {
    const line = sliceWhole(raw, 0, LONGEST_LINE).trim();
    if (line === '' || /^(?:```|~~~|-{3,}$|\*{3,}$|={3,}$|#{1,6}\s)/.test(line)) {
      // The reference may follow on a line of its own.
      if (named) close();
      else if (text !== '') text += '\n';
      continue;
    }
    const found = referencesIn(withPlainReferences(line), range);
    const words = plain(found.text);
    if (words !== '' && (named || text.endsWith('\n'))) close();
    if (words !== '') text += (text === '' ? '' : ' ') + words;
    if (!found.named) continue;
    lines = union(lines, found.lines);
    named = true;
  }
  const open = !named && /[\p{L}\p{N}]/u.test(text);
  close();
  return { paragraphs, open };
}

/** Some servers put reasoning into the text. */
function withoutThoughts(answer: string): string {
  return answer.replace(/<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>|$)/gi, '');
}

function referencesIn(line: string, range: LineRange): { text: string; lines: LineRange | null; named: boolean } {
  let lines: LineRange | null = null;
  let named = false;
  const text = line.replace(REFERENCE, (_whole, inside: string) => {
    named = true;
    for (const { from, to } of spansIn(inside)) {
      if (from < range.first || from > range.last) continue;
      lines = union(lines, { first: from, last: Math.min(Math.max(from, to), range.last) });
    }
    return '';
  });
  return { text, lines, named };
}

function union(left: LineRange | null, right: LineRange | null): LineRange | null {
  if (!left || !right) return left ?? right;
  return { first: Math.min(left.first, right.first), last: Math.max(left.last, right.last) };
}

function plain(text: string): string {
  return withoutInvisible(text)
    .replace(/!?\[([^\]]{0,500})\]\([^)]{0,2000}\)/g, '$1')
    .replace(/<\/?[a-z][^>]{0,200}>/gi, '')
    .replace(/^(?:[-*•+>]|\d{1,3}[.)、])\s+/u, '')
    .replace(/(\*\*|__)(.+?)\1/g, '$2')
    .replace(/`([^`]*)`/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

export type PlacedParagraph = LineRange & { text: string };

/** A paragraph without lines takes the lines between its neighbours; if there are none, its text joins the paragraph before. */
export function placeParagraphs(drafts: readonly DraftParagraph[], range: LineRange): PlacedParagraph[] {
  const kept = ascending(drafts.map(({ lines }) => lines?.first ?? null));
  const placed: PlacedParagraph[] = [];
  for (const [index, { text, lines }] of drafts.entries()) {
    const before = placed.at(-1);
    if (lines && kept.has(index)) {
      placed.push({ text, first: lines.first, last: lines.last });
      continue;
    }
    const next = drafts.findIndex((_, at) => at > index && kept.has(at));
    const end = next === -1 ? range.last : (drafts[next]?.lines?.first ?? range.last + 1) - 1;
    const first = before ? before.last + 1 : range.first;
    if (first <= end) placed.push({ text, first, last: end });
    else if (before) before.text += ` ${text}`;
    else placed.push({ text, first: range.first, last: range.first });
  }
  return placed.map((one, index) => {
    const next = placed[index + 1]?.first ?? range.last + 1;
    return { ...one, last: Math.max(one.first, Math.min(one.last, next)) };
  });
}

function ascending(values: readonly (number | null)[]): Set<number> {
  const best: { length: number; before: number }[] = [];
  let end = -1;
  for (const [index, value] of values.entries()) {
    const here = { length: value === null ? 0 : 1, before: -1 };
    for (let before = 0; value !== null && before < index; before++) {
      const other = values[before];
      const length = best[before]?.length ?? 0;
      if (other !== null && other !== undefined && other <= value && length + 1 > here.length) {
        here.length = length + 1;
        here.before = before;
      }
    }
    best.push(here);
    if (here.length > (best[end]?.length ?? 0)) end = index;
  }
  const kept = new Set<number>();
  for (let at = end; at !== -1; at = best[at]?.before ?? -1) kept.add(at);
  return kept;
}
