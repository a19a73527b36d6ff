import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentOverview, SourceText } from '#features/contents/contract.ts';
import { useAppError } from '#i18n/error-text.ts';
import { useSourceText } from '#rpc/content-parts.ts';
import { ChapterBar, type ChapterLabels } from '#ui/document/chapter-bar.tsx';
import { type PartPlace, useParts } from '#ui/document/use-parts.ts';
import { useBackOnEscape } from '#ui/reader/use-back-on-escape.ts';
import { isAhead, type SourceTarget, takePlace, type ViewState } from '#ui/reader/view-state.ts';
import { ErrorState } from '#ui/states.tsx';
import { Skeleton } from '#ui/surfaces.tsx';
import { ArticleBody } from './article-body.tsx';
import { articleMarkdownOf } from './article-text.ts';
import { citedSentence, showParagraph } from './show-paragraph.ts';
import { textParts } from './text-parts.ts';

type DocumentTextProps = { detail: ContentOverview; target: SourceTarget | null; viewState: ViewState; tools?: ReactNode };

export function DocumentText({ detail, target, viewState, tools }: DocumentTextProps) {
  const { t } = useTranslation();
  const text = useSourceText(detail);
  const error = useAppError(text.data ? null : text.error);
  const markdown = useMemo(() => (text.data ? articleMarkdownOf(text.data) : null), [text.data]);
  if (text.data && markdown !== null)
    return (
      <Chapters
        key={text.data.extractionId}
        title={detail.title}
        language={detail.language}
        paragraphs={text.data.paragraphs}
        {...{ markdown, target, viewState, tools }}
      />
    );
  if (error)
    return (
      <ErrorState
        title={t(($) => $.articles.loadFailed)}
        message={error.message}
        code={error.code}
        retrying={text.isFetching}
        onRetry={() => void text.refetch()}
      />
    );
  return (
    <div role="status" className="h-full pt-11">
      <span className="sr-only">{t(($) => $.articles.chapters.loading)}</span>
      <Skeleton className="h-full w-full" />
    </div>
  );
}

type ChaptersProps = Omit<DocumentTextProps, 'detail'> & {
  title: string;
  language: string | null;
  markdown: string;
  paragraphs: SourceText['paragraphs'];
};

function Chapters({ title, language, markdown, paragraphs, target, viewState, tools }: ChaptersProps) {
  const { t } = useTranslation();
  const labels = useChapterLabels();
  const scroller = useRef<HTMLElement>(null);
  const parts = useMemo(() => textParts(markdown, title), [markdown, title]);
  /** Parts with a heading; `part` is the index among all parts. */
  const chapters = useMemo(
    () => parts.flatMap((part, index) => (part.title === null ? [] : [{ title: part.title, level: part.level, part: index }])),
    [parts],
  );
  const { here, goTo } = useParts({
    scroller,
    count: parts.length,
    start: isAhead(viewState, target, 'paragraph') ? null : viewState.document,
    onLeave: (place: PartPlace) => {
      viewState.document = place;
    },
  });
  useShownParagraph(scroller, { paragraphs, target, viewState });
  useBackOnEscape(scroller, target);

  function handleGo(chapter: number): void {
    const part = chapters[chapter]?.part;
    if (part === undefined) return;
    goTo({ part, belowPx: 0 });
    const heading = scroller.current?.querySelector<HTMLElement>(`[data-part="${part}"] > :is(h2, h3, h4, h5, h6)`);
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }

  return (
    <div className="flex h-full min-h-0 flex-col overflow-hidden rounded-lg border border-line bg-surface">
      <ChapterBar
        entries={chapters}
        here={chapters.findLastIndex(({ part }) => part <= here)}
        onGo={handleGo}
        labels={labels}
        tools={tools}
      />
      <section
        ref={scroller}
        aria-label={t(($) => $.articles.chapters.document)}
        data-text-scope="article"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by key
        tabIndex={0}
        className="min-h-0 grow overflow-y-auto overscroll-contain px-5 py-4 focus-visible:-outline-offset-2 [&_.reading]:mx-auto [&_.reading]:text-base"
      >
        <ArticleBody
          label={t(($) => $.articles.label)}
          markdown={markdown}
          parts={parts}
          paragraphs={paragraphs}
          language={language}
          lazy
        />
      </section>
    </div>
  );
}

function useShownParagraph(
  scroller: RefObject<HTMLElement | null>,
  { paragraphs, target, viewState }: Pick<ChaptersProps, 'paragraphs' | 'target' | 'viewState'>,
): void {
  useEffect(() => {
    const place = scroller.current ? takePlace(viewState, target, 'paragraph') : null;
    if (!place || !scroller.current) return;
    const sentence = citedSentence(paragraphs, place, target?.claim);
    showParagraph(scroller.current, { id: place.id, sentence, scroller: scroller.current });
  }, [scroller, paragraphs, target, viewState]);
}

function useChapterLabels(): ChapterLabels {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      chapters: t(($) => $.articles.chapters.list),
      previous: t(($) => $.articles.chapters.previous),
      next: t(($) => $.articles.chapters.next),
      beginning: t(($) => $.articles.chapters.beginning),
    }),
    [t],
  );
}
