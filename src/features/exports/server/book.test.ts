import { buffer } from 'node:stream/consumers';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import type { NoteLanguage } from '#lib/languages.ts';
import { createBook } from './book.ts';

type Chapter = { title: string; language: NoteLanguage; xhtml: string };

async function bookOf(chapters: readonly Chapter[]): Promise<{ places: string[]; nav: string; opf: string }> {
  const zip = new ZipFile();
  const book = createBook(new Date('2026-11-20T08:09:10.987Z'));
  book.begin(zip);
  const places = chapters.map((chapter) => book.add(chapter));
  book.end(zip);
  zip.end();
  const files = unzipSync(new Uint8Array(await buffer(zip.outputStream as NodeJS.ReadableStream)));
  expect(Object.keys(files)).toEqual([
    'mimetype',
    'META-INF/container.xml',
    'EPUB/style.css',
    'EPUB/nav.xhtml',
    'EPUB/package.opf',
  ]);
  const read = (name: string) => strFromU8(files[`EPUB/${name}`] ?? new Uint8Array());
  return { places, nav: read('nav.xhtml'), opf: read('package.opf') };
}

const first: Chapter = {
  title: '  <A> & B ',
  language: 'en',
  xhtml: '<h1>x</h1><h2 id="s1">One <a href="t">two</a> &amp; three</h2><p>y</p><h2 id="s2"> </h2><h2 id="s3">Last</h2>',
};

test('LIB-16 a book of one note has its title, and its sections that say something', async () => {
  const { places, nav, opf } = await bookOf([first]);
  expect(places).toEqual(['EPUB/note-1.xhtml']);
  expect(nav).toContain(
    '<li><a href="note-1.xhtml">&lt;A&gt; &amp; B</a><ol><li><a href="note-1.xhtml#s1">One two &amp; three</a></li><li><a href="note-1.xhtml#s3">Last</a></li></ol></li>\n</ol>',
  );
  expect(nav).toContain('lang="en" xml:lang="en">\n<head><title>Contents</title></head>');
  expect(opf).toContain('<dc:title>&lt;A&gt; &amp; B</dc:title>\n<dc:language>en</dc:language>');
  expect(opf).toContain('<meta property="dcterms:modified">2026-11-20T08:09:10Z</meta>');
  expect(opf).toMatch(/<dc:identifier id="id">urn:uuid:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}<\/dc:identifier>/);
});

test('LIB-16 a book of several notes counts them in the language of the first, and keeps their order', async () => {
  const second: Chapter = { title: ' ', language: 'zh', xhtml: '<p>no sections</p>' };
  const { places, nav, opf } = await bookOf([second, first]);
  expect(places).toEqual(['EPUB/note-1.xhtml', 'EPUB/note-2.xhtml']);
  expect(nav).toContain('<li><a href="note-1.xhtml">…</a></li>\n<li><a href="note-2.xhtml">&lt;A&gt; &amp; B</a><ol>');
  expect(nav).toContain('<h1>目录</h1>');
  expect(opf).toContain('<dc:title>拾穗：2 篇笔记</dc:title>\n<dc:language>zh-CN</dc:language>');
  expect(
    [...opf.matchAll(/<item id="(c\d)" href="([^"]+)"|<itemref idref="(c\d)"\/>/g)].map(([, id, href, ref]) => id ?? href ?? ref),
  ).toEqual(['c1', 'c2', 'c1', 'c2']);
  expect((await bookOf([first, second])).opf).toContain('<dc:title>Gleaner: 2 notes</dc:title>');
});
