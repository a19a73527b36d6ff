import { expect, test } from 'vitest';
import { failureOf } from './failures.ts';

const advice =
  '; please report this issue on  https://example.org/issues?q= , filling out the appropriate issue template. Confirm you are on the latest version using  yt-dlp -U';

test.each([
  [
    '[generic] None: Unable to download webpage: HTTP Error 404: Not Found (caused by <HTTPError 404: Not Found>)',
    'video_unavailable',
  ],
  ['[youtube] x: Video unavailable. This video has been removed by the uploader', 'video_unavailable'],
  ["[youtube] x: Private video. Sign in if you've been granted access to this video", 'video_private'],
  ['[vimeo] 1: This video is protected by a password, use the --video-password option', 'video_private'],
  ['[youtube] x: Sign in to confirm your age. This video may be inappropriate for some users.', 'video_age_restricted'],
  [
    '[youtube] x: Sign in to confirm you’re not a bot. Use --cookies-from-browser or --cookies for the authentication.',
    'site_bot_check',
  ],
  ['[Douyin] 1: Fresh cookies (not necessarily logged in) are needed', 'site_bot_check'],
  ['[youtube] x: Join this channel to get access to members-only content like this video', 'video_members_only'],
  ['[youtube] x: This live event will begin in 5 hours.', 'video_live'],
  ['[twitch:stream] somebody: The channel is not currently live', 'video_live'],
  ['[BBC] 1: This video is not available from your location due to geo restriction', 'video_region_blocked'],
  ['[youtube] x: The uploader has not made this video available in your country', 'video_region_blocked'],
  ['[Instagram] x: Requested content is not available, rate-limit reached or login required. Use --cookies', 'site_wait'],
  ['[vimeo] 1: The web client only works when logged-in. Use --cookies, --cookies-from-browser', 'site_login_needed'],
  ['[facebook] 1: This video is only available for registered users. Use --cookies', 'site_login_needed'],
  ['[twitter] 1: No video could be found in this tweet', 'input_unsupported'],
  ['[generic] Unsupported URL: https://video.example/text', 'input_unsupported'],
  ['[TikTok] 1: Unable to download webpage: HTTP Error 429: Too Many Requests', 'site_wait'],
  ['[generic] x: Unable to download webpage: The read operation timed out', 'timed_out'],
  [`[TED] x: Unable to extract JSON data${advice}`, 'ytdlp_failed'],
  ['[Vimeo] 1: Failed to parse JSON', 'ytdlp_failed'],
])('%s', (said, code) => {
  expect(failureOf(`some note\nERROR: ${said}\n`)).toMatchObject({ code });
});

test('maps the last error only, and silence too', () => {
  expect(failureOf('WARNING: sign in\nERROR: [x] 1: Unable to extract title').code).toBe('ytdlp_failed');
  expect(failureOf('').code).toBe('ytdlp_failed');
  expect(failureOf('Traceback (most recent call last):\nMemoryError').code).toBe('ytdlp_failed');
});

test('retries later when a site asks to wait', () => {
  expect(failureOf('ERROR: HTTP Error 429').retry?.afterMs).toBeGreaterThan(60_000);
});

/** Each wording by itself: none of them holds the words of another code. */
test.each<[code: string, ...wordings: string[]]>([
  [
    'site_bot_check',
    ...['not a bot', 'a CAPTCHA', 'cloudflare anti-bot', 'verify that you are a human', 'verify you are human'],
    ...['verify you are a human', 'fresh cookies'],
  ],
  ['site_wait', 'HTTP Error 429', 'too many requests', 'rate limit', 'rate-limit', 'ratelimit'],
  [
    'video_members_only',
    ...['members-only', 'members only', "for the channel's members", 'the channels members', 'available to gold members'],
    ...['available to all of its many paying members', 'join this channel', 'for paying', 'for premium', 'subscriber only'],
    ...['subscribers only', 'require payment', 'requires payment', 'a rental', 'was rented out', 'a purchase'],
  ],
  [
    'video_private',
    ...['private video', 'video is private', 'this post is private', 'this account is private', 'this tweet is from a private'],
    ...['this post is from a protected', 'this post is a private', 'this tweet is from protected', 'is protected'],
    ...['password-protected', 'password protected', 'use the --video-password'],
  ],
  [
    'video_age_restricted',
    'confirm your age',
    'age-restricted',
    'age restricted',
    'inappropriate for some users',
    'mature content',
    'NSFW',
  ],
  [
    'video_region_blocked',
    ...['not available in your country', 'not available from your location', 'not available in your region'],
    ...[
      'georestricted',
      'geo restriction',
      'geo-restricted',
      'blocked it in your country',
      'made this video available in your country',
    ],
  ],
  [
    'video_live',
    'live event will begin',
    'premiere in',
    'premieres in',
    'is offline',
    'not currently live',
    'has not started',
    'is upcoming',
  ],
  [
    'site_login_needed',
    ...['login', 'log in', 'log-in', 'logged in', 'logged-in', 'signin', 'sign in', 'signed-in', 'authentication', 'cookies'],
    ...['account credentials', 'registered users', 'HTTP Error 401'],
  ],
  [
    'input_unsupported',
    ...['unsupported URL', 'no video found', 'no video could be found', 'no video format found', 'no media formats found'],
    ...['no video formats found', "there's no video", 'there is no media', 'no media found', 'does not have a video'],
    ...['does not contain video', 'not a video'],
  ],
  [
    'video_unavailable',
    ...['video unavailable', 'video is unavailable', 'has been removed', 'was removed', 'has been deleted', 'was deleted'],
    ...[
      'no longer available',
      'no longer exists',
      "doesn't exist",
      'does not exist',
      'not found',
      'HTTP Error 404',
      'HTTP Error 410',
    ],
    ...['terminated'],
  ],
  ['timed_out', 'timeout', 'time out', 'timed out'],
  [
    'ytdlp_failed',
    ...[
      'a botany',
      'available to nobody',
      'a remember',
      'rents',
      'parental guidance',
      'designed in Italy',
      'catalog in use',
      'private',
      'protected',
      'your age',
      'adult content',
    ],
    ...[
      'not available in your language',
      'geology',
      'live',
      'offline',
      'begins',
      'user',
      'HTTP Error 403',
      'a video',
      'media',
      'unavailable',
    ],
    ...['removed', 'exist', 'HTTP Error 500', 'time', `available to ${'x'.repeat(41)} members`],
  ],
])('each wording of %s is known', (code, ...wordings) => {
  expect(wordings.filter((words) => failureOf(`ERROR: [x] 1: ${words}.`).code !== code)).toEqual([]);
});

test('the advice of every error says nothing of its cause', () => {
  expect(failureOf('ERROR: x; please report this issue on https://a.example, log in first').code).toBe('ytdlp_failed');
  expect(failureOf('ERROR: x please report this issue: timed out').code).toBe('ytdlp_failed');
  expect(failureOf('ERROR: x. Use --cookies-from-browser or log in').code).toBe('ytdlp_failed');
});

test('an error says what was said, in five hundred characters, and when to try again', () => {
  expect(failureOf(`note\nERROR: ${'x'.repeat(600)}\n`)).toMatchObject({
    code: 'ytdlp_failed',
    message: `ytdlp_failed: ERROR: ${'x'.repeat(493)}`,
    retry: undefined,
  });
  expect(failureOf('first\nlast words\n')).toMatchObject({ message: 'ytdlp_failed: last words' });
  expect(failureOf('ERROR: [x] HTTP Error 429')).toMatchObject({
    message: 'site_wait: ERROR: [x] HTTP Error 429',
    retry: { afterMs: 300_000 },
  });
  expect(failureOf('ERROR: [x] timed out')).toMatchObject({ code: 'timed_out', retry: {} });
});
