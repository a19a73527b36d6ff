import { isWide, raisedText, tidyText } from './blocks.ts';

/** A text item of pdf.js. The origin is the lower left corner of the page. */
export type TextRun = { str: string; transform: number[]; width: number; hasEOL: boolean };

export type Line = { text: string; left: number; right: number; y: number; size: number; page: number };

export type OutlineEntry = { title: string; level: number; page: number };

/** Narrower gaps (as a share of the font size) between Chinese characters are justification, not spaces. */
const narrowGap = 0.4;
const gapMark = '\u2009';

type Draft = { text: string; left: number; right: number; y: number; top: number; sizes: Map<number, number> };

export function linesOfPage(runs: readonly TextRun[], page: number): Line[] {
  const lines: Line[] = [];
  let draft: Draft | null = null;
  const flush = (): void => {
    const line = draft && finish(draft, page);
    if (line) lines.push(line);
    draft = null;
  };
  const [along, across] = directionOf(runs);
  for (const run of runs) {
    const [, , c = 0, d = 0, right = 0, up = 0] = run.transform;
    const x = right * along + up * across;
    const y = up * along - right * across;
    const size = Math.round(Math.hypot(c, d) * 10) / 10;
    // Two lines may come without an end of line between them, such as a title and the text below it.
    if (draft && run.str.trim() !== '' && Math.abs(draft.y - y) > Math.max(size, draft.top) * 0.9) flush();
    if (run.str !== '') draft = addRun(draft, run, { size, x, y });
    if (run.hasEOL) flush();
  }
  flush();
  return lines;
}

/** Where most text of the page runs to, as pages may be stored turned: to the right, up, left or down. */
function directionOf(runs: readonly TextRun[]): [along: number, across: number] {
  const weights = new Map<string, { direction: [number, number]; weight: number }>();
  for (const { str, transform } of runs) {
    const [a = 1, b = 0] = transform;
    const direction: [number, number] = Math.abs(a) >= Math.abs(b) ? [a < 0 ? -1 : 1, 0] : [0, b < 0 ? -1 : 1];
    const known = weights.get(direction.join(' '));
    weights.set(direction.join(' '), { direction, weight: (known?.weight ?? 0) + str.trim().length });
  }
  const [most] = [...weights.values()].sort((one, other) => other.weight - one.weight);
  return most?.direction ?? [1, 0];
}

function addRun(draft: Draft | null, run: TextRun, { size, x, y }: { size: number; x: number; y: number }): Draft {
  const line = draft ?? { text: '', left: x, right: x, y, top: 0, sizes: new Map<number, number>() };
  const isGap = run.str.trim() === '';
  const isRaised = size < line.top * 0.8 && y - line.y > line.top * 0.2;
  if (isGap && run.width < size * narrowGap && isWide(line.text.at(-1) ?? '')) line.text += gapMark;
  else line.text += isRaised ? raisedText(line.text, run.str) : run.str;
  if (isGap) return line;
  line.left = Math.min(line.left, x);
  line.right = Math.max(line.right, x + run.width);
  line.top = Math.max(line.top, size);
  line.sizes.set(size, (line.sizes.get(size) ?? 0) + run.str.length);
  return line;
}

function finish(draft: Draft, page: number): Line | null {
  const text = tidyText(
    draft.text.replace(/\u2009(.?)/gu, (_gap, next: string) => (next === '' || isWide(next) ? next : ` ${next}`)),
  );
  if (text === '') return null;
  const [size] = [...draft.sizes].reduce((most, entry) => (entry[1] > most[1] ? entry : most), [0, 0]);
  return { text, left: draft.left, right: draft.right, y: draft.y, size, page };
}

export function lettersAndDigits(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
