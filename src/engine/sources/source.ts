import { parseHttpUrl } from '#lib/urls.ts';
import type { Extracted, RejectedTrack, Transcript } from '../domain.ts';
import type { EnginePorts, ProgressSink } from '../ports.ts';

/** `name` is the file name that the user gave. */
export type SourceInput =
  | { type: 'url'; url: string }
  | {
      type: 'file';
      path: string;
      name: string;
      /** Set when the server keeps the file, so that the player can use it. */
      blob: string | null;
    };

export type ResolveContext = {
  ports: EnginePorts;
  progress: ProgressSink;
  signal: AbortSignal;
  /** Language of the note (BCP 47), preferred where the source has several languages. */
  language?: string | null;
  /** A subtitle track to use whatever its faults. */
  wantedTrack?: string | null;
  /** The words that a user gave for a recording: its own subtitles and its sound are left alone. */
  givenTranscript?: Transcript | null;
  /** Called with the rejected tracks when none was used. */
  onRejected?: (tracks: readonly RejectedTrack[]) => void;
};

/** `resolve` returns null when the input turns out to be of another kind. */
export type Source = {
  id: string;
  canHandle(input: SourceInput): boolean;
  resolve(input: SourceInput, context: ResolveContext): Promise<Extracted | null>;
};

export function urlOf(input: SourceInput): URL | null {
  return input.type === 'url' ? parseHttpUrl(input.url) : null;
}
