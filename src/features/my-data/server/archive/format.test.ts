import { expect, test } from 'vitest';
import { isContentName, isFileName, zChannelsFile, zManifest } from './format.ts';

test('ACC-12 an entry of an archive is a content or a file by its whole name', () => {
  const contents = ['data/contents/000001.json', 'data/contents/1234567.json'];
  expect(contents.filter((name) => !isContentName(name))).toEqual([]);
  const beside = [
    '/data/contents/000001.json',
    'data/contents/000001.json/a',
    'data/contents/00001.json',
    'data/contents/abcdef.json',
  ];
  expect(beside.filter(isContentName)).toEqual([]);
  expect(['files/1', 'files/123456789'].filter((name) => !isFileName(name))).toEqual([]);
  expect(['a/files/1', 'files/1/a', 'files/1a', 'files/', 'files/a', 'files/1234567890'].filter(isFileName)).toEqual([]);
});

test('ACC-12 a manifest names each entry with the whole of its hash', () => {
  const manifestOf = (sha256: string) => ({
    ...{ format: 'gleaner-archive', version: 1, madeBy: 'test', madeAt: '2026-01-01T00:00:00.000Z' },
    entries: [{ name: 'a', bytes: 0, sha256 }],
  });
  const isRead = (sha256: string) => zManifest.safeParse(manifestOf(sha256)).success;
  const hash = '0123456789abcdef'.repeat(4);
  expect(isRead(hash)).toBe(true);
  expect([`0${hash}`, `${hash}0`, hash.slice(1), 'a', hash.toUpperCase(), 'g'.repeat(64)].filter(isRead)).toEqual([]);
});

test('ACC-12 a channel of an archive has an address of the web', () => {
  const isRead = (address: string) => {
    const subscription = { address, url: address, title: 'A', automatic: false, noteLanguage: 'en', detail: 'standard' };
    return zChannelsFile.safeParse({ subscriptions: [subscription], monthlyMinutes: null }).success;
  };
  expect(['http://a.example/feed', 'https://a.example/feed'].filter((address) => !isRead(address))).toEqual([]);
  expect(['xhttp://a.example/', 'httpsx://a.example/', 'file:///etc/passwd', 'feed'].filter(isRead)).toEqual([]);
});
