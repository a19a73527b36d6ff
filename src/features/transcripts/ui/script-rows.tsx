import { defaultRangeExtractor, type Range, useVirtualizer, type VirtualItem, type Virtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { PencilLine } from 'lucide-react';
import { memo, type RefObject, useId, useLayoutEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Segment } from '#engine/domain.ts';
import { formatClock } from '#lib/time.ts';
import { speakersOf } from '#lib/transcripts/transcript-edits.ts';
import { coverWhileScrolling } from '#ui/browser/cover-while-scrolling.ts';
import { IconButton } from '#ui/button.tsx';
import type { ScriptPlace } from '#ui/reader/view-state.ts';
import { useGradually } from '#ui/use-gradually.ts';
import type { Translation } from '../contract.ts';
import { LineEditor } from './editing/line-editor.tsx';
import type { ScriptEditing } from './editing/use-script-editing.ts';
import { ScriptLine } from './script-line.tsx';
import type { matchesByLine } from './search/find-matches.ts';

export type ScriptVirtualizer = Virtualizer<HTMLElement, Element>;

type ScriptRowsProps = {
  /** Receives the virtualizer: scrolling renders the rows alone, not what is around them. */
  list: RefObject<ScriptVirtualizer | null>;
  /** Called after a change of the height was drawn. */
  onResize: () => void;
  scroller: HTMLElement | null;
  left: ScriptPlace | null;
  /** Lines that stay rendered while they are scrolled out of view. */
  kept: readonly number[];
  segments: readonly Segment[];
  editing: ScriptEditing;
  /** Index of the line that is played or marked. */
  lit: number;
  matches: { byLine: ReturnType<typeof matchesByLine>; chosen: number; chosenLine: number | undefined };
  translation: Translation | null;
  onPress: (line: number) => void;
  /** The language of the words, for the HTML attribute. */
  lang: string | undefined;
};

const mostInFrame = 8;

export function ScriptRows(props: ScriptRowsProps) {
  const { list, onResize, scroller, left, kept, segments, editing, lit, matches, translation, onPress, lang } = props;
  const { t } = useTranslation();
  const { draft } = editing;
  const id = useId();
  // The translation is looked up once, not for each line that comes into view.
  const playTitle = useMemo(() => {
    const [before, after] = t(($) => $.transcripts.play, { time: '\n' }).split('\n');
    return (time: string) => `${before}${time}${after}`;
  }, [t]);
  const untranslated = t(($) => $.transcripts.translation.untranslated);
  const virtual = useVirtualizer({
    count: segments.length,
    getScrollElement: () => scroller,
    estimateSize: () => 40,
    overscan: 12,
    // One frame draws what was scrolled to, and the next what came into view: both in one frame would take too long.
    useFlushSync: false,
    rangeExtractor: (range) => withLines(range, kept),
    getItemKey: (index) => segments[index]?.id ?? index,
    initialOffset: left?.offsetPx ?? 0,
    initialMeasurementsCache: left?.measured ?? noLines,
  });
  useLayoutEffect(() => {
    list.current = virtual;
  }, [list, virtual]);
  const heightPx = virtual.getTotalSize();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the height changed
  useLayoutEffect(onResize, [onResize, heightPx]);
  const from = virtual.scrollOffset ?? 0;
  const to = from + (virtual.scrollRect?.height ?? 0);
  const lines = useGradually(virtual.getVirtualItems(), { from, to, kept, most: mostInFrame });
  const speakers = useMemo(() => (editing.on ? speakersOf(segments) : []), [editing.on, segments]);
  return (
    <ol ref={coverWhileScrolling} className="relative w-full" style={{ height: heightPx }}>
      {lines.map((item) => {
        const segment = segments[item.index];
        return segment ? (
          <li
            key={item.key}
            ref={virtual.measureElement}
            data-index={item.index}
            data-start={segment.startMs ?? undefined}
            aria-setsize={segments.length}
            aria-posinset={item.index + 1}
            className={clsx('absolute top-0 left-0 w-full', editing.on && editing.row !== item.index && '[&>:first-child]:pr-12')}
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
              <>
                <ScriptLine
                  segment={segment}
                  id={`${id}${item.index}`}
                  playTitle={playTitle}
                  untranslated={untranslated}
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
              </>
            )}
          </li>
        ) : null;
      })}
    </ol>
  );
}

const noLines: VirtualItem[] = [];

function withLines(range: Range, lines: readonly number[]): number[] {
  const shown = defaultRangeExtractor(range);
  const more = lines.filter((line) => line >= 0 && line < range.count && !shown.includes(line));
  return more.length === 0 ? shown : [...new Set([...shown, ...more])].sort((a, b) => a - b);
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
