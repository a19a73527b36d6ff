/** Stands for code while the text around it is read or escaped. */
const filler = '\ue000';

type CodeSpan = { start: number; end: number };

/**
 * The code spans of a line. Null unless each run of backticks opens or closes one: what is left open may end in a later
 * line, and a bar ends a cell in the middle of its code.
 */
export function codeSpansIn(line: string): CodeSpan[] | null {
  const runs = [...line.matchAll(/`+/g)].map(({ 0: { length }, index }) => ({ length, start: index, end: index + length }));
  const spans: CodeSpan[] = [];
  for (let at = 0; at < runs.length; at++) {
    const open = runs[at];
    if (!open || line[open.start - 1] === '\\') return null;
    do at++;
    while (at < runs.length && runs[at]?.length !== open.length);
    const span = { start: open.start, end: runs[at]?.end ?? -1 };
    if (span.end < 0 || line.slice(span.start, span.end).includes('|')) return null;
    spans.push(span);
  }
  return spans;
}

/** The text with its code made unreadable; positions stay as they are. */
export function withoutCode(text: string): string {
  return replaceCode(text, codeSpansIn(text) ?? [], ({ start, end }) => filler.repeat(end - start));
}

/** `kept` has the code of the text as it was, `safe` has it escaped. */
export type Escaped = { safe: string; kept: string; code: string[] };

export function escapeAround(text: string, toSafe: (text: string) => string): Escaped {
  const safe = toSafe(text);
  const spans = text.includes(filler) ? null : codeSpansIn(text);
  if (spans === null || spans.length === 0) return { safe, kept: safe, code: [] };
  const code = spans.map(({ start, end }) => text.slice(start, end));
  const around = toSafe(replaceCode(text, spans, () => filler)).split(filler);
  // Code in the address of a link was dropped with the address.
  if (around.length !== code.length + 1) return { safe, kept: safe, code: [] };
  return { safe, kept: around.map((part, index) => part + (code[index] ?? '')).join(''), code };
}

export function joinEscaped(parts: readonly (Escaped | string)[]): Escaped {
  const all = parts.map((part) => (typeof part === 'string' ? { safe: part, kept: part, code: [] } : part));
  return {
    safe: all.map(({ safe }) => safe).join(''),
    kept: all.map(({ kept }) => kept).join(''),
    code: all.flatMap(({ code }) => code),
  };
}

/** Whether Markdown reads the line with just this code. What was dropped between two spans may have joined their marks. */
export function hasOnlyItsCode({ kept, code }: Escaped): boolean {
  const spans = codeSpansIn(kept);
  return spans?.length === code.length && spans.every(({ start, end }, index) => kept.slice(start, end) === code[index]);
}

function replaceCode(text: string, spans: readonly CodeSpan[], replace: (span: CodeSpan) => string): string {
  const parts: string[] = [];
  let at = 0;
  for (const span of spans) {
    parts.push(text.slice(at, span.start), replace(span));
    at = span.end;
  }
  return parts.join('') + text.slice(at);
}
