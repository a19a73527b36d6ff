/** Writes small Matroska files by hand, so that tests hold exactly the tracks, chapters and pictures they speak about. */
import { closeSync, openSync, writeSync } from 'node:fs';

type MatroskaSubtitle = {
  codec: 'S_TEXT/UTF8' | 'S_TEXT/ASS' | 'S_TEXT/WEBVTT' | 'S_HDMV/PGS' | 'D_WEBVTT/SUBTITLES';
  language?: string;
  name?: string;
  isDefault?: boolean;
  isForced?: boolean;
  isHearingImpaired?: boolean;
  /** `text` is stored as it is: for ASS the whole event line. Bytes for text that is not UTF-8. */
  cues: { startMs: number; endMs: number; text: string | Uint8Array }[];
};

export type MatroskaOptions = {
  seconds: number;
  /** What the header claims, in ms; null for none. Default the true length. */
  headerMs?: number | null;
  title?: string;
  audioLanguage?: string;
  subtitles?: MatroskaSubtitle[];
  chapters?: { startMs: number; title: string }[];
  /** A JPEG kept as `cover.jpg`. */
  cover?: Uint8Array;
  docType?: 'matroska' | 'webm';
  /** 8 kHz mono samples in place of silence. */
  sound?: Buffer;
  /** The time of day at which the clock of the file begins; times of cues and chapters count from the sound's start. */
  clockMs?: number;
  /** The clock goes on so much further behind this second, without a packet for it. */
  pause?: { afterSecond: number; ms: number };
};

const sampleRate = 8000;

/** A Matroska file with silent PCM sound. */
export function makeMatroska(options: MatroskaOptions): Buffer {
  const ms = options.seconds * 1000;
  const header = options.headerMs === undefined ? ms : options.headerMs;
  const info = element(0x1549a966, [
    uint(0x2ad7b1, 1_000_000),
    ...(header === null ? [] : [element(0x4489, [float(header)])]),
    ...(options.title ? [text(0x7ba9, options.title)] : []),
    text(0x4d80, 'test'),
    text(0x5741, 'test'),
  ]);
  const ebml = element(0x1a45dfa3, [text(0x4282, options.docType ?? 'matroska'), uint(0x4287, 4), uint(0x4285, 2)]);
  const parts = [info, tracks(options), chapters(options), attachments(options), ...clusters(options)];
  return Buffer.concat([ebml, element(0x18538067, parts)]);
}

function tracks({ subtitles = [], audioLanguage }: MatroskaOptions): Buffer {
  const audio = element(0xae, [
    uint(0xd7, 1),
    uint(0x73c5, 1),
    uint(0x83, 2),
    text(0x86, 'A_PCM/INT/LIT'),
    text(0x22b59c, audioLanguage ?? 'und'),
    element(0xe1, [element(0xb5, [float(sampleRate)]), uint(0x9f, 1), uint(0x6264, 16)]),
  ]);
  const texts = subtitles.map((track, index) => {
    const parts = [uint(0xd7, index + 2), uint(0x73c5, index + 2), uint(0x83, 0x11), text(0x86, track.codec)];
    parts.push(text(0x22b59c, track.language ?? 'und'), uint(0x88, track.isDefault ? 1 : 0));
    parts.push(uint(0x55aa, track.isForced ? 1 : 0), uint(0x55ab, track.isHearingImpaired ? 1 : 0));
    if (track.name) parts.push(text(0x536e, track.name));
    if (track.codec === 'S_TEXT/ASS') parts.push(element(0x63a2, [Buffer.from('[Script Info]\n[V4+ Styles]\n[Events]\n')]));
    return element(0xae, parts);
  });
  return element(0x1654ae6b, [audio, ...texts]);
}

function chapters({ chapters: list = [] }: MatroskaOptions): Buffer {
  if (list.length === 0) return Buffer.alloc(0);
  const atoms = list.map(({ startMs, title }, index) => {
    const display = element(0x80, [text(0x85, title), text(0x437c, 'eng')]);
    return element(0xb6, [uint(0x73c4, index + 1), uint(0x91, startMs * 1_000_000), display]);
  });
  return element(0x1043a770, [element(0x45b9, [uint(0x45bc, 1), ...atoms])]);
}

function attachments({ cover }: MatroskaOptions): Buffer {
  if (!cover) return Buffer.alloc(0);
  const parts = [text(0x466e, 'cover.jpg'), text(0x4660, 'image/jpeg'), uint(0x46ae, 1), element(0x465c, [Buffer.from(cover)])];
  return element(0x1941a469, [element(0x61a7, parts)]);
}

function clusters({ seconds, subtitles = [], sound, pause, clockMs = 0 }: MatroskaOptions): Buffer[] {
  const list: Buffer[] = [];
  for (let second = 0; second < seconds; second++) {
    const start = second * 1000;
    const samples = Math.round(Math.min(1, seconds - second) * sampleRate);
    const from = second * sampleRate * 2;
    const pcm = sound ? sound.subarray(from, from + samples * 2) : Buffer.alloc(samples * 2);
    const blocks = [element(0xa3, [blockHead(1, 0), pcm])];
    for (const [index, track] of subtitles.entries()) {
      for (const cue of track.cues.filter(({ startMs }) => startMs >= start && startMs < start + 1000)) {
        const block = element(0xa1, [blockHead(index + 2, cue.startMs - start), Buffer.from(cue.text as string)]);
        blocks.push(element(0xa0, [block, uint(0x9b, cue.endMs - cue.startMs)]));
      }
    }
    const paused = pause && second >= pause.afterSecond ? pause.ms : 0;
    list.push(element(0x1f43b675, [uint(0xe7, clockMs + start + paused), ...blocks]));
  }
  return list;
}

function blockHead(track: number, offsetMs: number): Buffer {
  return Buffer.from([0x80 | track, (offsetMs >> 8) & 0xff, offsetMs & 0xff, 0x80]);
}

function element(id: number, content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(body.length) | 0x0100000000000000n);
  return Buffer.concat([
    Buffer.from(id.toString(16).padStart(id > 0xffffff ? 8 : id > 0xffff ? 6 : id > 0xff ? 4 : 2, '0'), 'hex'),
    size,
    body,
  ]);
}

function uint(id: number, value: number): Buffer {
  const body = Buffer.alloc(8);
  body.writeBigUInt64BE(BigInt(Math.round(value)));
  return element(id, [body]);
}

function float(value: number): Buffer {
  const body = Buffer.alloc(8);
  body.writeDoubleBE(value);
  return body;
}

function text(id: number, value: string): Buffer {
  return element(id, [Buffer.from(value)]);
}

export type MatroskaTrack = {
  type: 'video' | 'audio' | 'subtitle';
  codec: string;
  language?: string;
  name?: string;
  isDefault?: boolean;
  /** Uncompressed pictures are `V_UNCOMPRESSED` in the layout I420. `roll`: turned by so many degrees. */
  video?: { width: number; height: number; shownWidth?: number; shownHeight?: number; roll?: number };
  audio?: { rate: number; channels: number };
  /** By time. Without `lengthMs`, none is stored. */
  blocks: readonly { atMs: number; bytes: Uint8Array; lengthMs?: number; isKey?: boolean }[];
};

export type MatroskaFile = {
  tracks: readonly MatroskaTrack[];
  /** Length that the header claims. */
  headerMs?: number;
  cover?: Uint8Array | undefined;
  chapters?: { startMs: number; title: string }[];
};

/** Any tracks, block by block. */
export function makeMatroskaOf(file: MatroskaFile): Buffer {
  return Buffer.concat(partsOf(file));
}

/** The same with so many unused bytes before the last cluster, which take no room on disk. */
export function writeHollowMatroska(path: string, file: MatroskaFile, hollowBytes: number): void {
  const parts = partsOf(file);
  const last = parts.pop() ?? Buffer.alloc(0);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(hollowBytes) | 0x0100000000000000n);
  const before = Buffer.concat([...parts, Buffer.from([0xec]), size]);
  const descriptor = openSync(path, 'w');
  writeSync(descriptor, before, 0, before.length, 0);
  writeSync(descriptor, last, 0, last.length, before.length + hollowBytes);
  closeSync(descriptor);
}

function partsOf({ tracks: list, headerMs, cover, chapters: named = [] }: MatroskaFile): Buffer[] {
  const ebml = element(0x1a45dfa3, [text(0x4282, 'matroska'), uint(0x4287, 4), uint(0x4285, 2)]);
  // Of unknown length.
  const segment = Buffer.from('1853806701ffffffffffffff', 'hex');
  const length = headerMs === undefined ? [] : [element(0x4489, [float(headerMs)])];
  const info = element(0x1549a966, [uint(0x2ad7b1, 1_000_000), ...length, text(0x4d80, 'test'), text(0x5741, 'test')]);
  const entries = element(0x1654ae6b, list.map(trackEntry));
  const about = chapters({ seconds: 0, chapters: named });
  return [ebml, segment, info, entries, about, attachments({ seconds: 0, ...(cover ? { cover } : {}) }), ...clustersOf(list)];
}

function trackEntry({ type, codec, language, name, isDefault, video, audio }: MatroskaTrack, index: number): Buffer {
  const kind = { video: 1, audio: 2, subtitle: 0x11 }[type];
  const parts = [uint(0xd7, index + 1), uint(0x73c5, index + 1), uint(0x83, kind), text(0x86, codec)];
  parts.push(text(0x22b59c, language ?? 'und'), uint(0x88, isDefault ? 1 : 0));
  if (name) parts.push(text(0x536e, name));
  if (audio) parts.push(element(0xe1, [element(0xb5, [float(audio.rate)]), uint(0x9f, audio.channels), uint(0x6264, 16)]));
  if (video) {
    const { width, height, shownWidth = width, shownHeight = height, roll } = video;
    const shown = [uint(0x54b0, shownWidth), uint(0x54ba, shownHeight), text(0x2eb524, 'I420')];
    const turned = roll === undefined ? [] : [element(0x7670, [uint(0x7671, 0), element(0x7675, [float(roll)])])];
    parts.push(element(0xe0, [uint(0xb0, width), uint(0xba, height), ...shown, ...turned]));
  }
  return element(0xae, parts);
}

function clustersOf(list: readonly MatroskaTrack[]): Buffer[] {
  const blocks = list.flatMap(({ blocks: own }, index) => own.map((block) => ({ ...block, track: index + 1 })));
  const bySecond = Map.groupBy(blocks, ({ atMs }) => Math.floor(atMs / 1000));
  return [...bySecond]
    .toSorted(([a], [b]) => a - b)
    .map(([second, own]) => {
      const parts = own.map(({ track, atMs, bytes, lengthMs, isKey = true }) => {
        const head = blockHead(track, atMs - second * 1000);
        head[3] = isKey ? 0x80 : 0;
        if (lengthMs === undefined) return element(0xa3, [head, Buffer.from(bytes)]);
        return element(0xa0, [element(0xa1, [head, Buffer.from(bytes)]), uint(0x9b, lengthMs)]);
      });
      return element(0x1f43b675, [uint(0xe7, second * 1000), ...parts]);
    });
}
