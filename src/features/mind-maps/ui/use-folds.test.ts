import { expect, test } from 'vitest';
import { mindMapOf } from '#lib/notes/mindmap.ts';
import { belowChapters, foldedAtFirst } from './use-folds.ts';

const chapters = '## One\n\n- a\n  - b\n\n## Two\n\n- c';

test('CON-03 a map begins with its chapters, also below a title of the note’s own', () => {
  expect(belowChapters(mindMapOf('A talk', chapters))).toEqual(['0.0', '0.0.0', '0.1']);
  expect(belowChapters(mindMapOf('A talk', `# Its title\n\n${chapters}`))).toEqual(['0.0.0', '0.0.0.0', '0.0.1']);
  expect(belowChapters(mindMapOf('A talk', '## Only\n\n- a\n- b'))).toEqual(['0.0']);
  expect(foldedAtFirst(mindMapOf('A talk', chapters))).toEqual(['0.0', '0.0.0', '0.1']);
  expect(foldedAtFirst(mindMapOf('A talk', '## Only\n\n- a\n- b'))).toEqual([]);
});
