import { isAscii, isUtf8 } from 'node:buffer';
import { decodeHTMLStrict } from 'entities/decode';
import type { SubtitleCue } from '#engine/raw-content.ts';
import { hasLoneAccents } from '#lib/text/lone-accents.ts';
import { readTtml } from '#lib/transcripts/ttml.ts';

/** Longest duration of a cue without an end. */
export const openEndedMs = 5000;

/** False for bitmap and teletext subtitles, which contain no text. */
export function isTextCodec(codec: string): boolean {
  return ['subrip', 'srt', 'text', 'mov_text', 'ass', 'ssa', 'webvtt', 'wvtt', 'ttml'].includes(codec);
}

export type CueText = { text: string; speaker?: string };

export function cueText(codec: string, packet: Uint8Array, decode: (bytes: Uint8Array) => string): CueText {
  switch (codec) {
    case 'mov_text':
      return { text: tidy(stripTags(movText(packet, decode))) };
    case 'ass':
    case 'ssa':
      return assText(decode(packet));
    case 'webvtt':
      return webVttText(decode(packet));
    case 'wvtt':
      return webVttText(wvttPayload(packet, decode));
    default:
      return { text: tidy(stripAssOverrides(stripTags(decode(packet)))) };
  }
}

/** One charset per track: UTF-8 if most packets are; windows-1252 if single letters have accents; else GB 18030 (any bytes). */
export function trackDecoder(packets: Uint8Array[]): (bytes: Uint8Array) => string {
  const telling = packets.filter((packet) => !isAscii(packet));
  const isMostlyUtf8 = telling.filter((packet) => isUtf8(packet)).length * 2 >= telling.length;
  const decoder = new TextDecoder(isMostlyUtf8 ? 'utf-8' : hasLoneAccents(Buffer.concat(telling)) ? 'windows-1252' : 'gb18030');
  return (bytes) => decoder.decode(bytes);
}

/** 3GPP timed text: two length bytes, the text (UTF-16 with a byte order mark), then style boxes. */
function movText(packet: Uint8Array, decode: (bytes: Uint8Array) => string): string {
  if (packet.length < 2) return '';
  const bytes = movTextBytes(packet);
  const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  if (mark === 0xfeff) return new TextDecoder('utf-16be').decode(bytes);
  if (mark === 0xfffe) return new TextDecoder('utf-16le').decode(bytes);
  return decode(bytes);
}

export function movTextBytes(packet: Uint8Array): Uint8Array {
  const length = ((packet[0] ?? 0) << 8) | (packet[1] ?? 0);
  return packet.subarray(2, 2 + length);
}

/** Fields of the line: `ReadOrder,Layer,Style,Name,MarginL,MarginR,MarginV,Effect,Text`. */
function assText(line: string): CueText {
  const fields = line.split(',');
  if (fields.length < 9) return { text: tidy(stripAssOverrides(line)) };
  const name = fields[3]?.trim() ?? '';
  const raw = fields.slice(8).join(',');
  // `\p1` switches to drawing commands.
  const text = tidy(stripAssOverrides(withoutDrawings(raw)));
  return name && text ? { text, speaker: name } : { text };
}

function withoutDrawings(raw: string): string {
  let isDrawing = false;
  let words = '';
  for (const part of raw.split(/(\{[^{}]*\})/)) {
    const isBlock = part.startsWith('{') && part.endsWith('}');
    if (isBlock && /\\p[1-9]/.test(part)) isDrawing = true;
    else if (isBlock && part.includes('\\p0')) isDrawing = false;
    if (!isDrawing) words += part;
  }
  return words;
}

function stripAssOverrides(text: string): string {
  return text
    .replace(/\{\\[^{}]*\}/g, '')
    .replace(/\\[Nn]/g, '\n')
    .replace(/\\h/g, ' ');
}

function webVttText(payload: string): CueText {
  const voice = payload.match(/<v(?:\.[^\s<>]{0,100})?\s([^<>]{1,300})>/)?.[1]?.trim();
  const text = tidy(decodeHTMLStrict(stripTags(payload).replace(/&(?:lrm|rlm);/g, '')).replaceAll('\u00a0', ' '));
  return voice && text ? { text, speaker: voice } : { text };
}

function wvttPayload(packet: Uint8Array, decode: (bytes: Uint8Array) => string): string {
  const payloads: string[] = [];
  for (const cue of boxes(packet)) {
    if (cue.type !== 'vttc') continue;
    for (const part of boxes(cue.content)) if (part.type === 'payl') payloads.push(decode(part.content));
  }
  return payloads.join('\n');
}

function boxes(bytes: Uint8Array): { type: string; content: Uint8Array }[] {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found: { type: string; content: Uint8Array }[] = [];
  for (let at = 0; at + 8 <= view.length; ) {
    const size = view.readUInt32BE(at);
    if (size < 8) break;
    found.push({
      type: view.toString('latin1', at + 4, at + 8),
      content: view.subarray(at + 8, Math.min(at + size, view.length)),
    });
    at += size;
  }
  return found;
}

/** Removes SubRip and WebVTT markup. A tag starts with a letter, slash or digit, so `1 < 2` stays. */
function stripTags(text: string): string {
  return text.replace(/<\/?[a-zA-Z][^<>\n]*>|<\/>|<\d[\d:.]*>/g, '');
}

function tidy(text: string): string {
  return text
    .replace(/[\0\uFEFF]/g, '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

export function ttmlCues(document: string): SubtitleCue[] {
  const cues: SubtitleCue[] = [];
  readTtml(document, (cue) => {
    const text = tidy(cue.text);
    const startMs = Math.round(cue.startMs);
    const endMs = Math.round(cue.endMs ?? startMs + openEndedMs);
    if (text !== '' && endMs > startMs) cues.push({ startMs, endMs, text, ...(cue.speaker ? { speaker: cue.speaker } : {}) });
  });
  return cues;
}
