import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '#lib/markdown/words.ts';
import type { TaskView } from '#lib/task-view.ts';
import { markdownBlocks } from '#ui/reader/blocks.ts';
import { useStageText } from './run-status.tsx';

/** Announces stages and finished headings, politely: announcing the growing text would never end. */
export function RunAnnouncer({ view, running }: { view: TaskView; running: boolean }) {
  const { t } = useTranslation();
  const stage = useStageText()(view);
  const title = useMemo(() => {
    // The last heading may still be growing: the one before the last block is complete.
    const heading = markdownBlocks(view.draft)
      .slice(0, -1)
      .findLast((block) => block.headingLevel > 0);
    return heading ? wordsOf(heading.tokens) : '';
  }, [view.draft]);
  return (
    <p aria-live="polite" className="sr-only">
      {running ? (title ? t(($) => $.summaries.run.announceSection, { title }) : stage) : ''}
    </p>
  );
}
