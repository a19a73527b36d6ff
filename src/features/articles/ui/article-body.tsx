import { createElement, Fragment, memo, useMemo, useState } from 'react';
import type { SourceText } from '#features/contents/contract.ts';
import { htmlLang } from '#lib/text/html-lang.ts';
import { settingOfSource } from '#lib/text/script-of.ts';
import { AnchorChip } from '#ui/reader/anchor-chip.tsx';
import { type MarkdownContext, renderTokens } from '#ui/reader/markdown-elements.tsx';
import { paragraphPlaces } from '#ui/reader/paragraph-places.ts';
import { useSourceNavigation } from '#ui/reader/source-navigation.tsx';
import { likelyHeight, type TextPart } from './text-parts.ts';

type ArticleBodyProps = {
  label: string;
  markdown: string;
  parts: readonly TextPart[];
  paragraphs: SourceText['paragraphs'];
  /** Of the source; null: not known. */
  language: string | null;
  /** Parts out of sight are not laid out: a book has thousands of paragraphs. */
  lazy?: boolean;
};

export const ArticleBody = memo(function ArticleBody({
  label,
  markdown,
  parts,
  paragraphs,
  language,
  lazy = false,
}: ArticleBodyProps) {
  const { words } = useSourceNavigation();
  const context = useMemo<MarkdownContext>(
    () => ({
      newTabLabel: words.opensNewTab,
      marks: paragraphPlaces(
        parts.flatMap(({ blocks }) => blocks.flatMap(({ tokens }) => tokens)),
        paragraphs,
      ),
      anchor: (citation, text) => <AnchorChip citation={citation} label={text} />,
      image: (src, alt) => <ArticleImage src={src} alt={alt} />,
      heading: (level, children, anchors) => createElement(`h${Math.min(6, Math.max(2, level))}`, null, children, anchors),
    }),
    [words, parts, paragraphs],
  );
  return (
    <article aria-label={label} {...settingOfSource(markdown, htmlLang(language))} className="reading">
      {parts.map((part, index) => (
        <section
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
          key={index}
          data-part={index}
          style={lazy ? { contentVisibility: 'auto', containIntrinsicSize: `auto ${likelyHeight(part)}px` } : undefined}
        >
          {part.blocks.map((block, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nor have blocks
            <Fragment key={at}>{renderTokens(block.tokens, context)}</Fragment>
          ))}
        </section>
      ))}
    </article>
  );
});

function ArticleImage({ src, alt }: { src: string; alt: string }) {
  const [failed, setFailed] = useState(false);
  if (failed) return alt === '' ? null : <em className="text-faint">{alt}</em>;
  return <img src={src} alt={alt} loading="lazy" decoding="async" onError={() => setFailed(true)} />;
}
