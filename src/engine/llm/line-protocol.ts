/** Source lines are cited as `[L12-L18]`. Chunks make no difference. Cited ids out of range are dropped and counted. */

import { cleanTag, isTagLine } from '#lib/notes/hashtags.ts';
import { splitsCharacter } from '#lib/text/cut-text.ts';
import { withoutInvisible } from '#lib/text/invisible.ts';
import { lineList, listMark, spansIn } from './line-list.ts';
import { closesReasoning } from './reasoning.ts';

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
  snapshot(): Draft;
  finish(): Draft;
};

const LONGEST_SPAN = 60;

// Each pattern can begin only at the start of a run: retrying inside it would take quadratic time.
/** Round brackets count only around an unmistakable reference, as `(L2)` is also a cache. */
const STRICT = String.raw`(?<!\s)\s*[（(]\s*${lineList}\s*[）)]`;
const OPENING = `(?<![[【［{])[[【［{]+(?![[【［{])`;
/** A reference with other words in its brackets; the lookahead makes sure that the bracket closes soon. */
const DRESSED = String.raw`(?=[^\]】］}\n]{0,300}[\]】］}])[^\]】］}\n]{0,60}?(?<![\p{L}\p{N}])(?:L|Ｌ|lines?)\s*\d+(?!\d)[^\]】］}\n]{0,200}`;
const BRACKETED = String.raw`(?<!\s)\s*\\?${OPENING}(?:\s*${lineList}\s*\\?|${DRESSED})[\]】］}]+(?:\([^)\s]{0,120}\))?`;
const BARE_RANGE = String.raw`(?<!\s)\s+L\d{1,6}\s*[-–—~]\s*L\d{1,6}(?=[.。]?\s*$)`;
const REFERENCE = new RegExp(`${STRICT}|${BRACKETED}|${BARE_RANGE}`, 'giu');
/** A reference that the end of the answer cut off. */
const UNFINISHED = new RegExp(String.raw`${OPENING}[\s*\x60]*(?:[LＬ](?:i|in|ine|ines)?\s*(?:\d.*)?)?$`, 'isu');
const FILLING =
  /lines?|ref(?:erence)?s?|source|see|also|and|through|to|cf|[LＬ第行至到和与及、，；：“”]|[\s\d,;.:…/\\"'*#^`~–—-]/giu;
const OPEN_TAIL = /(?<!\s)\s*[[【［{（(][^\]】］}）)]{0,200}$/u;
/** `Tags: #one #two`, in any language. */
const labelledTags = /^\*{0,2}[\p{L} ]{1,20}\*{0,2}[:：]\*{0,2}\s*((?:#[^\s#,，、]+[\s,，、]*)+)$/u;
const LINE_CAP = 8000;

const emptyDraft = (): Draft => ({ abstract: '', sections: [], tags: [], merges: [], droppedReferences: 0 });

export function createDraftParser(range: { first: number; last: number }): DraftParser {
  const draft = emptyDraft();
  let pending = '';
  let thinking = false;
  let reasoned = false;
  const preface: string[] = [];

  function take(line: string): void {
    // Some servers put reasoning into the text.
    if (/^\s*<think(ing)?>/i.test(line)) thinking = true;
    else if (!thinking && !reasoned && closesReasoning(line)) {
      // Without the opening tag, all that was read up to here was reasoning.
      reasoned = true;
      Object.assign(draft, emptyDraft());
      preface.length = 0;
      return;
    }
    if (thinking) {
      const end = line.search(/<\/think(ing)?>/i);
      if (end < 0) return;
      thinking = false;
      reasoned = true;
      line = line.slice(end).replace(/^<\/think(ing)?>/i, '');
    }
    readLine(draft, withoutInvisible(line), range, preface);
  }

  return {
    push(text) {
      pending += text;
      for (;;) {
        const at = pending.indexOf('\n');
        const ends = at >= 0 && at <= LINE_CAP;
        if (!ends && pending.length <= LINE_CAP) return;
        const end = ends ? at : splitsCharacter(pending, LINE_CAP) ? LINE_CAP - 1 : LINE_CAP;
        take(pending.slice(0, end));
        pending = pending.slice(ends ? end + 1 : end);
      }
    },
    snapshot() {
      const copy = structuredClone(draft);
      const visible = pending.replace(OPEN_TAIL, '');
      const mayBePoint = copy.sections.length > 0 && /^\s*>/.test(visible);
      const settled = /^\s*(>|#{2,6}(?!#)|[-*•+]\s|\d+[.)、])\s*\S/.test(visible) && !thinking && !mayBePoint;
      if (settled) readLine(copy, visible, range, []);
      return copy;
    },
    finish() {
      if (pending !== '') take(pending);
      pending = '';
      // Text before the note is an introduction (`Here is the note:`) or an abstract without its mark.
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

  const merge = /^merge\s+(\d[\d,，、\s]*?)\sas\s+(\S.*)$/is.exec(body);
  if (merge) {
    draft.merges.push({ sections: (merge[1]?.match(/\d+/g) ?? []).map(Number), title: plain(merge[2] ?? '') });
    return;
  }
  const heading = /^(#(?!#)(?=\s)|#{2,6}(?!#))\s*(\S.*)$/s.exec(body);
  if (heading) {
    const { text, ids } = readReferences(heading[2] ?? '', range, onDropped);
    // A single top-level heading is the note's title, which the record has already.
    if (heading[1] === '#' && ids.length === 0 && draft.sections.length === 0) return;
    if (text !== '') draft.sections.push({ title: text, segmentIds: ids, points: [] });
    return;
  }
  const tags = isTagLine(body) ? body.split(/\s+/) : labelledTags.exec(body)?.[1]?.split(/[\s,，、]+/);
  if (tags) {
    for (const word of tags) {
      const tag = cleanTag(word);
      if (tag !== '' && !draft.tags.includes(tag)) draft.tags.push(tag);
    }
    return;
  }
  const quoted = /^>\s?(.*)$/.exec(body);
  const { text, ids } = readReferences(quoted ? (quoted[1] ?? '') : body, range, onDropped);
  const bullet = quoted ? null : listMark.exec(text);
  const statement = bullet ? text.slice(bullet[0].length) : text;
  const section = draft.sections.at(-1);
  if (!quoted && !section) {
    if (statement !== '') preface.push(statement);
    return;
  }
  // After the first heading, a quotation with its reference is a point.
  if (!section || (quoted && ids.length === 0)) {
    if (statement !== '') draft.abstract = draft.abstract === '' ? statement : `${draft.abstract} ${statement}`;
    return;
  }
  const indent = /^\s*/.exec(line.replace(/\t/g, '  '))?.[0].length ?? 0;
  const parent = section.points.at(-1);
  if (statement === '') {
    // A line that has only references belongs to the statement before it.
    if (parent) parent.segmentIds = mergeIds(parent.segmentIds, ids);
    return;
  }
  if (bullet && indent >= 2 && parent) parent.details.push({ text: statement, segmentIds: ids });
  else section.points.push({ text: statement, segmentIds: ids, details: [] });
}

export function readReferences(
  line: string,
  range: { first: number; last: number },
  onDropped: () => void = () => undefined,
): { text: string; ids: number[] } {
  const ids = new Set<number>();
  const text = line.replace(REFERENCE, (whole) => {
    const inside = whole.normalize('NFKC').replace(/\]\(.*/u, ']');
    if (inside.replace(/[[\]{}【】()]/gu, '').replace(FILLING, '') !== '' && !/^\s*\\?[[{【]\W*L\s*\d/iu.test(inside))
      return whole;
    for (const { from, to } of spansIn(inside)) {
      if (from < range.first || from > range.last) {
        onDropped();
        continue;
      }
      const end = Math.min(Math.max(to, from), range.last, from + LONGEST_SPAN - 1);
      if (to > range.last) onDropped();
      for (let id = from; id <= end; id++) ids.add(id);
    }
    return '';
  });
  return { text: plain(withoutUnfinished(text)), ids: [...ids].sort((a, b) => a - b) };
}

function withoutUnfinished(text: string): string {
  const from = 1 + Math.max(...[']', '】', '］', '}'].map((bracket) => text.lastIndexOf(bracket)));
  const found = UNFINISHED.exec(text.slice(from));
  if (!found) return text;
  let end = from + found.index;
  while (end > 0 && '\\*`'.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

function mergeIds(left: readonly number[], right: readonly number[]): number[] {
  return [...new Set([...left, ...right])].sort((a, b) => a - b);
}

function plain(text: string): string {
  return text
    .replace(/!\[([^\]]{0,500})\]\([^)]{0,2000}\)/g, '$1')
    .replace(/\[([^\]]{0,500})\]\([^)]{0,2000}\)/g, '$1')
    .replace(/<\/?[a-z][^>]{0,200}>/gi, '')
    .replace(/(\*\*|__)(.+?)\1/g, '$2')
    .replace(/(?<![\w*])([*_])(?=\S)([^*_\n]+?)(?<=\S)\1(?![\w*])/g, '$2')
    .replace(/`([^`]*)`/g, '$1')
    .replace(/\[\s*\]|【\s*】|\*{4}|_{4}|(?<![^\s])(?:\*\*|__)(?![^\s.。]|\s\d)/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
