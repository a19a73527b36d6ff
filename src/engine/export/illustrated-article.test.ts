import { expect, test } from 'vitest';
import { type IllustratedArticle, illustratedHtml, illustratedMarkdown, illustratedTypst } from './illustrated-article.ts';

const article: IllustratedArticle = {
  ...{
    title: 'A "talk" # <b>',
    language: 'en',
    sourceUrl: 'https://talk.example/',
    pageUrl: 'https://gleaner.example/content/1',
  },
  chapters: [
    {
      ...{ title: null, startMs: 0, picture: { name: '0.jpg', atMs: 1000 } },
      paragraphs: [
        { startMs: 0, speaker: 'Ada', text: 'It keeps <heat> & *burns*.' },
        { startMs: 65_000, speaker: 'Ada', text: 'All night.' },
      ],
    },
    {
      ...{ title: 'Why "\\n', startMs: 120_000, picture: null },
      paragraphs: [{ startMs: 120_000, speaker: 'Bo', text: 'Clay.' }],
    },
  ],
};

test('pictures stand at their moments, speakers are named where they change, and each paragraph leads to its second', () => {
  const markdown = illustratedMarkdown(article, (name) => `https://gleaner.example/files/${name}`);
  expect(markdown.match(/Ada/g)).toHaveLength(1);
  expect(markdown).toContain('![00:01](https://gleaner.example/files/0.jpg)');
  expect(markdown).toContain('All night. [01:05](https://gleaner.example/content/1?t=65)');
  expect(markdown.indexOf('## ')).toBeLessThan(markdown.indexOf('Bo: Clay.'));
  const html = illustratedHtml(article, new Map([['0.jpg', new Uint8Array([0xff, 0xd8, 0xff])]]));
  expect(html).toContain('<img src="data:image/jpeg;base64,/9j/" alt="00:01">');
  expect(html).toContain('<a class="time" href="https://gleaner.example/content/1?t=65"');
});

test('in Markdown a picture that its reader cannot open is the link to its moment', () => {
  const markdown = illustratedMarkdown(article, () => null);
  expect(markdown).not.toContain('![');
  expect(markdown).toContain('\n\n[00:01](https://gleaner.example/content/1?t=1)\n\nAda: It keeps');
});

test('nothing of a title, a name or what is said becomes markup, or a command of the typesetter', () => {
  const html = illustratedHtml(article, new Map());
  expect(html).toContain('<h1>A &quot;talk&quot; # &lt;b&gt;</h1>');
  expect(html).toContain('keeps &lt;heat&gt; &amp; *burns*.');
  expect(html).not.toContain('<img');
  const typst = illustratedTypst(article);
  expect(typst).toContain('image("0.jpg", width: 100%)');
  expect(typst).toContain('text("Why \\"\\\\n")');
  expect(typst).toContain('text("A \\"talk\\" # <b>")'.replace('text(', '').replace(')', ''));
});

test('an illustrated article is written whole in each form', () => {
  const offline = { ...article, sourceUrl: null, pageUrl: null };
  const blocks = (to: string) => [
    '# A "talk" \\# \\<b\\>',
    `[00:01]${to.replace('65', '1')}`,
    `Ada: It keeps \\<heat\\> \\& \\*burns\\*. [00:00]${to.replace('65', '0')}`,
    `All night. [01:05]${to}`,
    '## Why "\\\\n',
    `Bo: Clay. [02:00]${to.replace('65', '120')}`,
  ];
  expect(illustratedMarkdown(offline, () => null)).toBe(`${blocks('').join('\n\n')}\n`);
  expect(illustratedMarkdown(article, () => null)).toBe(`${blocks('(https://gleaner.example/content/1?t=65)').join('\n\n')}\n`);
  const html = illustratedHtml(offline, new Map([['other.jpg', new Uint8Array(1)]]));
  expect(html.slice(html.indexOf('<body>'), html.indexOf('</body>')).split('\n')).toEqual([
    '<body>',
    '<h1>A &quot;talk&quot; # &lt;b&gt;</h1>',
    '<p>Ada: It keeps &lt;heat&gt; &amp; *burns*. <span class="time">00:00</span></p>',
    '<p>All night. <span class="time">01:05</span></p>',
    '<h2>Why &quot;\\n</h2>',
    '<p>Bo: Clay. <span class="time">02:00</span></p>',
    '',
  ]);
  expect(html).toContain('<html lang="en">');
  const typst = illustratedTypst(offline);
  expect(typst.slice(typst.indexOf('figure(')).split('\n')).toEqual([
    'figure(image("0.jpg", width: 100%), caption: text("00:01"))',
    'par({ text("Ada: It keeps <heat> & *burns*. "); text("00:00") })',
    'par({ text("All night. "); text("01:05") })',
    'heading(level: 1, text("Why \\"\\\\n"))',
    'par({ text("Bo: Clay. "); text("02:00") })',
    '}',
    '',
  ]);
  expect(illustratedTypst(article)).toContain('link("https://gleaner.example/content/1?t=65", text("01:05"))');
});
