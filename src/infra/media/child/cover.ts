import type { AVPixelFormat } from 'node-av/constants';
import {
  AV_CODEC_ID_MJPEG,
  AV_DISPOSITION_ATTACHED_PIC,
  AV_PIX_FMT_YUVJ420P,
  AV_PKT_DATA_DISPLAYMATRIX,
  AVDISCARD_ALL,
  AVMEDIA_TYPE_VIDEO,
  AVSEEK_FLAG_BACKWARD,
  SWS_BILINEAR,
} from 'node-av/constants';
import type { Frame, Stream } from 'node-av/lib';
import {
  Frame as AvFrame,
  avImageCopyToBuffer,
  avImageGetBufferSize,
  Codec,
  CodecContext,
  Dictionary,
  Packet,
  Rational,
  SoftwareScaleContext,
} from 'node-av/lib';
import { coverMaxWidth, maxPixels } from '../child-messages.ts';
import { fitInto, looksBlank, type Plane420, quarterTurns, rotate420 } from '../picture.ts';
import { type OpenMedia, openMedia } from './open.ts';

/** Positions to look for a cover, as shares of the duration. The next one is tried when the frames are blank. */
const positions = [0.1, 0.2, 0.35, 0];
const packetsPerTry = 400;
const framesPerLook = 12;
/** Enough for key frames ten seconds apart, and for a fade-in. */
const packetsPerSeek = 3000;
const framesPerTime = 60;

export async function makeCover(path: string): Promise<string | null> {
  const media = await openMedia(path, { analyse: true });
  const streams = media.context.streams;
  const art = streams.find((stream) => stream.hasDisposition(AV_DISPOSITION_ATTACHED_PIC));
  const picture = art && pictureOf(media, art);
  if (picture) return encode(picture);
  const video = streams.find((stream) => stream.codecpar.codecType === AVMEDIA_TYPE_VIDEO && stream !== art);
  return video ? await frameOf(media, video) : null;
}

/** The attached picture is the first packet of its stream; reading it from the stream object crashes the binding. */
function pictureOf({ context }: OpenMedia, stream: Stream): Plane420 | null {
  const decoder = openDecoder(stream);
  if (!decoder) return null;
  const packet = new Packet();
  packet.alloc();
  const frame = new AvFrame();
  frame.alloc();
  for (let read = 0; read < context.nbStreams && context.readFrameSync(packet) >= 0; read++) {
    if (packet.streamIndex === stream.index) {
      decoder.sendPacketSync(packet);
      decoder.sendPacketSync(null);
      return decoder.receiveFrameSync(frame) >= 0 ? shrink(frame) : null;
    }
    packet.unref();
  }
  return null;
}

function openDecoder(stream: Stream): CodecContext | null {
  const codec = Codec.findDecoder(stream.codecpar.codecId);
  if (!codec) return null;
  const context = new CodecContext();
  context.allocContext3(codec);
  if (context.parametersToContext(stream.codecpar) < 0) return null;
  const opened = context.open2Sync(codec, Dictionary.fromObject({ max_pixels: maxPixels, threads: 1 }));
  return opened < 0 ? null : context;
}

async function frameOf(media: OpenMedia, stream: Stream): Promise<string | null> {
  const { context } = media;
  for (const other of context.streams) if (other.index !== stream.index) other.discard = AVDISCARD_ALL;
  const decoder = openDecoder(stream);
  if (!decoder) return null;
  const turns = quarterTurns(stream.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX));
  const seconds = Math.max(0, Number(context.duration) / 1e6);
  let blank: Plane420 | null = null;
  for (const position of positions) {
    const target = BigInt(Math.floor(seconds * position * 1e6)) + (context.startTime > 0n ? context.startTime : 0n);
    if ((await context.seekFrame(-1, target, AVSEEK_FLAG_BACKWARD)) < 0 && position > 0) continue;
    decoder.flushBuffers();
    const picture = nextPicture(media, decoder, stream.index);
    if (picture && !looksBlank(picture)) return encode(rotate420(picture, turns));
    blank ??= picture;
  }
  return blank && encode(rotate420(blank, turns));
}

export async function framesAt(path: string, times: readonly number[]): Promise<(string | null)[]> {
  const media = await openMedia(path, { analyse: true });
  const { context } = media;
  const video = context.streams.find(
    (stream) => stream.codecpar.codecType === AVMEDIA_TYPE_VIDEO && !stream.hasDisposition(AV_DISPOSITION_ATTACHED_PIC),
  );
  const decoder = video && openDecoder(video);
  if (!video || !decoder) return times.map(() => null);
  for (const other of context.streams) if (other.index !== video.index) other.discard = AVDISCARD_ALL;
  const turns = quarterTurns(video.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX));
  const frames: (string | null)[] = [];
  for (const ms of times) {
    const target = BigInt(Math.round(ms * 1000)) + (context.startTime > 0n ? context.startTime : 0n);
    const found = (await context.seekFrame(-1, target, AVSEEK_FLAG_BACKWARD)) >= 0;
    decoder.flushBuffers();
    const picture = found ? pictureFrom(media, decoder, video, Number(target) / 1e6) : null;
    frames.push(picture && encode(rotate420(picture, turns)));
  }
  return frames;
}

/** The first frame from `seconds` on that is not blank. A seek lands on a key frame before it. */
function pictureFrom({ context }: OpenMedia, decoder: CodecContext, stream: Stream, seconds: number): Plane420 | null {
  const { num, den } = stream.timeBase;
  const packet = new Packet();
  packet.alloc();
  const frame = new AvFrame();
  frame.alloc();
  let tries = 0;
  for (let read = 0; read < packetsPerSeek; read++) {
    const more = context.readFrameSync(packet) >= 0;
    if (!more || packet.streamIndex === stream.index) decoder.sendPacketSync(more ? packet : null);
    packet.unref();
    while (decoder.receiveFrameSync(frame) >= 0) {
      // Allows half a frame, because the times of frames are rounded.
      if ((Number(frame.pts) * num) / den < seconds - 0.02) continue;
      const picture = shrink(frame);
      if (picture && !looksBlank(picture)) return picture;
      if (++tries > framesPerTime) return null;
    }
    if (!more) return null;
  }
  return null;
}

function nextPicture({ context }: OpenMedia, decoder: CodecContext, index: number): Plane420 | null {
  const packet = new Packet();
  packet.alloc();
  const frame = new AvFrame();
  frame.alloc();
  let best: Plane420 | null = null;
  let frames = 0;
  for (let read = 0; read < packetsPerTry; read++) {
    const more = context.readFrameSync(packet) >= 0;
    if (!more || packet.streamIndex === index) decoder.sendPacketSync(more ? packet : null);
    packet.unref();
    while (decoder.receiveFrameSync(frame) >= 0) {
      if (frames++ % framesPerLook !== 0) continue;
      const picture = shrink(frame);
      if (picture && !looksBlank(picture)) return picture;
      best ??= picture;
    }
    if (!more) break;
  }
  return best;
}

function shrink(frame: Frame): Plane420 | null {
  const { num, den } = frame.sampleAspectRatio;
  const { width, height } = fitInto(frame.width, frame.height, num > 0 && den > 0 ? num / den : 1, coverMaxWidth);
  if (width < 2 || height < 2) return null;
  const scaler = new SoftwareScaleContext();
  scaler.getContext(frame.width, frame.height, frame.format as AVPixelFormat, width, height, AV_PIX_FMT_YUVJ420P, SWS_BILINEAR);
  const small = new AvFrame();
  small.alloc();
  small.width = width;
  small.height = height;
  small.format = AV_PIX_FMT_YUVJ420P;
  if (small.getBuffer() < 0 || scaler.scaleFrameSync(small, frame) < 0) return null;
  const size = avImageGetBufferSize(AV_PIX_FMT_YUVJ420P, width, height, 1);
  const data = Buffer.alloc(size);
  avImageCopyToBuffer(data, size, small.data, small.linesize, AV_PIX_FMT_YUVJ420P, width, height, 1);
  return { width, height, data };
}

function encode({ width, height, data }: Plane420): string | null {
  const codec = Codec.findEncoder(AV_CODEC_ID_MJPEG);
  if (!codec) return null;
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.width = width;
  encoder.height = height;
  encoder.pixelFormat = AV_PIX_FMT_YUVJ420P;
  encoder.timeBase = new Rational(1, 25);
  if (encoder.open2Sync(codec, Dictionary.fromObject({ qmin: 4, qmax: 4, threads: 1 })) < 0) return null;
  const frame = AvFrame.fromVideoBuffer(data, {
    width,
    height,
    format: AV_PIX_FMT_YUVJ420P,
    timeBase: { num: 1, den: 25 },
    pts: 0n,
  });
  const packet = new Packet();
  packet.alloc();
  encoder.sendFrameSync(frame);
  encoder.sendFrameSync(null);
  return encoder.receivePacketSync(packet) >= 0 && packet.data ? packet.data.toString('base64') : null;
}
