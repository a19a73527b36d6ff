import { AppError, type ErrorCode, hasCode, toAppError } from '#lib/app-error.ts';
import { megabytesOf } from '#lib/bytes.ts';
import type { RejectedTrack, Transcript } from '../../domain.ts';
import type { YtDlp, YtDlpVideo } from '../../ports.ts';
import { progressPercents } from '../../progress-percents.ts';
import { transcribeSpeech } from '../../transcribe/speech/transcribe-speech.ts';
import { speechFaults } from '../../transcribe/speech/transcript-or-problem.ts';
import { type CaptionCandidate, takeTrusted } from '../../transcribe/take-trusted.ts';
import { orderTracks } from '../../transcribe/tracks/order-site-tracks.ts';
import { baseLanguage } from '../../transcribe/tracks/rank-embedded-tracks.ts';
import type { ResolveContext } from '../source.ts';

const percents = progressPercents.ytDlp;

export type AboutVideo = {
  url: string;
  title: string;
  author: string | null;
  durationMs: number | null;
  spoken: string | null;
  wanted: string | null;
  rejected: RejectedTrack[];
};

/** `video` is set even where there is no transcript. */
export type Found = {
  transcript: Transcript | null;
  rejected: RejectedTrack[];
  video: YtDlpVideo | null;
  failure: AppError | null;
};

/** Errors: those with `retry.afterMs`, `cancelled`, `internal`, `storage_failed`; all others are in `failure`. */
export async function askYtDlp(about: AboutVideo, context: ResolveContext): Promise<Found> {
  const found: Found = { transcript: null, rejected: [...about.rejected], video: null, failure: null };
  const { ytDlp, speech } = context.ports;
  if (!ytDlp) return { ...found, failure: new AppError('ytdlp_missing') };
  try {
    context.progress.stage('transcript', percents.captions, 'fetching_captions');
    const video = await ytDlp.describe(about.url, context.signal);
    found.video = video;
    const taken = await takeTrusted(candidatesOf(video, about, ytDlp, context), durationOf(video, about), context);
    found.rejected.push(...taken.rejected);
    if (taken.transcript) return { ...found, transcript: withRejected(taken.transcript, found.rejected) };
    if (!speech) throw new AppError('speech_not_configured');
    await speech.engineFor(about.spoken ?? video.language, context.signal);
    return { ...found, transcript: await transcribe(video, about, found.rejected, ytDlp, context) };
  } catch (error) {
    const known = toAppError(error);
    const isOurs = hasCode(known, 'internal', 'database_unavailable', 'cancelled', 'storage_failed');
    if (context.signal.aborted || isOurs || known.retry?.afterMs !== undefined) throw error;
    return { ...found, failure: known };
  }
}

function durationOf(video: YtDlpVideo, about: AboutVideo): { durationMs: number | null } {
  return { durationMs: about.durationMs ?? video.durationMs };
}

function candidatesOf(video: YtDlpVideo, about: AboutVideo, ytDlp: YtDlp, { ports, signal }: ResolveContext): CaptionCandidate[] {
  const named = video.tracks.flatMap((track) => {
    const language = track.language ?? null;
    return language === null ? [] : [{ ...track, language, name: track.name ?? language }];
  });
  // `en-orig` is the automatic track; `en` beside it may be a machine translation.
  const originals = named
    .filter((track) => track.automatic && track.id.endsWith('-orig'))
    .map((track) => baseLanguage(track.language));
  const usable = named.filter((track) => !track.automatic || originals.length === 0 || track.id.endsWith('-orig'));
  const spoken = about.spoken ?? originals[0] ?? video.language;
  return orderTracks(usable, { spoken, wanted: about.wanted }).map((track) => ({
    track: `${track.name} (yt-dlp)`,
    origin: track.automatic ? 'automatic' : 'human',
    language: track.language,
    load: async () => {
      const file = await ytDlp.subtitles(about.url, track, signal);
      if (file === null) return 'unavailable';
      if (file.bytes.length === 0) return 'empty';
      return (await ports.compute('readSubtitles', { bytes: file.bytes, name: `captions.${file.format}` }, { signal })).cues;
    },
  }));
}

function withRejected(transcript: Transcript, rejected: RejectedTrack[]): Transcript {
  return rejected.length === 0 ? transcript : { ...transcript, provenance: { ...transcript.provenance, rejected } };
}

function transcribe(
  video: YtDlpVideo,
  about: AboutVideo,
  rejected: RejectedTrack[],
  ytDlp: YtDlp,
  context: ResolveContext,
): Promise<Transcript> {
  const { sound } = percents;
  const onProgress = (received: number, total: number | null): void => {
    const share = total !== null && total > 0 ? Math.min(1, received / total) : 0;
    context.progress.stage('transcript', sound.from + (sound.to - sound.from) * share, 'downloading_audio', {
      megabytes: megabytesOf(received),
    });
  };
  const { title, author, spoken } = about;
  const recording = { title, author, language: spoken ?? video.language, ...durationOf(video, about), rejected };
  return ytDlp.withAudio(about.url, { signal: context.signal, onProgress }, (path) => transcribeSpeech(path, recording, context));
}

/** Failures that tell the user more than that there is no transcript. */
const significantFailures: readonly ErrorCode[] = [
  'ytdlp_missing',
  'ytdlp_outdated',
  ...speechFaults,
  'video_private',
  'video_age_restricted',
  'video_region_blocked',
  'video_members_only',
  'site_bot_check',
];

export function problemOf(failure: AppError | null): ErrorCode {
  return failure && significantFailures.includes(failure.code) ? failure.code : 'video_no_words';
}
