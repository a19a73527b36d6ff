import { at, objectInPage, stringOf } from './json-in-page.ts';
import { type PlayerResponse, readPlayerResponse } from './player-response.ts';

export type WatchPage =
  | { kind: 'video'; player: PlayerResponse; data: unknown; visitorData: string | null }
  | { kind: 'other'; data: unknown; visitorData: string | null }
  | { kind: 'consent' }
  | { kind: 'captcha' };

/** Never throws: an incomplete or unknown page is `other`. */
export function readWatchPage(html: string): WatchPage {
  const player = readPlayerResponse(objectInPage(html, 'ytInitialPlayerResponse'));
  if (!player && asksForConsent(html)) return { kind: 'consent' };
  if (!player && isCaptcha(html)) return { kind: 'captcha' };
  const data = objectInPage(html, 'ytInitialData');
  const config = objectInPage(html, 'ytcfg.set');
  const visitorData =
    stringOf(at(config, 'VISITOR_DATA')) ??
    stringOf(at(config, 'INNERTUBE_CONTEXT', 'client', 'visitorData')) ??
    player?.visitorData ??
    stringOf(at(data, 'responseContext', 'visitorData'));
  return player ? { kind: 'video', player, data, visitorData } : { kind: 'other', data, visitorData };
}

function asksForConsent(html: string): boolean {
  return /<form\b[^>]{0,200}\baction="https:\/\/consent\.(?:youtube|google)\.[a-z.]{2,8}\/(?:s|save)\b/.test(html);
}

function isCaptcha(html: string): boolean {
  return /class="g-recaptcha"|id="captcha-form"|action="\/(?:das_captcha|sorry\/index)/.test(html);
}
