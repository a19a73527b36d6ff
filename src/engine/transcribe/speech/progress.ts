import type { ProgressSink } from '../../ports.ts';

/** Where listening stands in the whole run, in percent. */
export const percents = { model: 9, start: 30, end: 40 };

export type ListeningProgress = {
  /** A piece goes to the recogniser: what follows may take its time. */
  started(): void;
  done(piece: { startMs: number; endMs: number }): void;
  /** A service asks for a pause. */
  waiting(seconds: number): void;
};

/** Tells how many seconds have been heard (`done`) of how many (`total`, 0 when that is not known). */
export function createListeningProgress(durationMs: number | null, progress: ProgressSink): ListeningProgress {
  const totalMs = durationMs ?? 0;
  let doneMs = 0;
  const percent = () => percents.start + (totalMs > 0 ? (percents.end - percents.start) * Math.min(1, doneMs / totalMs) : 0);
  const show = () => {
    // A header may claim less than there is.
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
