import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { parseMarkdown } from '#lib/markdown/parser.ts';
import { renderTokens } from '#ui/reader/markdown-elements.tsx';
import { articleMarkdownOf, frameAddress, paragraphsAsMarkdown } from './article-text.ts';

describe('CON-05 the article', () => {
  it('is the extracted text, else its paragraphs, else nothing', () => {
    const paragraphs = [{ id: 0, startMs: null, endMs: null, text: '第一段' }];
    expect(articleMarkdownOf({ articleMarkdown: '# a', paragraphs })).toBe('# a');
    expect(articleMarkdownOf({ articleMarkdown: ' ', paragraphs })).toBe('第一段');
    expect(articleMarkdownOf({ articleMarkdown: null, paragraphs: [] })).toBeNull();
  });

  it('plain paragraphs stay plain', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 30 }),
      fc.constantFrom(
        '# h',
        '- a',
        '1. b',
        '> q',
        '`c`',
        '**d**',
        '[x](y)',
        '<b>',
        '&lt;',
        '---',
        '===',
        '+ p',
        '| a | b |',
        '```',
        '~~~',
      ),
    );
    fc.assert(
      fc.property(text, (words) => {
        const tokens = parseMarkdown(paragraphsAsMarkdown([{ text: words }]));
        const types = new Set(tokens.map((token) => token.type));
        expect([...types].every((type) => ['paragraph_open', 'inline', 'paragraph_close'].includes(type))).toBe(true);
        const shown = renderToStaticMarkup(
          createElement('i', null, ...renderTokens(tokens, { newTabLabel: '', anchor: () => null, image: () => null })),
        );
        const wanted = words.replace(/\s+/gu, ' ').trim();
        expect(shown).toBe(
          wanted === '' ? '<i></i>' : renderToStaticMarkup(createElement('i', null, createElement('p', null, wanted))),
        );
      }),
    );
  });
});

describe('CON-05 the frame', () => {
  it.each([
    ['https://example.org/a', true],
    ['http://example.org/a', false],
    ['javascript:alert(1)', false],
    ['data:text/html,x', false],
    ['https://user:secret@example.org/', false],
    ['https://127.0.0.1/', false],
    ['https://[::1]/', false],
    ['https://2130706433/', false],
    ['https://router/', false],
    ['https://printer.local/', false],
    ['https://nas.lan/', false],
    ['not an address', false],
    [null, false],
  ])('%j may be framed: %s', (address, may) => {
    expect(frameAddress(address) !== null).toBe(may);
  });
});
