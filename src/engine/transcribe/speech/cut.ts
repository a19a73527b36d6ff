import type { AudioPiece } from '../../ports.ts';

export const sampleRate = 16_000;
const bytesPerSecond = sampleRate * 2;
/** Loudness is measured in frames of 10 ms. */
const frameSamples = 160;
const frameBytes = frameSamples * 2;
const framesPerSecond = sampleRate / frameSamples;
const searchShare = 0.2;
/** Shorter pauses are inside words. */
const pauseFrames = 20;
const overlapSeconds = 2;
const silentDb = -55;
/** Fewer loud frames than this are only a click in a silent piece. */
const clickFrames = 10;

export type Span = { startMs: number; endMs: number };

export type CutPiece = AudioPiece & {
  silent: boolean;
  /** Pauses of 200 ms and more, in ms from the start of the piece. */
  quiet: Span[];
};

/** A piece ends in the longest pause of its window's last fifth, else overlaps the next. Holds one window; owns its bytes. */
export async function* cutPieces(
  sound: AsyncIterable<Uint8Array>,
  { maxPieceSeconds }: { maxPieceSeconds: number },
): AsyncGenerator<CutPiece> {
  const windowFrames = Math.max(10, Math.floor(maxPieceSeconds * framesPerSecond));
  let window = new SoundWindow(windowFrames);
  let startFrame = 0;
  let index = 0;
  for await (const chunk of sound) {
    for (let at = 0; at < chunk.length; ) {
      at += window.add(chunk, at);
      if (!window.full) continue;
      const { cutFrame, nextFrame } = window.findCut();
      yield window.piece(index++, startFrame, cutFrame * frameBytes);
      startFrame += nextFrame;
      window = window.rest(nextFrame);
    }
  }
  if (window.bytes > (index > 0 ? window.overlapBytes : 1))
    yield window.piece(index, startFrame, window.bytes - (window.bytes % 2));
}

class SoundWindow {
  bytes = 0;
  overlapBytes = 0;
  private readonly data: Uint8Array;
  private readonly samples: Int16Array;
  private readonly levels: Float32Array;
  private frames = 0;

  constructor(windowFrames: number) {
    this.data = new Uint8Array(windowFrames * frameBytes);
    this.samples = new Int16Array(this.data.buffer);
    this.levels = new Float32Array(windowFrames);
  }

  get full(): boolean {
    return this.bytes === this.data.length;
  }

  add(chunk: Uint8Array, at: number): number {
    const size = Math.min(chunk.length - at, this.data.length - this.bytes);
    this.data.set(chunk.subarray(at, at + size), this.bytes);
    this.bytes += size;
    const { samples, levels } = this;
    for (const whole = Math.floor(this.bytes / frameBytes); this.frames < whole; this.frames++) {
      let sum = 0;
      const from = this.frames * frameSamples;
      for (let i = from; i < from + frameSamples; i++) {
        const sample = samples[i] ?? 0;
        sum += sample * sample;
      }
      levels[this.frames] = 10 * Math.log10(sum / frameSamples / 32_768 ** 2 + 1e-10);
    }
    return size;
  }

  /** In frames. The last of equally long pauses is taken, so that pieces are even. */
  findCut(): { cutFrame: number; nextFrame: number } {
    const from = Math.floor(this.frames * (1 - searchShare));
    const threshold = this.quietBelow();
    let best = { start: 0, length: 0 };
    for (const run of this.quietRuns(from, threshold)) if (run.length >= best.length) best = run;
    if (best.length >= pauseFrames) {
      const cutFrame = best.start + Math.floor(best.length / 2);
      return { cutFrame, nextFrame: cutFrame };
    }
    const overlap = Math.min(overlapSeconds * framesPerSecond, Math.floor((this.frames * searchShare) / 2));
    return { cutFrame: this.frames, nextFrame: this.frames - overlap };
  }

  piece(index: number, startFrame: number, bytes: number): CutPiece {
    const startMs = (startFrame * 1000) / framesPerSecond;
    const frames = Math.floor(bytes / frameBytes);
    const pauses = [...this.quietRuns(0, this.quietBelow(), frames)].filter((run) => run.length >= pauseFrames);
    const toMs = (frame: number) => (frame * 1000) / framesPerSecond;
    return {
      index,
      startMs,
      endMs: startMs + (bytes * 1000) / bytesPerSecond,
      pcm: this.data.subarray(0, bytes),
      silent: this.levels.subarray(0, frames).reduce((count, level) => count + (level > silentDb ? 1 : 0), 0) < clickFrames,
      quiet: pauses.map(({ start, length }) => ({ startMs: toMs(start), endMs: toMs(start + length) })),
    };
  }

  rest(nextFrame: number): SoundWindow {
    const next = new SoundWindow(this.levels.length);
    next.add(this.data.subarray(nextFrame * frameBytes, this.bytes), 0);
    return next;
  }

  private *quietRuns(from: number, threshold: number, to = this.frames): Generator<{ start: number; length: number }> {
    let start = -1;
    for (let frame = from; frame <= to; frame++) {
      const quiet = frame < to && (this.levels[frame] ?? 0) < threshold;
      if (quiet && start < 0) start = frame;
      if (quiet || start < 0) continue;
      yield { start, length: frame - start };
      start = -1;
    }
  }

  /** 25 dB below the voice or a little above the background, whichever is louder, but between −60 and −30 dB. */
  private quietBelow(): number {
    const counts = new Uint32Array(101);
    for (let frame = 0; frame < this.frames; frame++) {
      const bin = Math.min(100, Math.max(0, Math.round(-(this.levels[frame] ?? -100))));
      counts[bin] = (counts[bin] ?? 0) + 1;
    }
    const voice = -percentile(counts, this.frames * 0.1);
    const background = -percentile(counts, this.frames * 0.9);
    return Math.min(-30, Math.max(-60, voice - 25, background + (voice - background) * 0.2));
  }
}

function percentile(counts: Uint32Array, wanted: number): number {
  let sum = 0;
  for (const [bin, count] of counts.entries()) {
    sum += count;
    if (sum >= wanted) return bin;
  }
  return 100;
}
