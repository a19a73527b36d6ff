import { useTranslation } from 'react-i18next';
import type { ContentOverview } from '#features/contents/contract.ts';
import { formatClock } from '#lib/time.ts';
import { useFormat } from '#ui/format.ts';
import { uncoveredRanges } from './coverage-ranges.ts';

const shownRanges = 4;

/** Which parts of the source the note rests on: a thin strip along its length, and the same in words. */
export function CoverageBar({ detail }: { detail: Pick<ContentOverview, 'coverage' | 'durationSeconds' | 'timed'> }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { coverage, durationSeconds, timed } = detail;
  // The strip has its place before it is known, so that a finished note moves nothing.
  if (!coverage || coverage.slices.length === 0) return <div aria-hidden className="mt-3 h-1" />;
  const count = coverage.slices.length;
  const ranges = uncoveredRanges(coverage.slices);
  const at = (share: number) =>
    timed && durationSeconds ? formatClock(share * durationSeconds * 1000) : format.percent(Math.round(share * 100));
  const separator = t(($) => $.common.listSeparator);
  const spoken = ranges
    .slice(0, shownRanges)
    .map(({ from, to }) => t(($) => $.summaries.coverage.range, { from: at(from), to: at(to) }))
    .join(separator);
  const label = `${t(($) => $.summaries.coverage.label, { percent: format.percent(Math.round(coverage.share * 100)) })} ${
    ranges.length === 0
      ? t(($) => $.summaries.coverage.complete)
      : t(($) => $.summaries.coverage.fromTo, { ranges: ranges.length > shownRanges ? `${spoken}…` : spoken })
  }`;
  return (
    <div role="img" aria-label={label} title={label} className="mt-3 flex h-1 w-full overflow-hidden rounded-full bg-hover">
      {coverage.slices.map((slice, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a slice is its place
          key={index}
          style={{ width: `${100 / count}%` }}
          className={slice >= 1 ? 'bg-success opacity-75' : slice > 0 ? 'bg-success opacity-35' : ''}
        />
      ))}
    </div>
  );
}
