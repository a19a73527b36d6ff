export type Selection = { from: number; to: number };
export type Edit = { from: number; to: number; insert: string; selection: Selection };

/** Wraps or unwraps the selection; without a selection the cursor goes between the marks. */
export function toggleAround(text: string, { from, to }: Selection, mark: string): Edit {
  const size = mark.length;
  const inside = text.slice(from, to);
  if (text.slice(from - size, from) === mark && text.slice(to, to + size) === mark)
    return { from: from - size, to: to + size, insert: inside, selection: { from: from - size, to: to - size } };
  if (inside.length >= size * 2 && inside.startsWith(mark) && inside.endsWith(mark)) {
    const bare = inside.slice(size, -size);
    return { from, to, insert: bare, selection: { from, to: from + bare.length } };
  }
  return { from, to, insert: mark + inside + mark, selection: { from: from + size, to: to + size } };
}

export type LineStyle = 'heading' | 'bullet' | 'number' | 'task' | 'quote';

const styles: Record<LineStyle, { has: RegExp; put: (index: number) => string }> = {
  heading: { has: /^#{2}\s+/, put: () => '## ' },
  bullet: { has: /^[-*+]\s+(?!\[[ xX]\]\s)/, put: () => '- ' },
  number: { has: /^\d{1,9}[.)]\s+/, put: (index) => `${index + 1}. ` },
  task: { has: /^[-*+]\s+\[[ xX]\]\s+/, put: () => '- [ ] ' },
  quote: { has: /^>\s?/, put: () => '> ' },
};
const anyStyle = /^(?:#{1,6}\s+|[-*+]\s+(?:\[[ xX]\]\s+)?|\d{1,9}[.)]\s+|>\s?)/;

/** Sets a style on the selected lines, or removes it if all of them have it. */
export function toggleLines(text: string, { from, to }: Selection, style: LineStyle): Edit {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const next = text.indexOf('\n', Math.max(from, to - (to > from && text[to - 1] === '\n' ? 1 : 0)));
  const end = next < 0 ? text.length : next;
  const lines = text.slice(start, end).split('\n');
  const { has, put } = styles[style];
  const written = lines.map(splitIndent);
  const filled = written.filter(({ body }) => body !== '');
  const remove = filled.length > 0 && filled.every(({ body }) => has.test(body));
  let index = 0;
  const changed = written.map(({ indent, body }) => {
    if (body === '' && lines.length > 1) return indent + body;
    const bare = body.replace(anyStyle, '');
    return indent + (remove ? bare : put(index++) + bare);
  });
  const insert = changed.join('\n');
  if (from !== to) return { from: start, to: end, insert, selection: { from: start, to: start + insert.length } };
  const cursor = Math.max(start, from + insert.length - (end - start));
  return { from: start, to: end, insert, selection: { from: cursor, to: cursor } };
}

function splitIndent(line: string): { indent: string; body: string } {
  const indent = /^\s*/.exec(line)?.[0] ?? '';
  return { indent, body: line.slice(indent.length) };
}

export function insertWord(text: string, { from, to }: Selection, word: string): Edit {
  const before = from > 0 && !/\s/.test(text[from - 1] ?? '') ? ' ' : '';
  const insert = before + word;
  return { from, to, insert, selection: { from: from + insert.length, to: from + insert.length } };
}

const emptyItem = /^(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]*)?$/;

/** Ends a top-level list at its empty last item, with a blank line so that following text does not join it. Null elsewhere. */
export function endList(text: string, { from, to }: Selection): Edit | null {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const next = text.indexOf('\n', from);
  const end = next < 0 ? text.length : next;
  if (from !== to || !emptyItem.test(text.slice(start, end)) || text.slice(from, end).trim() !== '') return null;
  const before = lineBreakAfter(text.slice(text.lastIndexOf('\n', start - 2) + 1, Math.max(0, start - 1)));
  const after = next < 0 ? '' : lineBreakAfter(text.slice(next + 1).split('\n', 1)[0] ?? '');
  const at = start + before.length;
  return { from: start, to: end, insert: before + after, selection: { from: at, to: at } };
}

const lineBreakAfter = (line: string) => (line.trim() === '' ? '' : '\n');
