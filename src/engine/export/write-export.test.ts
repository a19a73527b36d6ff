/** The same note in each format besides Markdown: text from outside must not become markup. */
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { NoteToExport } from './exported-note.ts';
import { writeCards } from './write-cards.ts';
import { writeExport } from './write-export.ts';

const pageUrl = 'https://notes.example/content/1';
const noteOf = (markdown: string, more: Partial<NoteToExport> = {}): NoteToExport => ({
  title: 'The "barn"',
  author: 'Ada',
  siteName: 'Mills',
  sourceUrl: 'https://site.example/a?b=1&c=2',
  publishedAt: '2026-11-20T08:00:00.000Z',
  language: 'en',
  pageUrl,
  markdown,
  ...more,
});

const everything = [
  '## Walls',
  '### Deep',
  'Stone **is** *not* ~~glass~~ `code\\"` [00:05](#t=5) [?](#unverified) [x](javascript:alert(1)) [mail](mailto:a@b.example)',
  '> Said so',
  '- one\n  - two\n- [x] done\n- [ ] open',
  '3. third\n4. fourth',
  '```\nlet a;\n\tb\n```',
  '| a | b |\n| - | - |\n| c |',
  '---',
].join('\n\n');

const text = async (format: 'pdf' | 'chapter', note: NoteToExport) => String(await writeExport({ note, format }));

test('CON-09 a PDF’s source has all text as literals, and each block as what it is', async () => {
  const lines = (await text('pdf', noteOf(everything))).split('\n');
  expect(lines[0]).toBe('#{');
  expect(lines[1]).toBe('set document(title: "The \\"barn\\"", author: "Ada")');
  const body = lines.slice(
    lines.findIndex((line) => line.startsWith('block(')),
    -2,
  );
  const cell = (mark: string, left: string, words: string) =>
    `block(below: 0.75em, pad(left: ${left}em, grid(columns: (1.5em, 1fr), "${mark}", { text("${words}") })))`;
  const source = 'https://site.example/a?b=1&c=2';
  expect(body).toEqual([
    'block(below: 0.6em, text(size: 18pt, weight: "bold", "The \\"barn\\""))',
    'block(below: 0.5em, text(fill: luma(110), "Ada · Mills · 2026-11-20"))',
    `block(below: 1.2em, link("${source}", text("${source}")))`,
    'heading(level: 1, { text("Walls") })',
    'heading(level: 2, { text("Deep") })',
    `par({ text("Stone "); strong(text("is")); text(" "); emph(text("not")); text(" "); strike(text("glass")); text(" "); raw("code\\\\\\""); text(" "); link("${pageUrl}?t=5", text("00:05")); text(" "); text("?"); text(" [x](javascript:alert(1)) "); link("mailto:a@b.example", text("mail")) })`,
    'block(inset: (left: 1em), stroke: (left: 2pt + luma(190)), outset: (y: 0.3em), { text("Said so") })',
    cell('•', '0.0', 'one'),
    cell('•', '1.3', 'two'),
    cell('☑', '0.0', 'done'),
    cell('☐', '0.0', 'open'),
    cell('3.', '0.0', 'third'),
    cell('4.', '0.0', 'fourth'),
    'block(fill: luma(244), inset: 0.7em, radius: 3pt, width: 100%, raw("let a;\\n\\tb", block: true))',
    'table(columns: 2, stroke: 0.5pt + luma(170), { text("a") }, { text("b") }, { text("c") }, [])',
    'line(length: 100%, stroke: 0.5pt + luma(190))',
  ]);
  const bare = await text('pdf', noteOf('', { author: null, siteName: null, publishedAt: null, sourceUrl: null }));
  expect(bare).toContain('author: "")');
  expect(bare.match(/block\(below/g)).toHaveLength(1);
  expect(await text('pdf', noteOf('a\u0007\ud800b "#eval(1)"'))).toContain('text("a\ufffdb \\"#eval(1)\\"")');
});

test('CON-09 a Word file has the note’s blocks, marks and links', async () => {
  const docx = async (note: NoteToExport) => {
    const files = unzipSync((await writeExport({ note, format: 'docx' })) as Uint8Array);
    const read = (name: string) => strFromU8(files[name] ?? new Uint8Array());
    return { body: read('word/document.xml'), links: read('word/_rels/document.xml.rels'), core: read('docProps/core.xml') };
  };
  const { body, links, core } = await docx(noteOf(everything));
  const paragraphs = [...body.matchAll(/<w:p\/>|<w:p>(.*?)<\/w:p>/gs)].map(([, inside = '']) => ({
    style: /<w:pStyle w:val="(\w+)"/.exec(inside)?.[1],
    left: /<w:ind [^>]*w:left="(\d+)"/.exec(inside)?.[1],
    level: /<w:ilvl w:val="(\d)"/.exec(inside)?.[1],
    words: [...inside.matchAll(/<w:t[^>]*>([^<]*)<\/w:t>|<w:br\/>/g)].map(([, words]) => words ?? '\n').join(''),
  }));
  const plain = (words: string, more: object = {}) => ({ style: undefined, left: undefined, level: undefined, words, ...more });
  expect(paragraphs).toEqual([
    plain('The &quot;barn&quot;', { style: 'Title' }),
    plain('Ada · Mills · 2026-11-20'),
    plain('https://site.example/a?b=1&amp;c=2'),
    plain('Walls', { style: 'Heading2' }),
    plain('Deep', { style: 'Heading3' }),
    plain('Stone is not glass code\\&quot; 00:05 ? [x](javascript:alert(1)) mail'),
    plain('Said so', { left: '360' }),
    plain('one', { style: 'ListParagraph', level: '0' }),
    plain('two', { style: 'ListParagraph', level: '1' }),
    plain('☑ done', { left: '360' }),
    plain('☐ open', { left: '360' }),
    plain('3. third', { left: '360' }),
    plain('4. fourth', { left: '360' }),
    plain('let a;\n\tb'),
    ...['a', 'b', 'c', ''].map((words) => plain(words)),
    plain(''),
  ]);
  const marked = (mark: string) => new RegExp(`<w:rPr>(?:(?!</w:rPr>).)*<w:${mark}/>.*?<w:t[^>]*>([^<]*)`).exec(body)?.[1];
  expect(['b', 'i', 'strike'].map(marked)).toEqual(['is', 'not', 'glass']);
  const targets = [...links.matchAll(/relationships\/hyperlink" Target="([^"]+)" TargetMode="External"/g)].map(([, to]) => to);
  expect(new Set(targets)).toEqual(new Set(['https://site.example/a?b=1&amp;c=2', `${pageUrl}?t=5`, 'mailto:a@b.example']));
  expect(core).toContain('<dc:creator>Ada</dc:creator>');
  const bare = await docx(noteOf('a\u0007b', { author: null, siteName: null, publishedAt: null, sourceUrl: null }));
  expect([...bare.body.matchAll(/<w:t[^>]*>([^<]*)/g)].map(([, words]) => words)).toEqual(['The &quot;barn&quot;', 'ab']);
});

test('LIB-16 a chapter has sections with ids, links without other attributes, and a source that browsers may open', async () => {
  const chapter = await text('chapter', noteOf('## One & <two>\n\nSee [00:05](#t=5).\u0002\n\n##\n\n## Three'));
  expect(chapter.slice(chapter.indexOf('<body>') + 7, chapter.indexOf('</body>')).trim()).toBe(
    [
      '<h1>The &quot;barn&quot;</h1>',
      '<p class="facts">Ada · Mills · 2026-11-20<br/><a href="https://site.example/a?b=1&amp;c=2">https://site.example/a?b=1&amp;c=2</a></p>',
      '<h2 id="s1">One &amp; &lt;two&gt;</h2>',
      `<p>See <a href="${pageUrl}?t=5">00:05</a>.</p>`,
      '<h2 id="s2"/>',
      '<h2 id="s3">Three</h2>',
    ].join('\n'),
  );
  expect(chapter).toContain('lang="en" xml:lang="en"');
  const local = await text(
    'chapter',
    noteOf('x', { sourceUrl: 'file:///etc/passwd', author: null, siteName: null, publishedAt: null }),
  );
  expect(local).toContain('<p class="facts"></p>');
});

test('LIB-16 cards are of a title or a point that has points, and keep their key when the title changes', () => {
  const title = '#1  "quoted"\tname::with\u0001 <b>';
  const note = noteOf('- A [00:05](#t=5)\n  - B\n    - C\n- A\n  - D\n\n#river #favorited #rye', { title, sourceUrl: null });
  const name = '#1 &quot;quoted&quot; name::with &lt;b&gt;';
  const link = `<a href="${pageUrl}?t=5">00:05</a>`;
  const { deck, tags, cards } = writeCards(note);
  expect({ deck, tags }).toEqual({ deck: '#1 "quoted" name:with <b>', tags: ['river', 'rye'] });
  expect(cards.map(({ front, back }) => [front, back])).toEqual([
    [name, `<ul><li>A ${link}</li><li>A</li></ul>`],
    [`<small>${name}</small><br>A ${link}`, '<ul><li>B</li></ul>'],
    [`<small>${name}</small><br><small>A</small><br>B`, '<ul><li>C</li></ul>'],
    [`<small>${name}</small><br>A`, '<ul><li>D</li></ul>'],
  ]);
  const keys = cards.map(({ key }) => key);
  expect(new Set(keys).size).toBe(4);
  expect(writeCards({ ...note, title: 'Another' }).cards.map(({ key }) => key)).toEqual(keys);
  const [whole] = writeCards(noteOf(`${'word '.repeat(200)}\nend`)).cards;
  expect(whole?.front).toBe('The &quot;barn&quot;');
  expect(whole?.back).toMatch(new RegExp(`^(?:word ){100,120}.*<br><a href="${pageUrl}">The &quot;barn&quot;</a>$`));
  expect(whole?.back).not.toContain('end');
  expect(writeCards(noteOf('#river')).cards).toEqual([]);
});
