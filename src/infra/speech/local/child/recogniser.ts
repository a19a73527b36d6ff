import type { SpokenSegment } from '#engine/ports.ts';
import type { ChildReply } from '../child-messages.ts';

export type Recogniser = {
  hear(samples: Int16Array): Promise<{ language: string | null; segments: SpokenSegment[] }>;
};

export class ChildFailure extends Error {
  readonly code: Extract<ChildReply, { type: 'failed' }>['code'];
  constructor(code: ChildFailure['code'], cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.code = code;
  }
}

export function toFloats(samples: Int16Array): Float32Array {
  const floats = new Float32Array(samples.length);
  for (let index = 0; index < samples.length; index++) floats[index] = (samples[index] ?? 0) / 32_768;
  return floats;
}
