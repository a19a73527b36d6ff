import { describe, expect, it } from 'vitest';
import { chooseTags } from './choose-tags.ts';

const phrase = (text: string, count: number, words = 1) => ({
  text,
  key: text,
  words,
  at: Array.from({ length: count }, (_, at) => at),
  quality: 1,
});

describe('SUM-13 SUM-14 tags', () => {
  it('SUM-14 puts terms of several words before common ones and leaves parts of them out', () => {
    const phrases = [phrase('water', 90), phrase('silt', 80), phrase('flood wall', 30, 2), phrase('wall', 20)];
    expect(chooseTags(phrases, 100, null)).toEqual(['flood-wall', 'water', 'silt']);
    expect(chooseTags([phrase('技术', 90), phrase('元宇宙', 30)], 100, null)).toEqual(['元宇宙', '技术']);
  });

  it('SUM-14 leaves out words that stand for others, numerals and function words', () => {
    const light = ['terms', 'couple', '三十', '一下', '通过', '肯定是', 'avec', 'own version'].map((text) => phrase(text, 50));
    expect(chooseTags([...light, phrase('silt', 5)], 100, null)).toEqual(['silt']);
  });

  it('SUM-14 gives six at most, four of several words', () => {
    const terms = Array.from({ length: 6 }, (_, at) => phrase(`term${'abcdef'[at]} wall${'uvwxyz'[at]}`, 30 - at, 2));
    const words = ['silt', 'clay', 'sand'].map((text, at) => phrase(text, 90 - at));
    expect(chooseTags([...words, ...terms], 100, null)).toEqual([
      ...['terma-wallu', 'termb-wallv', 'termc-wallw', 'termd-wallx'],
      ...['silt', 'clay'],
    ]);
  });

  it.each<[text: string, tags: string[]]>([
    ['三', []],
    ['三年', []],
    ['20天', []],
    ['三年级', ['三年级']],
    ['老三', ['老三']],
    ['谷仓的', []],
    ['谷仓了', []],
    ['的谷仓', ['的谷仓']],
    ['问题', []],
    ['谷仓问题', ['谷仓问题']],
    ['mill thing', []],
    ['thing mill', ['thing-mill']],
    ["miller's wheel", ['miller-wheel']],
    ['miller’s', ['miller']],
    ['1912', []],
    ['mill 1912', ['mill-1912']],
    ['Les', []],
  ])('SUM-14 makes of %j the tags %j', (text, tags) => {
    expect(chooseTags([phrase(text, 5, text.split(' ').length)], 100, null)).toEqual(tags);
  });

  it('SUM-14 looks for terms among the fourteen main phrases, and gives no tag within another', () => {
    const words = Array.from({ length: 14 }, (_, at) => phrase(`${'abcdefghijklmn'[at]}silt`, 90 - at));
    const tags = (place: number) => chooseTags([...words.slice(0, place), phrase('flood wall', 60, 2)], 100, null);
    expect([tags(13)[0], tags(14)[0]]).toEqual(['flood-wall', 'asilt']);
    expect(chooseTags([phrase('Silt', 9), phrase('silts', 8), phrase('ilt', 7), phrase('clay', 6)], 100, null)).toEqual([
      'Silt',
      'clay',
    ]);
    expect(chooseTags([phrase('clay', 9), phrase('silt', 8)], 100, 'The silt')).toEqual(['silt', 'clay']);
    expect(chooseTags([phrase('技术', 9), phrase('磨坊主', 8), phrase('磨坊', 7)], 100, null)).toEqual(['磨坊主', '技术']);
  });
});
