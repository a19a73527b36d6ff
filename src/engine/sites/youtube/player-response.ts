/** Reads a player response, which has the same form on the watch page and from the API. */
import { at, isRecord, numberOf, stringOf, textOf } from './json-in-page.ts';

/** `bot_check` and `unplayable` depend on the client more than on the video. */
export type PlayerState =
  | 'ok'
  | 'live'
  | 'upcoming'
  | 'private'
  | 'members_only'
  | 'age_restricted'
  | 'region_blocked'
  | 'unavailable'
  | 'bot_check'
  | 'unplayable';

export type CaptionTrack = {
  language: string;
  name: string;
  automatic: boolean;
  url: string;
  /** The address needs a proof of origin that only the site's own player has; the body would be empty. */
  gated: boolean;
};

export type PlayerResponse = {
  state: PlayerState;
  videoId: string | null;
  title: string | null;
  author: string | null;
  description: string | null;
  durationMs: number | null;
  publishedAt: string | null;
  coverUrl: string | null;
  tracks: CaptionTrack[];
  spokenLanguage: string | null;
  embeddable: boolean;
  visitorData: string | null;
};

const mostTracks = 300;

/** Null if it is not a player response; else every field that can be read. */
export function readPlayerResponse(value: unknown): PlayerResponse | null {
  const status = at(value, 'playabilityStatus');
  if (!isRecord(status) || stringOf(status.status) === null) return null;
  const details = at(value, 'videoDetails');
  const micro = at(value, 'microformat', 'playerMicroformatRenderer');
  const seconds = numberOf(at(details, 'lengthSeconds')) ?? numberOf(at(micro, 'lengthSeconds'));
  const trackList = at(value, 'captions', 'playerCaptionsTracklistRenderer');
  const tracks = readTracks(at(trackList, 'captionTracks'));
  return {
    state: stateOf(status, details, micro),
    videoId: stringOf(at(details, 'videoId')),
    title: textOf(at(details, 'title')) ?? textOf(at(micro, 'title')),
    author: textOf(at(details, 'author')) ?? textOf(at(micro, 'ownerChannelName')),
    description: textOf(at(details, 'shortDescription')) ?? textOf(at(micro, 'description')),
    durationMs: seconds === null || seconds === 0 ? null : seconds * 1000,
    publishedAt: dateOf(at(micro, 'publishDate')) ?? dateOf(at(micro, 'uploadDate')),
    coverUrl: largestOf(at(micro, 'thumbnail', 'thumbnails')) ?? largestOf(at(details, 'thumbnail', 'thumbnails')),
    tracks: tracks.map(({ track }) => track),
    spokenLanguage: spokenLanguage(trackList, tracks),
    embeddable: at(status, 'playableInEmbed') !== false,
    visitorData: stringOf(at(value, 'responseContext', 'visitorData')),
  };
}

/** Most refusals differ only in their text, which is why it is requested in English. */
function stateOf(status: Record<string, unknown>, details: unknown, micro: unknown): PlayerState {
  const words = [status.reason, status.messages, at(status, 'errorScreen')]
    .map((part) => allTexts(part))
    .join(' ')
    .toLowerCase();
  const broadcast = at(micro, 'liveBroadcastDetails');
  switch (status.status) {
    case 'OK':
    case 'CONTENT_CHECK_REQUIRED':
      if (at(details, 'isUpcoming') === true) return 'upcoming';
      return at(details, 'isLive') === true || at(broadcast, 'isLiveNow') === true ? 'live' : 'ok';
    case 'LIVE_STREAM_OFFLINE':
      return at(details, 'isLive') === true && at(details, 'isUpcoming') !== true ? 'live' : 'upcoming';
    case 'AGE_CHECK_REQUIRED':
    case 'AGE_VERIFICATION_REQUIRED':
      return 'age_restricted';
    default:
      return refusalOf(status, details, words);
  }
}

function refusalOf(status: Record<string, unknown>, details: unknown, words: string): PlayerState {
  if (at(details, 'isPrivate') === true || /\bprivate\b/.test(words)) return 'private';
  if (status.desktopLegacyAgeGateReason !== undefined || /confirm your age|age.restricted|inappropriate for some/.test(words))
    return 'age_restricted';
  if (/not a (?:ro)?bot/.test(words)) return 'bot_check';
  if (/\bmembers?\b|join this channel|requires payment|\bpurchase\b|\brent\b|music premium/.test(words)) return 'members_only';
  if (/in your (?:country|region|location)/.test(words)) return 'region_blocked';
  if (/premieres? in|will begin|live event|offline\b/.test(words) && at(details, 'isUpcoming') === true) return 'upcoming';
  if (status.status === 'LOGIN_REQUIRED') return isWall(status) ? 'bot_check' : 'unplayable';
  if (status.status === 'ERROR') return 'unavailable';
  return /\b(?:removed|deleted|terminated|no longer available|closed their|copyright claim)\b/.test(words)
    ? 'unavailable'
    : 'unplayable';
}

/** The site blocks our address if it gives no reason or asks to sign in; any other reason is about the video. */
function isWall({ reason }: Record<string, unknown>): boolean {
  const words = allTexts(reason);
  return words === '' || /\b(?:sign|log)[ -]?in\b/i.test(words);
}

function allTexts(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value.slice(0, 500);
  if (depth > 12) return '';
  const parts = Array.isArray(value) ? value.slice(0, 20) : isRecord(value) ? Object.values(value).slice(0, 30) : [];
  return parts
    .map((part: unknown) => allTexts(part, depth + 1))
    .join(' ')
    .slice(0, 8000);
}

type IndexedTrack = { index: number; track: CaptionTrack };

function readTracks(list: unknown): IndexedTrack[] {
  if (!Array.isArray(list)) return [];
  return list.slice(0, mostTracks).flatMap((entry: unknown, index): IndexedTrack[] => {
    const language = stringOf(at(entry, 'languageCode'));
    const url = captionUrl(stringOf(at(entry, 'baseUrl')));
    if (language === null || url === null) return [];
    const automatic = at(entry, 'kind') === 'asr';
    const name = textOf(at(entry, 'name')) ?? (automatic ? `${language} (automatic)` : language);
    // `xpe` and `xpv` mark the experiments in which captions need a proof of origin.
    const gated = (url.searchParams.get('exp') ?? '').split(',').some((mark) => mark === 'xpe' || mark === 'xpv');
    return [{ index, track: { language, name: name.slice(0, 100), automatic, url: url.href, gated } }];
  });
}

/** Captions are only ever fetched from the site's own host, whatever an answer says. */
function captionUrl(text: string | null): URL | null {
  if (text === null || !URL.canParse(text, 'https://www.youtube.com')) return null;
  const url = new URL(text, 'https://www.youtube.com');
  return url.protocol === 'https:' && /(?:^|\.)youtube\.com$/.test(url.hostname) ? url : null;
}

function spokenLanguage(trackList: unknown, tracks: readonly IndexedTrack[]): string | null {
  const sound = at(trackList, 'audioTracks', numberOf(at(trackList, 'defaultAudioTrackIndex')) ?? 0);
  const indexes = at(sound, 'captionTrackIndices');
  const ofSound = Array.isArray(indexes) ? tracks.filter(({ index }) => indexes.includes(index)) : [];
  const automatic = [...ofSound, ...tracks].find(({ track }) => track.automatic);
  if (automatic) return automatic.track.language;
  const shown = numberOf(at(sound, 'defaultCaptionTrackIndex'));
  const standard = shown === null ? undefined : tracks.find(({ index }) => index === shown);
  return standard?.track.language ?? (tracks.length === 1 ? (tracks[0]?.track.language ?? null) : null);
}

function dateOf(value: unknown): string | null {
  const text = stringOf(value);
  return text !== null && /^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;
}

export function largestOf(list: unknown): string | null {
  if (!Array.isArray(list)) return null;
  let best: { url: string; width: number } | null = null;
  for (const entry of list) {
    const address = stringOf(at(entry, 'url'));
    if (address === null || !URL.canParse(address, 'https://www.youtube.com')) continue;
    const width = numberOf(at(entry, 'width')) ?? 0;
    if (best === null || width > best.width) best = { url: new URL(address, 'https://www.youtube.com').href, width };
  }
  return best?.url ?? null;
}
