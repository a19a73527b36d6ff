import type { Virtualizer } from '@tanstack/react-virtual';
import { PencilLine } from 'lucide-react';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Segment } from '#engine/domain.ts';
import { formatClock } from '#lib/time.ts';
import { speakersOf } from '#lib/transcripts/transcript-edits.ts';
import { IconButton } from '#ui/button.tsx';
import type { Translation } from '../contract.ts';
import { LineEditor } from './editing/line-editor.tsx';
import type { ScriptEditing } from './editing/use-script-editing.ts';
import { ScriptLine } from './script-line.tsx';
import type { matchesByLine } from './search/find-matches.ts';

type ScriptRowsProps = {
  virtual: Virtualizer<HTMLElement, Element>;
  segments: readonly Segment[];
  editing: ScriptEditing;
  /** Index of the line that is played or marked. */
  lit: number;
  matches: { byLine: ReturnType<typeof matchesByLine>; chosen: number; chosenLine: number | undefined };
  translation: Translation | null;
  onPress: (line: number) => void;
  /** Of the words, for the HTML attribute. */
  lang: string | undefined;
};

/** The rendered lines of a script; the edited one is a form. */
export function ScriptRows({ virtual, segments, editing, lit, matches, translation, onPress, lang }: ScriptRowsProps) {
  const { draft } = editing;
  const speakers = useMemo(() => (editing.on ? speakersOf(segments) : []), [editing.on, segments]);
  return (
    <ol className="relative w-full" style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map((item) => {
        const segment = segments[item.index];
        return segment ? (
          <li
            key={item.key}
            ref={virtual.measureElement}
            data-index={item.index}
            data-start={segment.startMs ?? undefined}
            aria-setsize={segments.length}
            aria-posinset={item.index + 1}
            className="absolute top-0 left-0 w-full"
            style={{ transform: `translateY(${item.start}px)` }}
          >
            {draft && editing.row === item.index ? (
              <LineEditor
                draft={draft}
                editing={editing}
                startMs={segment.startMs ?? 0}
                speaker={segment.speaker ?? ''}
                speakers={speakers}
                hasNext={item.index + 1 < segments.length}
              />
            ) : (
              <div className={editing.on ? 'relative [&>:first-child]:pr-12' : undefined}>
                <ScriptLine
                  segment={segment}
                  line={item.index}
                  lit={item.index === lit}
                  marks={matches.byLine.get(item.index)}
                  chosen={matches.chosenLine === item.index ? matches.chosen : -1}
                  onPress={onPress}
                  lang={lang}
                  onEdit={editing.on ? editing.open : undefined}
                  translation={translation ? lineIn(translation, item.index) : undefined}
                />
                {editing.on ? <EditLineButton line={item.index} startMs={segment.startMs ?? 0} onOpen={editing.open} /> : null}
              </div>
            )}
          </li>
        ) : null;
      })}
    </ol>
  );
}

/** Pending lines show nothing, skipped ones say so. */
function lineIn({ lines, state }: Translation, line: number): string | null | undefined {
  return lines[line] ?? (state === 'running' ? undefined : null);
}

type EditLineButtonProps = { line: number; startMs: number; onOpen: (line: number) => void };

const EditLineButton = memo(function EditLineButton({ line, startMs, onOpen }: EditLineButtonProps) {
  const { t } = useTranslation();
  return (
    <IconButton
      size="sm"
      label={t(($) => $.transcripts.edit.line, { time: formatClock(startMs) })}
      data-edit-line
      className="absolute top-1 right-2"
      onClick={() => onOpen(line)}
    >
      <PencilLine aria-hidden />
    </IconButton>
  );
});
