import { describe, expect, it } from 'vitest';
import { portableNote, withoutAnchorLinks } from './note-text.ts';

describe('the note outside the page', () => {
  it('CON-13 times and paragraph numbers stay, their links go, other links stay', () => {
    expect(withoutAnchorLinks('- a [1:02:34](#t=3754.25) b [¶12](#p11) [site](https://example.org/#t=1)')).toBe(
      '- a [1:02:34] b [¶12] [site](https://example.org/#t=1)',
    );
  });

  it('CON-13 what is copied carries the title and the source', () => {
    expect(portableNote({ title: ' A\n title ', note: '## S [00:01](#t=1)\n', sourceUrl: 'https://example.org/v' })).toBe(
      '# A title\n\n## S [00:01]\n\n<https://example.org/v>\n',
    );
    expect(portableNote({ title: 't', note: 'n', sourceUrl: null })).toBe('# t\n\nn\n');
  });
});
