/** Small sound and video files for tests: WAV and MP3 by hand, MP4 by the packaged library. */
import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_CODEC_ID_MOV_TEXT,
  AV_CODEC_ID_MPEG4,
  AV_LOG_ERROR,
  AV_PIX_FMT_YUV420P,
  AVMEDIA_TYPE_SUBTITLE,
  FF_ENCODER_LIBX264,
} from 'node-av/constants';
import { Codec, CodecContext, Dictionary, FormatContext, Frame, Log, Packet, Rational } from 'node-av/lib';

/** Mono 16-bit PCM: a tone, so that it is not mistaken for silence. `claimedBytes` overrides the size in the header. */
export function makeWav(seconds: number, options: { sampleRate?: number; claimedBytes?: number } = {}): Buffer {
  const sampleRate = options.sampleRate ?? 8000;
  const samples = Math.round(seconds * sampleRate);
  const data = Buffer.alloc(samples * 2);
  for (let index = 0; index < samples; index++) data.writeInt16LE(Math.round(Math.sin(index / 5) * 8000), index * 2);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + data.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(options.claimedBytes ?? data.length, 40);
  return Buffer.concat([header, data]);
}

/** Silent MPEG-1 layer III frames of 26.12 ms at alternating bit rates: no seek table, so no header tells the length. */
export function makeMp3(frames: number, tag: Buffer = Buffer.alloc(0)): Buffer {
  const bitRates = [
    { code: 0x50, size: 208 },
    { code: 0x90, size: 417 },
    { code: 0xb0, size: 626 },
  ];
  const list = Array.from({ length: frames }, (_none, index) => {
    const { code, size } = bitRates[Math.floor(index / 20) % 3] ?? { code: 0x90, size: 417 };
    const frame = Buffer.alloc(size);
    frame.set([0xff, 0xfb, code, 0xc0]);
    return frame;
  });
  return Buffer.concat([tag, ...list]);
}

/** An ID3v2.3 tag. `texts` are bytes as they stand in the frame, declared as Latin-1. */
export function makeId3(
  texts: Record<string, Uint8Array>,
  chapters: { startMs: number; endMs: number; title: string }[] = [],
): Buffer {
  const frames = Object.entries(texts).map(([id, bytes]) => id3Frame(id, Buffer.concat([Buffer.from([0]), bytes])));
  for (const [index, chapter] of chapters.entries()) {
    const times = Buffer.alloc(16, 0xff);
    times.writeUInt32BE(chapter.startMs, 0);
    times.writeUInt32BE(chapter.endMs, 4);
    const title = id3Frame('TIT2', Buffer.concat([Buffer.from([1, 0xff, 0xfe]), Buffer.from(chapter.title, 'utf16le')]));
    frames.push(id3Frame('CHAP', Buffer.concat([Buffer.from(`ch${index}\0`), times, title])));
  }
  const body = Buffer.concat(frames);
  const size = [21, 14, 7, 0].map((shift) => (body.length >> shift) & 0x7f);
  return Buffer.concat([Buffer.from('ID3'), Buffer.from([3, 0, 0, ...size]), body]);
}

function id3Frame(id: string, body: Buffer): Buffer {
  const head = Buffer.alloc(10);
  head.write(id, 0, 'latin1');
  head.writeUInt32BE(body.length, 4);
  return Buffer.concat([head, body]);
}

export type Mp4Options = {
  seconds: number;
  /** H.264, which browsers play, instead of MPEG-4, which is quicker to make. */
  playable?: boolean;
  width?: number;
  height?: number;
  /** Brightness of the top left, by frame; the picture is a gradient from there. */
  tags?: Record<string, string>;
  subtitles?: { language: string; cues: { startMs: number; endMs: number; text: string }[] }[];
};

const framesPerSecond = 5;

/** An MP4 file with moving gradients and timed text tracks, its index at the end. */
export async function makeMp4(path: string, options: Mp4Options): Promise<void> {
  Log.setLevel(AV_LOG_ERROR);
  const width = options.width ?? 160;
  const height = options.height ?? 120;
  const output = new FormatContext();
  check(output.allocOutputContext2(null, 'mp4', path));
  const codec = options.playable ? Codec.findEncoderByName(FF_ENCODER_LIBX264) : Codec.findEncoder(AV_CODEC_ID_MPEG4);
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.width = width;
  encoder.height = height;
  encoder.pixelFormat = AV_PIX_FMT_YUV420P;
  encoder.timeBase = new Rational(1, framesPerSecond);
  encoder.gopSize = framesPerSecond;
  encoder.flags = AV_CODEC_FLAG_GLOBAL_HEADER;
  check(encoder.open2Sync(codec, null));
  const video = output.newStream();
  video.timeBase = new Rational(1, framesPerSecond);
  check(video.codecpar.fromContext(encoder));
  const texts = (options.subtitles ?? []).map(({ language }) => {
    const stream = output.newStream();
    stream.codecpar.codecType = AVMEDIA_TYPE_SUBTITLE;
    stream.codecpar.codecId = AV_CODEC_ID_MOV_TEXT;
    stream.timeBase = new Rational(1, 1000);
    stream.metadata = Dictionary.fromObject({ language });
    return stream;
  });
  if (options.tags) output.metadata = Dictionary.fromObject(options.tags);
  check(await output.openOutput());
  check(await output.writeHeader(null));
  for (const [index, track] of (options.subtitles ?? []).entries()) {
    const stream = texts[index];
    if (!stream) continue;
    for (const cue of track.cues) {
      const words = Buffer.from(cue.text);
      const packet = new Packet();
      packet.alloc();
      packet.data = Buffer.concat([Buffer.from([words.length >> 8, words.length & 0xff]), words]);
      packet.streamIndex = stream.index;
      packet.pts = packet.dts = BigInt(cue.startMs);
      packet.duration = BigInt(cue.endMs - cue.startMs);
      packet.rescaleTs(new Rational(1, 1000), stream.timeBase);
      check(await output.interleavedWriteFrame(packet));
    }
  }
  const packet = new Packet();
  packet.alloc();
  for (let index = 0; index <= options.seconds * framesPerSecond; index++) {
    const last = index === options.seconds * framesPerSecond;
    check(encoder.sendFrameSync(last ? null : gradient(width, height, index)));
    while (encoder.receivePacketSync(packet) >= 0) {
      packet.streamIndex = video.index;
      packet.duration = 1n;
      packet.rescaleTs(new Rational(1, framesPerSecond), video.timeBase);
      check(await output.interleavedWriteFrame(packet));
    }
  }
  check(await output.writeTrailer());
  await output.closeOutput();
  output.freeContext();
}

function gradient(width: number, height: number, index: number): Frame {
  const data = Buffer.alloc((width * height * 3) / 2, 128);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data[y * width + x] = (x * 2 + y + index * 3) % 256;
  return Frame.fromVideoBuffer(data, {
    width,
    height,
    format: AV_PIX_FMT_YUV420P,
    pts: BigInt(index),
    timeBase: new Rational(1, framesPerSecond),
  });
}

/** The file with a Nero chapter list added to its index, which has to be its last box. */
export function withMp4Chapters(file: Buffer, chapters: { startMs: number; title: string }[]): Buffer {
  const entries = chapters.map(({ startMs, title }) => {
    const start = Buffer.alloc(8);
    start.writeBigUInt64BE(BigInt(startMs) * 10_000n);
    const name = Buffer.from(title);
    return Buffer.concat([start, Buffer.from([name.length]), name]);
  });
  const chpl = box('chpl', Buffer.concat([Buffer.from([1, 0, 0, 0, 0, 0, 0, 0, chapters.length]), ...entries]));
  const udta = box('udta', chpl);
  const at = file.lastIndexOf('moov') - 4;
  const grown = Buffer.concat([file, udta]);
  grown.writeUInt32BE(file.readUInt32BE(at) + udta.length, at);
  return grown;
}

export function box(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

function check(code: number): void {
  if (code < 0) throw new Error(`making a test file failed with ${code}`);
}
