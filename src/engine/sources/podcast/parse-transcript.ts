import type { Segment } from '../../domain.ts';
import type { FeedTranscript } from '../../feeds/feed.ts';
import { durationMs, squeeze } from '../../feeds/fields.ts';
import { elementsIn, readTree, textIn, type XmlElement } from '../../feeds/xml-tree.ts';
import type { SubtitleCue } from '../../raw-content.ts';
import { decodeText } from '../../text/charset.ts';
import { refuseOversize } from '../../text/source-limits.ts';
import { parseSubtitles } from '../../transcribe/parse-subtitles.ts';
import { cuesToSegments } from '../../transcribe/segments.ts';

/** Length of the last cue where only starts are known. */
const lastCueMs = 5000;

type ReadTranscript = { segments: Segment[]; automatic: boolean; language: string | null };

/** Reads a transcript file, or a page with times. Errors: those of `parseSubtitles`, `text_too_long`. */
export function readEpisodeTranscript({ bytes, offer }: { bytes: Uint8Array; offer: FeedTranscript }): ReadTranscript {
  const html = /html/i.test(offer.type ?? '') || /\.html?$/i.test(new URL(offer.url).pathname);
  const { cues, automatic, language } = html
    ? { cues: cuesOfHtml(decodeText(bytes, { sniff: 'html' }).text), automatic: false, language: undefined }
    : parseSubtitles(bytes, new URL(offer.url).pathname);
  const segments = cuesToSegments(cues);
  refuseOversize(segments, true);
  return { segments, automatic: automatic === true, language: language ?? null };
}

/** `<cite>` names the speaker, `<time>` the time, `<p>` holds the text. */
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
        const text = squeeze(textOf(child));
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

function textOf(element: XmlElement): string {
  const parts = element.children.map((child) =>
    typeof child === 'string' ? child : /^(?:xhtml:)?(?:cite|time|script|style)$/.test(child.name) ? ' ' : textOf(child),
  );
  return parts.join('');
}
