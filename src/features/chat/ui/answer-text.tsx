import { memo, useMemo } from 'react';
import { markdownBlocks } from '#ui/reader/blocks.ts';
import { type MarkdownContext, renderTokens } from '#ui/reader/markdown-elements.tsx';
import { modelText } from '#ui/reader/model-text.tsx';
import { useSourceNavigation } from '#ui/reader/source-navigation.tsx';
import { ChatPlace } from './chat-place.tsx';

/** An answer as something to read: words of a model, so no pictures, and every place a press away. */
export const AnswerText = memo(function AnswerText({ markdown }: { markdown: string }) {
  const { words } = useSourceNavigation();
  const context = useMemo<MarkdownContext>(
    () => ({ ...modelText(words), anchor: (citation, label) => <ChatPlace citation={citation} label={label} /> }),
    [words],
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
