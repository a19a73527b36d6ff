import { clsx } from 'clsx';

type ProgressProps = {
  /** 0–100; null when unknown. */
  percent: number | null;
  label: string;
  /** Spoken instead of the number, e.g. "12 MB of 40 MB". */
  valueText?: string;
  tone?: 'accent' | 'neutral' | 'danger';
  className?: string;
};

const tones = { accent: 'bg-accent', neutral: 'bg-line-strong', danger: 'bg-danger' };

export function Progress({ percent, label, valueText, tone = 'accent', className }: ProgressProps) {
  const value = percent === null ? null : Math.max(0, Math.min(100, percent));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value === null ? undefined : Math.round(value)}
      aria-valuetext={valueText}
      className={clsx('h-1 w-full overflow-hidden rounded-full bg-hover', className)}
    >
      <div
        className={clsx('h-full origin-left rounded-full transition-transform duration-200', tones[tone], {
          'animate-pulse-soft': value === null,
        })}
        style={{ transform: `scaleX(${value === null ? 1 : value / 100})` }}
      />
    </div>
  );
}
