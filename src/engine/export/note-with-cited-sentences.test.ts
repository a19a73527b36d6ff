import { expect, test } from 'vitest';
import type { CitedLine } from '#lib/transcripts/cited-place.ts';
import type { NoteToExport } from './exported-note.ts';
import { renderNoteWithPlaces } from './note-with-cited-sentences.ts';
import { writeHtml } from './write-html.ts';

const said = (id: number, text: string, more: Partial<CitedLine> = {}): CitedLine => ({
  id,
  startMs: id * 5000,
  endMs: id * 5000 + 4000,
  text,
  ...more,
});
const written = (id: number, text: string, more: Partial<CitedLine> = {}): CitedLine =>
  said(id, text, { startMs: null, endMs: null, ...more });

const lines = {
  '#t=5': [
    said(0, 'Before it.'),
    said(1, 'The barn <b>is</b> "stone" & old.', { speaker: 'The <i>keeper</i>' }),
    said(2, 'After it.'),
  ],
  '#p3': [written(3, 'The mill came. The miller asked a tenth. Nobody agreed.', { page: 2 })],
  '#p4': [written(4, 'A fourth.')],
};

const noteOf = (markdown: string, more: Partial<NoteToExport> = {}): NoteToExport => ({
  title: 'Barns',
  author: null,
  siteName: null,
  sourceUrl: null,
  publishedAt: null,
  language: 'en',
  pageUrl: 'https://notes.example/content/1',
  markdown,
  lines,
  ...more,
});

test('LIB-22 tasks have boxes, as in Word files and PDFs', () => {
  const html = renderNoteWithPlaces(
    noteOf('- [ ] Ask the miller\n- [x] Weigh it\n- [z] no box\n- [ ]\n\n1. [X] In a\n\n2. loose list\n\n3. [ ] '),
  );
  expect(html.replace(/\s*\n\s*/g, '')).toBe(
    '<ul><li>☐ Ask the miller</li><li>☑ Weigh it</li><li>[z] no box</li></ul><ol><li><p>☑ In a</p></li><li><p>loose list</p></li></ol>',
  );
});

test('CON-09 a reference opens its sentence without a script, escaped, with the way to the source', () => {
  expect(renderNoteWithPlaces(noteOf('It is stone. [00:05](#t=5)'))).toBe(
    '<p>It is stone. <span class="place"><button type="button" popovertarget="place-1">00:05</button>' +
      '<span class="card" popover id="place-1"><span class="at">00:05 · The &lt;i&gt;keeper&lt;/i&gt;</span>' +
      '<span class="near">Before it.</span><span class="said">The barn &lt;b&gt;is&lt;/b&gt; &quot;stone&quot; &amp; old.</span>' +
      '<span class="near">After it.</span>' +
      '<a href="https://notes.example/content/1?t=5" rel="noopener noreferrer nofollow" target="_blank">Open the source</a></span></span></p>\n',
  );
});

test('CON-09 each reference shows the sentence of its own statement, and one that was not found there says so', () => {
  const html = renderNoteWithPlaces(
    noteOf('- The miller wanted a tenth [p.2](#p3) [?](#unverified)\n- Nobody agreed [p.2](#p3)\n- More [¶5](#p4)'),
  );
  const cards = html.split('<button').slice(1);
  expect(cards.map((card) => /class="said">([^<]*)/.exec(card)?.[1])).toEqual([
    'The miller asked a tenth.',
    'Nobody agreed.',
    'A fourth.',
  ]);
  expect(cards.map((card) => card.includes('Not verified'))).toEqual([true, false, false]);
  expect(cards.map((card) => /class="at">([^<]*)/.exec(card)?.[1])).toEqual(['Page 2', 'Page 2', 'Paragraph 5']);
  expect(cards.map((card) => /id="([^"]*)"/.exec(card)?.[1])).toEqual(['place-1', 'place-2', 'place-3']);
  expect(cards[0]).toContain('</span></span> [?]');
  expect(html).not.toContain('href="#');
});

test('CON-09 in Chinese the card speaks Chinese', () => {
  const html = renderNoteWithPlaces(noteOf('磨坊 [p.2](#p3) [?](#unverified) [¶5](#p4)', { language: 'zh' }));
  for (const words of ['第 2 页', '第 5 段', '打开来源', '未核对']) expect(html).toContain(words);
});

test('CON-09 a reference without lines stays a link to its place', () => {
  const link = (place: string, label: string) =>
    `<a href="https://notes.example/content/1?${place}" rel="noopener noreferrer nofollow" target="_blank">${label}</a>`;
  expect(renderNoteWithPlaces(noteOf('x [09:59](#t=599) y [¶10](#p9)'))).toBe(
    `<p>x ${link('t=599', '09:59')} y ${link('p=9', '¶10')}</p>\n`,
  );
  expect(renderNoteWithPlaces({ ...noteOf('x [00:05](#t=5)'), lines: {} })).toBe(`<p>x ${link('t=5', '00:05')}</p>\n`);
  // The same for a label with markup; the next reference keeps its own statement.
  const html = renderNoteWithPlaces(noteOf('Stone [**0**:05](#t=5), the miller wanted a tenth [p.2](#p3)'));
  expect(html).toContain(link('t=5', '<strong>0</strong>:05'));
  expect(html).toContain('<span class="said">The miller asked a tenth.</span>');
});

test('threat 10: neither the source’s words nor a note’s HTML become markup or a script', () => {
  const hostile = '</span></span><script>alert(1)</script><img src=x onerror=alert(1)>" onclick="alert(1)';
  const html = writeHtml(
    noteOf(`<button popovertarget="x" onclick="alert(1)">x</button> [<b>00:05</b>](#t=5) ${hostile}`, {
      lines: { '#t=5': [said(1, hostile, { speaker: hostile })] },
      title: hostile,
    }),
  );
  expect(html).toContain("default-src 'none'");
  expect(html.match(/<(?:script|img|b)\b/g)).toBeNull();
  expect(html.match(/<button[^>]*>/g)).toEqual(['<button type="button" popovertarget="place-1">']);
  expect(html.replace(/&lt;.*?&gt;/gs, '').match(/<[^>]*\son\w+=/g)).toBeNull();
});

test('CON-09 a long paragraph is shortened in the card', () => {
  const html = renderNoteWithPlaces(noteOf('x [¶1](#p0)', { lines: { '#p0': [written(0, 'word '.repeat(1000))] } }));
  expect(/class="said">([^<]*)/.exec(html)?.[1]?.length).toBeLessThanOrEqual(601);
});
