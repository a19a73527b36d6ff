import { readXml } from '#lib/read-xml.ts';
import type { Segment } from '../../domain.ts';
import type { FeedTranscript } from '../../feeds/feed.ts';
import { durationMs, squeeze } from '../../feeds/fields.ts';
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

type At = { speaker: string | null; startMs: number | null };

/** `<cite>` names the speaker, `<time>` the time, `<p>` holds the text; its end tag may be left out, as HTML allows. */
export function cuesOfHtml(html: string): SubtitleCue[] {
  const cues: { startMs: number; text: string; speaker: string | null }[] = [];
  let at: At = { speaker: null, startMs: null };
  let paragraph: { text: string; began: At | null } | null = null;
  let mark: { name: string; text: string } | null = null;
  let silent = 0;

  function endMark(): void {
    const words = squeeze(mark?.text ?? '');
    if (mark?.name === 'cite') at = { ...at, speaker: words.replace(/[:：]$/, '') || null };
    else if (mark) at = { ...at, startMs: durationMs(words.replace(/^[[(]|[\])]$/g, '')) ?? at.startMs };
    mark = null;
  }

  /** Marks behind the text are its own only where it is closed; otherwise those of the next text. */
  function endParagraph(isClosed: boolean): void {
    const text = squeeze(paragraph?.text ?? '');
    const { startMs, speaker } = (isClosed ? null : paragraph?.began) ?? at;
    if (text !== '' && startMs !== null) cues.push({ startMs, text, speaker });
    paragraph = null;
  }

  readXml(html, 'local', {
    open(written) {
      const name = written.toLowerCase();
      if (name === 'script' || name === 'style') silent++;
      if (name !== 'p' && name !== 'cite' && name !== 'time') return;
      if (mark) endMark();
      if (name === 'p') {
        endParagraph(false);
        paragraph = { text: '', began: null };
      } else {
        mark = { name, text: '' };
        if (paragraph) paragraph.text += ' ';
      }
    },
    text(text) {
      if (silent > 0) return;
      if (mark) mark.text += text;
      else if (paragraph) {
        if (text.trim() !== '') paragraph.began ??= at;
        paragraph.text += text;
      }
    },
    close(written) {
      const name = written.toLowerCase();
      if (name === 'script' || name === 'style') silent = Math.max(0, silent - 1);
      if (name === mark?.name) endMark();
      else if (name === 'p') endParagraph(true);
    },
  });
  endParagraph(false);
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
