/** What the server's side and the recognising child say to each other. */
import type { SpokenSegment } from '#engine/ports.ts';

/** The child's one argument, as JSON. */
export type ChildTask = {
  engine: 'sense-voice' | 'whisper';
  /** Files of the model by part, as paths. */
  paths: Record<string, string>;
  threads: number;
};

/** Header of a frame whose bytes are 16 kHz mono s16 sound. */
export type HearRequest = { id: number };

/** `no_binding`: this machine cannot load the library; nothing is said about the model. */
export type ChildReply =
  | { type: 'ready' }
  | { type: 'heard'; id: number; language: string | null; segments: SpokenSegment[] }
  | { type: 'failed'; code: 'no_binding' | 'model_broken' | 'failed'; detail: string };

/** Lines of the child that are replies begin with this: native libraries print what they like. */
export const replyMark = '\u0001';

export const sampleRate = 16_000;
