import { AppError, toAppError } from '#lib/app-error.ts';
import { coveredMs } from '#lib/covered-ms.ts';
import type { RejectedTrack, Transcript } from '../../domain.ts';
import type { EnginePorts, ProgressSink, SpeechEngine, SpokenSegment } from '../../ports.ts';
import { progressPercents } from '../../progress-percents.ts';
import { cuesToSegments } from '../segments.ts';
import { baseLanguage } from '../tracks/rank-embedded-tracks.ts';
import { type CutPiece, cutPieces } from './cut.ts';
import { judgeSegments } from './judge-segments.ts';
import { mergeSpans, type TranscribedSpan } from './merge.ts';
import { pieceSeconds } from './piece-seconds.ts';
import { createTranscriptionProgress, type TranscriptionProgress } from './progress.ts';
import { spreadSegments } from './spread.ts';
import { type PieceTranscript, transcribePiece } from './transcribe-piece.ts';

const percents = progressPercents.speech;

export type AboutRecording = {
  title: string;
  author: string | null;
  language: string | null;
  durationMs: number | null;
  rejected?: RejectedTrack[];
};

type SpeechContext = { ports: EnginePorts; progress: ProgressSink; signal: AbortSignal };

/** Longer input is hostile. */
const longestMs = 36 * 3600_000;
const promptChars = 200;

/** Stores each finished piece, so that an interrupted run continues. Errors: `media_*`, `speech_*`, `timed_out`, `cancelled`. */
export async function transcribeSpeech(path: string, about: AboutRecording, context: SpeechContext): Promise<Transcript> {
  const { ports, progress, signal } = context;
  const language = baseLanguage(about.language);
  const engine = await readyEngine(language, context);
  progress.stage('transcript', percents.transcribing.from, 'decoding_audio');
  const transcribed = await new PieceTranscriber(engine, { ...about, language }, context).transcribe(
    ports.media.sound(path, signal),
  );
  const several = transcribed.length > 1;
  const spans = transcribed.map(({ piece, transcript }) => toSpan(piece, transcript, several, about));
  const cues = mergeSpans(spans).map(({ startMs, endMs, text, speaker }) => ({
    startMs,
    endMs,
    text,
    ...(speaker ? { speaker } : {}),
  }));
  const segments = cuesToSegments(cues);
  if (segments.length === 0) throw new AppError('speech_no_words');
  const { rejected } = about;
  return {
    timed: true,
    language: spokenLanguage(transcribed) ?? language,
    provenance: {
      origin: 'speech',
      track: engine.id,
      ...(rejected && rejected.length > 0 ? { rejected } : {}),
      heardMs: Math.round(coveredMs(transcribed.map(({ piece }) => piece))),
    },
    segments,
  };
}

/** Called before any sound is downloaded. Errors: `speech_not_configured`, `speech_model_missing`, `cancelled`. */
export async function readyEngine(language: string | null, { ports, progress, signal }: SpeechContext): Promise<SpeechEngine> {
  if (!ports.speech) throw new AppError('speech_not_configured');
  return await ports.speech.engineFor(baseLanguage(language), signal, (doneBytes, totalBytes) => {
    const percent = totalBytes > 0 ? Math.floor((doneBytes / totalBytes) * 100) : 0;
    progress.stage('transcript', percents.model, 'fetching_speech_model', { percent });
  });
}

type TranscribedPiece = { piece: Omit<CutPiece, 'pcm'>; transcript: PieceTranscript };

class PieceTranscriber {
  private readonly transcribed: TranscribedPiece[] = [];
  private readonly atWork = new Set<Promise<void>>();
  private readonly engine: SpeechEngine;
  private readonly about: AboutRecording;
  private readonly context: SpeechContext;
  private readonly report: TranscriptionProgress;
  private failure: AppError | undefined;

  constructor(engine: SpeechEngine, about: AboutRecording, context: SpeechContext) {
    this.engine = engine;
    this.about = about;
    this.context = context;
    this.report = createTranscriptionProgress(about.durationMs, context.progress);
  }

  /** Returns pieces in order. Reads sound only as fast as it is transcribed. */
  async transcribe(sound: AsyncIterable<Uint8Array>): Promise<TranscribedPiece[]> {
    const maxPieceSeconds = pieceSeconds(this.engine, this.about.durationMs);
    try {
      for await (const piece of cutPieces(sound, { maxPieceSeconds })) {
        if (piece.endMs > longestMs) throw new AppError('media_refused', { detail: 'longer than any recording' });
        if (this.atWork.size >= Math.max(1, this.engine.parallel)) await Promise.race(this.atWork);
        if (this.failure) break;
        if (piece.silent) this.report.done(piece);
        else this.start(piece);
      }
    } catch (error) {
      this.failure ??= toAppError(error);
    }
    // The other pieces are stored even when one has failed.
    await Promise.all(this.atWork);
    if (this.failure) throw this.failure;
    return this.transcribed.sort((a, b) => a.piece.index - b.piece.index);
  }

  private start(piece: CutPiece): void {
    this.report.started();
    const task = this.hearOne(piece)
      .catch((error: unknown) => {
        this.failure ??= toAppError(error);
      })
      .finally(() => this.atWork.delete(task));
    this.atWork.add(task);
  }

  private async hearOne({ pcm, ...piece }: CutPiece): Promise<void> {
    const { ports, signal } = this.context;
    const transcript = await transcribePiece(
      { pcm, ...piece },
      {
        engine: this.engine,
        language: this.about.language,
        prompt: this.promptFor(piece.index),
        ports,
        signal,
        hopeless: () => this.failure !== undefined,
        onWait: (seconds) => this.report.waiting(seconds),
      },
    );
    this.transcribed.push({ piece, transcript });
    this.report.done(piece);
  }

  /** Names, for their spelling, and the end of the previous piece if that is known. */
  private promptFor(index: number): string {
    const before = this.transcribed.find(({ piece }) => piece.index === index - 1);
    const said = (before?.transcript.segments ?? []).map(({ text }) => text).join(' ');
    return [namesOf(this.about), said.slice(-promptChars)].filter((part) => part !== '').join(' ');
  }
}

function namesOf({ title, author }: AboutRecording): string {
  return [title, author]
    .filter((part) => part !== null && part !== '')
    .join('. ')
    .slice(0, promptChars);
}

function toSpan(
  piece: TranscribedPiece['piece'],
  transcript: PieceTranscript,
  several: boolean,
  about: AboutRecording,
): TranscribedSpan {
  const said = judgeSegments(transcript.segments, { quiet: piece.quiet, prompt: namesOf(about) });
  const segments: SpokenSegment[] = spreadSegments(said, piece.quiet).map((segment) => ({
    ...segment,
    startMs: piece.startMs + segment.startMs,
    endMs: piece.startMs + segment.endMs,
    // Each piece names its speakers anew.
    ...(segment.speaker && several ? { speaker: `${segment.speaker} (${piece.index + 1})` } : {}),
  }));
  return { startMs: piece.startMs, endMs: piece.endMs, segments };
}

function spokenLanguage(transcribed: readonly TranscribedPiece[]): string | null {
  const amounts = new Map<string, number>();
  for (const { transcript } of transcribed) {
    const length = transcript.segments.reduce((sum, { text }) => sum + text.length, 0);
    if (transcript.language && length > 0) amounts.set(transcript.language, (amounts.get(transcript.language) ?? 0) + length);
  }
  return [...amounts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}
