import { clsx } from 'clsx';
import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react';
import { formatClock } from '#lib/time.ts';
import { usePlayer, usePlayerState } from '#ui/player/player-context.tsx';

export type SeekMark = { startMs: number; title: string; colour?: string };

type SeekBarProps = {
  durationMs: number;
  /** Heights 0–1 from left to right; empty draws a plain bar. */
  density: readonly number[];
  chapters: readonly SeekMark[];
  /** In order of time; `title` is shown near the pointer. */
  marks?: readonly SeekMark[] | undefined;
  label: string;
  labelAbove?: boolean;
};

const barHeight = 40;
const arrowStepMs = 5000;

/** The reach of a mark near the pointer, as a share of the bar. */
const nearMark = 0.012;

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

const noMarks: readonly SeekMark[] = [];

/** A native range input handles input and accessibility. */
export function SeekBar({ durationMs, density, chapters, marks = noMarks, label, labelAbove = false }: SeekBarProps) {
  const player = usePlayer();
  const timeMs = usePlayerState((state) => Math.floor(state.timeMs / 250) * 250);
  const [pointed, setPointed] = useState<number | null>(null);
  const [focused, setFocused] = useState(false);
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

  function handlePointer(event: PointerEvent<HTMLInputElement>): void {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    if (event.pointerType === 'mouse' && width > 0) setPointed(Math.min(1, Math.max(0, (event.clientX - left) / width)));
  }

  const shownAt = pointed ?? (focused ? share : null);
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
      <Ticks durationMs={durationMs} chapters={chapters} marks={marks} />
      <span
        aria-hidden
        className="pointer-events-none absolute top-0 h-full w-0.5 -translate-x-1/2 rounded-full bg-ink"
        style={{ left: `${share * 100}%` }}
      />
      {shownAt !== null && durationMs > 0 ? (
        <SeekLabel at={shownAt} durationMs={durationMs} chapters={chapters} marks={marks} above={labelAbove} />
      ) : null}
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
        onPointerMove={handlePointer}
        onPointerLeave={() => setPointed(null)}
        onFocus={(event) => setFocused(event.target.matches(':focus-visible'))}
        onBlur={() => setFocused(false)}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
    </div>
  );
}

type TicksProps = { durationMs: number; chapters: readonly SeekMark[]; marks: readonly SeekMark[] };

function Ticks({ durationMs, chapters, marks }: TicksProps) {
  if (durationMs <= 0) return null;
  return (
    <>
      {chapters.map((mark) =>
        mark.startMs > 0 && mark.startMs < durationMs ? (
          <span
            key={`${mark.startMs} ${mark.title}`}
            aria-hidden
            data-chapter-tick
            className="pointer-events-none absolute top-0 h-full w-px bg-line-strong"
            style={{ left: `${(mark.startMs / durationMs) * 100}%` }}
          />
        ) : null,
      )}
      {marks.map((mark, index) =>
        mark.startMs < durationMs ? (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the same words may be marked twice at one moment
            key={index}
            aria-hidden
            data-mark-tick
            className="pointer-events-none absolute bottom-0 z-10 size-1.5 -translate-x-1/2 rounded-full bg-warning"
            style={{ left: `${(mark.startMs / durationMs) * 100}%`, backgroundColor: mark.colour }}
          />
        ) : null,
      )}
    </>
  );
}

function SeekLabel({ at, durationMs, chapters, marks, above }: TicksProps & { at: number; above: boolean }) {
  const ms = at * durationMs;
  const chapter = chapters.findLast((mark) => mark.startMs <= ms);
  const near = marks.find((mark) => Math.abs(mark.startMs - ms) <= durationMs * nearMark);
  return (
    <span
      aria-hidden
      data-seek-label
      className={clsx(
        'pointer-events-none absolute z-10 flex max-w-64 min-w-0 flex-col rounded-md border border-line bg-surface px-2 py-1 text-xs shadow-overlay',
        above ? 'bottom-full mb-1' : 'top-full mt-1',
        at < 0.5 ? 'items-start' : 'items-end',
      )}
      style={at < 0.5 ? { left: `${at * 100}%` } : { right: `${(1 - at) * 100}%` }}
    >
      <span className="text-soft tabular-nums">{formatClock(ms)}</span>
      {chapter ? <span className="line-clamp-2 font-medium">{chapter.title}</span> : null}
      {near ? <span className="line-clamp-2 text-soft">{near.title}</span> : null}
    </span>
  );
}
