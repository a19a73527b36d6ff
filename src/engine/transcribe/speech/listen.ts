/** Words of a recording that has none written down: decoded once, cut, heard piece by piece, put together. */
import { AppError, toAppError } from '#lib/app-error.ts';
import type { RejectedTrack, Transcript } from '../../model.ts';
import type { SpeechEngine, SubtitleCue } from '../../ports.ts';
import type { ResolveContext } from '../../sources/source.ts';
import { cuesToSegments } from '../segments.ts';
import { type CutPiece, cutPieces } from './cut.ts';
import { type HeardPiece, hearPiece } from './hear-piece.ts';

export type AboutRecording = {
  title: string;
  author: string | null;
  /** BCP 47, or as a container says it; null when unknown. */
  language: string | null;
  durationMs: number | null;
  /** Caption tracks that were there and could not be trusted. */
  rejected?: RejectedTrack[];
};

/** Where listening stands in the whole run, in percent. */
const percents = { decoding: 30, heard: 40 };

/**
 * Listens to a media file. Pieces are heard side by side, as many as the engine takes, and each is kept as soon as it
 * is heard: a run that was cut goes on behind them. Errors: `media_no_audio`, `media_unreadable`, `media_refused`,
 * `speech_no_words`, the other `speech_*`, `timed_out`, `cancelled`.
 */
export async function listen(path: string, about: AboutRecording, context: ResolveContext): Promise<Transcript> {
  const { ports, progress, signal } = context;
  if (!ports.speech) throw new AppError('speech_not_configured');
  const engine = await ports.speech.engineFor(about.language, signal);
  progress.stage('transcript', percents.decoding, 'decoding_audio');
  const heard = await hearAll(ports.media.sound(path, signal), engine, about, context);
  const cues: SubtitleCue[] = heard.flatMap(({ piece, words }) =>
    words.segments.map(({ startMs, endMs, text, speaker }) => ({
      startMs: piece.startMs + startMs,
      endMs: piece.startMs + endMs,
      text,
      ...(speaker ? { speaker } : {}),
    })),
  );
  const segments = cuesToSegments(cues);
  if (segments.length === 0) throw new AppError('speech_no_words');
  return {
    timed: true,
    language: heard.find(({ words }) => words.language)?.words.language ?? about.language,
    provenance: {
      origin: 'speech',
      track: engine.id,
      ...(about.rejected && about.rejected.length > 0 ? { rejected: about.rejected } : {}),
      heardMs: Math.round(heard.reduce((sum, { piece }) => sum + piece.endMs - piece.startMs, 0)),
    },
    segments,
  };
}

type Heard = { piece: Omit<CutPiece, 'pcm'>; words: HeardPiece };

async function hearAll(
  sound: AsyncIterable<Uint8Array>,
  engine: SpeechEngine,
  about: AboutRecording,
  context: ResolveContext,
): Promise<Heard[]> {
  const { ports, progress, signal } = context;
  const heard: Heard[] = [];
  const atWork = new Set<Promise<void>>();
  let failure: AppError | undefined;
  let doneMs = 0;
  const totalMs = about.durationMs ?? 0;
  const report = (piece: Omit<CutPiece, 'pcm'>) => {
    doneMs = Math.min(totalMs || Number.POSITIVE_INFINITY, doneMs + piece.endMs - piece.startMs);
    const share = totalMs > 0 ? doneMs / totalMs : 0;
    const percent = percents.decoding + (percents.heard - percents.decoding) * share;
    progress.stage('transcript', percent, 'transcribing', { done: Math.round(doneMs / 1000), total: Math.round(totalMs / 1000) });
  };
  const hear = async ({ pcm, ...piece }: CutPiece): Promise<void> => {
    try {
      const words = await hearPiece(
        { pcm, ...piece },
        {
          engine,
          language: about.language,
          prompt: promptFor(about),
          ports,
          signal,
          hopeless: () => failure !== undefined,
          onWait: (seconds) => progress.stage('transcript', percents.decoding, 'waiting_provider', { seconds }),
        },
      );
      heard.push({ piece, words });
      report(piece);
    } catch (error) {
      failure ??= toAppError(error);
    }
  };
  for await (const piece of cutPieces(sound, { maxPieceSeconds: engine.maxPieceSeconds })) {
    if (piece.silent) {
      report(piece);
      continue;
    }
    const task = hear(piece).finally(() => atWork.delete(task));
    atWork.add(task);
    if (atWork.size >= Math.max(1, engine.parallel)) await Promise.race(atWork);
    if (failure) break;
  }
  // What others have heard meanwhile is kept, also when one has failed.
  await Promise.all(atWork);
  if (failure) throw failure;
  return heard.sort((a, b) => a.piece.index - b.piece.index);
}

/** Names to expect, so that they are spelled as the source spells them. */
function promptFor(about: AboutRecording): string {
  return [about.title, about.author]
    .filter((part) => part)
    .join('. ')
    .slice(0, 200);
}
