/**
 * Reads the streamed note of a model: Markdown lines that cite source lines as `[L12-L18]`. Works character by
 * character: whatever the chunks, the result is the same. Cited ids outside the given range are dropped and counted.
 */
import { cleanTag, isTagLine } from '#lib/hashtags.ts';

export type DraftPoint = { text: string; segmentIds: number[]; details: { text: string; segmentIds: number[] }[] };
export type DraftSection = { title: string; segmentIds: number[]; points: DraftPoint[] };
export type Draft = {
  abstract: string;
  sections: DraftSection[];
  tags: string[];
  merges: { sections: number[]; title: string }[];
  droppedReferences: number;
};

export type DraftParser = {
  push(text: string): void;
  /** What has been read so far; the line being written is included without an unfinished reference. */
  snapshot(): Draft;
  finish(): Draft;
};

/** Ids from `first` to `last` (inclusive) may be cited. One reference spans at most this many lines. */
const LONGEST_SPAN = 60;

/** In round brackets only what can be nothing else: `(L2)` is also a cache. */
const STRICT = String.raw`\s*[（(]\s*(?:L\s*\d+)(?:\s*(?:[-–—~～至到,，;；、]|\.\.)?\s*L?\s*\d+)*\s*[）)]`;
const BRACKETED = String.raw`\s*\\?[[【［{]+[^\]】］}\n]{0,60}?(?<![\p{L}\p{N}])(?:L|Ｌ|lines?)\s*\d+[^\]】］}\n]{0,200}\\?[\]】］}]+(?:\([^)\s]{0,120}\))?`;
const BARE_RANGE = String.raw`\s+L\d{1,6}\s*[-–—~]\s*L\d{1,6}(?=[.。]?\s*$)`;
const REFERENCE = new RegExp(`${STRICT}|${BRACKETED}|${BARE_RANGE}`, 'giu');
/** A reference that the end of the answer cut off. */
const UNFINISHED = /\s*[\\*`]*[[【［{]+[\s*`]*(?:[LＬ](?:i|in|ine|ines)?\s*(?:\d[^\]】］}]*)?)?$/iu;
/** What may stand in a reference besides line numbers. */
const FILLING =
  /lines?|ref(?:erence)?s?|source|see|also|and|through|to|cf|[LＬ第行至到和与及、，；：“”]|[\s\d,;.:…/\\"'*#^`~–—-]/giu;
const OPEN_TAIL = /\s*[[【［{（(][^\]】］}）)]{0,200}$/u;
const LINE_CAP = 8000;

export function createDraftParser(range: { first: number; last: number }): DraftParser {
  const draft: Draft = { abstract: '', sections: [], tags: [], merges: [], droppedReferences: 0 };
  let pending = '';
  let thinking = false;
  const preface: string[] = [];

  function take(line: string): void {
    // Reasoning some servers put into the text itself is not part of the note.
    if (/^\s*<think(ing)?>/i.test(line)) thinking = true;
    if (thinking) {
      const end = line.search(/<\/think(ing)?>/i);
      if (end < 0) return;
      thinking = false;
      line = line.slice(end).replace(/^<\/think(ing)?>/i, '');
    }
    readLine(draft, line, range, preface);
  }

  return {
    push(text) {
      pending += text;
      let at = pending.indexOf('\n');
      while (at >= 0) {
        take(pending.slice(0, at));
        pending = pending.slice(at + 1);
        at = pending.indexOf('\n');
      }
      // A line without end is taken as it is: nothing a model writes may grow without bound.
      if (pending.length > LINE_CAP) {
        take(pending);
        pending = '';
      }
    },
    snapshot() {
      const copy = structuredClone(draft);
      const visible = pending.replace(OPEN_TAIL, '');
      const settled = /^\s*(>|#{2,6}\s|[-*•+]\s|\d+[.)、])\s*\S/.test(visible) && !thinking;
      if (settled) readLine(copy, visible, range, []);
      return copy;
    },
    finish() {
      if (pending !== '') take(pending);
      pending = '';
      // An abstract without its mark; but words alone are no note, and `Here is the note:` is none of it.
      const isNote = draft.sections.length > 0 || draft.tags.length > 0 || draft.merges.length > 0;
      if (draft.abstract === '' && isNote) draft.abstract = preface.filter((line) => !/[:：]$/u.test(line)).join(' ');
      return draft;
    },
  };
}

function readLine(draft: Draft, raw: string, range: { first: number; last: number }, preface: string[]): void {
  const onDropped = () => void draft.droppedReferences++;
  const line = raw.replace(/\r$/, '');
  const body = line.trim();
  if (body === '' || /^(```|~~~|---+$|\*\*\*+$|={3,})/.test(body)) return;

  const merge = /^merge\s+([\d,，、\s]+?)\s+as\s+(.+)$/i.exec(body);
  if (merge) {
    draft.merges.push({ sections: (merge[1]?.match(/\d+/g) ?? []).map(Number), title: plain(merge[2] ?? '') });
    return;
  }
  const heading = /^(#{1,6})\s+(.*)$/.exec(body);
  if (heading) {
    const { text, ids } = readReferences(heading[2] ?? '', range, onDropped);
    // A lone top heading is the note's title, which the record already has.
    if (heading[1] === '#' && ids.length === 0 && draft.sections.length === 0) return;
    if (text !== '') draft.sections.push({ title: text, segmentIds: ids, points: [] });
    return;
  }
  if (isTagLine(body)) {
    for (const word of body.split(/\s+/)) {
      const tag = cleanTag(word);
      if (tag !== '' && !draft.tags.includes(tag)) draft.tags.push(tag);
    }
    return;
  }
  const quoted = /^>\s?(.*)$/.exec(body);
  const { text, ids } = readReferences(quoted ? (quoted[1] ?? '') : body, range, onDropped);
  const bullet = quoted ? null : /^(?:[-*•+]|\d{1,3}[.)、])\s*(.*)$/.exec(text);
  const statement = bullet ? (bullet[1] ?? '') : text;
  const section = draft.sections.at(-1);
  if (!quoted && !section) {
    if (statement !== '') preface.push(statement);
    return;
  }
  if (quoted || !section) {
    if (statement !== '') draft.abstract = draft.abstract === '' ? statement : `${draft.abstract} ${statement}`;
    return;
  }
  const indent = /^\s*/.exec(line.replace(/\t/g, '  '))?.[0].length ?? 0;
  const parent = section.points.at(-1);
  if (statement === '') {
    // A line that only cites belongs to the statement before it.
    if (parent) parent.segmentIds = mergeIds(parent.segmentIds, ids);
    return;
  }
  if (bullet && indent >= 2 && parent) parent.details.push({ text: statement, segmentIds: ids });
  else section.points.push({ text: statement, segmentIds: ids, details: [] });
}

/** Takes every reference out of a line; what is left is its text. */
export function readReferences(
  line: string,
  range: { first: number; last: number },
  onDropped: () => void = () => undefined,
): { text: string; ids: number[] } {
  let ids: number[] = [];
  const text = line.replace(REFERENCE, (whole) => {
    const inside = whole.normalize('NFKC').replace(/\]\(.*$/u, ']');
    if (inside.replace(/[[\]{}【】()]/gu, '').replace(FILLING, '') !== '' && !/^\s*\\?[[{【]+\W*L\s*\d/iu.test(inside))
      return whole;
    for (const span of inside.split(/[,;、/&+]|\band\b|\]\s*\[|和|与|及/u)) {
      const numbers = (span.match(/\d+/g) ?? []).map(Number);
      const [from, to = from] = numbers;
      if (from === undefined || to === undefined) continue;
      if (from < range.first || from > range.last) {
        onDropped();
        continue;
      }
      const end = Math.min(Math.max(to, from), range.last, from + LONGEST_SPAN - 1);
      if (to > range.last) onDropped();
      ids = mergeIds(
        ids,
        Array.from({ length: end - from + 1 }, (_, index) => from + index),
      );
    }
    return '';
  });
  return { text: plain(text.replace(UNFINISHED, '')), ids };
}

function mergeIds(left: readonly number[], right: readonly number[]): number[] {
  return [...new Set([...left, ...right])].sort((a, b) => a - b);
}

/** Model text as plain words: emphasis marks, links, images and tags are markup nobody asked for. */
function plain(text: string): string {
  return (
    text
      .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/<\/?[a-z][^>]{0,200}>/gi, '')
      .replace(/(\*\*|__)(.+?)\1/g, '$2')
      .replace(/(?<![\w*])([*_])(?=\S)([^*_\n]+?)(?<=\S)\1(?![\w*])/g, '$2')
      .replace(/`([^`]*)`/g, '$1')
      // What is left of marks around a reference.
      .replace(/\[\s*\]|【\s*】|\*{4}|_{4}/g, '')
      .replace(/\s+/g, ' ')
      .trim()
  );
}
