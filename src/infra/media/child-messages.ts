import type { MediaProbe, MediaSubtitleTrack } from '#engine/raw-content.ts';

export type MediaTask = 'probe' | 'subtitles' | 'cover' | 'frames';

export const warmTask = '--warm';

/** `times`: of frames, in milliseconds. */
export type MediaRequest = { task: MediaTask; path: string; times: readonly number[] };

/** Its `MediaReply` is the last line of stderr. */
export const soundTask = 'sound';

/** Mono, signed 16-bit little-endian. */
export const soundRate = 16_000;

export type MediaResults = {
  probe: MediaProbe;
  subtitles: MediaSubtitleTrack[];
  cover: string | null;
  /** One for each time; null where nothing is shown. */
  frames: (string | null)[];
};

/** One answer has at most so many: they are held in memory. */
export const framesAtOnce = 12;

/** `no_binding`: the native library cannot be loaded here. */
export type MediaFailure = 'media_unreadable' | 'media_refused' | 'media_no_audio' | 'no_binding';

export type MediaReply = { ok: true; value: MediaResults[MediaTask] } | MediaTrouble;

export type MediaTrouble = { ok: false; code: MediaFailure; detail: string };

/** Allowed containers carry all data inside. Playlists can name other files, and AVI can hide one in a subtitle track. */
export const allowedFormats = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,mp3,wav,ogg,flac,aac,mpegts,aiff,caf,amr,flv';

/** Allows an 8K frame. */
export const maxPixels = 40_000_000;

export const coverMaxWidth = 1280;
