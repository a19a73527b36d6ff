/** YouTube's IFrame API: JSON over `postMessage`. Everything that comes in is untrusted. */
import type { PlayerMessages, PlayerReport } from '../../shared/video-site.ts';

function readMessage(data: unknown): PlayerReport | null {
  const message = typeof data === 'string' ? parsed(data) : data;
  if (!isRecord(message)) return null;
  switch (message.event) {
    case 'onError':
      return { type: 'error' };
    case 'onReady':
      return { type: 'info' };
    case 'onStateChange':
      return { type: 'info', ...stateOf(message.info) };
    case 'initialDelivery':
    case 'infoDelivery':
      return isRecord(message.info) ? infoOf(message.info) : { type: 'info' };
    default:
      return null;
  }
}

function infoOf(info: Record<string, unknown>): PlayerReport {
  const news: PlayerReport = { type: 'info', ...stateOf(info.playerState) };
  const { currentTime, duration, playbackRate, muted, volume } = info;
  if (isTime(currentTime)) news.timeMs = Math.round(currentTime * 1000);
  if (isTime(duration) && duration > 0) news.durationMs = Math.round(duration * 1000);
  if (isTime(playbackRate) && playbackRate > 0 && playbackRate <= 16) news.rate = playbackRate;
  if (typeof muted === 'boolean') news.muted = muted || volume === 0;
  return news;
}

/** -1 not started, 0 ended, 1 playing, 2 paused, 3 buffering, 5 cued. */
function stateOf(value: unknown): { state?: 'playing' | 'paused' | 'buffering' } {
  if (typeof value !== 'number') return {};
  return { state: value === 1 ? 'playing' : value === 3 ? 'buffering' : 'paused' };
}

function parsed(text: string): unknown {
  if (text.length > 100_000) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value < 1_000_000;
}

function command(func: string, ...args: readonly (number | boolean | string)[]): string {
  return JSON.stringify({ event: 'command', func, args, id: 'gleaner', channel: 'widget' });
}

export const youtubeMessages: PlayerMessages = {
  listen: JSON.stringify({ event: 'listening', id: 'gleaner', channel: 'widget' }),
  subscribe: ['onError', 'onStateChange'].map((event) => command('addEventListener', event)),
  read: readMessage,
  play: command('playVideo'),
  pause: command('pauseVideo'),
  mute: command('mute'),
  unmute: command('unMute'),
  seek: (seconds) => command('seekTo', seconds, true),
  setRate: (rate) => command('setPlaybackRate', rate),
};
