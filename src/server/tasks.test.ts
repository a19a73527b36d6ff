import { expect, test } from 'vitest';
import { findTaskKinds } from './tasks.ts';

const kinds = await findTaskKinds();

test('the kinds of work of every feature are found', () => {
  expect(kinds.map(({ kind }) => kind).sort()).toEqual([
    ...[
      'add_collection',
      'article',
      'ask',
      'batch_summary',
      'chat',
      'delete_contents',
      'images',
      'import_archive',
      'music',
      'note',
      'prompt',
      'tag_change',
      'translation',
      'vision_article',
    ],
  ]);
});
