/** Trusted captions of the video; else those that yt-dlp finds, else its sound; else the description. */
import { AppError, type ErrorCode, hasCode } from '#lib/app-error.ts';
import type { RejectedTrack, Transcript } from '../../domain.ts';
import { progressPercents } from '../../progress-percents.ts';
import type { ResolveContext } from '../../sources/source.ts';
import { askYtDlp, type Found, problemOf } from '../../sources/yt-dlp/captions-or-sound.ts';
import { detectLanguage } from '../../text/language.ts';
import { describedTranscript } from '../../transcribe/described-transcript.ts';
import { takeTrusted } from '../../transcribe/take-trusted.ts';
import { captionCandidates } from './captions.ts';
import type { Inquiry } from './inquiry.ts';
import type { PlayerResponse } from './player-response.ts';
import { youtubeAddress } from './shared/link.ts';

const percents = progressPercents.youtube;

type FoundTranscript = { transcript: Transcript | null; problem: ErrorCode | null; viaYtDlp: Found | null };

export async function captionsOrSound(
  inquiry: Inquiry,
  player: PlayerResponse | null,
  context: ResolveContext,
): Promise<FoundTranscript> {
  const wanted = context.language ?? null;
  const durationMs = player?.durationMs ?? null;
  const spoken = player ? spokenIn(player) : null;
  const turnedAwayBefore = inquiry.blocked;
  let rejected: RejectedTrack[] = [];
  if (player?.state === 'ok') {
    context.progress.stage('transcript', percents.captions, 'fetching_captions');
    const candidates = captionCandidates(inquiry, { spoken, wanted }, context);
    context.progress.stage('transcript', percents.checking, 'checking_captions');
    const taken = await takeTrusted(candidates, { durationMs }, context);
    if (taken.transcript) return { transcript: taken.transcript, problem: null, viaYtDlp: null };
    ({ rejected } = taken);
  }
  // The site stopped our requests, so there may be captions that we could not ask for.
  const turnedAway = inquiry.blocked !== null && hasCode(inquiry.blocked, 'site_wait');
  if (turnedAway && (player?.state !== 'ok' || inquiry.blocked !== turnedAwayBefore))
    throw inquiry.blocked ?? new AppError('site_wait');
  const url = youtubeAddress({ kind: 'video', id: inquiry.videoId }) ?? '';
  const about = { url, title: player?.title ?? '', author: player?.author ?? null, durationMs, spoken, wanted, rejected };
  const found = await askYtDlp(about, context);
  if (found.transcript) return { transcript: found.transcript, problem: null, viaYtDlp: found };
  if (player?.state !== 'ok' && found.video === null) throwIfOnlyBlocked(inquiry, player, found);
  const gated = player?.state === 'ok' && player.tracks.length > 0 && player.tracks.every((track) => track.gated);
  const problem = gated && hasCode(found.failure, 'ytdlp_failed') ? 'site_bot_check' : problemOf(found.failure);
  const described = describedTranscript(player?.description ?? found.video?.description ?? null, found.rejected);
  return { transcript: described, problem, viaYtDlp: found };
}

function throwIfOnlyBlocked(inquiry: Inquiry, player: PlayerResponse | null, found: Found): void {
  if (inquiry.blocked && (player === null || player.state === 'bot_check')) throw inquiry.blocked;
  if (player?.state === 'unplayable') throw new AppError('video_unavailable');
  if (found.failure && !hasCode(found.failure, 'ytdlp_missing', 'ytdlp_outdated', 'ytdlp_failed')) throw found.failure;
}

function spokenIn(player: PlayerResponse): string | null {
  if (player.spokenLanguage !== null) return player.spokenLanguage;
  const text = `${player.title ?? ''}\n${player.description ?? ''}`;
  const guess = detectLanguage(text);
  // The guess is reliable only for Chinese.
  return guess === 'zh' ? 'zh' : null;
}
