import { expect, test } from 'vitest';
import { orderTracks } from './order-site-tracks.ts';

const track = (written: string) => {
  const [language = '', name = ''] = written.split('/');
  return { language: language.replace('~', ''), automatic: language.startsWith('~'), name };
};
const written = ({ language, automatic, name }: ReturnType<typeof track>) =>
  `${automatic ? '~' : ''}${language}${name === '' ? '' : `/${name}`}`;
const order = (tracks: string[], spoken: string | null, wanted: string | null) =>
  orderTracks(tracks.map(track), { spoken, wanted }).map(written);

test('SUM-02 tries the wanted language, the spoken one, the automatic track, then others', () => {
  expect(order(['fr', 'zh', 'en', '~de', 'de', 'es'], 'de-AT', 'es-ES')).toEqual(['es', 'de', '~de', 'en', 'zh']);
  expect(order(['fr', 'zh', 'en', 'de'], null, null)).toEqual(['en', 'zh', 'fr', 'de']);
});

test('SUM-02 takes an automatic track of the spoken language only', () => {
  expect(order(['~de', '~en'], 'en-GB', 'de')).toEqual(['~en']);
  expect(order(['~de', '~en'], null, 'de')).toEqual(['~de', '~en']);
});

test('SUM-02 tries the wanted script first', () => {
  const all = ['zh-TW', 'zh-Hant', 'zh-Hans', 'zh', 'zh-CN'];
  expect(order(all, null, 'zh-CN')).toEqual(['zh-CN', 'zh-Hans', 'zh', 'zh-TW', 'zh-Hant']);
  expect(order(all, null, 'ZH-HANT')).toEqual(['zh-Hant', 'zh-TW', 'zh-Hans', 'zh', 'zh-CN']);
  expect(order(['zh', 'zh-HK'], null, 'zh-TW')).toEqual(['zh-HK', 'zh']);
  expect(order(['zh-MO', 'zh'], null, 'zh-Hans')).toEqual(['zh', 'zh-MO']);
});

test('SUM-02 tries what lies beside the talk last', () => {
  const names = ['en/Lyrics', 'en/comments', 'en/Commentary', 'en/song'];
  expect(order([...names, 'fr'], null, 'en')).toEqual(['fr', ...names]);
  const others = ['en/Signs', 'en/trivia', 'en/note', 'en/歌词', 'en/评论'];
  expect(order([...others, 'fr', 'en/English (commented)'], 'en', null)).toEqual([
    'en/English (commented)',
    'fr',
    ...others.slice(0, 3),
  ]);
});
