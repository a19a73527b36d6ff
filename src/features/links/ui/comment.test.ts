import { expect, it } from 'vitest';
import { commentMarkdown } from './comment.ts';

const url = 'https://example.org/v?a=1';

it('CON-09 link and comment are one piece of Markdown', () => {
  expect(commentMarkdown({ title: 'A\n talk [1]', url, comment: ' Worth *it*.\n' })).toBe(
    `# A talk \\[1\\]\n\n<${url}>\n\nWorth *it*.\n`,
  );
});

it('CON-09 without title or comment the link is left', () => {
  expect(commentMarkdown({ title: null, url, comment: ' ' })).toBe(`<${url}>\n`);
});
