import { AppError } from '#lib/app-error.ts';
import { readTtml } from '#lib/transcripts/ttml.ts';
import type { SubtitleCue } from '../raw-content.ts';
import { decodeText } from '../text/charset.ts';
import { CueList, finishCues, linesOf, type RawCue, tidyLines } from './cues.ts';
import { parseAss } from './formats/ass.ts';
import { parseJsonCaptions } from './formats/json.ts';
import { parseLrc } from './formats/lrc.ts';
import { parseSami } from './formats/sami.ts';
import { parseSrt, parseSrtTiming } from './formats/srt.ts';
import { isTimedTable, looksLikeTimedText, parseTimedTable, parseTimedText } from './formats/timed-text.ts';
import { parseVtt, vttCueLines } from './formats/vtt.ts';
import { parseYoutubeXml } from './formats/youtube.ts';
import { withNamedSpeakers } from './named-speakers.ts';
import { withoutRolling } from './rolling.ts';

type SubtitleFormat =
  | 'vtt'
  | 'srt'
  | 'ass'
  | 'ttml'
  | 'sami'
  | 'lrc'
  | 'youtube-xml'
  | 'json3'
  | 'bilibili'
  | 'podcast'
  | 'json'
  | 'timed-text'
  | 'tsv';

export type ParsedSubtitles = {
  format: SubtitleFormat;
  /** Sorted; a WebVTT cue may be empty. */
  cues: SubtitleCue[];
  language?: string;
  title?: string;
  automatic?: boolean;
};

type Track = { format: SubtitleFormat; cues: RawCue[]; language?: string | null; title?: string | null };

const maxBytes = 64 * 1024 * 1024;
/** Lenient reading of a broken WebVTT file must find this many more cues; fewer suffice where strict reading finds none. */
const rescuedCues = 3;
const rescuedFromNone = 2;

/** Marks of automatic tracks: YouTube's word confidences, rolling lines and word times, Bilibili's track type. */
const automaticMark = /"(?:acAsrConf|aAppend)"|"type":\s?"AIsubtitle"|<s ac="|<p [^>\n]{0,80} a="1"|<\d\d:\d\d:\d\d\.\d{3}><c>/;

/** `name` is a hint. Errors: `subtitles_empty`, `document_unreadable`, `file_too_large`, `transcript_too_long`. */
export function parseSubtitles(bytes: Uint8Array, name = ''): ParsedSubtitles {
  if (bytes.length > maxBytes) throw new AppError('file_too_large', { params: { maxBytes } });
  return parseSubtitleText(decodeText(bytes).text, name);
}

export function readSubtitles({ bytes, name }: { bytes: Uint8Array; name: string }): ParsedSubtitles {
  return parseSubtitles(bytes, name);
}

export function parseSubtitleText(source: string, name = ''): ParsedSubtitles {
  const text = normalizeSource(source);
  if (text.trim() === '') throw new AppError('subtitles_empty');
  const track = parseTrack(text) ?? (/\.lrc$/i.test(name) ? { format: 'lrc' as const, ...parseLrc(text) } : null);
  if (!track) throw new AppError('document_unreadable');
  const cues = withoutRolling(finishCues(track.cues));
  if (cues.length === 0) throw new AppError('subtitles_empty');
  return {
    format: track.format,
    cues,
    ...(track.language ? { language: track.language } : {}),
    ...(track.title ? { title: track.title } : {}),
    ...(automaticMark.test(text.slice(0, 20_000)) ? { automatic: true } : {}),
  };
}

/** False for a text that only mentions subtitles. */
export function looksLikeSubtitles(source: string): boolean {
  const text = normalizeSource(source.slice(0, 20_000));
  const format = sniff(text);
  if (format === 'srt') return firstLines(text, 12).some((line) => parseSrtTiming(line) !== null);
  if (format === 'json') return parseJsonCaptions(normalizeSource(source)) !== null;
  return format !== null;
}

function normalizeSource(source: string): string {
  const text = source.includes('\r') ? withLineFeeds(source) : source;
  return text.replace(leadingJunk, '').replaceAll('\0', '');
}

/** Byte order marks, repeated or read as Western text, and the `)]}'` that keeps JSON from being run as a script. */
const leadingJunk = /^(?:\ufeff|ï»¿|\u200b)*(?:\)\]\}'\s{0,9})?/;

function withLineFeeds(source: string): string {
  const doubled = source.replaceAll('\r\r\n', '\n');
  // Converted twice, every line ends in two carriage returns and a line feed.
  return doubled.includes('\r') ? source.replace(/\r\n?/g, '\n') : doubled;
}

function parseTrack(text: string): Track | null {
  const format = sniff(text);
  switch (format) {
    case 'vtt':
      return vttTrack(text);
    case 'json':
      return parseJsonCaptions(text);
    case 'ttml':
      return ttmlTrack(text);
    case 'sami':
      return { format, cues: parseSami(text) };
    case 'youtube-xml':
      return { format, cues: parseYoutubeXml(text) };
    case 'ass':
      return { format, cues: parseAss(text) };
    case 'lrc':
      return { format, ...parseLrc(text) };
    case 'srt':
      return { format, cues: withNamedSpeakers(parseSrt(text)) };
    case 'timed-text':
      return { format, ...parseTimedText(text) };
    case 'tsv':
      return { format, cues: parseTimedTable(text) };
    case null:
      return null;
  }
}

function ttmlTrack(text: string): Track {
  const list = new CueList();
  const { title, language } = readTtml(text, (cue) => {
    const plain = tidyLines(cue.text);
    if (plain !== '') list.add(cue.startMs, cue.endMs, plain, cue.speaker);
  });
  return { format: 'ttml', cues: list.cues, title, language };
}

function vttTrack(text: string): Track {
  const strict = parseVtt(text);
  const lenient = parseSrt(vttCueLines(text));
  const least = strict.length === 0 ? rescuedFromNone : rescuedCues;
  return { format: 'vtt', cues: withNamedSpeakers(lenient.length - strict.length >= least ? lenient : strict) };
}

type Sniffed = 'vtt' | 'json' | 'ttml' | 'sami' | 'youtube-xml' | 'ass' | 'lrc' | 'srt' | 'timed-text' | 'tsv' | null;

function sniff(text: string): Sniffed {
  const start = text.slice(0, 20_000).trimStart();
  if (start.startsWith('WEBVTT')) return 'vtt';
  if (start.startsWith('<')) return sniffXml(start);
  if (
    /^[^\S\n\r\u2028\u2029]*\[(?:script info|v4\+? styles|events)\][^\S\n\r\u2028\u2029]*$/im.test(start) ||
    /^Dialogue:\s{0,9}[^,\n]{1,20},\d+:\d\d:\d\d/m.test(start)
  )
    return 'ass';
  if ((start.startsWith('{') || start.startsWith('[')) && /^[{[]\s*(?:["{[\]}]|$)/.test(start)) return 'json';
  if (isTimedTable(start.split('\n', 1)[0] ?? '')) return 'tsv';
  if (hasTimingLine(text)) return 'srt';
  if (looksLikeTimedText(start)) return 'timed-text';
  return looksLikeLyrics(start) ? 'lrc' : null;
}

function sniffXml(start: string): Sniffed {
  const root = /<(?:[\w.-]{1,40}:)?(tt|transcript|timedtext|sami|html|body)[\s>/]/i.exec(start)?.[1]?.toLowerCase();
  if (root === 'tt' || root === 'sami') return root === 'tt' ? 'ttml' : 'sami';
  if (root === 'transcript' || root === 'timedtext') return 'youtube-xml';
  return root === undefined && hasTimingLine(start) ? 'srt' : null;
}

function hasTimingLine(text: string): boolean {
  for (const line of linesOf(text)) if (parseSrtTiming(line) !== null) return true;
  return false;
}

function looksLikeLyrics(start: string): boolean {
  const lines = firstLines(start, 60);
  const stamped = lines.filter((line) => /^\s*\[(?:\d{1,3}:)?\d{1,4}:\d{1,2}(?:[.:,]\d{1,3})?\]/.test(line.slice(0, 60))).length;
  const tagged = lines.filter((line) => /^\s*\[[a-zA-Z#]{1,20}:[^\]]{0,500}\]\s*$/.test(line.slice(0, 600))).length;
  return stamped >= 1 && (stamped + tagged) * 2 >= lines.length;
}

function firstLines(text: string, count: number): string[] {
  const lines: string[] = [];
  for (const line of linesOf(text)) {
    if (line.trim() !== '') lines.push(line);
    if (lines.length >= count) break;
  }
  return lines;
}
