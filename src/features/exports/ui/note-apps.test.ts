import fc from 'fast-check';
import { expect, test } from 'vitest';
import { handoverTo, longestHref, type NoteApp, type Takeaway } from './note-apps.ts';

const short: Takeaway = {
  title: 'Ovens & fire: #1 [of 2]/3?',
  url: 'https://example.org/v?a=1&b=x y#t',
  body: 'Worth **it** & more = 100%\nline + two #tag',
  file: '---\ntitle: "x"\n---\n\n# x\n\nWorth **it** & more',
};
const long: Takeaway = { ...short, body: '很长的笔记'.repeat(200), file: '# 全文\n\n很长的笔记'.repeat(200) };
const apps: NoteApp[] = ['obsidian', 'logseq', 'mail'];
const paste = '(paste)';
const valuesOf = (href: string) =>
  Object.fromEntries(new URLSearchParams(href.slice(href.indexOf('?') + 1).replaceAll('+', '%2B')));

test('CON-09 Obsidian gets a name it can store and the whole file; a long one through the clipboard', () => {
  const { href, clipboard } = handoverTo('obsidian', short, paste);
  expect(href).toMatch(/^obsidian:\/\/new\?name=/);
  expect(valuesOf(href)).toEqual({ name: 'Ovens & fire 1 of 2 3', content: short.file });
  expect(clipboard).toBeNull();
  const other = handoverTo('obsidian', long, paste);
  expect(other.href).toBe('obsidian://new?name=Ovens%20%26%20fire%201%20of%202%203&clipboard');
  expect(other.clipboard).toBe(long.file);
});

test('CON-09 Logseq gets title, link and text; a long one is pasted', () => {
  const { href, clipboard } = handoverTo('logseq', short, paste);
  expect(href).toMatch(/^logseq:\/\/x-callback-url\/quickCapture\?title=/);
  expect(valuesOf(href)).toEqual({ title: short.title, url: short.url, content: short.body });
  expect(clipboard).toBeNull();
  const other = handoverTo('logseq', long, paste);
  expect(valuesOf(other.href)).toEqual({ title: short.title, url: short.url, content: paste });
  expect(other.clipboard).toBe(long.body);
});

test('CON-09 fills a mail’s subject, link and text with CRLF line ends; a long text is pasted', () => {
  const { href, clipboard } = handoverTo('mail', short, paste);
  expect(href).toMatch(/^mailto:\?subject=/);
  expect(valuesOf(href)).toEqual({ subject: short.title, body: `${short.url}\r\n\r\n${short.body.replace('\n', '\r\n')}` });
  expect(clipboard).toBeNull();
  expect(valuesOf(handoverTo('mail', long, paste).href).body).toBe(paste);
  expect(valuesOf(handoverTo('mail', { ...short, url: null }, paste).href).body).toMatch(/^Worth/);
});

test('CON-09 keeps any text from becoming a parameter, limits addresses and loses nothing', () => {
  const anyText = fc.string({ unit: 'binary', maxLength: 300 });
  const anyTake = fc.record({
    title: anyText,
    url: fc.option(anyText.map((text) => `https://example.org/${text}`)),
    body: anyText,
    file: anyText,
  });
  fc.assert(
    fc.property(fc.constantFrom(...apps), anyTake, (app, take) => {
      const { href, clipboard } = handoverTo(app, take, paste);
      expect(href.length).toBeLessThanOrEqual(longestHref);
      expect(URL.canParse(href)).toBe(true);
      const expected = { obsidian: 2, logseq: 3, mail: 2 };
      expect(href.split('&')).toHaveLength(expected[app]);
      expect(href).not.toMatch(/[\s<>"#]/);
      const all = clipboard ?? Object.values(valuesOf(href)).join('\n');
      const text = (app === 'obsidian' ? take.file : take.body).toWellFormed().trim();
      expect(all.replace(/\r\n?/g, '\n').toWellFormed()).toContain(text.replace(/\r\n?/g, '\n'));
    }),
    { numRuns: 60 },
  );
});
