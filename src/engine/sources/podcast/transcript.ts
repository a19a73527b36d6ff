import type { Segment, Transcript } from '../../domain.ts';
import { durationMs, squeeze } from '../../feeds/fields.ts';
import type { FeedTranscript } from '../../feeds/parse-feed.ts';
import { elementsIn, readTree, textIn, type XmlElement } from '../../feeds/xml-tree.ts';
import type { SubtitleCue } from '../../ports.ts';
import { decodeText } from '../../text/charset.ts';
import { refuseOversize } from '../../text/source-limits.ts';
import { parseSubtitles } from '../../transcribe/parse-subtitles.ts';
import { cuesToSegments } from '../../transcribe/segments.ts';
import { baseLanguage } from '../media/choose-track.ts';
import type { ResolveContext } from '../source.ts';
import { type Episode, fetchWhole, orNothing } from './episode.ts';

const maxTranscriptBytes = 20_000_000;
/** A feed may list a file per language and format; more are not tried. */
const maxTries = 6;
/** How long the last words of a transcript that only has starts are taken to last. */
const lastCueMs = 5000;

/** The best transcript the publisher offers that can be read and has times; null when there is none. */
export async function publishedTranscript(episode: Episode, context: ResolveContext): Promise<Transcript | null> {
  const offers = episode.transcripts.filter((offer) => rank(offer, episode.language) < unreadable);
  offers.sort((a, b) => rank(a, episode.language) - rank(b, episode.language));
  for (const offer of offers.slice(0, maxTries)) {
    const transcript = await orNothing(() => readTranscript(offer, context), context);
    if (transcript) return transcript;
  }
  return null;
}

const unreadable = 100;

/** The episode's language before others; in it JSON (it names speakers), WebVTT, SRT, then pages with times. */
function rank({ url, type, language }: FeedTranscript, spoken: string | null): number {
  const kind = `${type ?? ''} ${URL.canParse(url) ? new URL(url).pathname : ''}`.toLowerCase();
  const order = [/json/, /vtt/, /srt|subrip/, /html/].findIndex((pattern) => pattern.test(kind));
  if (/text\/plain|\.txt$/.test(kind) && order < 0) return unreadable;
  const foreign = language !== null && spoken !== null && baseLanguage(language) !== baseLanguage(spoken);
  return (order < 0 ? 4 : order) + (foreign ? 10 : 0);
}

async function readTranscript(offer: FeedTranscript, context: ResolveContext): Promise<Transcript | null> {
  const options = { accept: offer.type ?? '*/*', maxBytes: maxTranscriptBytes };
  const { bytes } = await fetchWhole(offer.url, options, context);
  const read = await context.ports.compute('readEpisodeTranscript', { bytes, offer }, context);
  if (read.segments.length === 0) return null;
  const language = offer.language ?? read.language ?? null;
  const details = [offer.type?.split(';')[0]?.trim() || null, language].filter((part) => part !== null).join(', ');
  return {
    timed: true,
    language,
    provenance: {
      origin: read.automatic ? 'automatic' : 'human',
      track: `published transcript${details ? ` (${details})` : ''}`,
    },
    segments: read.segments,
  };
}

type ReadTranscript = { segments: Segment[]; automatic: boolean; language: string | null };

/** A transcript file of any format, or a page with times. Errors: those of `parseSubtitles`, `text_too_long`. */
export function readEpisodeTranscript({ bytes, offer }: { bytes: Uint8Array; offer: FeedTranscript }): ReadTranscript {
  const html = /html/i.test(offer.type ?? '') || /\.html?$/i.test(new URL(offer.url).pathname);
  const { cues, automatic, language } = html
    ? { cues: cuesOfHtml(decodeText(bytes, { sniff: 'html' }).text), automatic: false, language: undefined }
    : parseSubtitles(bytes, new URL(offer.url).pathname);
  const segments = cuesToSegments(cues);
  refuseOversize(segments, true);
  return { segments, automatic: automatic === true, language: language ?? null };
}

/** `<cite>` speaks, `<time>` says when, `<p>` is said. No cues when there are no times. */
export function cuesOfHtml(html: string): SubtitleCue[] {
  const cues: { startMs: number; text: string; speaker: string | null }[] = [];
  let speaker: string | null = null;
  let startMs: number | null = null;
  const visit = (element: XmlElement): void => {
    for (const child of elementsIn(element)) {
      const name = child.name.replace(/^xhtml:/, '');
      if (name === 'cite') speaker = squeeze(textIn(child)).replace(/[:：]$/, '') || null;
      else if (name === 'time') startMs = durationMs(squeeze(textIn(child)).replace(/^[[(]|[\])]$/g, '')) ?? startMs;
      else if (name === 'p') {
        visit(child);
        const text = squeeze(wordsOf(child));
        if (text !== '' && startMs !== null) cues.push({ startMs, text, speaker });
      } else visit(child);
    }
  };
  visit(readTree(html));
  const merged: typeof cues = [];
  for (const cue of cues) {
    const last = merged.at(-1);
    if (last && last.startMs === cue.startMs && last.speaker === cue.speaker) last.text += ` ${cue.text}`;
    else merged.push(cue);
  }
  merged.sort((a, b) => a.startMs - b.startMs);
  return merged.map((cue, index) => ({
    startMs: cue.startMs,
    endMs: merged.slice(index + 1, index + 2)[0]?.startMs ?? cue.startMs + lastCueMs,
    text: cue.text,
    ...(cue.speaker ? { speaker: cue.speaker } : {}),
  }));
}

function wordsOf(element: XmlElement): string {
  const parts = element.children.map((child) =>
    typeof child === 'string' ? child : /^(?:xhtml:)?(?:cite|time|script|style)$/.test(child.name) ? ' ' : wordsOf(child),
  );
  return parts.join('');
}
