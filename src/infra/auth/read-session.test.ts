import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { signedValue } from './read-session.ts';

const name = 'gleaner.session_token';
const secret = 'a secret of this server';
const signatureOf = (value: string, by = secret) => createHmac('sha256', by).update(value).digest('base64');
const signed = (value: string, by?: string) => encodeURIComponent(`${value}.${signatureOf(value, by)}`);
const read = (header: string) => signedValue(header, name, secret);

test.each([
  ['alone', `${name}=${signed('token')}`],
  ['among others', `other=1; ${name}=${signed('token')} ;theme=dark`],
  ['beside a name that ends in it', `x${name}=${signed('else')}; ${name}=${signed('token')}`],
  ['before another one of its name', `${name}=${signed('token')}; ${name}=${signed('else')}`],
  ['in quotes', `${name}="${signed('token')}"`],
  ['behind its name without a value', `${name}2; ${name}=${signed('token')}`],
  ['behind what is no cookie', `nothing;=; ${name}=${signed('token')}`],
])('a cookie that this server signed says its value, %s', (_, header) => expect(read(header)).toBe('token'));

test('a value may have dots of its own, or one letter', () => {
  for (const value of ['to.k.en', 't']) expect(read(`${name}=${signed(value)}`)).toBe(value);
});

test.each([
  ['no cookies', ''],
  ['other cookies', `theme=dark; ${name}2=${signed('token')}`],
  ['another secret', `${name}=${signed('token', 'another secret')}`],
  ['another value', `${name}=${encodeURIComponent(`token2.${signatureOf('token')}`)}`],
  ['a signature that goes on', `${name}=${signed('token')}A`],
  ['a signature cut short', `${name}=${encodeURIComponent(`token.${signatureOf('token').slice(0, -2)}`)}`],
  ['letters outside Latin in its place', `${name}=token.${encodeURIComponent('水'.repeat(44))}`],
  ['no signature', `${name}=token`],
  ['an empty signature', `${name}=token.`],
  ['an empty value', `${name}=${signed('')}`],
  ['a quote at its end alone', `${name}=x${signed('token')}"`],
  ['nothing', `${name}=`],
  ['a broken escape', `${name}=%E0%A4%A.${signatureOf('token')}`],
  ['the first of two forged', `${name}=token.forged; ${name}=${signed('token')}`],
])('a cookie with %s says nothing', (_, header) => expect(read(header)).toBeNull());
