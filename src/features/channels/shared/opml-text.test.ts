import { expect, test } from 'vitest';
import { opmlText } from './opml-text.ts';

const head = (charset: string) => Buffer.from(`<?xml version="1.0" encoding="${charset}"?><opml>`, 'latin1');
const kilnInGbk = Buffer.from([0xd2, 0xa4]);
const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16();

test.each([
  ['UTF-8', Buffer.from('<opml>窑')],
  ['UTF-8 with a mark', Buffer.from('\ufeff<opml>窑')],
  ['UTF-8 that declares UTF-16', Buffer.concat([head('utf-16'), Buffer.from('窑')])],
  ['UTF-8 that declares a charset nobody knows', Buffer.concat([head('x-none'), Buffer.from('窑')])],
  ['GB2312', Buffer.concat([head('GB2312'), kilnInGbk])],
  ['GBK', Buffer.concat([head('gbk'), kilnInGbk])],
  ['UTF-16', Buffer.from('\ufeff<opml>窑', 'utf16le')],
  ['UTF-16, big end first', swapped('\ufeff<opml>窑')],
  ['unmarked UTF-16', Buffer.from('<opml>窑', 'utf16le')],
  ['unmarked UTF-16, big end first', swapped('<opml>窑')],
])('EXP-01 a list of subscriptions in %s is read', (_, bytes) => {
  expect(opmlText(bytes).replace(/^<\?.*\?>/, '')).toBe('<opml>窑');
});

test.each([
  [' \n<?xml version="1.0" encoding = "gbk"?>', true],
  ["<?xml version='1.0' encoding='gbk' standalone='yes'?>", true],
  ['<?XML encoding="GBK"?>', true],
  ['<?xml\tversion="1.0"\nencoding="gbk"?>', true],
  ['x<?xml encoding="gbk"?>', false],
  ['<xml encoding="gbk">', false],
  ['<?xmlx encoding="gbk"?>', false],
  ['<?xml version="1.0"?><opml encoding="gbk">', false],
  ['<?xml encoding=gbk?>', false],
  ['<?xml encoding="g b k"?>', false],
  ['<?xml encoding=""?>', false],
  [`<?xml version="1.0"${' '.repeat(260)}encoding="gbk"?>`, true],
  [`<?xml version="1.0"${' '.repeat(290)}encoding="gbk"?>`, false],
])('EXP-01 a charset is declared by %j: %s', (declaration, isRead) => {
  const text = opmlText(Buffer.concat([Buffer.from(declaration, 'latin1'), kilnInGbk]));
  expect(text).toBe(`${declaration}${isRead ? '窑' : '\u04a4'}`);
});

/** A byte order mark is two bytes, and so is how `<` begins: one of them alone is neither. */
test.each([
  [[0xff, 0x41], '\ufffdA'],
  [[0xfe, 0x41], '\ufffdA'],
  [[0x41, 0xfe], 'A\ufffd'],
  [[0x41, 0xff], 'A\ufffd'],
  [[0x3c, 0x41], '<A'],
  [[0, 0x41], '\0A'],
  [[0x41, 0], 'A\0'],
  [[0x41, 0x3c], 'A<'],
  [[0xff], '\ufffd'],
  [[0], '\0'],
  [[], ''],
])('EXP-01 %j is no UTF-16', (bytes, text) => {
  expect(opmlText(Uint8Array.from(bytes))).toBe(text);
});
