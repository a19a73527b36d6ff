import type { SpokenSegment } from '#engine/ports.ts';

export type ChildTask = {
  engine: 'sense-voice' | 'whisper';
  paths: Record<string, string>;
  threads: number;
};

export type HearRequest = { id: number };

export type ChildReply =
  | { type: 'ready' }
  | { type: 'heard'; id: number; language: string | null; segments: SpokenSegment[] }
  | { type: 'failed'; code: 'no_binding' | 'model_broken' | 'failed'; detail: string };

/** Prefix of reply lines, because native libraries print other lines. */
export const replyMark = '\u0001';

export const sampleRate = 16_000;
