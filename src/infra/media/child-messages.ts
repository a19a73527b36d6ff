import type { MediaProbe, MediaSubtitleTrack } from '#engine/raw-content.ts';

export type MediaTask = 'probe' | 'subtitles' | 'cover' | 'frames';

export const warmTask = '--warm';

/** `times`: positions of frames, in milliseconds. */
export type MediaRequest = { task: MediaTask; path: string; times: readonly number[] };

/** Writes sound to stdout; its `MediaReply` is the last line of stderr. */
export const soundTask = 'sound';

/** Samples per second; mono, signed 16-bit little-endian. */
export const soundRate = 16_000;

export type MediaResults = {
  probe: MediaProbe;
  subtitles: MediaSubtitleTrack[];
  cover: string | null;
  /** One frame for each time; null if there is none. */
  frames: (string | null)[];
};

/** The most frames per call, because they are held in memory. */
export const framesAtOnce = 12;

/** `no_binding`: the native library cannot be loaded here. */
export type MediaFailure = 'media_unreadable' | 'media_refused' | 'media_no_audio' | 'no_binding';

export type MediaReply = { ok: true; value: MediaResults[MediaTask] } | MediaTrouble;

export type MediaTrouble = { ok: false; code: MediaFailure; detail: string };

/** Containers that hold all their data. Playlists can name other files, and AVI can hide one in a subtitle track. */
export const allowedFormats = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,mp3,wav,ogg,flac,aac,mpegts,aiff,caf,amr,flv';

/** Enough for an 8K frame. */
export const maxPixels = 40_000_000;

export const coverMaxWidth = 1280;
