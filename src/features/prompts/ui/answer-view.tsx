import { clsx } from 'clsx';
import { createElement, memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { NoteAnchor } from '#lib/markdown/anchors.ts';
import { formatClock } from '#lib/time.ts';
import { type MarkdownBlock, markdownBlocks } from '#ui/reader/blocks.ts';
import { type MarkdownContext, renderTokens } from '#ui/reader/markdown-elements.tsx';
import { useSourceNavigation } from '#ui/reader/source-navigation.tsx';
import { TimeChip } from '#ui/time-chip.tsx';

type AnswerViewProps = { markdown: string; streaming?: boolean };

/** An answer as something to read. Blocks that have not changed are not drawn again while it is being written. */
export function AnswerView({ markdown, streaming = false }: AnswerViewProps) {
  const { t } = useTranslation();
  const newTabLabel = t(($) => $.content.note.opensNewTab);
  const unverifiedLabel = t(($) => $.content.note.unverified);
  const context = useMemo<MarkdownContext>(
    () => ({
      newTabLabel,
      anchor: (anchor, label) => <PlaceChip anchor={anchor} label={label} />,
      task: (_line, done, label) => (
        <input
          type="checkbox"
          checked={done}
          readOnly
          disabled
          aria-label={label}
          className="mr-2 -ml-6 size-4 translate-y-0.5 accent-(--accent)"
        />
      ),
      unverified: () => (
        <span
          role="img"
          aria-label={unverifiedLabel}
          title={unverifiedLabel}
          className="ml-1 inline-flex size-[1.15em] cursor-help items-center justify-center rounded-full border border-line align-text-bottom text-[0.75em] text-soft"
        >
          ?
        </span>
      ),
      // What a model or a stranger wrote brings no pictures.
      image: () => null,
      heading: (level, children, anchors) => (
        <div className="mt-[1.4em] mb-[0.5em] flex flex-wrap items-baseline gap-x-2">
          {createElement(`h${Math.max(2, level)}`, { className: 'my-0!' }, children)}
          {anchors}
        </div>
      ),
    }),
    [newTabLabel, unverifiedLabel],
  );
  const blocks = useMemo(() => markdownBlocks(markdown), [markdown]);
  return (
    <article
      aria-label={t(($) => $.prompts.panel.answer)}
      aria-busy={streaming}
      className="reading [&>*:first-child]:mt-0! [&_li>ol]:my-1 [&_li>ul]:my-1 [&_table]:block [&_table]:max-w-full [&_table]:overflow-x-auto"
    >
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a growing answer only ever adds at its end
        <Block key={index} block={block} context={context} />
      ))}
      {streaming ? (
        <span aria-hidden className="inline-block h-[1.1em] w-0.5 animate-pulse-soft bg-accent align-text-bottom" />
      ) : null}
    </article>
  );
}

const Block = memo(
  function Block({ block, context }: { block: MarkdownBlock; context: MarkdownContext }) {
    return renderTokens(block.tokens, context);
  },
  (before, after) => before.block.source === after.block.source && before.context === after.context,
);

/** A press plays the moment or shows the paragraph. */
export function PlaceChip({ anchor, label }: { anchor: NoteAnchor; label: string }) {
  const { t } = useTranslation();
  const { goTo, hasMedia } = useSourceNavigation();
  if (anchor.kind === 'time') {
    const time = formatClock(anchor.ms);
    const hint = hasMedia ? t(($) => $.content.note.playFrom, { time }) : t(($) => $.content.note.showLine, { time });
    return <TimeChip startMs={anchor.ms} label={hint} title={hint} onClick={() => goTo(anchor)} />;
  }
  const hint = t(($) => $.content.note.showParagraph, { number: anchor.id + 1 });
  return (
    <button
      type="button"
      aria-label={hint}
      title={hint}
      onClick={() => goTo(anchor)}
      className={clsx(
        'inline-flex items-center rounded-sm bg-sunken px-1.5 align-baseline text-[0.8125em] leading-[1.6] text-soft tabular-nums transition-colors',
        'hover:bg-accent-soft hover:text-accent-ink',
      )}
    >
      {label}
    </button>
  );
}
