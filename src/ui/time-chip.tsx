import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { formatClock } from '#lib/time.ts';

type TimeChipProps = Omit<ComponentProps<'button'>, 'children'> & {
  startMs: number;
  /** The accessible name, e.g. "Play from 12:34". */
  label: string;
  current?: boolean;
};

export function TimeChip({ startMs, label, current, className, ...rest }: TimeChipProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-current={current ? 'time' : undefined}
      className={clsx(
        'inline-flex items-center rounded-sm px-1.5 align-baseline text-[0.8125em] leading-[1.6] tabular-nums transition-colors',
        current ? 'bg-accent text-on-accent' : 'bg-sunken text-soft hover:bg-accent-soft hover:text-accent-ink',
        className,
      )}
      {...rest}
    >
      {formatClock(startMs)}
    </button>
  );
}
