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
