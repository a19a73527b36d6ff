import { parseHttpUrl } from '#lib/urls.ts';
import type { Extracted } from '../domain.ts';
import type { EnginePorts, ProgressSink } from '../ports.ts';

/** What a run starts from. A file is on this machine and its name is what the user called it. */
export type SourceInput =
  | { type: 'url'; url: string }
  | {
      type: 'file';
      path: string;
      name: string /** Set when the server keeps the file, so that the player can use it. */;
      blob: string | null;
    };

export type ResolveContext = {
  ports: EnginePorts;
  progress: ProgressSink;
  signal: AbortSignal;
  /** BCP 47: what the note will be written in. A source that has its words in several languages may prefer this one. */
  language?: string | null;
};

/**
 * One kind of source. `sources/index.ts` tries them in order; the first that can handle the input resolves it.
 * `resolve` returns null when, after a look, the input turns out not to be its kind (a page that is really a video file).
 */
export type Source = {
  id: string;
  canHandle(input: SourceInput): boolean;
  resolve(input: SourceInput, context: ResolveContext): Promise<Extracted | null>;
};

/** Null for a file, and for what is no http(s) address. */
export function urlOf(input: SourceInput): URL | null {
  return input.type === 'url' ? parseHttpUrl(input.url) : null;
}
