import { useMemo } from 'react';
import { markdownBlocks } from '#ui/reader/blocks.ts';
import { type MarkdownContext, renderTokens } from '#ui/reader/markdown-elements.tsx';

export function AnswerBlocks({ markdown, context }: { markdown: string; context: MarkdownContext }) {
  const blocks = useMemo(() => markdownBlocks(markdown), [markdown]);
  return (
    <div className="reading text-[15px]! leading-[1.7]!">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only added at the end
        <div key={index} className="not-first:mt-3 [&>:first-child]:mt-0 [&>:last-child]:mb-0">
          {renderTokens(block.tokens, context)}
        </div>
      ))}
    </div>
  );
}
