/** MP4 files that hold nothing but a track of texts: WebVTT cues (`wvtt`, ISO/IEC 14496-30), documents or timed text. */
import { box } from './make-media.ts';

type Sample = { lengthMs: number; content: Buffer };
const timescale = 1000;

/** Gaps are empty cues, as the standard asks. */
export function makeWvttMp4(cues: readonly { startMs: number; endMs: number; text: string }[]): Buffer {
  const samples: Sample[] = [];
  let at = 0;
  for (const { startMs, endMs, text } of cues) {
    if (startMs > at) samples.push({ lengthMs: startMs - at, content: box('vtte', Buffer.alloc(0)) });
    samples.push({ lengthMs: endMs - startMs, content: box('vttc', box('payl', Buffer.from(text))) });
    at = endMs;
  }
  const entry = box('wvtt', Buffer.concat([entryHead, box('vttC', Buffer.from('WEBVTT'))]));
  return makeTextMp4({ handler: 'text', entry, samples });
}

/** A track of one TTML document (`stpp`). */
export function makeTtmlMp4(document: string, lengthMs: number): Buffer {
  const entry = box('stpp', Buffer.concat([entryHead, Buffer.from('http://www.w3.org/ns/ttml\0\0\0')]));
  return makeTextMp4({ handler: 'subt', entry, samples: [{ lengthMs, content: Buffer.from(document) }] });
}

/** A track of timed text (`tx3g`): each sample with its length, `name` being that of its handler. */
export function makeTimedTextMp4(texts: readonly { lengthMs: number; bytes: Uint8Array }[], name = ''): Buffer {
  const entry = box('tx3g', Buffer.concat([entryHead, Buffer.alloc(30)]));
  const samples = texts.map(({ lengthMs, bytes }) => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(bytes.length);
    return { lengthMs, content: Buffer.concat([length, bytes]) };
  });
  return makeTextMp4({ handler: 'sbtl', entry, samples, name });
}

const entryHead = Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]);

type TextTrack = { handler: string; entry: Buffer; samples: readonly Sample[]; name?: string };

function makeTextMp4(track: TextTrack): Buffer {
  const ftyp = box('ftyp', Buffer.from('iso6\0\0\0\0iso6'));
  const media = Buffer.concat(track.samples.map(({ content }) => content));
  return Buffer.concat([ftyp, box('mdat', media), makeIndex(track, ftyp.length + 8)]);
}

function makeIndex({ handler, entry, samples, name = '' }: TextTrack, mediaOffset: number): Buffer {
  const durationMs = samples.reduce((sum, { lengthMs }) => sum + lengthMs, 0);
  const identity = numbers(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
  const mvhd = box(
    'mvhd',
    Buffer.concat([numbers(0, 0, 0, timescale, durationMs, 0x10000, 0, 0, 0), identity, numbers(0, 0, 0, 0, 0, 0, 2)]),
  );
  const tkhd = box('tkhd', Buffer.concat([numbers(3, 0, 0, 1, 0, durationMs, 0, 0, 0, 0), identity, numbers(0, 0)]));
  const mdhd = box('mdhd', Buffer.concat([numbers(0, 0, 0, timescale, durationMs), Buffer.from([0x15, 0xc7, 0, 0])]));
  const hdlr = box('hdlr', Buffer.concat([numbers(0, 0), Buffer.from(handler), numbers(0, 0, 0), Buffer.from(`${name}\0`)]));
  const stbl = box(
    'stbl',
    Buffer.concat([
      box('stsd', Buffer.concat([numbers(0, 1), entry])),
      box('stts', numbers(0, samples.length, ...samples.flatMap(({ lengthMs }) => [1, lengthMs]))),
      box('stsc', numbers(0, 1, 1, samples.length, 1)),
      box('stsz', numbers(0, 0, samples.length, ...samples.map(({ content }) => content.length))),
      box('stco', numbers(0, 1, mediaOffset)),
    ]),
  );
  const dinf = box('dinf', box('dref', Buffer.concat([numbers(0, 1), box('url ', numbers(1))])));
  const minf = box('minf', Buffer.concat([box('nmhd', numbers(0)), dinf, stbl]));
  return box('moov', Buffer.concat([mvhd, box('trak', Buffer.concat([tkhd, box('mdia', Buffer.concat([mdhd, hdlr, minf]))]))]));
}

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}
