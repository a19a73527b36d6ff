/**
 * Corrections of a transcript as a list of edits over lines that never change themselves. Pure: the server replays the
 * list, the page applies a new edit the same way. An edit names its line by place, start and old text, so that it finds
 * the line again in a transcript that was made anew, and is passed over where there is no such line.
 */
import { splitsCharacter } from './cut-text.ts';

/** What is needed of a line; milliseconds. */
export type EditableLine = {
  id: number;
  startMs: number | null;
  endMs: number | null;
  text: string;
  speaker?: string | undefined;
};

/** The line an edit is about, as it stood: its index, when it starts, its text. */
export type LineRef = { line: number; startMs: number; was: string };

export type TranscriptEdit =
  | ({ type: 'text'; text: string } & LineRef)
  /** With the line behind it. */
  | ({ type: 'merge'; next: string } & LineRef)
  /** `at`: UTF-16 offset in the text; what is before it stays in this line. */
  | ({ type: 'split'; at: number } & LineRef)
  /** Null: nobody is named. */
  | ({ type: 'speaker'; speaker: string | null } & LineRef)
  /** A speaker's name, in every line. */
  | { type: 'rename'; from: string; to: string };

/** The lines after all edits that still find their line, with ids that count from 0 again. The input stays as it is. */
export function applyEdits<T extends EditableLine>(lines: readonly T[], edits: readonly TranscriptEdit[]): T[] {
  const edited = [...lines];
  for (const edit of edits) applyOne(edited, edit);
  for (const [index, line] of edited.entries()) if (line.id !== index) edited[index] = { ...line, id: index };
  return edited;
}

/** The lines after one more edit; null when it does not fit them. */
export function applyEdit<T extends EditableLine>(lines: readonly T[], edit: TranscriptEdit): T[] | null {
  const edited = [...lines];
  if (!applyOne(edited, edit)) return null;
  for (const [index, line] of edited.entries()) if (line.id !== index) edited[index] = { ...line, id: index };
  return edited;
}

/** Changes the list in place, never a line in it. False when there is nothing that the edit fits. */
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

/** Where it was, else the line that starts then and says the same; -1 without one. */
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

/**
 * The moment of the cut is where the text's share falls in the line's time: nothing finer is known. It is not after the
 * start of the line behind, which may come while this one lasts.
 */
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

/** Two pieces of running text as one: a space between words, none beside Chinese and Japanese characters. */
export function joinWords(before: string, after: string): string {
  const [left, right] = [before.trimEnd(), after.trimStart()];
  const last = Array.from(left.slice(-2)).at(-1) ?? '';
  const first = Array.from(right.slice(0, 2))[0] ?? '';
  return left + (last === '' || first === '' || wide.test(last) || wide.test(first) ? '' : ' ') + right;
}

/** Who is named in the lines, each once, in the order of their first words. */
export function speakersOf(lines: readonly EditableLine[]): string[] {
  return [...new Set(lines.flatMap(({ speaker }) => (speaker === undefined ? [] : [speaker])))];
}
