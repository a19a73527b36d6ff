import { memo, useMemo } from 'react';
import type { NoteAnchor } from '#lib/markdown/anchors.ts';
import { AnswerBlocks } from '#ui/reader/answer-blocks.tsx';
import type { MarkdownContext } from '#ui/reader/markdown-elements.tsx';
import { modelText } from '#ui/reader/model-text.tsx';
import { PlaceChip } from '#ui/reader/place-chip.tsx';
import { useSourceNavigation } from '#ui/reader/source-navigation.tsx';

type AnswerTextProps = {
  markdown: string;
  /** Numbers of items that still exist; references to others are left out. */
  items: ReadonlySet<number>;
};

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
  return <AnswerBlocks markdown={markdown} context={context} />;
});

function ItemNumber({ anchor }: { anchor: NoteAnchor }) {
  return <sup className="mr-0.5 text-[0.7em] font-medium text-soft tabular-nums">{anchor.item}</sup>;
}
