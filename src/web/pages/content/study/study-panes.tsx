import { clsx } from 'clsx';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { arrange } from './arrange.ts';
import { PaneSeparator } from './pane-separator.tsx';
import { useStudy } from './study-state.ts';
import type { StudyMode } from './use-study-mode.ts';

type StudyPanesProps = {
  mode: StudyMode;
  /** Kept in the tree even where it is not shown. */
  source: ReactNode;
  sourceShown: boolean;
  /** Pages to read use the room when there is no side pane; a player keeps its width. */
  sourceIsText: boolean;
  note: ReactNode;
  side: ReactNode;
};

const pane = 'sticky top-(--top) h-[calc(100dvh-var(--top))] min-w-0 self-start';

/** The page itself scrolls the note. The parts keep their places in the tree whatever is open, so that nothing is remounted. */
export function StudyPanes({ mode, source, sourceShown, sourceIsText, note, side }: StudyPanesProps) {
  const { t } = useTranslation();
  const shares = useStudy((state) => state.shares);
  const { beside, below, sidePane, own, columns } = arrange({ mode, sourceShown, sourceIsText, side: side !== null, shares });
  return (
    <div
      className={clsx(
        'mx-auto w-full px-4 md:px-6',
        beside && 'grid',
        sourceShown || sidePane ? 'max-w-[110rem]' : 'max-w-[47.625rem] beside:max-w-[62.5rem]',
      )}
      style={beside ? ({ gridTemplateColumns: columns } as CSSProperties) : undefined}
    >
      <div
        id="source-pane"
        className={
          !beside
            ? 'contents'
            : sourceShown
              ? clsx(pane, 'flex flex-col pb-4 has-[[data-state=open]]:z-20', !below && 'overflow-y-auto')
              : 'hidden'
        }
      >
        {source}
        {below ? <div className="mt-3 min-h-48 grow border-t border-line">{side}</div> : null}
      </div>
      {beside && sourceShown ? (
        <PaneSeparator pane={own} share={shares[own]} controls="source-pane" label={t(($) => $.content.study.sourceWidth)} />
      ) : null}
      <div className="min-w-0">{note}</div>
      {sidePane ? (
        <>
          <PaneSeparator pane="side" share={shares.side} controls="side-pane" label={t(($) => $.content.study.sideWidth)} />
          <div className={pane}>{side}</div>
        </>
      ) : null}
    </div>
  );
}
