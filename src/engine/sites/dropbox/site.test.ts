import { expect, test } from 'vitest';
import { dropbox } from './site.ts';

const find = (address: string) => dropbox.files?.find(new URL(address)) ?? null;

test.each([
  ['https://www.dropbox.com/s/abc123/talk.pdf?dl=0', 'https://www.dropbox.com/s/abc123/talk.pdf?dl=1'],
  ['https://dropbox.com/scl/fi/a-b_c/talk.mp4?rlkey=k&raw=1#t', 'https://dropbox.com/scl/fi/a-b_c/talk.mp4?rlkey=k&dl=1'],
  ['https://www.dropbox.com/sh/abc/folder', 'https://www.dropbox.com/sh/abc/folder?dl=1'],
])('SUM-09 a file shared at Dropbox is downloaded: %s', (address, url) => {
  expect(find(address)).toEqual({ url, aboutUrl: null });
});

test.each([
  'https://www.dropbox.com.example/s/abc123/talk.pdf',
  'https://example.com/s/abc123/talk.pdf',
  'https://notdropbox.com/s/abc123/talk.pdf',
  'https://www.dropbox.com/s/abc123',
  'https://www.dropbox.com/home/s/abc123/talk.pdf',
])('SUM-09 another address is no file at Dropbox: %s', (address) => {
  expect(find(address)).toBeNull();
});

test('SUM-09 an answer of Dropbox that asks for an account is known', () => {
  const asks = (url: string) => dropbox.files?.isSignIn?.({ url } as never);
  expect(asks('https://www.dropbox.com/login?cont=x')).toBe(true);
  expect(asks('https://www.dropbox.com/forgot')).toBe(true);
  expect(asks('https://www.dropbox.com/s/abc/login')).toBe(false);
});
