import type { NoteColumns } from '#features/contents/server/index.ts';
import { createFenceReader } from '#lib/markdown/code-fences.ts';
import { plainLine } from '#lib/markdown/plain-line.ts';
import { takeTags } from '#lib/notes/hashtags.ts';
import { countTodos } from '#lib/notes/note-todos.ts';
import { shortenText } from '#lib/text/cut-text.ts';

const excerptLength = 280;

export function noteColumns(markdown: string): NoteColumns {
  const { text, tags } = takeTags(markdown);
  const { open, done } = countTodos(markdown);
  return { note: markdown, noteExcerpt: excerptOf(text), noteTags: tags, openTodos: open, doneTodos: done };
}

/** Plain text without headings, Markdown syntax, anchors and code. `text` has no tag line. */
function excerptOf(text: string): string {
  const parts: string[] = [];
  let length = 0;
  const kindOf = createFenceReader();
  for (const raw of text.split('\n')) {
    if (kindOf(raw) !== 'text' || /^\s*#{1,6}\s/.test(raw) || /^\s*([-*_]\s*){3,}$/.test(raw)) continue;
    const line = plainLine(raw);
    if (line === '') continue;
    parts.push(line);
    length += line.length;
    // Reads one character more, to know whether the note goes on.
    if (length > excerptLength) break;
  }
  return shortenText(parts.join(' '), excerptLength);
}
