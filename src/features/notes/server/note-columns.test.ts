import { expect, test } from 'vitest';
import { noteColumns } from './note-columns.ts';

const noteExcerpt = (markdown: string) => noteColumns(markdown).noteExcerpt;

const note = `> 麦子收完了，**地里**还剩下一些\\*。 [00:12](#t=12)

## 开头 [00:12](#t=12)

- 拾穗的人 [¶3](#p2)来了，见[原文](https://example.com/a)
  - 1\\. 弯下腰

\`\`\`
code
\`\`\`

#麦子 #秋天
`;

test('an excerpt is the text of the note without headings, marks, anchors and tags', () => {
  expect(noteExcerpt(note)).toBe('麦子收完了，地里还剩下一些*。 拾穗的人来了，见原文 1. 弯下腰');
});

test('a long excerpt ends with an ellipsis at its limit', () => {
  expect(noteExcerpt('甲'.repeat(500))).toBe(`${'甲'.repeat(280)}…`);
  expect(noteExcerpt('甲'.repeat(280))).toBe('甲'.repeat(280));
  // Also if a line ends at the limit and another one follows.
  for (const length of [278, 279, 280])
    expect(noteExcerpt(`${'甲'.repeat(length)}\n\n乙丙丁戊`)).toBe(`${`${'甲'.repeat(length)} 乙`.slice(0, 280).trim()}…`);
  // A character that the limit would split is left out.
  expect(noteExcerpt(`${'甲'.repeat(279)}🌾🌾`)).toBe(`${'甲'.repeat(279)}…`);
});

test('SUM-13 an excerpt leaves the line of tags out wherever it stands, and no other line', () => {
  expect(noteExcerpt('> lead\n\n#麦子 #秋天\nwritten later')).toBe('lead written later');
  expect(noteExcerpt('#1 is the best\n\n#麦子')).toBe('#1 is the best');
});

test('note columns contain excerpt, tags of the last line, and open and done todo items', () => {
  const markdown = `${note}
- [ ] weigh the sacks
1. [x] ask the keeper
> - [X] count them
- [ ]
- [ ]   

\`\`\`
- [ ] code
\`\`\`
`;
  expect(noteColumns(markdown)).toEqual({
    note: markdown,
    noteExcerpt: noteExcerpt(markdown),
    noteTags: ['麦子', '秋天'],
    openTodos: 1,
    doneTodos: 2,
  });
  expect(noteColumns('')).toEqual({ note: '', noteExcerpt: '', noteTags: [], openTodos: 0, doneTodos: 0 });
});
