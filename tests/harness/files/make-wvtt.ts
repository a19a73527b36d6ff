/** An MP4 file that holds nothing but a track of WebVTT cues (`wvtt`, ISO/IEC 14496-30). */
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
  const ftyp = box('ftyp', Buffer.from('iso6\0\0\0\0iso6'));
  const media = Buffer.concat(samples.map(({ content }) => content));
  return Buffer.concat([ftyp, box('mdat', media), makeIndex(samples, at, ftyp.length + 8)]);
}

function makeIndex(samples: readonly Sample[], durationMs: number, mediaOffset: number): Buffer {
  const identity = numbers(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
  const mvhd = box(
    'mvhd',
    Buffer.concat([numbers(0, 0, 0, timescale, durationMs, 0x10000, 0, 0, 0), identity, numbers(0, 0, 0, 0, 0, 0, 2)]),
  );
  const tkhd = box('tkhd', Buffer.concat([numbers(3, 0, 0, 1, 0, durationMs, 0, 0, 0, 0), identity, numbers(0, 0)]));
  const mdhd = box('mdhd', Buffer.concat([numbers(0, 0, 0, timescale, durationMs), Buffer.from([0x15, 0xc7, 0, 0])]));
  const hdlr = box('hdlr', Buffer.concat([numbers(0, 0), Buffer.from('text'), numbers(0, 0, 0), Buffer.from('\0')]));
  const entry = box('wvtt', Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), box('vttC', Buffer.from('WEBVTT'))]));
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
