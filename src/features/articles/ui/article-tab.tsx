import { Download, ExternalLink, FileText } from 'lucide-react';
import { Suspense, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentOverview, SourceText } from '#features/contents/contract.ts';
import { useAppError } from '#i18n/error-text.ts';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useSourceText } from '#rpc/content-parts.ts';
import { saveText } from '#ui/browser/save-blob.ts';
import { Button } from '#ui/button.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { useBackOnEscape } from '#ui/reader/use-back-on-escape.ts';
import { type SourceTarget, takePlace, type ViewState } from '#ui/reader/view-state.ts';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { Skeleton } from '#ui/surfaces.tsx';
import { ArticleBody } from './article-body.tsx';
import { articleFile } from './article-file.ts';
import { articleMarkdownOf, frameAddress } from './article-text.ts';
import { citedSentence, showParagraph } from './show-paragraph.ts';
import { textParts } from './text-parts.ts';

const TalkArticle = lazyPart(async () => (await import('./talk-article.tsx')).TalkArticle);

type ArticleTabProps = { detail: ContentOverview; running: boolean; target: SourceTarget | null; viewState: ViewState };

/** The source's text, else its page in a sandboxed frame, else what is missing. */
export function ArticleTab({ detail, running, target, viewState }: ArticleTabProps) {
  const { t } = useTranslation();
  const text = useSourceText(detail);
  const error = useAppError(text.data ? null : text.error);
  const markdown = useMemo(() => (text.data ? articleMarkdownOf(text.data) : null), [text.data]);
  const frame = frameAddress(detail.articleFrameUrl);
  if (text.data && markdown !== null)
    return <Article detail={detail} text={text.data} markdown={markdown} target={target} viewState={viewState} />;
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
  if (text.isLoading) return <ArticleLoading />;
  if (detail.hasScript)
    return (
      <Suspense fallback={<ArticleLoading />}>
        <TalkArticle detail={detail} loading={<ArticleLoading />} />
      </Suspense>
    );
  if (frame && !running) return <PageFrame url={frame} />;
  if (running) return <ArticleLoading />;
  return <EmptyState icon={<FileText />} title={t(($) => $.articles.emptyTitle)} description={t(($) => $.articles.empty)} />;
}

function ArticleLoading() {
  const { t } = useTranslation();
  return (
    <div role="status" className="reading">
      <p className="mb-6 text-sm text-soft">{t(($) => $.articles.loading)}</p>
      {['w-full', 'w-11/12', 'w-full', 'w-4/5', 'w-full', 'w-3/5'].map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: fixed decoration
        <Skeleton key={index} className={`mt-3 h-4 ${width}`} />
      ))}
    </div>
  );
}

type ArticleProps = {
  detail: ContentOverview;
  text: SourceText;
  markdown: string;
  target: SourceTarget | null;
  viewState: ViewState;
};

function Article({ detail, text, markdown, target, viewState }: ArticleProps) {
  const { t } = useTranslation();
  const failed = useFailureToast();
  const body = useRef<HTMLDivElement>(null);
  const parts = useMemo(() => textParts(markdown, detail.title), [markdown, detail.title]);

  useEffect(() => {
    const place = body.current ? takePlace(viewState, target, 'paragraph') : null;
    if (!place || !body.current) return;
    const sentence = citedSentence(text.paragraphs, place, target?.claim);
    showParagraph(body.current, { id: place.id, sentence, scroller: null });
  }, [target, viewState, text.paragraphs]);

  useBackOnEscape(body, target);

  function handleDownload(): void {
    try {
      saveText(articleFile({ title: detail.title, text }));
    } catch (error) {
      failed(
        t(($) => $.articles.failed),
        error,
      );
    }
  }

  return (
    <div className="pb-16">
      <div className="mb-4 flex justify-end">
        <Button size="sm" variant="ghost" onClick={handleDownload}>
          <Download aria-hidden className="size-4" />
          {t(($) => $.articles.download)}
        </Button>
      </div>
      <div ref={body}>
        <ArticleBody
          label={t(($) => $.articles.label)}
          markdown={markdown}
          parts={parts}
          paragraphs={text.paragraphs}
          language={detail.language}
        />
      </div>
    </div>
  );
}

/** The sandbox allows scripts, but no origin, forms or navigation. */
function PageFrame({ url }: { url: URL }) {
  const { t } = useTranslation();
  return (
    <div className="pb-8">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 flex-1 basis-64 text-sm text-soft">{t(($) => $.articles.frameNote)}</p>
        <Button size="sm" variant="ghost" asChild>
          <a href={url.href} target="_blank" rel="noopener noreferrer">
            <ExternalLink aria-hidden className="size-4" />
            {t(($) => $.articles.frameOpen)}
          </a>
        </Button>
      </div>
      <iframe
        src={url.href}
        title={t(($) => $.articles.frame, { host: url.host })}
        sandbox="allow-scripts"
        allow=""
        referrerPolicy="no-referrer"
        loading="lazy"
        className="h-(--panel-height) min-h-96 w-full rounded-lg border border-line bg-surface"
      />
    </div>
  );
}
