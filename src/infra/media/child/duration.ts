/** Durations in headers may be missing, estimated, wrong or forged, so packets are read where that is affordable. */

import {
  AV_DISPOSITION_ATTACHED_PIC,
  AVDISCARD_ALL,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  AVSEEK_FLAG_BACKWARD,
} from 'node-av/constants';
import type { Stream } from 'node-av/lib';
import { Packet } from 'node-av/lib';
import { clockOrigin, type OpenMedia, openMedia, toSeconds, yieldToEventLoop } from './open.ts';

const readWholeBytes = 64 * 1024 * 1024;
const scanBudgetMs = 25_000;
const tailSeconds = 15;
const plausibleSeconds = 30 * 24 * 3600;

type Extent = { first: number; last: number; covered: number; packets: number; complete: boolean };

export type Timeline = {
  durationSeconds: number | null;
  originSeconds: number;
};

export async function measureTimeline(media: OpenMedia): Promise<Timeline> {
  const header = headerSeconds(media);
  const origin = clockOrigin(media.context);
  const extent = await findExtent(media, header, origin);
  return { durationSeconds: decide(header, origin, extent), originSeconds: origin };
}

async function findExtent(media: OpenMedia, header: number | null, origin: number): Promise<Extent | null> {
  const scanFully = media.fileSize <= readWholeBytes || header === null || isBareStream(media.format);
  if (!scanFully) {
    const tail = await readTail(media, header, origin);
    if (tail) return tail;
  }
  const whole = await readPackets(media);
  if (whole && whole.packets > 0) return whole;
  // With a damaged codec header, the parser drops every packet, so they are read without it.
  const raw = await openMedia(media.path, { analyse: false, withoutParsers: true });
  return await readPackets(raw);
}

/** In raw audio, positions are estimated from byte offsets, so the tail proves nothing. */
function isBareStream(format: string): boolean {
  return ['mp3', 'aac', 'amr', 'flac'].includes(format);
}

function headerSeconds(media: OpenMedia): number | null {
  const seconds = Number(media.context.duration) / 1e6;
  return seconds > 0 && seconds < plausibleSeconds ? seconds : null;
}

function decide(header: number | null, origin: number, extent: Extent | null): number | null {
  if (!extent || extent.packets === 0) return header;
  const measured = extent.last - origin;
  if (measured <= 0 || measured > plausibleSeconds) return null;
  // The packets cover little of the time: a single timestamp is forged.
  if (extent.complete && measured > 24 * 3600 && extent.covered < measured / 10) return null;
  return Math.round(measured * 1000) / 1000;
}

async function readTail(media: OpenMedia, header: number, origin: number): Promise<Extent | null> {
  const target = BigInt(Math.max(0, Math.floor((origin + header - tailSeconds) * 1e6)));
  if ((await media.context.seekFrame(-1, target, AVSEEK_FLAG_BACKWARD)) < 0) return null;
  const tail = await readPackets(media);
  // The tail does not confirm the header, so the whole file is read.
  if (!tail || tail.packets === 0 || Math.abs(tail.last - origin - header) > Math.max(2, header * 0.02)) {
    const again = await openMedia(media.path, { analyse: false });
    return await readPackets(again);
  }
  return { ...tail, complete: false };
}

async function readPackets({ context }: OpenMedia): Promise<Extent | null> {
  const streams = context.streams;
  for (const stream of streams) if (!isPlayable(stream)) stream.discard = AVDISCARD_ALL;
  const clocks = streams.map((stream) => ({ stream, playable: isPlayable(stream), previous: Number.NaN, step: 0, covered: 0 }));
  const extent: Extent = {
    first: Number.POSITIVE_INFINITY,
    last: Number.NEGATIVE_INFINITY,
    covered: 0,
    packets: 0,
    complete: true,
  };
  const deadline = Date.now() + scanBudgetMs;
  const packet = new Packet();
  packet.alloc();
  while (context.readFrameSync(packet) >= 0) {
    const clock = clocks[packet.streamIndex];
    if (clock?.playable) note(packet, clock, extent);
    packet.unref();
    if (extent.packets % 8192 === 8191) {
      await yieldToEventLoop();
      if (Date.now() > deadline) return null;
    }
  }
  packet.free();
  extent.covered = Math.max(0, ...clocks.map((clock) => clock.covered));
  return extent;
}

type StreamClock = { stream: Stream; previous: number; step: number; covered: number };

function note(packet: Packet, clock: StreamClock, extent: Extent): void {
  const at = toSeconds(packet.pts, clock.stream) ?? toSeconds(packet.dts, clock.stream);
  extent.packets += 1;
  if (at === null) return;
  const own = toSeconds(packet.duration, clock.stream) ?? 0;
  // A packet without duration lasts about as long as the one before it.
  if (at > clock.previous) clock.step = Math.min(at - clock.previous, 1);
  clock.previous = at;
  const length = own > 0 && own < 3600 ? own : clock.step;
  clock.covered += length;
  extent.first = Math.min(extent.first, at);
  extent.last = Math.max(extent.last, at + length);
}

export function isPlayable(stream: Stream): boolean {
  const { codecType } = stream.codecpar;
  if (codecType === AVMEDIA_TYPE_AUDIO) return true;
  return codecType === AVMEDIA_TYPE_VIDEO && !stream.hasDisposition(AV_DISPOSITION_ATTACHED_PIC);
}
