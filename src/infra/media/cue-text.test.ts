import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { box } from '../../../tests/harness/files/make-media.ts';
import { cueText, isTextCodec, movTextBytes, trackDecoder, ttmlCues } from './cue-text.ts';

const utf8 = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const read = (codec: string, text: string | Uint8Array) => cueText(codec, Buffer.from(text as string), utf8);
const timed = (text: Uint8Array) => Buffer.concat([Buffer.from([text.length >> 8, text.length & 255]), text]);

describe('SUM-04 stored subtitle packets as text', () => {
  test('SubRip: removes styling and keeps words and signs', () => {
    expect(read('subrip', '<i>Hello</i> <font color="red">there</font>\r\n{\\an8}1 < 2 & 3 > 2')).toEqual({
      text: 'Hello there\n1 < 2 & 3 > 2',
    });
  });

  test('ASS: handles overrides, line breaks, names, drawings and commas', () => {
    expect(read('ass', '3,0,Default,Ann,0,0,0,,{\\b1}Yes{\\b0}, he said,\\Nbut\\hno')).toEqual({
      text: 'Yes, he said,\nbut no',
      speaker: 'Ann',
    });
    expect(read('ass', '3,0,Default,,0,0,0,,{\\p1}m 0 0 l 10 10{\\p0}')).toEqual({ text: '' });
  });

  test('MP4 timed text: handles length, style boxes and byte order marks', () => {
    expect(read('mov_text', Buffer.concat([timed(Buffer.from('Grüße')), box('styl', Buffer.alloc(14))]))).toEqual({
      text: 'Grüße',
    });
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('你好', 'utf16le')]);
    expect(read('mov_text', timed(utf16))).toEqual({ text: '你好' });
    expect(read('mov_text', Buffer.from([0, 0]))).toEqual({ text: '' });
  });

  test('WebVTT in Matroska and MP4: handles voices, classes, times and entities', () => {
    const payload = '<v.loud Bob Lee>a &lt; <c.x>b</c> <00:01.000>now &amp; then';
    const expected = { text: 'a < b now & then', speaker: 'Bob Lee' };
    expect(read('webvtt', payload)).toEqual(expected);
    expect(
      read('wvtt', box('vttc', Buffer.concat([box('sttg', Buffer.from('line:0')), box('payl', Buffer.from(payload))]))),
    ).toEqual(expected);
    expect(read('wvtt', box('vtte', Buffer.alloc(0)))).toEqual({ text: '' });
  });

  test('reads a whole track as GB 18030 when it is not UTF-8', () => {
    const gbk = Buffer.from([0xc4, 0xe3, 0xba, 0xc3]);
    const decode = trackDecoder([Buffer.from('ok'), gbk]);
    expect(decode(gbk)).toBe('你好');
    expect(trackDecoder([Buffer.from('你好')])(Buffer.from('你好'))).toBe('你好');
  });

  test.each([
    ['UTF-8 with one damaged packet', 'utf8', 3, 'Le café est fermé.'],
    ['UTF-8 with damaged packets in a long track', 'utf8', 300, 'Le café est fermé.'],
  ] as const)('reads a French track of %s', (_kind, charset, count, words) => {
    const packet = Buffer.from(words, charset);
    const decode = trackDecoder([...Array.from({ length: count }, () => packet), Buffer.from([0x41, 0xe9, 0x42])]);
    expect(decode(packet)).toBe(words);
  });

  test.each(['Où est le café ? Déjà fermé, « créé » en été…', 'Für fünf Äpfel über die Brücke, größer.'])(
    'reads a track in windows-1252: %s',
    (words) => {
      const packet = Buffer.from(words.replace('…', '\x85'), 'latin1');
      expect(trackDecoder([Buffer.from('ok'), packet, packet])(packet)).toBe(words);
    },
  );

  test('never fails on any bytes', () => {
    const codecs = fc.constantFrom('subrip', 'ass', 'mov_text', 'webvtt', 'wvtt', 'text');
    fc.assert(
      fc.property(codecs, fc.uint8Array({ maxLength: 300 }), (codec, bytes) => {
        expect(typeof cueText(codec, bytes, trackDecoder([bytes])).text).toBe('string');
      }),
    );
  });

  test('TTML: handles clock times, offsets, line breaks and entities', () => {
    const body =
      '<tt><body><div><p begin="00:00:01.500" end="00:00:02">One<br/>&amp; <span>two</span></p><p begin="3s" end="4500ms">x</p></div></body></tt>';
    expect(ttmlCues(body)).toEqual([
      { startMs: 1500, endMs: 2000, text: 'One\n& two' },
      { startMs: 3000, endMs: 4500, text: 'x' },
    ]);
    expect(ttmlCues('<tt frameRate="10"><p begin="10f" end="20f">frames</p><p begin="3s">open</p></tt>')).toEqual([
      { startMs: 1000, endMs: 2000, text: 'frames' },
      { startMs: 3000, endMs: 8000, text: 'open' },
    ]);
    expect(
      ttmlCues('<tt><agent xml:id="a"><name>Ann</name></agent><p begin="0.0004s" dur="1s" ttm:agent="a">Hi</p></tt>'),
    ).toEqual([{ startMs: 0, endMs: 1000, text: 'Hi', speaker: 'Ann' }]);
    expect(ttmlCues('<p begin="2s" end="1s">backwards</p><p begin="1s" end="2s"> <br/> </p>')).toEqual([]);
  });
});

describe('SUM-04 subtitle packets in detail', () => {
  test('text is in these codecs', () => {
    for (const codec of ['subrip', 'srt', 'text', 'mov_text', 'ass', 'ssa', 'webvtt', 'wvtt', 'ttml'])
      expect(isTextCodec(codec), codec).toBe(true);
    for (const codec of ['hdmv_pgs_subtitle', 'dvb_teletext', '']) expect(isTextCodec(codec), codec).toBe(false);
  });

  test.each([
    ['</i>a</>', 'a'],
    ['a <00:01.5>b<1>', 'a b'],
    ['<3 and < b > and <é>', '<3 and < b > and <é>'],
    ['<b\n>x', '<b\n>x'],
    ['<b <i>x', '<b x'],
    ['a\\nb\\Nc\\hd\\h', 'a\nb\nc d'],
    ['{\\an8}{note}a{\\i1}', '{note}a'],
    ['\uFEFF \0 a \r b \r\n\n c', 'a\nb\nc'],
  ])('SubRip %j', (stored, text) => {
    expect(read('subrip', stored)).toEqual({ text });
  });

  test('ASS: a line without its fields is text, drawings end, and a name without words is none', () => {
    expect(read('ssa', 'Only, {\\b1}words')).toEqual({ text: 'Only, words' });
    expect(read('ass', '1,0,D,Ann,0,0,0,words')).toEqual({ text: '1,0,D,Ann,0,0,0,words' });
    expect(read('ass', '1,0,D, Ann ,0,0,0,fx,a{\\p1}m 0 0{\\p0}b{\\p2\\b1}l 1{\\i1}l 2')).toEqual({ text: 'ab', speaker: 'Ann' });
    expect(read('ass', '1,0,D,Ann,0,0,0,fx,{\\p1}m 0 0')).toEqual({ text: '' });
    expect(read('ass', '1,0,D,,0,0,0,fx,{keep} {\\pos(1,2)}a, b {\\p0}c')).toEqual({ text: '{keep} a, b c' });
  });

  test('WebVTT: a voice needs words, marks of direction go, and spaces are spaces', () => {
    expect(read('webvtt', '<v Ann></v>')).toEqual({ text: '' });
    expect(read('webvtt', '<v Ann >Hi&nbsp;&lrm;there&rlm;</v>')).toEqual({ text: 'Hi there', speaker: 'Ann' });
    expect(read('webvtt', '<v.a.b Ann>Hi <v Bob>you')).toEqual({ text: 'Hi you', speaker: 'Ann' });
    expect(read('webvtt', '<video Ann>Hi &lt;b&gt; &copy')).toEqual({ text: 'Hi <b> &copy' });
    expect(read('webvtt', `<v ${'n'.repeat(301)}>Hi`)).toEqual({ text: 'Hi' });
    const cue = (text: string) => box('vttc', box('payl', Buffer.from(text)));
    const broken = Buffer.from([0, 0, 0, 7, 1, 1, 1, 1, 1]);
    expect(
      read('wvtt', Buffer.concat([cue('One'), box('vtta', box('payl', Buffer.from('no'))), cue('Two'), broken, cue('Three')])),
    ).toEqual({ text: 'One\nTwo' });
    const cut = box('vttc', box('payl', Buffer.from('Cut off')));
    cut.writeUInt32BE(500, 0);
    expect(read('wvtt', cut)).toEqual({ text: 'Cut off' });
  });

  test('MP4 timed text: the length is what it says, and both byte orders are read', () => {
    expect(movTextBytes(Buffer.from([1, 2, 3]))).toEqual(Buffer.from([3]));
    expect(movTextBytes(Buffer.concat([Buffer.from([1, 2]), Buffer.alloc(300)])).length).toBe(258);
    const bigEndian = Buffer.from([0xfe, 0xff, 0x4f, 0x60, 0x59, 0x7d]);
    expect(read('mov_text', timed(bigEndian))).toEqual({ text: '你好' });
    expect([read('mov_text', Buffer.from([5])), read('mov_text', Buffer.alloc(0))]).toEqual([{ text: '' }, { text: '' }]);
    expect(read('mov_text', timed(Buffer.from('<b>a</b>')))).toEqual({ text: 'a' });
  });
});
