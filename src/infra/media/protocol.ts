/** What the parent asks of the media child and what the child answers, as one JSON line each way. */
import type { MediaProbe, MediaSubtitleTrack } from '#engine/ports.ts';

export type MediaTask = 'probe' | 'subtitles' | 'cover';

/** Instead of a task: load every module and end. */
export const warmTask = '--warm';

export type MediaRequest = { task: MediaTask; path: string };

/** The task whose answer is sound on stdout; how it ended stands as a `MediaReply` in the last line of stderr. */
export const soundTask = 'sound';

/** Samples per second of that sound: one channel, signed 16-bit little-endian. */
export const soundRate = 16_000;

export type MediaResults = {
  probe: MediaProbe;
  subtitles: MediaSubtitleTrack[];
  /** JPEG as base64. */
  cover: string | null;
};

/** Why a file was not used. `no_binding` says that this machine cannot load the native library: nothing about the file. */
export type MediaFailure = 'media_unreadable' | 'media_refused' | 'media_no_audio' | 'no_binding';

export type MediaReply = { ok: true; value: MediaResults[MediaTask] } | MediaTrouble;

export type MediaTrouble = { ok: false; code: MediaFailure; detail: string };

/**
 * The container formats a file may turn out to be. All of them carry their data inside: none can name another file
 * or address. Playlists (HLS, DASH, ffconcat, SDP, ASX) can, and AVI can hide one in a subtitle track, so they stay out.
 */
export const allowedFormats = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,mp3,wav,ogg,flac,aac,mpegts,aiff,caf,amr,flv';

/** Pixels of one picture; an 8K frame passes, a picture made to exhaust memory does not. */
export const maxPixels = 40_000_000;

export const coverMaxWidth = 1280;
