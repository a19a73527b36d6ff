import { clsx } from 'clsx';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Segment } from '#engine/model.ts';
import { formatClock } from '#lib/time.ts';
import type { MatchRange } from './find-matches.ts';

type ScriptLineProps = {
  segment: Segment;
  line: number;
  lit: boolean;
  marks: readonly MatchRange[] | undefined;
  /** Number of the match that was chosen, when it is in this line; else -1. */
  chosen: number;
  onPress: (line: number) => void;
};

export const ScriptLine = memo(function ScriptLine({ segment, line, lit, marks, chosen, onPress }: ScriptLineProps) {
  const { t } = useTranslation();
  const time = formatClock(segment.startMs ?? 0);
  return (
    <button
      type="button"
      aria-current={lit ? 'time' : undefined}
      title={t(($) => $.content.subtitle.play, { time })}
      onClick={() => onPress(line)}
      className={clsx(
        'flex w-full items-baseline gap-3 px-3 py-2 text-left focus-visible:-outline-offset-2',
        lit ? 'bg-accent-soft shadow-[inset_3px_0_0_var(--accent)]' : 'hover:bg-hover',
      )}
    >
      <span className={clsx('w-14 shrink-0 text-xs tabular-nums', lit ? 'font-medium text-accent-ink' : 'text-faint')}>
        {time}
      </span>
      <span className="min-w-0 grow text-[15px] leading-6 whitespace-pre-line [overflow-wrap:anywhere]">
        {segment.speaker ? <span className="text-soft">{segment.speaker}: </span> : null}
        {marks ? withMarks(segment.text, marks, chosen) : segment.text}
      </span>
    </button>
  );
});

function withMarks(text: string, marks: readonly MatchRange[], chosen: number): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const mark of marks) {
    parts.push(text.slice(at, mark.start));
    parts.push(
      <mark
        key={mark.start}
        data-chosen={mark.index === chosen || undefined}
        className="rounded-sm bg-warning-soft text-warning data-chosen:bg-accent data-chosen:text-on-accent"
      >
        {text.slice(mark.start, mark.end)}
      </mark>,
    );
    at = mark.end;
  }
  parts.push(text.slice(at));
  return parts;
}
