import { clsx } from 'clsx';
import { memo, type ReactNode } from 'react';
import type { Segment } from '#engine/domain.ts';
import { formatClock } from '#lib/time.ts';
import type { MatchRange } from './search/find-matches.ts';

type ScriptLineProps = {
  segment: Segment;
  /** The prefix of the ids of its elements. */
  id: string;
  playTitle: (time: string) => string;
  untranslated: string;
  line: number;
  lit: boolean;
  marks: readonly MatchRange[] | undefined;
  /** Index of the chosen match in this line, else -1. */
  chosen: number;
  lang: string | undefined;
  onPress: (line: number) => void;
  /** Set while lines are corrected: a press on the text opens its editor. */
  onEdit?: ((line: number) => void) | undefined;
  /** Null: not translated; undefined: no translation is shown. */
  translation?: string | null | undefined;
};

/** Text stays selectable, so the line is no button: its time is. A click on the line does the same, unless it selected text. */
export const ScriptLine = memo(function ScriptLine(props: ScriptLineProps) {
  const { segment, id, playTitle, untranslated, line, lit, marks, chosen, lang, onPress, onEdit, translation } = props;
  const time = formatClock(segment.startMs ?? 0);

  function handleClick(): void {
    if (document.getSelection()?.isCollapsed !== false) (onEdit ?? onPress)(line);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons of the line do the same
    // biome-ignore lint/a11y/useKeyWithClickEvents: the buttons of the line do the same
    <div
      aria-current={lit ? 'time' : undefined}
      onClick={handleClick}
      className={clsx(
        // No flex box: it would lay out each text twice.
        'relative w-full cursor-pointer py-2 pr-3 pl-20',
        lit ? 'bg-accent-soft shadow-[inset_3px_0_0_var(--accent)]' : 'hover:bg-hover in-data-jumped:hover:bg-transparent',
      )}
    >
      <button
        type="button"
        id={`${id}time`}
        aria-labelledby={`${id}time ${id}text`}
        title={playTitle(time)}
        onClick={(event) => {
          event.stopPropagation();
          onPress(line);
        }}
        className={clsx(
          'absolute top-1.5 left-3 w-14 rounded-sm py-1 text-left text-xs/5 select-none tabular-nums',
          lit ? 'font-medium text-accent-ink' : 'text-faint',
        )}
      >
        {time}
      </button>
      <span id={`${id}text`} className="block cursor-text text-[15px] leading-6 whitespace-pre-line [overflow-wrap:anywhere]">
        {segment.speaker ? <span className="text-soft select-none">{segment.speaker}: </span> : null}
        <span data-segment={segment.id} lang={lang}>
          {marks ? withMarks(segment.text, marks, chosen) : segment.text}
        </span>
        {translation === undefined ? null : (
          <span className={clsx('block select-none', translation === null ? 'text-sm text-faint italic' : 'text-soft')}>
            {translation ?? untranslated}
          </span>
        )}
      </span>
    </div>
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
