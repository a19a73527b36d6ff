/** Compressed sound files for tests, and the same with headers that lie about their length. */
import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_LOG_ERROR,
  AV_SAMPLE_FMT_FLTP,
  AV_SAMPLE_FMT_S16,
  AV_SAMPLE_FMT_S16P,
  type FFEncoderCodec,
} from 'node-av/constants';
import { Codec, CodecContext, FormatContext, Frame, Log, Packet, Rational } from 'node-av/lib';

const sampleRate = 16_000;

const kinds = {
  m4a: { muxer: 'ipod', encoder: 'aac', format: AV_SAMPLE_FMT_FLTP, frame: 1024 },
  mp3: { muxer: 'mp3', encoder: 'libmp3lame', format: AV_SAMPLE_FMT_S16P, frame: 576 },
  ogg: { muxer: 'ogg', encoder: 'libopus', format: AV_SAMPLE_FMT_S16, frame: 320 },
  flac: { muxer: 'flac', encoder: 'flac', format: AV_SAMPLE_FMT_S16, frame: 4608 },
} as const;
export type SoundKind = keyof typeof kinds;

/** `pcm`: 16 kHz mono s16. Writes to `path`, whose ending is the kind's. */
export async function makeSound(path: string, kind: SoundKind, pcm: Buffer): Promise<void> {
  Log.setLevel(AV_LOG_ERROR);
  const { muxer, encoder: name, format, frame: wanted } = kinds[kind];
  const output = new FormatContext();
  check(output.allocOutputContext2(null, muxer, path));
  const codec = Codec.findEncoderByName(name as FFEncoderCodec);
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.sampleFormat = format;
  encoder.sampleRate = sampleRate;
  encoder.channelLayout = AV_CHANNEL_LAYOUT_MONO;
  encoder.timeBase = new Rational(1, sampleRate);
  encoder.bitRate = 32_000n;
  encoder.flags = AV_CODEC_FLAG_GLOBAL_HEADER;
  check(encoder.open2Sync(codec, null));
  const stream = output.newStream();
  stream.timeBase = new Rational(1, sampleRate);
  check(stream.codecpar.fromContext(encoder));
  check(await output.openOutput());
  check(await output.writeHeader(null));
  const packet = new Packet();
  packet.alloc();
  const size = encoder.frameSize || wanted;
  for (let at = 0; ; at += size) {
    const samples = Math.min(size, pcm.length / 2 - at);
    check(encoder.sendFrameSync(samples > 0 ? frameOf(pcm.subarray(at * 2, (at + samples) * 2), at, format) : null));
    while (encoder.receivePacketSync(packet) >= 0) {
      packet.streamIndex = stream.index;
      packet.rescaleTs(new Rational(1, sampleRate), stream.timeBase);
      check(await output.interleavedWriteFrame(packet));
    }
    if (samples <= 0) break;
  }
  check(await output.writeTrailer());
  await output.closeOutput();
  output.freeContext();
}

function frameOf(pcm: Buffer, at: number, format: (typeof kinds)[SoundKind]['format']): Frame {
  const nbSamples = pcm.length / 2;
  const floats = () => Buffer.from(Float32Array.from({ length: nbSamples }, (_, n) => pcm.readInt16LE(n * 2) / 32_768).buffer);
  return Frame.fromAudioBuffer(format === AV_SAMPLE_FMT_FLTP ? floats() : Buffer.from(pcm), {
    nbSamples,
    format,
    sampleRate,
    channelLayout: AV_CHANNEL_LAYOUT_MONO,
    pts: BigInt(at),
    timeBase: new Rational(1, sampleRate),
  });
}

/** Every length in the index of an MP4 file, or that of its edit list alone, times `factor`. */
export function withMp4Length(file: Buffer, factor: number, boxes: readonly string[] = ['mvhd', 'tkhd', 'mdhd', 'elst']): Buffer {
  // From the box's name: where version 0 has its length.
  const places: Record<string, number> = { mvhd: 20, tkhd: 24, mdhd: 20, elst: 12 };
  const lying = Buffer.from(file);
  for (const name of boxes) {
    const at = lying.indexOf(name);
    if (at < 0) throw new Error(`no ${name}`);
    const place = at + (places[name] ?? 0);
    lying.writeUInt32BE(Math.min(0xffffffff, Math.round(lying.readUInt32BE(place) * factor)), place);
  }
  return lying;
}

/** The number of frames in the Xing header. */
export function withXingFrames(file: Buffer, factor: number): Buffer {
  const lying = Buffer.from(file);
  const at = Math.max(lying.indexOf('Xing'), lying.indexOf('Info'));
  if (at < 0 || (lying.readUInt32BE(at + 4) & 1) === 0) throw new Error('no frames in the header');
  lying.writeUInt32BE(Math.round(lying.readUInt32BE(at + 8) * factor), at + 8);
  return lying;
}

/** The time of the last page. */
export function withOggLength(file: Buffer, factor: number): Buffer {
  const lying = Buffer.from(file);
  const page = lying.subarray(lying.lastIndexOf('OggS'));
  page.writeBigUInt64LE(BigInt(Math.round(Number(page.readBigUInt64LE(6)) * factor)), 6);
  page.writeUInt32LE(0, 22);
  page.writeUInt32LE(oggCrc(page), 22);
  return lying;
}

function oggCrc(page: Buffer): number {
  let crc = 0;
  for (const byte of page) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  }
  return crc >>> 0;
}

/** The number of samples in STREAMINFO. */
export function withFlacSamples(file: Buffer, samples: number): Buffer {
  const lying = Buffer.from(file);
  const info = lying.indexOf('fLaC') + 8;
  // 36 bits, after the depth.
  lying.writeUInt32BE(samples >>> 0, info + 14);
  lying.writeUInt8(((lying[info + 13] ?? 0) & 0xf0) | (Math.floor(samples / 2 ** 32) & 0x0f), info + 13);
  return lying;
}

function check(code: number): void {
  if (code < 0) throw new Error(`making a test file failed with ${code}`);
}
