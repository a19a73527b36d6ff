import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readId3v1, repairTag } from './tags.ts';

/** 中国的音乐 in GBK. */
const gbk = Buffer.from([0xd6, 0xd0, 0xb9, 0xfa, 0xb5, 0xc4, 0xd2, 0xf4, 0xc0, 0xd6]);

describe('SUM-04 repairTag', () => {
  test('decodes GBK and UTF-8 bytes that were declared Latin-1', () => {
    expect(repairTag(gbk.toString('latin1'))).toBe('中国的音乐');
    expect(repairTag(Buffer.from('第一讲：潮汐').toString('latin1'))).toBe('第一讲：潮汐');
    expect(repairTag(`No. 3 ${gbk.toString('latin1')} (live)`)).toBe('No. 3 中国的音乐 (live)');
  });

  test('decodes GBK from its first common character to its last', () => {
    // 阿, 座, 。 and ３ have the lead bytes B0, D7, A1 and A3.
    for (const [bytes, text] of [
      [[0xb0, 0xa2, 0xb0, 0xa2], '阿阿'],
      [[0xd7, 0xf9, 0xd7, 0xf9], '座座'],
      [[0xa1, 0xa3, 0xa3, 0xb3, 0xa1, 0xa3], '。３。'],
    ] as const)
      expect(repairTag(Buffer.from(bytes).toString('latin1'))).toBe(text);
  });

  test.each([
    'Café del Mar',
    'Müller und Söhne',
    'naïve façade',
    'ÄÖÜ',
    'Ïðèâåò ìèð',
    'señor ¿qué?',
    '中文 title',
    'plain',
    'Ünïcödé Ëvërywhërë',
  ])('%s stays as it is', (text) => {
    expect(repairTag(text)).toBe(text);
  });

  test('returns null for damaged and empty tags', () => {
    for (const text of ['', '  ', '\0\0', 'a\uFFFDb', null, undefined]) expect(repairTag(text)).toBeNull();
  });

  test('never changes ASCII', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => repairTag(text) === (text.trim() || null)));
  });

  test('decodes an ID3v1 tag in GBK', () => {
    const tag = Buffer.alloc(128);
    tag.write('TAG', 0, 'latin1');
    gbk.copy(tag, 3);
    tag.write('Ann', 33, 'latin1');
    tag.write('2019', 93, 'latin1');
    expect(readId3v1(tag)).toEqual({ title: '中国的音乐', artist: 'Ann', date: '2019' });
    expect(readId3v1(Buffer.alloc(128))).toEqual({});
    expect(readId3v1(Buffer.alloc(3))).toEqual({});
  });
});
