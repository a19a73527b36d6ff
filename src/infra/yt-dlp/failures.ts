/** Finds the error code from yt-dlp's messages, because it has no codes of its own. */
import { AppError, type ErrorCode } from '#lib/app-error.ts';

/** The first match counts. The patterns are loose, because the messages repeat the wording of sites. */
const meanings: readonly [RegExp, ErrorCode][] = [
  [/not a bot|captcha|cloudflare anti-bot|verify (?:that )?you are (?:a )?human|fresh cookies/i, 'site_bot_check'],
  [/HTTP Error 429|too many requests|rate.?limit/i, 'site_wait'],
  [
    /members[- ]only|channel'?s members|available to .{0,40}members|join this channel|for (?:paying|premium)|subscribers? only|requires? payment|\brent(?:al|ed)\b|purchase/i,
    'video_members_only',
  ],
  [
    /private video|video is private|this (?:post|account|tweet) is (?:from )?(?:a )?(?:private|protected)|is protected|password[- ]protected|use the --video-password/i,
    'video_private',
  ],
  [/confirm your age|age[- ]restricted|inappropriate for some users|mature content|nsfw/i, 'video_age_restricted'],
  [
    /not available (?:in|from) your (?:country|location|region)|geo.?restrict|blocked it in your country|made this video available in your country/i,
    'video_region_blocked',
  ],
  [/live event will begin|premieres? in|is offline|not currently live|has not started|is upcoming/i, 'video_live'],
  [
    /\blog(?:ged)?[ -]?in|\bsign(?:ed)?[ -]?in|authenticat|cookies|account credentials|registered users|HTTP Error 401/i,
    'site_login_needed',
  ],
  [
    /unsupported url|no video (?:could be )?found|no (?:video|media) formats? found|there(?:'s| is) no (?:video|media)|no media found|does not (?:have|contain) (?:a )?video|not a video/i,
    'input_unsupported',
  ],
  [
    /video (?:is )?unavailable|(?:has been|was) (?:removed|deleted)|no longer (?:available|exists)|does(?:n't| not) exist|not found|HTTP Error 404|HTTP Error 410|terminated/i,
    'video_unavailable',
  ],
  [/timed? ?out/i, 'timed_out'],
];

const waitMs = 5 * 60_000;

export function failureOf(stderr: string): AppError {
  const said = stderr.split('\n').findLast((line) => line.startsWith('ERROR:')) ?? stderr.trim().split('\n').at(-1) ?? '';
  // Removes advice that is part of every error.
  const words = said.replace(/;? please report this issue[\s\S]*$/i, '').replace(/\. Use --cookies[\s\S]*$/i, '');
  const code = meanings.find(([pattern]) => pattern.test(words))?.[1] ?? 'ytdlp_failed';
  const detail = words.slice(0, 500);
  if (code !== 'site_wait') return new AppError(code, { detail, ...(code === 'timed_out' ? { retry: {} } : {}) });
  return new AppError(code, { detail, retry: { afterMs: waitMs } });
}
