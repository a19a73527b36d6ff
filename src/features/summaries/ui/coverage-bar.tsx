import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentOverview } from '#features/contents/contract.ts';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { formatClock } from '#lib/time.ts';
import { useTRPC } from '#rpc/client.tsx';
import { readSourceText } from '#rpc/content-parts.ts';
import { useFormat } from '#ui/format.ts';
import { useSourceNavigation } from '#ui/reader/source-navigation.tsx';
import { citedShare, nearestRange, paragraphAt, type Range, uncoveredRanges } from './coverage-ranges.ts';

type CoverageBarProps = {
  detail: Pick<ContentOverview, 'contentId' | 'coverage' | 'durationSeconds' | 'timed' | 'hasText' | 'noteMethod'>;
};

/** A press this near to a stretch counts as on it, since it may be two pixels wide. */
const reachPx = 14;

/** Shows which parts of the source the note cites. A part that it does not cite says so, and links there. */
export function CoverageBar({ detail }: CoverageBarProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const goTo = useGoToShare(detail);
  const bar = useRef<HTMLFieldSetElement>(null);
  const [reached, setReached] = useState(0);
  const [shown, setShown] = useState<number | null>(null);
  const { coverage, durationSeconds, timed, noteMethod } = detail;
  // The strip keeps its place before the coverage is known, so that a finished note moves nothing.
  if (!coverage || coverage.slices.length === 0) return <div aria-hidden className="mt-2 h-6" />;

  const { slices } = coverage;
  const at = (share: number) =>
    timed && durationSeconds ? formatClock(share * durationSeconds * 1000) : format.percent(Math.round(share * 100));
  const nameOf = ({ from, to }: Range) => t(($) => $.summaries.coverage.uncited, { from: at(from), to: at(to) });
  const excerpts = noteMethod === 'extractive';
  // For excerpts only what is quoted counts, not what a section spans.
  const ranges = uncoveredRanges(excerpts ? slices.map((slice) => (slice >= 1 ? 1 : 0)) : slices);
  const percent = format.percent(Math.round((excerpts ? citedShare(slices) : coverage.share) * 100));
  const label = excerpts
    ? t(($) => (timed ? $.summaries.coverage.excerptsOfTalk : $.summaries.coverage.excerptsOfText), { percent })
    : t(($) => $.summaries.coverage.label, { percent });
  const pointed = shown === null ? undefined : ranges[shown];

  function under(event: MouseEvent | PointerEvent): number {
    const box = bar.current?.getBoundingClientRect();
    if (!box || box.width === 0) return -1;
    return nearestRange(ranges, (event.clientX - box.left) / box.width, reachPx / box.width);
  }

  function handleKeyDown(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const next = event.key === 'Home' ? 0 : event.key === 'End' ? ranges.length - 1 : step === undefined ? -1 : reached + step;
    if (next < 0 || next >= ranges.length) return;
    event.preventDefault();
    // Elsewhere the arrow keys control the player.
    event.stopPropagation();
    bar.current?.querySelectorAll('button')[next]?.focus();
  }

  return (
    <div className="mt-2 flex items-center gap-3">
      <fieldset
        ref={bar}
        aria-label={`${label} · ${ranges.length === 0 ? t(($) => $.summaries.coverage.complete) : t(($) => $.summaries.coverage.gaps, { count: ranges.length })}`}
        className={clsx('relative flex h-6 min-w-0 grow items-center', ranges.length > 0 && 'cursor-pointer')}
        onPointerMove={(event) => {
          const range = under(event);
          setShown(range < 0 ? null : range);
        }}
        onPointerLeave={() => setShown(null)}
        onClick={(event) => {
          const range = ranges[under(event)];
          if (range) goTo(range.from);
        }}
        onKeyDown={handleKeyDown}
        onBlur={() => setShown(null)}
      >
        <div className="flex h-2 w-full overflow-hidden rounded-full bg-hover">
          {slices.map((slice, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: a slice is its place
              key={index}
              style={{ width: `${100 / slices.length}%` }}
              className={slice >= 1 ? 'bg-success opacity-75' : slice > 0 ? 'bg-success opacity-35' : ''}
            />
          ))}
        </div>
        <ol className="contents">
          {ranges.map((range, index) => (
            <li key={range.from} className="contents">
              <button
                type="button"
                tabIndex={index === Math.min(reached, ranges.length - 1) ? 0 : -1}
                aria-label={nameOf(range)}
                style={{ left: `${range.from * 100}%`, width: `${(range.to - range.from) * 100}%` }}
                className={clsx(
                  'absolute inset-y-1 rounded-sm transition-colors',
                  index === shown && 'bg-accent/50 active:bg-accent',
                )}
                onFocus={() => {
                  setReached(index);
                  setShown(index);
                }}
                onClick={(event) => {
                  event.stopPropagation();
                  goTo(range.from);
                }}
              />
            </li>
          ))}
        </ol>
        {pointed ? (
          <span
            aria-hidden
            data-coverage-tip
            style={{ left: `clamp(4.5rem, ${((pointed.from + pointed.to) / 2) * 100}%, calc(100% - 4.5rem))` }}
            className="pointer-events-none absolute bottom-full z-10 -translate-x-1/2 animate-fade-in rounded-md bg-ink px-2 py-0.5 text-xs whitespace-nowrap text-paper tabular-nums"
          >
            {nameOf(pointed)}
          </span>
        ) : null}
      </fieldset>
      <span aria-hidden className="shrink-0 text-xs text-soft tabular-nums">
        {excerpts ? label : t(($) => $.summaries.coverage.short, { percent })}
      </span>
    </div>
  );
}

/** Plays from a share of the length, or shows the place; in a text, the paragraph that begins nearest before it. */
function useGoToShare({ contentId, durationSeconds, timed, hasText }: CoverageBarProps['detail']): (share: number) => void {
  const { t } = useTranslation();
  const { goTo } = useSourceNavigation();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const failed = useFailureToast();

  async function showParagraph(share: number): Promise<void> {
    try {
      const { paragraphs } = await readSourceText(queries, trpc, contentId);
      const id = paragraphAt(paragraphs, share);
      if (id !== null) goTo({ kind: 'paragraph', id });
    } catch (error) {
      failed(
        t(($) => $.summaries.coverage.failed),
        error,
      );
    }
  }

  return (share) => {
    if (timed && durationSeconds) goTo({ kind: 'time', ms: Math.round(share * durationSeconds * 1000) });
    else if (hasText) void showParagraph(share);
  };
}
