import { type KeyboardEvent, useMemo } from 'react';
import { formatClock } from '#lib/time.ts';
import { usePlayer, usePlayerState } from '#ui/player/player-context.tsx';

export type SeekMark = { startMs: number; title: string };

type SeekBarProps = {
  durationMs: number;
  /** Heights 0–1 from left to right; empty draws a plain bar. */
  density: readonly number[];
  chapters: readonly SeekMark[];
  label: string;
};

const barHeight = 40;
const arrowStepMs = 5000;

/** Drawn once as one path per tone; the played part is the same drawing, clipped. */
function densityPath(density: readonly number[]): string {
  const width = 1000 / density.length;
  return density
    .map((value, index) => {
      const height = Math.max(2, value * (barHeight - 6));
      const x = index * width + width * 0.18;
      return `M${x.toFixed(1)} ${((barHeight - height) / 2).toFixed(1)}h${(width * 0.64).toFixed(1)}v${height.toFixed(1)}h${(-width * 0.64).toFixed(1)}z`;
    })
    .join('');
}

/**
 * Where one is in a recording: what is spoken drawn like a waveform, a tick for each chapter. A native range on top
 * does the pointing, touching, keys and speaking.
 */
export function SeekBar({ durationMs, density, chapters, label }: SeekBarProps) {
  const player = usePlayer();
  const timeMs = usePlayerState((state) => Math.floor(state.timeMs / 250) * 250);
  const path = useMemo(() => (density.length > 0 ? densityPath(density) : 'M0 18h1000v4h-1000z'), [density]);
  const share = durationMs > 0 ? Math.min(1, timeMs / durationMs) : 0;
  const chapter = chapters.findLast((mark) => mark.startMs <= timeMs);

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const step =
      event.key === 'ArrowRight' || event.key === 'ArrowUp' ? 1 : event.key === 'ArrowLeft' || event.key === 'ArrowDown' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    player.seekBy(step * arrowStepMs);
  }

  return (
    <div className="relative h-10 w-full rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      <svg
        aria-hidden
        viewBox={`0 0 1000 ${barHeight}`}
        preserveAspectRatio="none"
        className="pointer-events-none absolute inset-0 size-full fill-line-strong opacity-70"
      >
        <path d={path} />
      </svg>
      <svg
        aria-hidden
        viewBox={`0 0 1000 ${barHeight}`}
        preserveAspectRatio="none"
        className="pointer-events-none absolute inset-0 size-full fill-accent"
        style={{ clipPath: `inset(0 ${((1 - share) * 100).toFixed(3)}% 0 0)` }}
      >
        <path d={path} />
      </svg>
      {durationMs > 0
        ? chapters.map((mark) =>
            mark.startMs > 0 && mark.startMs < durationMs ? (
              <span
                key={`${mark.startMs} ${mark.title}`}
                aria-hidden
                className="pointer-events-none absolute top-0 h-full w-px bg-line-strong"
                style={{ left: `${(mark.startMs / durationMs) * 100}%` }}
              />
            ) : null,
          )
        : null}
      <span
        aria-hidden
        className="pointer-events-none absolute top-0 h-full w-0.5 -translate-x-1/2 rounded-full bg-ink"
        style={{ left: `${share * 100}%` }}
      />
      <input
        type="range"
        min={0}
        max={Math.max(1, durationMs)}
        step={1000}
        value={Math.min(timeMs, Math.max(1, durationMs))}
        disabled={durationMs === 0}
        aria-label={label}
        aria-valuetext={`${formatClock(timeMs)} / ${formatClock(durationMs)}${chapter ? ` · ${chapter.title}` : ''}`}
        onChange={(event) => player.seek(Number(event.target.value), { play: false })}
        onKeyDown={handleKeyDown}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
    </div>
  );
}
