/** What a run's event stream amounts to so far: folded event by event, so that a replay and a live stream end alike. */
import type { ProgressEvent } from '#engine/domain.ts';
import type { Problem, RunState } from '#features/contents/contract.ts';

export type RunStream = {
  phase: 'waiting' | 'running' | 'completed' | 'failed' | 'cancelled';
  run: RunState | null;
  /** Client clock (ms) when `run` arrived: the elapsed time ticks on from there. */
  receivedAt: number;
  /** The note as written so far; empty until the first piece. */
  partial: string;
  problem: Problem | null;
};

export const emptyRunStream: RunStream = { phase: 'waiting', run: null, receivedAt: 0, partial: '', problem: null };

/**
 * Keeps the first `offset` characters (UTF-16 units) and appends. A piece that starts behind the end of what we have
 * means that one was missed: it is left out rather than glued to the wrong place, the finished note replaces it anyway.
 */
export function mergePartial(text: string, offset: number, piece: string): string {
  if (offset > text.length) return text;
  return text.slice(0, offset) + piece;
}

/** A stream that starts with the state the page was loaded with. */
export function seedRunStream(run: RunState | null, now: number): RunStream {
  if (!run) return emptyRunStream;
  return { ...emptyRunStream, phase: 'running', run, receivedAt: now };
}

function hasEnded(stream: RunStream): boolean {
  return stream.phase === 'completed' || stream.phase === 'failed' || stream.phase === 'cancelled';
}

/** `now`: client clock in ms. Events behind an end belong to the next run, which starts from nothing. */
export function applyRunEvent(previous: RunStream, event: ProgressEvent, now: number): RunStream {
  const stream = hasEnded(previous) && (event.type === 'stage' || event.type === 'partial') ? emptyRunStream : previous;
  switch (event.type) {
    case 'stage': {
      const sameRun = stream.run !== null && event.elapsedMs >= stream.run.elapsedMs;
      const floor = sameRun ? (stream.run?.percent ?? 0) : 0;
      return {
        ...stream,
        phase: 'running',
        problem: null,
        receivedAt: now,
        run: {
          stage: event.stage,
          percent: Math.max(floor, event.percent),
          code: event.code,
          params: event.params ?? {},
          elapsedMs: event.elapsedMs,
        },
      };
    }
    case 'partial':
      return { ...stream, phase: 'running', problem: null, partial: mergePartial(stream.partial, event.offset, event.text) };
    case 'completed':
      return { ...stream, phase: 'completed', problem: null };
    case 'failed':
      return { ...stream, phase: 'failed', problem: { code: event.code, params: event.params ?? {} } };
    case 'cancelled':
      return { ...stream, phase: 'cancelled', problem: null };
  }
}

/** Elapsed milliseconds of the run at client time `now`. */
export function elapsedAt(stream: RunStream, now: number): number {
  if (!stream.run) return 0;
  return stream.run.elapsedMs + (stream.phase === 'running' ? Math.max(0, now - stream.receivedAt) : 0);
}

/**
 * A half-written link at the end of a streaming note would show as brackets until its last character arrives:
 * `[12:3`, `[12:34](#t=7`. Such a tail is held back.
 */
export function withoutOpenLink(text: string): string {
  const tail = text.slice(-200);
  const open = /\[[^\]\n]{0,60}(?:\](?:\([^)\n]{0,120})?)?$/.exec(tail);
  if (!open) return text;
  return text.slice(0, text.length - open[0].length).replace(/(?<![ \t])[ \t]+$/, '');
}
