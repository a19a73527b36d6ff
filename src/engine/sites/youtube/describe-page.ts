import { type PlayerResponse, type PlayerState, readPlayerResponse } from './player-response.ts';
import { readWatchPage } from './watch-page.ts';

export type PageDescription = {
  status:
    | 'ok'
    | 'no_captions'
    | 'token_required'
    | 'age_restricted'
    | 'unavailable'
    | 'unplayable'
    | 'live'
    | 'blocked'
    | 'consent'
    | 'watch_page';
  /** Languages; automatic tracks as `en-asr`. */
  tracks: string[];
  duration: number | null;
};

const refusals: Record<Exclude<PlayerState, 'ok'>, PageDescription['status']> = {
  live: 'live',
  upcoming: 'live',
  private: 'unavailable',
  members_only: 'unplayable',
  age_restricted: 'age_restricted',
  region_blocked: 'unplayable',
  unavailable: 'unavailable',
  bot_check: 'blocked',
  unplayable: 'unplayable',
};

/** Takes HTML or JSON; never throws. `watch_page`: a page without a player response. Null for anything else. */
export function describePage(text: string): PageDescription | null {
  const player = readPlayerResponse(parsed(text));
  if (player) return describePlayer(player);
  const page = readWatchPage(text);
  if (page.kind === 'video') return describePlayer(page.player);
  if (page.kind === 'other' && !isPageOfSite(text)) return null;
  const status = page.kind === 'captcha' ? 'blocked' : page.kind === 'consent' ? 'consent' : 'watch_page';
  return { status, tracks: [], duration: null };
}

function isPageOfSite(text: string): boolean {
  return /<(?:!doctype|html|head|body|script)\b/i.test(text) && /youtube/i.test(text);
}

function describePlayer({ state, tracks, durationMs }: PlayerResponse): PageDescription {
  const names = tracks.map(({ language, automatic }) => (automatic ? `${language}-asr` : language));
  const captions = tracks.length === 0 ? 'no_captions' : tracks.every(({ gated }) => gated) ? 'token_required' : 'ok';
  const status = state === 'ok' ? captions : refusals[state];
  return { status, tracks: names, duration: durationMs === null ? null : durationMs / 1000 };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
