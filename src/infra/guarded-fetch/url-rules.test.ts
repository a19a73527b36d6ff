import { expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { bareHost, checkUrl, parseAllowList } from './url-rules.ts';

/** Returns the URL, or the error code that it is refused with. */
function check(text: string, allow: readonly string[] = [], base?: string): string {
  try {
    return checkUrl(text, parseAllowList(allow), base === undefined ? undefined : new URL(base)).href;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

test.each([
  ['http://pages.example/a?b=1', 'http://pages.example/a?b=1'],
  ['https://pages.example', 'https://pages.example/'],
  ['https://pages.example/a#part', 'https://pages.example/a'],
  ['http://pages.example:8080/', 'http://pages.example:8080/'],
  ['https://pages.example:8443/', 'https://pages.example:8443/'],
  ['http://pages.example:443/', 'http://pages.example:443/'],
  ['https://pages.example:80/', 'https://pages.example:80/'],
  ['http://93.184.216.34/', 'http://93.184.216.34/'],
  ['http://[2606:4700::1111]/', 'http://[2606:4700::1111]/'],
  ['http://localhost.example/', 'http://localhost.example/'],
  ['http://pages.example:81/', 'url_blocked'],
  ['http://93.184.216.34:22/', 'url_blocked'],
  ['http://10.0.0.1/', 'url_blocked'],
  ['http://[::1]/', 'url_blocked'],
  ['http://intranet/', 'url_blocked'],
  ['http://intranet./', 'url_blocked'],
  ['http://a.localhost/', 'url_blocked'],
  ['http://printer.local./', 'url_blocked'],
  ['http://PRINTER.LOCAL/', 'url_blocked'],
  ['http://x.internal/', 'url_blocked'],
  ['http://x.home.arpa/', 'url_blocked'],
  ['http://x.localdomain/', 'url_blocked'],
  ['http://x.intranet/', 'url_blocked'],
  ['http://x.lan/', 'url_blocked'],
  ['http://x.corp/', 'url_blocked'],
  ['ftp://pages.example/', 'url_invalid'],
  ['file:///etc/hosts', 'url_invalid'],
  ['http://name@pages.example/', 'url_invalid'],
  ['http://:word@pages.example/', 'url_invalid'],
  ['no link', 'url_invalid'],
])('the address %s becomes %s', (text, expected) => {
  expect(check(text)).toBe(expected);
});

test('an address has 2048 characters at most, as it is given and as it is asked for', () => {
  const head = 'http://pages.example/';
  const longest = head + 'a'.repeat(2048 - head.length);
  expect(check(longest)).toBe(longest);
  expect(check(`${longest}a`)).toBe('url_invalid');
  // Too long, although it is short after parsing.
  expect(check(`${head}${'./'.repeat(1100)}`)).toBe('url_invalid');
  // Short, but too long after parsing.
  expect(check(head + '麦'.repeat(600))).toBe('url_invalid');
});

test('a relative address is read from where it was found', () => {
  expect(check('../b', [], 'https://pages.example/a/c')).toBe('https://pages.example/b');
  expect(check('//10.0.0.1/', [], 'https://pages.example/')).toBe('url_blocked');
  expect(check('/b')).toBe('url_invalid');
});

test('what is allowed is allowed with its port only', () => {
  const allow = [' 127.0.0.1:3000 ', '', 'inside.local', '[::1]:8080'];
  expect(check('http://127.0.0.1:3000/x', allow)).toBe('http://127.0.0.1:3000/x');
  expect(check('https://127.0.0.1:3000/x', allow)).toBe('https://127.0.0.1:3000/x');
  expect(check('http://127.0.0.1:3001/', allow)).toBe('url_blocked');
  expect(check('http://127.0.0.1/', allow)).toBe('url_blocked');
  expect(check('http://inside.local/', allow)).toBe('http://inside.local/');
  expect(check('https://inside.local/', allow)).toBe('url_blocked');
  expect(check('http://[::1]:8080/', allow)).toBe('http://[::1]:8080/');
  // The allow list only permits more addresses; all other rules still apply.
  expect(check('ftp://127.0.0.1:3000/', allow)).toBe('url_invalid');
  expect(check('http://a@127.0.0.1:3000/', allow)).toBe('url_invalid');
});

test('a list of what is allowed holds hosts and ports', () => {
  expect([...parseAllowList([' one.example ', 'two.example:8080', '  '])]).toEqual(['one.example:80', 'two.example:8080']);
  expect(() => parseAllowList(['one.example', 'two.example:x'])).toThrow('config_invalid: not host:port: two.example:x');
});

test('a host is bare without the brackets of IPv6', () => {
  expect([bareHost('[::1]'), bareHost('pages.example')]).toEqual(['::1', 'pages.example']);
});
