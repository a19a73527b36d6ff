import { expect, test } from 'vitest';
import { isThisComputer, leadsToThisComputer, pageUrlElsewhere, urlElsewhere } from './own-page-address.ts';

test.each([
  ['http://localhost:3000', true],
  ['http://notes.localhost', true],
  ['http://127.0.0.1', true],
  ['http://127.8.0.9:3000', true],
  ['http://[::1]:3000', true],
  ['http://192.168.1.4:3000', false],
  ['http://127.0.0.1.example', false],
  ['https://localhost.example', false],
  ['https://mylocalhost', false],
])('CON-09 only this computer opens %s: %s', (origin, only) => {
  expect(isThisComputer(origin)).toBe(only);
  expect(urlElsewhere(origin, '/s/a')).toBe(only ? null : `${origin}/s/a`);
  expect(pageUrlElsewhere(origin, 'x')).toBe(only ? null : `${origin}/content/x`);
});

test.each([
  ['http://localhost:3000', 'a [00:10](http://localhost:3000/content/x?t=10)', true],
  ['http://127.0.0.1:3000', 'a [00:10](http://127.0.0.1:3000/content/x?t=10)', true],
  ['http://localhost:3000', 'a highlight\nhttp://localhost:3000/content/x?p=3', true],
  ['http://localhost:3000', 'a [00:10](https://video.example/?t=10)', false],
  ['http://localhost:3000', 'a http://localhost:3000/ is said', false],
  ['https://notes.example', 'a [00:10](https://notes.example/content/x?t=10)', false],
])('a copy made at %s: %j leads to this computer: %s', (origin, text, leads) => {
  expect(leadsToThisComputer(text, origin)).toBe(leads);
});
