import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { settingOf } from '#lib/text/script-of.ts';
import { markdownBlocks } from '#ui/reader/blocks.ts';
import type { MarkdownContext } from '#ui/reader/markdown-elements.tsx';
import { headingApart, ModelBlock, modelText, TodoBox, WritingMark } from '#ui/reader/model-text.tsx';
import { useSourceNavigation } from '#ui/reader/source-navigation.tsx';

type AnswerViewProps = { markdown: string; streaming?: boolean };

/** Renders an answer. Unchanged blocks do not render again while it streams. */
export function AnswerView({ markdown, streaming = false }: AnswerViewProps) {
  const { t } = useTranslation();
  const { words } = useSourceNavigation();
  const context = useMemo<MarkdownContext>(
    () => ({
      ...modelText(words),
      task: (_line, done, label) => <TodoBox done={done} label={label} />,
      heading: headingApart('mt-[1.4em]'),
    }),
    [words],
  );
  const blocks = useMemo(() => markdownBlocks(markdown), [markdown]);
  return (
    <article
      aria-label={t(($) => $.prompts.panel.answer)}
      aria-busy={streaming}
      {...settingOf(markdown)}
      className="reading [&>*:first-child]:mt-0! [&_li>ol]:my-1 [&_li>ul]:my-1 [&_table]:block [&_table]:max-w-full [&_table]:overflow-x-auto"
    >
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a growing answer only ever adds at its end
        <ModelBlock key={index} block={block} context={context} />
      ))}
      {streaming ? <WritingMark /> : null}
    </article>
  );
}
