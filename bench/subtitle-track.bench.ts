/**
 * Reading the subtitle track of a one-hour video, against plain `ffmpeg -map 0:s:0`.
 * Run: node bench/subtitle-track.bench.ts
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AV_CODEC_ID_MPEG4, AV_CODEC_ID_SUBRIP, AV_PIX_FMT_YUV420P, AVMEDIA_TYPE_SUBTITLE } from 'node-av/constants';
import { Codec, CodecContext, Dictionary, FormatContext, Frame, Packet, Rational } from 'node-av/lib';
import { createMediaTools } from '../src/infra/media/create-media-tools.ts';
import { findTool } from '../src/infra/process/tools.ts';

const hours = 1;
const framesPerSecond = 25;
const secondsPerCue = 3;
const rounds = 7;
const milliseconds = new Rational(1, 1000);

const folder = mkdtempSync(join(tmpdir(), 'subtitle-bench-'));
try {
  await main();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function main(): Promise<void> {
  const file = join(folder, 'hour.mkv');
  await writeVideo(file);
  const megabytes = statSync(file).size / 1024 / 1024;
  const media = createMediaTools({ engine: 'native' });
  const ffmpeg = findTool('ffmpeg');
  const ours: number[] = [];
  const theirs: number[] = [];
  let cues = 0;
  for (let round = 0; round < rounds; round++) {
    ours.push(
      await timed(async () => {
        const [track] = await media.subtitles(file, new AbortController().signal);
        cues = track?.cues.length ?? 0;
      }),
    );
    if (!ffmpeg) continue;
    const args = ['-v', 'error', '-nostdin', '-y', '-i', file, '-map', '0:s:0', join(folder, 'out.srt')];
    theirs.push(await timed(async () => void spawnSync(ffmpeg, args)));
  }
  console.log(`subtitle track of a ${hours} h video (${megabytes.toFixed(0)} MB, ${cues} cues), median of ${rounds}`);
  console.log(`  gleaner  ${median(ours).toFixed(0)} ms`);
  if (theirs.length === 0) console.log('  ffmpeg   not on this machine: no ratio');
  else {
    console.log(`  ffmpeg   ${median(theirs).toFixed(0)} ms`);
    console.log(`  ratio    ${(median(ours) / median(theirs)).toFixed(2)}`);
  }
  if (cues !== (hours * 3600) / secondsPerCue) throw new Error(`expected every cue, got ${cues}`);
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** A second of noisy video, repeated for an hour, with a line of text every three seconds. */
async function writeVideo(path: string): Promise<void> {
  const { encoder, second } = encodeSecond();
  const output = new FormatContext();
  output.allocOutputContext2(null, 'matroska', path);
  const video = output.newStream();
  video.timeBase = milliseconds;
  video.codecpar.fromContext(encoder);
  const text = output.newStream();
  text.codecpar.codecType = AVMEDIA_TYPE_SUBTITLE;
  text.codecpar.codecId = AV_CODEC_ID_SUBRIP;
  text.timeBase = milliseconds;
  text.metadata = Dictionary.fromObject({ language: 'eng' });
  await output.openOutput();
  await output.writeHeader(null);
  const packet = new Packet();
  packet.alloc();
  function write(index: number, bytes: Buffer, startMs: number, lengthMs: number, isKey: boolean): void {
    packet.data = bytes;
    packet.streamIndex = index;
    packet.pts = packet.dts = BigInt(startMs);
    packet.duration = BigInt(lengthMs);
    packet.isKeyframe = isKey;
    output.interleavedWriteFrameSync(packet);
  }
  for (let at = 0; at < hours * 3600; at++) {
    if (at % secondsPerCue === 0)
      write(text.index, Buffer.from(`Line ${at}: what is said at this moment`), at * 1000, 2500, true);
    for (const [frame, bytes] of second.entries()) write(video.index, bytes, at * 1000 + frame * 40, 40, frame === 0);
  }
  await output.writeTrailer();
  await output.closeOutput();
}

function encodeSecond(): { encoder: CodecContext; second: Buffer[] } {
  const [width, height] = [320, 240];
  const codec = Codec.findEncoder(AV_CODEC_ID_MPEG4);
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.width = width;
  encoder.height = height;
  encoder.pixelFormat = AV_PIX_FMT_YUV420P;
  encoder.timeBase = new Rational(1, framesPerSecond);
  encoder.gopSize = framesPerSecond;
  encoder.bitRate = 300_000n;
  encoder.open2Sync(codec, null);
  const second: Buffer[] = [];
  const packet = new Packet();
  packet.alloc();
  for (let index = 0; index <= framesPerSecond; index++) {
    const data = Buffer.alloc((width * height * 3) / 2, 128);
    for (let at = 0; at < width * height; at++) data[at] = ((at % width) + index * 5 + ((at * 2654435761) % 24)) & 0xff;
    const props = { width, height, format: AV_PIX_FMT_YUV420P, pts: BigInt(index), timeBase: new Rational(1, framesPerSecond) };
    encoder.sendFrameSync(index === framesPerSecond ? null : Frame.fromVideoBuffer(data, props));
    while (encoder.receivePacketSync(packet) >= 0) second.push(Buffer.from(packet.data ?? []));
  }
  return { encoder, second };
}
