import { AppError, hasCode } from '#lib/app-error.ts';
import type { Extracted, SourceChapter } from '../../domain.ts';
import { hashOf } from '../../hash.ts';
import { progressPercents } from '../../progress-percents.ts';
import type { MediaProbe, MediaSubtitleTrack } from '../../raw-content.ts';
import { transcribeSpeech } from '../../transcribe/speech/transcribe-speech.ts';
import { type Spoken, transcriptOrProblem } from '../../transcribe/speech/transcript-or-problem.ts';
import { type CaptionCandidate, takeTrusted } from '../../transcribe/take-trusted.ts';
import { baseLanguage, isAutomatic, rankTracks } from '../../transcribe/tracks/rank-embedded-tracks.ts';
import type { ResolveContext } from '../source.ts';

const percents = progressPercents.mediaFile;

export type MediaFile = {
  path: string;
  /** File name or last part of the link, for media without a title. */
  name: string;
  blob: string | null;
  canonicalUrl: string | null;
};

/** Null transcript, with a `problem`, when neither subtitles nor sound work. Errors: `media_*`, `timed_out`, `cancelled`. */
export async function extractMedia(file: MediaFile, context: ResolveContext): Promise<Extracted> {
  const { ports, progress, signal } = context;
  progress.stage('resolve', percents.probing, 'probing_media');
  const probe = await ports.media.probe(file.path, signal);
  const given = context.givenTranscript ?? null;
  // In parallel: the cover does not wait for a long file.
  const [coverBlob, tracks] = await Promise.all([
    makeCover(file, probe, context),
    given === null ? readTracks(file, probe, context) : [],
  ]);
  const own = usefulTitle(probe.tags.title);
  const title = own ?? titleFromName(file.name);
  const { transcript, problem }: Spoken =
    given === null ? await captionsOrSound(file, { probe, tracks, title }, context) : { transcript: given, problem: null };
  const type = probe.video ? 'video' : 'audio';
  return {
    kind: type,
    canonicalUrl: file.canonicalUrl,
    title,
    ...(own === null ? { titleFromName: true } : {}),
    author: probe.tags.artist ?? null,
    siteName: file.canonicalUrl === null ? (probe.tags.album ?? null) : new URL(file.canonicalUrl).hostname.replace(/^www\./, ''),
    description: probe.tags.comment ?? null,
    publishedAt: dateOfTag(probe.tags.date),
    language: baseLanguage(transcript?.language ?? probe.tags.language),
    durationMs: durationOf(probe),
    coverUrl: null,
    coverBlob,
    media: { type, mime: probe.mime, blob: file.blob, url: file.canonicalUrl },
    chapters: toChapters(probe.chapters),
    articleMarkdown: null,
    transcript,
    problem,
  };
}

async function readTracks(file: MediaFile, probe: MediaProbe, { ports, progress, signal }: ResolveContext) {
  if (probe.subtitles.length === 0) return [];
  progress.stage('transcript', percents.subtitles, 'reading_subtitles');
  return await ports.media.subtitles(file.path, signal);
}

type Seen = { probe: MediaProbe; tracks: readonly MediaSubtitleTrack[]; title: string };

async function captionsOrSound(file: MediaFile, { probe, tracks, title }: Seen, context: ResolveContext): Promise<Spoken> {
  const ranked = rankTracks(tracks, probe.tags.language ?? null);
  const candidates = ranked.map((track) => toCandidate(track, tracks.indexOf(track) + 1));
  const durationMs = durationOf(probe);
  const { transcript, rejected } = await takeTrusted(candidates, { durationMs }, context);
  if (transcript) return { transcript, problem: null };
  if (!probe.audio) return { transcript: null, problem: 'media_no_audio' };
  const author = probe.tags.artist ?? null;
  const language = likelyLanguage(probe.tags.language);
  return await transcriptOrProblem(() => transcribeSpeech(file.path, { title, author, language, durationMs, rejected }, context));
}

function toCandidate(track: MediaSubtitleTrack, number: number): CaptionCandidate {
  const details = [track.language, track.title].filter((part) => part !== null).join(', ');
  return {
    track: `embedded track ${number}${details ? ` (${details})` : ''}`,
    origin: isAutomatic(track) ? 'automatic' : 'human',
    language: track.language,
    load: async () => track.cues,
  };
}

/** Many programs write English by default, so that tag says nothing. */
function likelyLanguage(tag: string | undefined): string | null {
  const language = baseLanguage(tag);
  return language === 'en' ? null : language;
}

function durationOf(probe: MediaProbe): number | null {
  return probe.durationSeconds === null ? null : Math.round(probe.durationSeconds * 1000);
}

async function makeCover(
  file: MediaFile,
  probe: MediaProbe,
  { ports, progress, signal }: ResolveContext,
): Promise<string | null> {
  if (!probe.video && !probe.hasCoverArt) return null;
  progress.stage('transcript', percents.cover, 'making_cover');
  try {
    const jpeg = await ports.media.cover(file.path, signal);
    if (!jpeg || jpeg.length === 0) return null;
    const key = `covers/${hashOf(Buffer.from(jpeg).toString('base64'))}.jpg`;
    await ports.blobs.put(key, jpeg);
    return key;
  } catch (error) {
    if (hasCode(error, 'cancelled', 'storage_failed') || signal.aborted) throw error;
    if (error instanceof AppError) return null;
    throw error;
  }
}

export function toChapters(chapters: MediaProbe['chapters']): SourceChapter[] {
  const named = chapters.filter((chapter) => chapter.title !== '');
  // Chapters without names still divide the file.
  const list = named.length > 0 ? named : chapters.map((chapter, index) => ({ ...chapter, title: String(index + 1) }));
  return list.map(({ title, startSeconds }) => ({ title, startMs: Math.round(startSeconds * 1000) }));
}

function titleFromName(name: string): string {
  const base = name.replace(/^.*[\\/]/, '').replace(/\.[a-z0-9]{2,5}$/i, '');
  const title = base.replace(/_+/g, ' ').replace(/\s+/g, ' ').trim();
  return title || name;
}

export function dateOfTag(tag: string | undefined): string | null {
  // `2024-05-06` or, without separators, `20240506`.
  const match =
    tag?.match(/^(\d{4})(?:[-/.](\d{2})(?:[-/.](\d{2}))?)?(?:$|[T\s])/) ??
    tag?.match(/^(\d{4})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?:$|[T\s])/);
  if (!match) return null;
  return [match[1], match[2], match[3]].filter((part) => part !== undefined).join('-');
}

function usefulTitle(title: string | undefined): string | null {
  const text = title?.trim() ?? '';
  return text === '' || /^(untitled|no ?name|unknown|title|video|audio|track ?\d*|无标题|未命名|音轨 ?\d*)$/i.test(text)
    ? null
    : text;
}
