import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { markdownBlocks } from '#ui/reader/blocks.ts';
import { type MarkdownContext, renderTokens } from '#ui/reader/markdown-elements.tsx';
import { PlaceChip } from './chat-places.tsx';

/** An answer as something to read: words of a model, so no pictures, and every place a press away. */
export const AnswerText = memo(function AnswerText({ markdown }: { markdown: string }) {
  const { t } = useTranslation();
  const newTabLabel = t(($) => $.content.note.opensNewTab);
  const unverified = t(($) => $.content.note.unverified);
  const context = useMemo<MarkdownContext>(
    () => ({
      newTabLabel,
      anchor: (anchor, label) => <PlaceChip anchor={anchor} label={label} />,
      unverified: () => (
        <span
          role="img"
          aria-label={unverified}
          title={unverified}
          className="inline-flex size-[1.15em] cursor-help items-center justify-center rounded-full border border-line align-text-bottom text-[0.75em] text-soft"
        >
          ?
        </span>
      ),
      image: () => null,
    }),
    [newTabLabel, unverified],
  );
  const blocks = useMemo(() => markdownBlocks(markdown), [markdown]);
  return (
    <div className="reading text-[15px]! leading-[1.7]!">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a growing answer only ever adds at its end
        <div key={index} className="not-first:mt-3 [&>:first-child]:mt-0 [&>:last-child]:mb-0">
          {renderTokens(block.tokens, context)}
        </div>
      ))}
    </div>
  );
});
