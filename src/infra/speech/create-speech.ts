import type { SpeechPort } from '#engine/ports.ts';
import { createRemoteEngine, type RemoteSpeechConfig } from './remote/remote-engine.ts';

export type SpeechOptions = {
  /** A service that was configured is what is wanted, whatever else is there. */
  remote: RemoteSpeechConfig | null;
  /** Models on this machine; null where none can run. */
  local: SpeechPort | null;
};

/** The recogniser of this installation; null when there is none. */
export function createSpeech({ remote, local }: SpeechOptions): SpeechPort | null {
  if (!remote) return local;
  const engine = createRemoteEngine(remote);
  return { engineFor: async () => engine };
}
