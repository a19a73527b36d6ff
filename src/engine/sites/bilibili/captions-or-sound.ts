/** Captions that are trusted, else the sound; else the description. */
import { type AppError, type ErrorCode, hasCode, toAppError } from '#lib/app-error.ts';
import type { RejectedTrack, Transcript } from '../../domain.ts';
import { progressPercents } from '../../progress-percents.ts';
import type { ResolveContext } from '../../sources/source.ts';
import { describedTranscript } from '../../transcribe/described-transcript.ts';
import { takeTrusted } from '../../transcribe/take-trusted.ts';
import { captionCandidates, type SiteCaptions } from './captions.ts';
import { transcribeVideo } from './sound.ts';
import type { SiteVideo } from './video.ts';

const percents = progressPercents.bilibili;

type FoundTranscript = { transcript: Transcript | null; problem: ErrorCode | null };

export async function captionsOrSound(
  video: SiteVideo,
  captions: SiteCaptions,
  context: ResolveContext,
): Promise<FoundTranscript> {
  context.progress.stage('transcript', percents.checking, 'checking_captions');
  const candidates = captionCandidates(captions.tracks, video, context);
  const { transcript, rejected } = await takeTrusted(candidates, { durationMs: video.durationMs }, context);
  if (transcript) return { transcript, problem: null };
  if (captions.signIn !== 'fine') rejected.push({ track: 'subtitles for signed-in viewers', fault: 'unavailable' });
  const failure = await transcriptOrFailure(video, rejected, context);
  if ('segments' in failure) return { transcript: failure, problem: null };
  // With a sign-in the user would get the subtitles, so no poor note is made from the description.
  if (captions.signIn === 'refused') return { transcript: null, problem: 'credential_invalid' };
  if (captions.signIn === 'needed') return { transcript: null, problem: 'site_login_needed' };
  const problem = tellsMore(failure) ? failure.code : 'video_no_words';
  return { transcript: describedTranscript(video.description, rejected), problem };
}

function tellsMore(failure: AppError): boolean {
  return failure.code.startsWith('speech_') || hasCode(failure, 'video_members_only', 'video_region_blocked', 'timed_out');
}

/** Rethrows failures of our own and requested pauses, which say nothing about the video. */
async function transcriptOrFailure(
  video: SiteVideo,
  rejected: RejectedTrack[],
  context: ResolveContext,
): Promise<Transcript | AppError> {
  try {
    return await transcribeVideo(video, rejected, context);
  } catch (error) {
    const known = toAppError(error);
    const passing = known.retry?.afterMs !== undefined;
    if (passing || context.signal.aborted || hasCode(known, 'internal', 'database_unavailable', 'cancelled', 'storage_failed'))
      throw error;
    return known;
  }
}
