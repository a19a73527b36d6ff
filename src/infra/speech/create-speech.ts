import type { SpeechPort } from '#engine/ports.ts';
import { createRemoteEngine, type RemoteSpeechConfig } from './remote/remote-engine.ts';

export type SpeechOptions = {
  /** A configured service is preferred to local models. */
  remote: RemoteSpeechConfig | null;
  local: SpeechPort | null;
};

export function createSpeech({ remote, local }: SpeechOptions): SpeechPort | null {
  if (!remote) return local;
  const engine = createRemoteEngine(remote);
  return { engineFor: async () => engine };
}
