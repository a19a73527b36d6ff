/** An edit finds its line by position, start and old text, even in a new transcript of the source; else it is skipped. */
import { splitsCharacter } from '../text/cut-text.ts';

export type EditableLine = {
  id: number;
  startMs: number | null;
  endMs: number | null;
  text: string;
  speaker?: string | undefined;
};

export type LineRef = { line: number; startMs: number; was: string };

export type TranscriptEdit =
  | ({ type: 'text'; text: string } & LineRef)
  | ({ type: 'merge'; next: string } & LineRef)
  /** UTF-16 offset; the text before it stays in this line. */
  | ({ type: 'split'; at: number } & LineRef)
  | ({ type: 'speaker'; speaker: string | null } & LineRef)
  | { type: 'rename'; from: string; to: string };

export function applyEdits<T extends EditableLine>(lines: readonly T[], edits: readonly TranscriptEdit[]): T[] {
  const edited = [...lines];
  for (const edit of edits) applyOne(edited, edit);
  for (const [index, line] of edited.entries()) if (line.id !== index) edited[index] = { ...line, id: index };
  return edited;
}

export function applyEdit<T extends EditableLine>(lines: readonly T[], edit: TranscriptEdit): T[] | null {
  const edited = [...lines];
  if (!applyOne(edited, edit)) return null;
  for (const [index, line] of edited.entries()) if (line.id !== index) edited[index] = { ...line, id: index };
  return edited;
}

/** Changes the list in place, never a line in it. */
function applyOne<T extends EditableLine>(lines: T[], edit: TranscriptEdit): boolean {
  if (edit.type === 'rename') return rename(lines, edit.from, edit.to);
  const index = indexOfLine(lines, edit);
  const line = lines[index];
  if (!line) return false;
  switch (edit.type) {
    case 'text':
      lines[index] = { ...line, text: edit.text };
      return true;
    case 'speaker':
      lines[index] = withSpeaker(line, edit.speaker);
      return true;
    case 'merge': {
      const next = lines[index + 1];
      if (!next || next.text !== edit.next) return false;
      lines.splice(index, 2, merged(line, next));
      return true;
    }
    case 'split': {
      const halves = split(line, edit.at, lines[index + 1]?.startMs ?? null);
      if (!halves) return false;
      lines.splice(index, 1, ...halves);
      return true;
    }
  }
}

function indexOfLine(lines: readonly EditableLine[], { line, startMs, was }: LineRef): number {
  const there = lines[line];
  if (there && there.startMs === startMs && there.text === was) return line;
  return lines.findIndex((candidate) => candidate.startMs === startMs && candidate.text === was);
}

function rename<T extends EditableLine>(lines: T[], from: string, to: string): boolean {
  let found = false;
  for (const [index, line] of lines.entries()) {
    if (line.speaker !== from) continue;
    lines[index] = withSpeaker(line, to);
    found = true;
  }
  return found;
}

function withSpeaker<T extends EditableLine>(line: T, speaker: string | null): T {
  const { speaker: _, ...rest } = line;
  return (speaker === null ? rest : { ...rest, speaker }) as T;
}

function merged<T extends EditableLine>(line: T, next: T): T {
  const speaker = line.speaker ?? next.speaker;
  const ends = [line.endMs, next.endMs].filter((end) => end !== null);
  return {
    ...line,
    text: joinWords(line.text, next.text),
    endMs: ends.length > 0 ? Math.max(...ends) : null,
    ...(speaker === undefined ? {} : { speaker }),
  };
}

/** The time is proportional to the text before the cut, but not later than the start of the next line, which may overlap. */
function split<T extends EditableLine>(line: T, at: number, nextStartMs: number | null): [T, T] | null {
  const [before, after] = [line.text.slice(0, at).trimEnd(), line.text.slice(at).trimStart()];
  if (at <= 0 || before === '' || after === '' || splitsCharacter(line.text, at)) return null;
  const start = line.startMs;
  if (start === null) return null;
  const end = Math.max(start, line.endMs ?? start);
  const share = Math.round(start + ((end - start) * before.length) / (before.length + after.length));
  const cut = Math.min(share, end, Math.max(start, nextStartMs ?? share));
  return [
    { ...line, text: before, endMs: cut },
    { ...line, text: after, startMs: cut, endMs: line.endMs },
  ];
}

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;

/** Joins with a space, except beside Chinese or Japanese characters. */
export function joinWords(before: string, after: string): string {
  const [left, right] = [before.trimEnd(), after.trimStart()];
  const last = Array.from(left.slice(-2)).at(-1) ?? '';
  const first = Array.from(right.slice(0, 2))[0] ?? '';
  return left + (last === '' || first === '' || wide.test(last) || wide.test(first) ? '' : ' ') + right;
}

export function speakersOf(lines: readonly EditableLine[]): string[] {
  return [...new Set(lines.flatMap(({ speaker }) => (speaker === undefined ? [] : [speaker])))];
}
