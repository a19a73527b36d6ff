import { clsx } from 'clsx';
import { createElement, memo } from 'react';
import type { MarkdownBlock } from '#ui/reader/blocks.ts';
import { type MarkdownContext, renderTokens } from '#ui/reader/markdown-elements.tsx';
import { PlaceChip } from '#ui/reader/place-chip.tsx';
import type { ReaderWords } from '#ui/reader/source-navigation.tsx';

export function modelText(words: ReaderWords): MarkdownContext {
  return {
    newTabLabel: words.opensNewTab,
    anchor: (citation, label) => <PlaceChip citation={citation} label={label} />,
    unverified: () => <UnverifiedMark label={words.unverified} />,
    image: () => null,
  };
}

/** A heading with its references behind its last word; h1 is the page title. */
export function headingApart(className: string): NonNullable<MarkdownContext['heading']> {
  return (level, children, anchors) => (
    <div className={clsx('mb-[0.5em] text-pretty', className)}>
      {createElement(`h${Math.max(2, level)}`, { className: 'inline my-0!' }, children)} {anchors}
    </div>
  );
}

/** Read by screen readers; shown on hover and touch. */
function UnverifiedMark({ label }: { label: string }) {
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className="ml-1 inline-flex size-[1.15em] cursor-help items-center justify-center rounded-full border border-line align-text-bottom text-[0.75em] text-soft"
    >
      ?
    </span>
  );
}

type TodoBoxProps = { done: boolean; label: string; onToggle?: (() => void) | undefined };

export function TodoBox({ done, label, onToggle }: TodoBoxProps) {
  return (
    <input
      type="checkbox"
      checked={done}
      disabled={onToggle === undefined}
      aria-label={label}
      onChange={() => onToggle?.()}
      className="mr-2 -ml-6 size-4 translate-y-0.5 accent-(--accent) enabled:cursor-pointer"
    />
  );
}

export function WritingMark() {
  return <span aria-hidden className="inline-block h-[1.1em] w-0.5 animate-pulse-soft bg-accent align-text-bottom" />;
}

export const ModelBlock = memo(
  function ModelBlock({ block, context }: { block: MarkdownBlock; context: MarkdownContext }) {
    return renderTokens(block.tokens, context);
  },
  (before, after) =>
    before.block.source === after.block.source &&
    before.context === after.context &&
    // Todo items know their line in the whole text.
    (!/\[[ xX]\]/.test(after.block.source) || before.block.tokens[0]?.map?.[0] === after.block.tokens[0]?.map?.[0]),
);
