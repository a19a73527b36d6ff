import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { parseMarkdown } from '#lib/markdown/parser.ts';
import { wordsOf } from '#lib/markdown/words.ts';
import { anchorsOf, markdownBlocks, noteSections } from './blocks.ts';
import { type MarkdownContext, ownImage, renderTokens, safeLink } from './markdown-elements.tsx';
import { paragraphPlaces } from './paragraph-places.ts';

const context: MarkdownContext = {
  newTabLabel: 'new tab',
  anchor: ({ anchor }, label) => createElement('button', { type: 'button' }, `${anchor.kind}:${label}`),
  image: (src, alt) => createElement('img', { src, alt }),
};

function html(markdown: string, more: Partial<MarkdownContext> = {}): string {
  return renderToStaticMarkup(createElement('div', null, ...renderTokens(parseMarkdown(markdown), { ...context, ...more })));
}

describe('CON-02 Markdown as elements', () => {
  it('draws structure, tight lists, tables and code', () => {
    expect(html('## T\n\n- a\n  - **b**\n\n3. c\n\n> q\n\n`x`  \ny')).toBe(
      '<div><h2>T</h2><ul><li>a<ul><li><strong>b</strong></li></ul></li></ul><ol start="3"><li>c</li></ol><blockquote><p>q</p></blockquote><p><code>x</code><br/>y</p></div>',
    );
    expect(html('| a | b |\n|---|---|\n| 1 | 2 |')).toContain('<table><thead><tr><th>a</th>');
    expect(html('```js\n<b>\n```')).toContain('<code>&lt;b&gt;\n</code>');
  });

  it('turns anchors into their own control, set apart from a heading', () => {
    expect(html('- p [13:01](#t=781)')).toContain('<button type="button">time:13:01</button>');
    // The reference is kept in one line with the end of the text before it.
    expect(html('- 村里把粮食放好。 [13:01](#t=781)')).toContain(
      '村里把粮食<span class="whitespace-nowrap">放好。 <button type="button">time:13:01</button></span>',
    );
    expect(html('## Section [¶4](#p3)')).toBe('<div><h2>Section <button type="button">paragraph:¶4</button></h2></div>');
    const parts: unknown[] = [];
    html('## A **b** [00:01](#t=1)', {
      heading: (level, children, anchors) => {
        parts.push(
          level,
          renderToStaticMarkup(createElement('i', null, children)),
          renderToStaticMarkup(createElement('i', null, anchors)),
        );
        return null;
      },
    });
    expect(parts).toEqual([2, '<i>A <strong>b</strong></i>', '<i> <button type="button">time:00:01</button></i>']);
  });

  it('draws the box of a task in the line of its words, in tight lists and in loose ones', () => {
    const task: MarkdownContext['task'] = (line, done, label) => createElement('input', { value: `${line} ${done} ${label}` });
    const boxed = (line: number, done: boolean, label: string, rest = label) =>
      `<li class="list-none"${done ? ' data-done="true"' : ''}><input value="${line} ${done} ${label}"/>${rest}</li>`;
    expect(html('- [ ] a\n- [x] b', { task })).toBe(`<div><ul>${boxed(0, false, 'a')}${boxed(1, true, 'b')}</ul></div>`);
    expect(html('- [ ] a\n- [ ] \n- [x]\n- `[ ]`', { task })).toBe(
      `<div><ul>${boxed(0, false, 'a')}<li><code>[ ]</code></li></ul></div>`,
    );
    expect(html('- [x] a\n\n  more\n\n- [ ] b\n\n- c', { task })).toBe(
      `<div><ul>${boxed(0, true, 'a', 'a<p>more</p>')}${boxed(4, false, 'b')}<li><p>c</p></li></ul></div>`,
    );
  });

  it('hands over with each anchor what is stated before it, and whether that was found there', () => {
    const claims: unknown[] = [];
    const claimsOf = (markdown: string) => {
      claims.length = 0;
      html(markdown, { anchor: ({ claim }, label) => claims.push([label, claim.text, claim.unverified]) && null });
      return [...claims];
    };
    const [first, second] = ['[00:01](#t=1)', '[¶4](#p3)'];
    expect(claimsOf(`- The **barn** [was](https://e.org) stone ${first}\n- The mill ${second} [?](#unverified)`)).toEqual([
      ['00:01', 'The barn was stone', false],
      ['¶4', 'The mill', true],
    ]);
    expect(claimsOf(`One\ntwo. ${first} ${second}  [?](#unverified) Three, ${first} [?](#unverifed) four ${second}`)).toEqual([
      ['00:01', 'One two.', true],
      ['¶4', 'One two.', true],
      ['00:01', 'Three,', false],
      ['¶4', '[?](#unverifed) four', false],
    ]);
    expect(claimsOf(`Said ${first} and not ${second} [?](#unverified)`)).toEqual([
      ['00:01', 'Said', false],
      ['¶4', 'and not', true],
    ]);
    expect(claimsOf(`## The barn ${first} [?](#unverified)\n\n${second} later [?](#unverified)`)).toEqual([
      ['00:01', 'The barn', true],
      ['¶4', '', false],
    ]);
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '[x](data:text/html,<script>1</script>)',
    '[x](vbscript:1) <javascript:alert(1)>',
    '![x](https://evil.example/p.png)',
    '![x](//evil.example/api/p.png)',
    '![x](/api/../../p.png)',
    '![x](\\\\evil.example\\api)',
    '[x](file:///etc/passwd)',
    '<a href="https://e.org" onclick="x()">y</a>',
  ])('%j carries nothing dangerous', (markdown) => {
    const result = html(markdown);
    expect(result).not.toMatch(/<script|<img|<iframe|\son\w+="|href="(?!https?:|mailto:)/i);
  });

  it('opens links in a new tab without a referrer, and names their host', () => {
    expect(html('[x](https://example.org/a)')).toContain(
      '<a href="https://example.org/a" target="_blank" rel="noopener noreferrer nofollow" title="example.org (new tab)">x</a>',
    );
    expect(html('[m](mailto:a@example.org)')).toContain('href="mailto:a@example.org"');
    expect(html('[r](/user/videos) [i](/api/contents/x/images/0)')).not.toContain('<a ');
  });

  it('loads pictures from this server only', () => {
    expect(html('![alt](/api/contents/x/images/0)')).toContain('<img src="/api/contents/x/images/0" alt="alt"/>');
    expect([ownImage('/api/a?b=1'), ownImage('/other/a'), ownImage('https://e.org/api/a'), ownImage('/api/../x')]).toEqual([
      '/api/a?b=1',
      null,
      null,
      null,
    ]);
    expect(safeLink('notaurl')).toBeNull();
  });
});

describe('blocks of a text', () => {
  const note = '> abstract\n\n## One [00:01](#t=1)\n\n- a [00:02](#t=2)\n- b\n\n## Two\n\ntext\n\n#tag';

  it('SUM-08 change only at the end while a note grows', () => {
    for (let end = 1; end < note.length; end++) {
      const before = markdownBlocks(note.slice(0, end)).map((block) => block.source);
      const after = markdownBlocks(note.slice(0, end + 1)).map((block) => block.source);
      expect(after.slice(0, Math.max(0, before.length - 1))).toEqual(before.slice(0, -1));
    }
  });

  it('are grouped in sections with their start', () => {
    const sections = noteSections(markdownBlocks(note));
    expect(sections.map((section) => [section.heading ? wordsOf(section.heading.tokens) : null, section.startMs])).toEqual([
      [null, null],
      ['One', 1000],
      ['Two', null],
    ]);
    expect(sections.map(({ body }) => body.map(({ source }) => source.trim()))).toEqual([
      ['> abstract'],
      ['- a [00:02](#t=2)\n- b'],
      ['text', '#tag'],
    ]);
    expect(anchorsOf(parseMarkdown(note))).toEqual([
      { kind: 'time', ms: 1000 },
      { kind: 'time', ms: 2000 },
    ]);
  });
});

describe('CON-05 paragraphs of an article', () => {
  const markdown =
    '# Title\n\nFirst *paragraph* [here](https://e.org), with text.\n\n- item one\n- item two\n\n中文的，段落。\n\nitem one\n';
  const tokens = parseMarkdown(markdown);
  const paragraphs = [
    'Title',
    'First paragraph here, with text.',
    'item one',
    'item two',
    '中文的，段落。',
    'item one',
    'not there',
  ].map((text, id) => ({ id, text }));

  it('are found in order, in text and lists, with any markup', () => {
    const places = paragraphPlaces(tokens, paragraphs);
    expect([...places].map(([token, ids]) => [token.content.slice(0, 8), ids])).toEqual([
      ['Title', [0]],
      ['First *p', [1]],
      ['item one', [2]],
      ['item two', [3]],
      ['中文的，段落。', [4]],
      ['item one', [5]],
    ]);
  });

  it('can be scrolled to', () => {
    const result = renderToStaticMarkup(
      createElement('div', null, ...renderTokens(tokens, { ...context, marks: paragraphPlaces(tokens, paragraphs) })),
    );
    expect(result).toContain('<h1><span data-paragraphs="0">Title</span></h1>');
    expect(result).toContain('<li><span data-paragraphs="3">item two</span></li>');
  });
});
