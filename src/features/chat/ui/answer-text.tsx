import { memo, useMemo } from 'react';
import { AnswerBlocks } from '#ui/reader/answer-blocks.tsx';
import type { MarkdownContext } from '#ui/reader/markdown-elements.tsx';
import { modelText } from '#ui/reader/model-text.tsx';
import { useSourceNavigation } from '#ui/reader/source-navigation.tsx';
import { ChatPlace } from './chat-place.tsx';

/** An answer as text to read. A model wrote it, so it shows no pictures; every citation is a button to its place. */
export const AnswerText = memo(function AnswerText({ markdown }: { markdown: string }) {
  const { words } = useSourceNavigation();
  const context = useMemo<MarkdownContext>(
    () => ({ ...modelText(words), anchor: (citation, label) => <ChatPlace citation={citation} label={label} /> }),
    [words],
  );
  return <AnswerBlocks markdown={markdown} context={context} />;
});
