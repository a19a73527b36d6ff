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
