import { expect, test } from 'vitest';
import { textKinds, textKindsOf } from './text-kinds.ts';

const kindsOf = (text: string): string[] => textKinds.filter((_, bit) => ((textKindsOf(text) >>> bit) & 1) === 1);

test.each([
  ['You may also like', 'related'],
  ['Lesen Sie auch: Der Kanal', 'related'],
  ['À lire aussi', 'related'],
  ['相关阅读：运河', 'related'],
  ['12 Comments', 'comments'],
  ['Kommentar schreiben', 'comments'],
  ['查看评论', 'comments'],
  ['Auf WhatsApp teilen', 'share'],
  ['Sign up for our newsletter', 'newsletter'],
  ['Über den Autor', 'author'],
  ['责任编辑：王芳', 'author'],
  ['Alle Rechte vorbehalten', 'legal'],
  ['Foto: Ada Quill', 'caption'],
  ['3. März 2021', 'dateline'],
  ['7 min read', 'dateline'],
  ['In den Warenkorb', 'shop'],
  ['Anzeige', 'advert'],
  ['Ads', 'advert'],
  ['Startseite', 'navigation'],
  ['Was this helpful?', 'reviews'],
  ['Verifizierter Kauf', 'reviews'],
  ['Customers who bought this', 'related'],
  ['免责声明', 'legal'],
  ['打开APP', 'newsletter'],
  ['网友评论', 'comments'],
])('says of “%s” that it is of the kind %s', (text, kind) => {
  expect(kindsOf(text)).toEqual([kind]);
});

test.each([
  'The canal was dug by hand.',
  'A photo of the canal',
  'Das ist die Startseite der Zeitung.',
  'Ads of the town',
  '运河由人工挖成。',
])('says nothing of “%s”', (text) => {
  expect(kindsOf(text)).toEqual([]);
});

test('sees a phrase only at the start where its place is there', () => {
  expect(kindsOf('Reply')).toContain('comments');
  expect(kindsOf('Reply of the town')).toEqual([]);
  expect(kindsOf('The town gave no reply')).toEqual(['comments']);
});

test('looks at both ends of a long text and not at its middle', () => {
  const long = 'The canal was dug by hand, stone by stone. '.repeat(8);
  expect(kindsOf(`${long}${long}Sign up for our newsletter`)).toEqual(['newsletter']);
  expect(kindsOf(`${long}Sign up for our newsletter. ${long}`)).toEqual([]);
});
