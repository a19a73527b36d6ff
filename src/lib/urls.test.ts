import { expect, test } from 'vitest';
import { isTimeZone } from './is-time-zone.ts';
import { languageOf } from './language-of-request.ts';
import { isInterfaceLanguage } from './languages.ts';
import { parseHttpUrl, webAddress } from './urls.ts';
import { escapeXml } from './xml.ts';

test.each([
  ['javascript:alert(1)', null],
  ['file:///etc/passwd', null],
  ['mailto:ada@example.org', null],
  ['HTTP://Example.org/A', 'http://example.org/A'],
  [' https://example.org ', 'https://example.org/'],
  ['example.com:8080/x', 'https://example.com:8080/x'],
  ['example.com:8080', 'https://example.com:8080/'],
  ['example.com:x', null],
  ['example.com/a:80/', 'https://example.com/a:80/'],
  ['localhost:80abc', null],
  ['https://a b', null],
  ['a\tb', null],
  ['', null],
  ['  ', null],
  ['https://', null],
  ['//example.org', 'https://example.org/'],
  ['web+x:y', null],
])('the address in %j is %j', (text, address) => {
  expect(parseHttpUrl(text)?.href ?? null).toBe(address);
  expect(webAddress(text)).toBe(address);
});

test('a source without an address has none', () => {
  expect(webAddress(null)).toBeNull();
});

test.each([
  ['Asia/Shanghai', true],
  ['utc', true],
  ['Etc/GMT+3', true],
  ['America/Port-au-Prince', true],
  ['+08:00', false],
  ['08:00', false],
  ['Asia/Nowhere', false],
  ['Asia/Shanghai ', false],
  ['', false],
])('%j is a time zone: %s', (name, isOne) => {
  expect(isTimeZone(name)).toBe(isOne);
});

test.each([
  ['en', 'zh', 'en'],
  ['zh', 'en', 'zh'],
  ['fr', 'zh-CN,en', 'zh'],
  [undefined, 'fr-FR, EN;q=0.8, zh', 'en'],
  [undefined, 'fr', 'en'],
  [undefined, '', 'zh'],
  [undefined, undefined, 'zh'],
  [undefined, `${'fr,'.repeat(166)}zh`, 'zh'],
  [undefined, `${'fr,'.repeat(167)}zh`, 'en'],
])('for the cookie %j and the browser’s %j the interface is in %s', (cookie, accepted, language) => {
  expect(languageOf(cookie, accepted)).toBe(language);
});

test('only the codes of the interface are its languages', () => {
  expect(['zh', 'en', 'fr', '', null, 5].filter(isInterfaceLanguage)).toEqual(['zh', 'en']);
});

test('text for XML has no signs of XML and nothing that XML forbids', () => {
  expect(escapeXml('a<b>&"c\'\t\n\r\u0000\u0008\u001f\u007f\ufffe\uffff\ud800é')).toBe(
    'a&lt;b&gt;&amp;&quot;c&apos;\t\n\r\ufffdé',
  );
});
