import type { ProgressSink } from '../../ports.ts';
import { progressPercents } from '../../progress-percents.ts';

const { from, to } = progressPercents.speech.transcribing;

export type TranscriptionProgress = {
  started(): void;
  done(piece: { startMs: number; endMs: number }): void;
  waiting(seconds: number): void;
};

/** `total` is 0 when unknown. */
export function createTranscriptionProgress(durationMs: number | null, progress: ProgressSink): TranscriptionProgress {
  const totalMs = durationMs ?? 0;
  let doneMs = 0;
  const percent = () => from + (totalMs > 0 ? (to - from) * Math.min(1, doneMs / totalMs) : 0);
  const show = () => {
    // The header may claim a shorter recording than there is.
    const done = Math.round((totalMs > 0 ? Math.min(doneMs, totalMs) : doneMs) / 1000);
    progress.stage('transcript', percent(), 'transcribing', { done, total: Math.round(totalMs / 1000) });
  };
  return {
    started: show,
    done({ startMs, endMs }) {
      doneMs += endMs - startMs;
      show();
    },
    waiting(seconds) {
      progress.stage('transcript', percent(), 'waiting_provider', { seconds });
    },
  };
}
