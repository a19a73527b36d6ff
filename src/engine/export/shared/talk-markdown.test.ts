import { describe, expect, it } from 'vitest';
import { talkMarkdown } from './talk-markdown.ts';

describe('CON-05 a talk as a Markdown file', () => {
  it('has its chapters, its speakers where they change, and links that lead to the second', () => {
    const markdown = talkMarkdown(
      'A *talk*',
      [
        {
          title: 'The barn',
          startMs: 0,
          paragraphs: [
            { startMs: 0, speaker: 'Ann', text: '1. It was [stone](#t=9).' },
            { startMs: 65_000, speaker: 'Ann', text: '- And the mill?' },
            { startMs: 70_000, speaker: 'Bo', text: '<b>Wood</b>' },
          ],
        },
      ],
      { sourceUrl: 'https://www.youtube.com/watch?v=abcdefghijk', pageUrl: 'https://gleaner.example/content/x' },
    );
    expect(markdown.split('\n\n')).toEqual([
      '# A \\*talk\\*',
      '## The barn',
      '**Ann:** 1. It was \\[stone\\](\\#t=9). [00:00](https://www.youtube.com/watch?v=abcdefghijk&t=0s)',
      '\\- And the mill? [01:05](https://www.youtube.com/watch?v=abcdefghijk&t=65s)',
      '**Bo:** \\<b\\>Wood\\</b\\> [01:10](https://www.youtube.com/watch?v=abcdefghijk&t=70s)\n',
    ]);
  });
});
