import { describe, expect, test } from 'vitest';
import { renderArticleHtml, renderNoteHtml, sanitiseArticleHtml } from './render-html.ts';

const carriers = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg><animate attributeName=href to=javascript:alert(1)></svg>',
  '<a href="java&#10;script:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<form action="javascript:alert(1)"><button formaction="javascript:alert(2)">x</button></form>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
  '<base href="https://attacker.example/">',
  '<meta http-equiv="refresh" content="0;url=https://attacker.example">',
  '<object data="https://attacker.example"></object>',
  '<p style="background:url(https://attacker.example)">x</p>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '![x](javascript:alert(1))',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
];
const active =
  /<(?:script|iframe|object|embed|base|meta|form|svg|math|style|button)|\son\w+=|(?:href|src)="(?!https?:|mailto:|#)|srcdoc|formaction|url\(/i;

describe('threat 10: stored script', () => {
  test.each(carriers)('a note shows %s as text or not at all', (carrier) => {
    const html = renderNoteHtml(`Before it\n\n${carrier}\n\nAfter it`);
    expect(html).toContain('Before it');
    expect(html).toContain('After it');
    expect(html.replace(/&lt;.*?&gt;/gs, '')).not.toMatch(active);
  });
  test.each(carriers)('an article loses %s and keeps the rest', (carrier) => {
    const html = sanitiseArticleHtml(`<p>Before it</p><div>${carrier}</div><p>After it</p>`);
    expect(html).toContain('Before it');
    expect(html).toContain('After it');
    expect(html).not.toMatch(active);
  });
});

describe('threat 31: a note makes the browser send no request', () => {
  test.each([
    '![a](https://attacker.example/a.png)',
    '![a][r]\n\n[r]: https://attacker.example/a.png',
    '[![a](https://attacker.example/a.png)](https://example.com)',
  ])('%s', (markdown) => {
    const html = renderNoteHtml(markdown);
    expect(html).not.toMatch(/<img|attacker\.example\/a\.png"/);
    expect(html).toContain('a');
  });
});

test('SUM-07 keeps anchors and opens other links in a new tab', () => {
  const html = renderNoteHtml('[12:34](#t=754) [¶3](#p2) [site](https://example.com/)');
  expect(html).toContain('<a href="#t=754">12:34</a>');
  expect(html).toContain('<a href="#p2">¶3</a>');
  expect(html).toContain('<a href="https://example.com/" rel="noopener noreferrer nofollow" target="_blank">site</a>');
});

test('keeps an article’s images without a referrer', () => {
  expect(renderArticleHtml('![The mill](https://example.com/mill.jpg)')).toContain(
    '<img src="https://example.com/mill.jpg" alt="The mill" loading="lazy" referrerpolicy="no-referrer" />',
  );
  expect(sanitiseArticleHtml('<img src="file:///etc/passwd"><img src="//example.com/a.png"><p>x</p>')).not.toContain('<img');
});
