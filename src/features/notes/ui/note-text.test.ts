import { describe, expect, it } from 'vitest';
import { portableHtml, portableNote } from './note-text.ts';

const pageUrl = 'https://notes.example.org/content/1';

describe('the note outside the page', () => {
  it('CON-13 copies title and source, and times become links', () => {
    const content = {
      title: ' A\n title ',
      note: '## S [00:01](#t=1.5)\n- x [?](#unverified)\n',
      sourceUrl: 'https://example.org/v',
      pageUrl,
    };
    expect(portableNote(content)).toBe(`# A title\n\n## S [00:01](${pageUrl}?t=1.5)\n- x [?]\n\n<https://example.org/v>\n`);
    expect(portableNote({ title: 't', note: 'n', sourceUrl: null, pageUrl })).toBe('# t\n\nn\n');
  });

  it('CON-13 links times of a video site to the second there', () => {
    const note = '- a [1:02:34](#t=3754.25) [¶12](#p11) [site](https://example.org/#t=1)';
    expect(portableNote({ title: 't', note, sourceUrl: 'https://youtu.be/dQw4w9WgXcQ', pageUrl })).toContain(
      `[1:02:34](https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3754s) [¶12](${pageUrl}?p=11) [site](https://example.org/#t=1)`,
    );
  });

  it('CON-13 keeps the note’s HTML and executable addresses out of formatted text', () => {
    const note = '<img src=x onerror=alert(1)> [a](javascript:alert(1)) **b**';
    const html = portableHtml({ title: '<b>', note, sourceUrl: null, pageUrl });
    expect(html).not.toMatch(/<(?:img|b)\b|href="javascript/i);
    expect(html).toContain('<strong>b</strong>');
  });
});
