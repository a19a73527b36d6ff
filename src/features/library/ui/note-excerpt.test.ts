import { expect, test } from 'vitest';
import { noteExcerpt } from '#features/library/ui/note-excerpt.ts';

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
  expect(noteExcerpt('甲'.repeat(500), 10)).toBe(`${'甲'.repeat(10)}…`);
});

test('SUM-13 an excerpt leaves the line of tags out wherever it stands, and no other line', () => {
  expect(noteExcerpt('> lead\n\n#麦子 #秋天\nwritten later')).toBe('lead written later');
  expect(noteExcerpt('#1 is the best\n\n#麦子')).toBe('#1 is the best');
});
