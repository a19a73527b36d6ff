import { AVDISCARD_ALL } from 'node-av/constants';
import { Packet } from 'node-av/lib';
import type { MediaSubtitleTrack, SubtitleCue } from '#engine/raw-content.ts';
import { cueText, isTextCodec, movTextBytes, openEndedMs, trackDecoder, ttmlCues } from '../cue-text.ts';
import { clockOrigin, type OpenMedia, openMedia, toSeconds, yieldToEventLoop } from './open.ts';
import { describeTrack, isSubtitle } from './probe.ts';

const maxCues = 200_000;
const maxTextBytes = 32 * 1024 * 1024;

type StoredCue = { startMs: number; endMs: number | null; bytes: Uint8Array };
type Collected = { track: Omit<MediaSubtitleTrack, 'cues'>; packets: StoredCue[] };

export async function readSubtitles(path: string): Promise<MediaSubtitleTrack[]> {
  const media = await openMedia(path, { analyse: false });
  const tracks = new Map<number, Collected>();
  for (const stream of media.context.streams) {
    if (isSubtitle(stream)) tracks.set(stream.index, { track: describeTrack(stream, media), packets: [] });
  }
  const hasText = [...tracks.values()].some(({ track }) => isTextCodec(track.codec));
  const originMs = hasText ? await collect(media, tracks) : 0;
  return [...tracks.values()].map(({ track, packets }) => ({ ...track, cues: toCues(track.codec, packets, originMs) }));
}

/** Returns where the times of the file begin, in ms. */
async function collect({ context }: OpenMedia, tracks: Map<number, Collected>): Promise<number> {
  // The start of Matroska is known only from its packets. Streams that are discarded before are not analysed.
  await context.findStreamInfo(null);
  const streams = context.streams;
  const texts = new Map([...tracks].filter(([, { track }]) => isTextCodec(track.codec)));
  for (const stream of streams) if (!texts.has(stream.index)) stream.discard = AVDISCARD_ALL;
  const packet = new Packet();
  packet.alloc();
  let count = 0;
  let bytes = 0;
  while (count < maxCues && bytes < maxTextBytes && context.readFrameSync(packet) >= 0) {
    const wanted = texts.get(packet.streamIndex);
    const stream = streams[packet.streamIndex];
    const start = stream && (toSeconds(packet.pts, stream) ?? toSeconds(packet.dts, stream));
    // Copied, because the next packet reuses the memory.
    const data = packet.data && Uint8Array.from(packet.data);
    if (wanted && stream && data && start !== null && start !== undefined) {
      const length = toSeconds(packet.duration, stream) ?? 0;
      const startMs = Math.max(0, Math.round(start * 1000));
      wanted.packets.push({ startMs, endMs: length > 0 ? Math.round((start + length) * 1000) : null, bytes: data });
      count += 1;
      bytes += data.length;
    }
    packet.unref();
    if (count % 4096 === 4095) await yieldToEventLoop();
  }
  packet.free();
  return Math.round(clockOrigin(context) * 1000);
}

function toCues(codec: string, packets: StoredCue[], originMs: number): SubtitleCue[] {
  return readCues(codec, packets).map((cue) => ({
    ...cue,
    startMs: Math.max(0, cue.startMs - originMs),
    endMs: Math.max(0, cue.endMs - originMs),
  }));
}

function readCues(codec: string, packets: StoredCue[]): SubtitleCue[] {
  const ordered = packets.toSorted((a, b) => a.startMs - b.startMs);
  // The boxes of `wvtt` are binary, and their text is UTF-8 by its standard.
  const texts = codec === 'wvtt' ? [] : ordered.map(({ bytes }) => (codec === 'mov_text' ? movTextBytes(bytes) : bytes));
  const decode = trackDecoder(texts);
  if (codec === 'ttml') return ordered.flatMap(({ bytes }) => ttmlCues(decode(bytes)));
  const cues: SubtitleCue[] = [];
  for (const [index, stored] of ordered.entries()) {
    const { text, speaker } = cueText(codec, stored.bytes, decode);
    if (text === '') continue;
    const next = ordered[index + 1]?.startMs ?? Number.POSITIVE_INFINITY;
    const endMs = stored.endMs ?? Math.min(next, stored.startMs + openEndedMs);
    cues.push({ startMs: stored.startMs, endMs: Math.max(endMs, stored.startMs), text, ...(speaker ? { speaker } : {}) });
  }
  return cues;
}
