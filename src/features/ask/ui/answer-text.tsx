import { memo, useMemo } from 'react';
import type { NoteAnchor } from '#lib/markdown/anchors.ts';
import { markdownBlocks } from '#ui/reader/blocks.ts';
import { type MarkdownContext, renderTokens } from '#ui/reader/markdown-elements.tsx';
import { modelText } from '#ui/reader/model-text.tsx';
import { PlaceChip } from '#ui/reader/place-chip.tsx';
import { useSourceNavigation } from '#ui/reader/source-navigation.tsx';

type AnswerTextProps = {
  markdown: string;
  /** Numbers of items that are still there: a reference to another is left out. */
  items: ReadonlySet<number>;
};

/** Each reference stands with the number of its item, as in the list of sources. */
export const AnswerText = memo(function AnswerText({ markdown, items }: AnswerTextProps) {
  const { words } = useSourceNavigation();
  const context = useMemo<MarkdownContext>(
    () => ({
      ...modelText(words),
      anchor: (citation, label) =>
        items.has(citation.anchor.item ?? 0) ? (
          <span className="whitespace-nowrap">
            <ItemNumber anchor={citation.anchor} />
            <PlaceChip citation={citation} label={label} className="max-md:py-1" />
          </span>
        ) : null,
    }),
    [words, items],
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

function ItemNumber({ anchor }: { anchor: NoteAnchor }) {
  return <sup className="mr-0.5 text-[0.7em] font-medium text-soft tabular-nums">{anchor.item}</sup>;
}
