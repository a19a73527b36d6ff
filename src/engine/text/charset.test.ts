import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { charsetOfContentType, decodeText } from './charset.ts';

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
const concat = (...parts: Uint8Array[]) => Uint8Array.from(Buffer.concat(parts));
const ascii = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));

const gbk = bytesOf('BDF1CCECCED2C3C7C0B4C1C4D2BBC1C4CAD3C6B5D7DCBDE1A3ACB4F3BCD2BAC3A1A3');
const gbkText = '今天我们来聊一聊视频总结，大家好。';
const big5 = bytesOf('B36FADD3B8605ED8A4B6B2D0BB4FC657AABABEFAA576A141C577AAEFA6ACACDDA143'.replace('5ED8', 'A5D8'));
const big5Text = '這個節目介紹臺灣的歷史，歡迎收看。';

function utf16(text: string, bigEndian: boolean): Uint8Array {
  const bytes = Buffer.from(text, 'utf16le');
  return Uint8Array.from(bigEndian ? bytes.swap16() : bytes);
}

function utf32(text: string, bigEndian: boolean): Uint8Array {
  const points = Array.from(text).map((char) => char.codePointAt(0) ?? 0);
  const view = new DataView(new ArrayBuffer(points.length * 4));
  points.forEach((point, index) => {
    view.setUint32(index * 4, point, !bigEndian);
  });
  return new Uint8Array(view.buffer);
}

const gbkLineText = '这是一个测试，的确没有空格。我们在这里说的都是中文。';
const gbkLine = bytesOf(
  'D5E2CAC7D2BBB8F6B2E2CAD4A3ACB5C4C8B7C3BBD3D0BFD5B8F1A1A3CED2C3C7D4DAD5E2C0EFCBB5B5C4B6BCCAC7D6D0CEC4A1A3',
);

describe('decodeText', () => {
  it('SUM-05 reads byte order marks of every Unicode encoding', () => {
    const text = 'Hello, 世界 🎬\n';
    expect(decodeText(concat(bytesOf('EFBBBF'), Buffer.from(text)))).toEqual({ text, encoding: 'utf-8' });
    for (const bigEndian of [false, true]) {
      const end = bigEndian ? 'be' : 'le';
      expect(decodeText(utf16(`\ufeff${text}`, bigEndian))).toEqual({ text, encoding: `utf-16${end}` });
      expect(decodeText(utf32(`\ufeff${text}`, bigEndian))).toEqual({ text, encoding: `utf-32${end}` });
    }
  });

  it('SUM-05 recognises UTF-16 and UTF-32 without a mark', () => {
    for (const text of [
      '1\r\n00:00:01,000 --> 00:00:02,000\r\n这是字幕\r\n',
      'Just a line of English.\n',
      '这是一个测试，的确没有空格。我们在这里说的都是中文。',
    ]) {
      for (const bigEndian of [false, true]) expect(decodeText(utf16(text, bigEndian)).text).toBe(text);
    }
    expect(decodeText(utf32('第一行\nsecond line\n', false)).text).toBe('第一行\nsecond line\n');
  });

  it('SUM-05 tells Simplified and Traditional Chinese apart by their bytes', () => {
    expect(decodeText(gbk)).toEqual({ text: gbkText, encoding: 'gb18030' });
    expect(decodeText(big5)).toEqual({ text: big5Text, encoding: 'big5' });
  });

  it('SUM-05 reads a Chinese page that holds a few odd bytes', () => {
    const odd = bytesOf('A0FF81FF');
    const page = concat(gbkLine, odd, gbkLine, gbkLine, gbkLine, gbkLine, gbkLine, gbkLine);
    for (const contentType of ['text/html; charset=gbk', 'text/html; charset=gb2312', null]) {
      const { text, encoding } = decodeText(page, { contentType });
      expect(encoding).toBe('gb18030');
      expect(text.match(new RegExp(gbkLineText, 'g'))).toHaveLength(7);
    }
  });

  it('SUM-05 reads a page in a declared charset that holds a few odd bytes', () => {
    const page = concat(big5, big5, big5, big5, big5, big5, bytesOf('FFFF'), ascii(' '), big5);
    const { text, encoding } = decodeText(page, { contentType: 'text/html; charset=big5' });
    expect(encoding).toBe('big5');
    expect(text.endsWith(big5Text)).toBe(true);
  });

  it('SUM-05 does not take Russian for Chinese because a header says so', () => {
    const russian = concat(bytesOf('DDF2EE20F0F3F1F1EAE8E520F1F3E1F2E8F2F0FB2C20F1EFE0F1E8E1EE'), bytesOf('2EFF20'));
    expect(decodeText(concat(russian, russian, russian), { contentType: 'text/plain; charset=gb2312' }).text).toContain(
      'русские субтитры',
    );
  });

  it('SUM-05 does not take another text for Chinese because a header says so', () => {
    const french = ascii(
      'Il \xe9tait une fois une for\xeat, o\xf9 des \xe9l\xe8ves r\xeavaient \xe0 l\xe0-bas, pr\xe8s d\xe9j\xe0 des ch\xeanes. '.repeat(
        5,
      ),
    );
    expect(decodeText(french, { contentType: 'text/plain; charset=gb2312' }).text).toContain('élèves rêvaient');
  });

  it('SUM-05 takes nothing for Chinese that has no Chinese character', () => {
    for (const text of ['\xa1Hola amigos', 'Ma\xf1ana', '\xbfDe verdad?', '\xa1Hola, mam\xe1!'])
      expect(decodeText(ascii(text)).text).toBe(text);
  });

  it('SUM-05 finds the charset when a long ASCII head comes first', () => {
    const script = ascii(`<script>${'var a = 1;\n'.repeat(20_000)}</script>`);
    expect(decodeText(concat(script, gbk)).text.endsWith(gbkText)).toBe(true);
  });

  it('SUM-05 reads Turkish and Cyrillic single-byte text', () => {
    const turkish = ascii('Benim ad\xfdm Abaddon. Ben senin kral\xfdn\xfdm, g\xfcne\xfe do\xf0du.');
    expect(decodeText(turkish).text).toBe('Benim adım Abaddon. Ben senin kralınım, güneş doğdu.');
    const russian = bytesOf('DDF2EE20F0F3F1F1EAE8E520F1F3E1F2E8F2F0FB2C20F1EFE0F1E8E1EE');
    expect(decodeText(russian).text).toBe('Это русские субтитры, спасибо');
  });

  it('takes a lone accent for Western European', () => {
    expect(decodeText(ascii('caf\xe9 at noon')).text).toBe('café at noon');
    // Big5 and Cyrillic fit these bytes.
    for (const text of ['sp\xe4t w\xfcrde', 't\xeate m\xeame', 'o\xf9 \xe9t\xe9, s\xfbr, d\xe9j\xe0. tr\xe8s t\xf4t, n\xe9'])
      expect(decodeText(ascii(text)).text).toBe(text);
  });

  it('SUM-05 reads the Cantonese characters of Big5', () => {
    // 佢喺度嘅嘢嚟咗，冚啲嗰嘥瞓揾攞啱孭
    const cantonese = bytesOf('CA5C9DF6ABD79DEF9DCF91C19DF7A1419E529DF89DF59DE58FD49E4DFCAB95DA9DC0');
    expect(decodeText(concat(big5, cantonese), { declared: 'big5-hkscs' })).toEqual({
      text: `${big5Text}佢喺度嘅嘢嚟咗，冚啲嗰嘥瞓揾攞啱孭`,
      encoding: 'big5',
    });
  });

  it('keeps UTF-8 that was cut or damaged in a few places', () => {
    const bytes = Buffer.from('字幕总结'.repeat(20));
    expect(decodeText(bytes.subarray(0, bytes.length - 1)).encoding).toBe('utf-8');
    const damaged = Buffer.concat([bytes, Uint8Array.of(0xff, 0x41), bytes]);
    const { text, encoding } = decodeText(damaged);
    expect(encoding).toBe('utf-8');
    expect(text).toContain('\ufffdA');
  });

  it('obeys a declared charset unless the bytes say otherwise', () => {
    const latin = ascii('na\xefve r\xe9sum\xe9');
    expect(decodeText(latin, { contentType: 'text/plain; charset=ISO-8859-1' }).text).toBe('naïve résumé');
    // Declared Western by the server, Chinese by the page itself.
    const page = concat(ascii('<html><meta charset="gb2312"><p>'), gbk);
    expect(decodeText(page, { contentType: 'text/html; charset=iso-8859-1', sniff: 'html' }).text).toContain(gbkText);
    // Declared GBK, but really UTF-8.
    expect(decodeText(Buffer.from(gbkText), { declared: 'gbk' })).toEqual({ text: gbkText, encoding: 'utf-8' });
    const feed = concat(ascii('<?xml version="1.0" encoding="big5"?><t>'), big5);
    expect(decodeText(feed, { sniff: 'xml' })).toMatchObject({ encoding: 'big5' });
    expect(decodeText(ascii('plain'), { declared: 'no-such-charset' })).toEqual({ text: 'plain', encoding: 'utf-8' });
  });

  it('reads the charset parameter of a header', () => {
    expect(charsetOfContentType('text/html; charset="GB2312"')).toBe('GB2312');
    expect(charsetOfContentType('text/html;CHARSET=utf-8; x=y')).toBe('utf-8');
    expect(charsetOfContentType('text/html')).toBeNull();
    expect(charsetOfContentType(null)).toBeNull();
  });

  it('never throws, and returns UTF-8 unchanged', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => typeof decodeText(bytes).text === 'string'));
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from('abc xyz\n字幕总结é🎬')) }), (text) => {
        expect(decodeText(Buffer.from(text)).text).toBe(text);
      }),
    );
  });
});
