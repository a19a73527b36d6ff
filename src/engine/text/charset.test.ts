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

const encodingOf = (hex: string, declared?: string) => decodeText(bytesOf(hex), { declared: declared ?? null }).encoding;

describe('the encoding', () => {
  it.each([
    ['EFBBBF41', 'utf-8', 'A'],
    ['EFBBBF', 'utf-8', ''],
    ['FFFE4100', 'utf-16le', 'A'],
    ['FFFE', 'utf-16le', ''],
    // Two NULs behind the mark are UTF-32 only where all characters have four bytes.
    ['FFFE0000', 'utf-32le', ''],
    ['FFFE00004100', 'utf-16le', '\0A'],
    ['FFFE000041000000', 'utf-32le', 'A'],
    ['FEFF0041', 'utf-16be', 'A'],
    ['0000FEFF00000041', 'utf-32be', 'A'],
    ['84319533D6D0', 'gb18030', '中'],
    ['843195', 'windows-1252', '„1•'],
    ['EFBB41', 'big5', '嚜A'],
    ['FE41', 'windows-1252', 'þA'],
    ['41FF4142', 'windows-1252', 'AÿAB'],
    ['414141FF', 'windows-1252', 'AAAÿ'],
  ])('SUM-05 of the bytes %s is %s, and a mark is taken off', (hex, encoding, text) => {
    expect(decodeText(bytesOf(hex))).toEqual({ text, encoding });
  });

  it('SUM-05 is that of a mark, whatever is declared', () => {
    expect(encodingOf('EFBBBFC3A9', 'windows-1252')).toBe('utf-8');
    expect(encodingOf('EFBBC3A9', 'windows-1252')).toBe('windows-1252');
    // Almost the mark of GB 18030.
    for (const hex of ['41319533D6D0', '84314133D6D0', '84319541D6D0', '84329533D6D0'])
      expect(encodingOf(hex), hex).not.toBe('gb18030');
  });

  it.each(['C280', 'DFBF', 'E0A080', 'ECBFBF', 'ED9FBF', 'EE8080', 'EFBFBD', 'F0908080', 'F1808080', 'F48FBFBF'])(
    'SUM-05 is UTF-8 whatever is declared when %s comes four times',
    (hex) => {
      expect([3, 4].map((times) => encodingOf(hex.repeat(times), 'windows-1252'))).toEqual(['windows-1252', 'utf-8']);
    },
  );

  it.each([
    'C180',
    'C080',
    'E09FBF',
    'E08080',
    'EDA080',
    'F08FBFBF',
    'F4908080',
    'F5808080',
    '80',
    'FF',
    'E0A0C0',
    'C27F',
    'C2C0',
    'E2827F41',
  ])('SUM-05 is no UTF-8 where %s comes, which is none', (hex) => {
    expect(encodingOf(`${hex.repeat(4)}41`, 'windows-1252')).not.toBe('utf-8');
  });

  it.each([
    [20, 1, 'windows-1252'],
    [21, 1, 'utf-8'],
    [40, 2, 'windows-1252'],
    [41, 2, 'utf-8'],
  ])('SUM-05 of %i sequences of UTF-8 and %i broken bytes is %s', (sequences, broken, encoding) => {
    expect(encodingOf('C3A9'.repeat(sequences) + 'FF41'.repeat(broken), 'windows-1252')).toBe(encoding);
  });

  it.each([
    ['gb2312', 'D6D0B9FAC8CBB5C4', 'gb18030', '中国人的'],
    ['GBK', 'D6D0B9FAC8CBB5C4', 'gb18030', '中国人的'],
    ['cp936', 'D6D0B9FAC8CBB5C4', 'gb18030', '中国人的'],
    ['cp949', 'C7D1B1B9BEEEB4C2', 'euc-kr', '한국어는'],
    [' UHC ', 'C7D1B1B9BEEEB4C2', 'euc-kr', '한국어는'],
    ['cp950', 'A4A4A4E5AABA', 'big5', '中文的'],
    ['Big5_TW', 'A4A4A4E5AABA', 'big5', '中文的'],
    ['cp932', '93FA967B8CEA82CC', 'shift_jis', '日本語の'],
    ['ms932', '93FA967B8CEA82CC', 'shift_jis', '日本語の'],
    ['shift_jis-2004', '93FA967B8CEA82CC', 'shift_jis', '日本語の'],
    ['euc-jis-2004', 'C6FCCBDCB8ECA4CE', 'euc-jp', '日本語の'],
    ['tis-620', 'C0D2C9D2E4B7C2', 'windows-874', 'ภาษาไทย'],
    ['macroman', '63618E', 'macintosh', 'caé'],
    ['mac_roman', '63618E', 'macintosh', 'caé'],
    ['maccyrillic', '8FF0E8E2E5F2', 'x-mac-cyrillic', 'Привет'],
    ['mac-cyrillic', '8FF0E8E2E5F2', 'x-mac-cyrillic', 'Привет'],
    ['koi8-r', 'F0D2C9D7C5D4', 'koi8-r', 'Привет'],
    ['utf-16', 'C3A9', 'utf-8', 'é'],
    ['nonsense', 'C3A9', 'utf-8', 'é'],
    ['iso-2022-jp', '1B28494B', 'iso-2022-jp', 'ﾋ'],
  ])('SUM-05 declared as %s is known by its name', (declared, hex, encoding, text) => {
    expect(decodeText(bytesOf(hex), { declared })).toEqual({ text, encoding });
  });

  it('SUM-05 is Japanese where its escapes come early', () => {
    const japanese = (mark: string, before = 1) => decodeText(ascii(`${'a'.repeat(before)}\u001b$${mark}F|K\\\u001b(Bz`));
    for (const mark of ['B', '@']) expect(japanese(mark)).toEqual({ text: 'a日本z', encoding: 'iso-2022-jp' });
    expect([65_533, 65_534].map((before) => japanese('B', before).encoding)).toEqual(['iso-2022-jp', 'utf-8']);
  });

  it.each<[head: string, sniff: 'html' | 'xml', found: boolean]>([
    ['<meta charset=macintosh>', 'html', true],
    ['<META http-equiv=x content="text/html; CharSet = macintosh">', 'html', true],
    ['<meta charset=macintosh>', 'xml', false],
    ['<metadata charset=macintosh>', 'html', false],
    ['<meta charset="macintosh">', 'html', true],
    ['<?xml version="1.0" encoding="macintosh"?>', 'xml', true],
    [` <?xml version="1.0" encoding = 'macintosh'?>`, 'html', true],
    ['x<?xml version="1.0" encoding="macintosh"?>', 'xml', false],
    ['<?xml version="1.0"?><a encoding="macintosh"/>', 'xml', false],
    [`${' '.repeat(8192 - 23)}<meta charset=macintosh>`, 'html', true],
    [`${' '.repeat(8192 - 21)}<meta charset=macintosh>`, 'html', false],
    [`<meta ${'x'.repeat(300)}charset=macintosh>`, 'html', true],
    [`<meta ${'x'.repeat(301)}charset=macintosh>`, 'html', false],
  ])('SUM-05 declared within a document is found where it counts: %s as %s', (head, sniff, found) => {
    expect(decodeText(concat(ascii(head), ascii('caf\x8e')), { sniff }).encoding === 'macintosh').toBe(found);
  });

  it.each<[text: string, isWide: boolean]>([
    ['ab', true],
    ['a', false],
    ['\0\0', false],
    [`${'a'.repeat(49)}\u0001`, true],
    [`${'a'.repeat(48)}\u0001\u0001`, false],
    [`${'a'.repeat(48)}\ufffd\ue000`, false],
    [`${'a'.repeat(48)}\ufffd\uf8ff`, false],
    [`${'a'.repeat(48)}\ufffd\uf900`, true],
    [`${'a'.repeat(47)}\t\r\n`, true],
    [`${'a'.repeat(10)}ĀĀ`, true],
    [`${'a'.repeat(8)}ĀĀ`, false],
    [`${'б'.repeat(198)}  `, true],
    [`${'б'.repeat(199)} `, false],
    [`${'国'.repeat(48)}的是`, true],
    [`${'国'.repeat(50)}的是`, false],
    [`${'国'.repeat(23)}的`, false],
    [`${'国'.repeat(17)}的是λ。`, true],
    [`${'国'.repeat(16)}的是λλ。`, false],
    [`${'国'.repeat(14)}，。〿＂鿿－是`, true],
  ])('SUM-05 of %j in two bytes each is found without a mark: %s', (text, isWide) => {
    for (const [bigEndian, encoding] of [
      [false, 'utf-16le'],
      [true, 'utf-16be'],
    ] as const)
      expect(decodeText(utf16(text, bigEndian)).encoding === encoding, encoding).toBe(isWide);
  });

  it.each<[text: string, isWide: boolean]>([
    ['a', true],
    [`${'a'.repeat(10)}🎬`, true],
    [`${'a'.repeat(9)}🎬`, false],
    [`${'a'.repeat(10)}Ā`, true],
    [`${'a'.repeat(9)}Ā`, false],
  ])('SUM-05 of %j in four bytes each is found without a mark: %s', (text, isWide) => {
    for (const [bigEndian, encoding] of [
      [false, 'utf-32le'],
      [true, 'utf-32be'],
    ] as const)
      expect(decodeText(utf32(text, bigEndian)).encoding === encoding, encoding).toBe(isWide);
  });

  it('SUM-05 of four bytes keeps long texts whole and shows what is no character', () => {
    const text = `\ufeff${'ab🎬'.repeat(1400)}`;
    expect(decodeText(utf32(text, false))).toEqual({ text: text.slice(1), encoding: 'utf-32le' });
    const odd = concat(utf32('\ufeff', true), bytesOf('0000D7FF 0000D800 0000DFFF 0000E000 0010FFFF 00110000 0000FEFF 0000'));
    expect(decodeText(odd).text).toBe('\ud7ff\ufffd\ufffd\ue000\u{10ffff}\ufffd\ufeff\ufffd');
  });

  it.each([
    ['text/html; charset=a', null],
    ['text/html; charset=ab', 'ab'],
    [`x;charset=${'a'.repeat(41)}`, 'a'.repeat(40)],
    ['x;  charset  =  "  gbk"', 'gbk'],
    ["x; charset='gb_2312:80+x.y-z'", 'gb_2312:80+x.y-z'],
    ['x charset=gbk', null],
    [`x;${'y'.repeat(487)};charset=gbk`, 'gb'],
  ])('SUM-05 of the header %s is %s', (header, charset) => {
    expect(charsetOfContentType(header)).toBe(charset);
  });
});
