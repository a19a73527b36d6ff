import { expect, test } from 'vitest';
import { lastLineTags, noteExcerpt } from '#features/library/ui/note-excerpt.ts';

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

test('SUM-13 the tags of a row are the hashtags of the last line, and none when that line is text', () => {
  expect(lastLineTags(note)).toEqual(['麦子', '秋天']);
  expect(lastLineTags('about #one thing\n')).toEqual([]);
});
