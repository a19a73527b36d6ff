import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Download, RefreshCw } from 'lucide-react';
import { memo, type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { talkMarkdown } from '#engine/export/shared/talk-markdown.ts';
import type { ContentOverview } from '#features/contents/contract.ts';
import { useErrorText } from '#i18n/error-text.ts';
import { fileNameOf } from '#lib/file-name.ts';
import { pageUrlElsewhere } from '#lib/own-page-address.ts';
import { htmlLang } from '#lib/text/html-lang.ts';
import { settingOfSource } from '#lib/text/script-of.ts';
import { formatClock } from '#lib/time.ts';
import { useTRPC } from '#rpc/client.tsx';
import { saveText } from '#ui/browser/save-blob.ts';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { indexAt } from '#ui/player/index-at.ts';
import { usePlayerState } from '#ui/player/player-context.tsx';
import { PlaceChip } from '#ui/reader/place-chip.tsx';
import { useSourceNavigation } from '#ui/reader/source-navigation.tsx';
import { ErrorState } from '#ui/states.tsx';
import type { TalkChapter, WrittenPart } from '../contract.ts';
import { ArticleBar } from './article-bar.tsx';
import { type ArticleWriting, useWrittenArticle } from './use-written-article.ts';

type TalkArticleProps = { detail: ContentOverview; loading: ReactNode };

export function TalkArticle({ detail, loading }: TalkArticleProps) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const toText = useErrorText();
  const { contentId } = detail;
  const writing = useWrittenArticle(contentId);
  const { data, view } = writing;
  // Both load at once; the spoken text is not refetched while the written one is shown.
  const query = useQuery(trpc.content.article.queryOptions({ contentId }, { enabled: !data || view === 'spoken' }));
  const chapters: readonly TalkPiece[] | undefined = view === 'written' ? data?.parts : query.data?.chapters;
  const known = data !== undefined || writing.error !== null;

  if (!chapters || !known) {
    const error = query.error;
    if (!error) return loading;
    const text = toText(error);
    return (
      <ErrorState
        title={t(($) => $.articles.talk.missing)}
        message={text.message}
        code={text.code}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return <Talk detail={detail} chapters={chapters} writing={writing} />;
}

type TalkPiece = Omit<TalkChapter, 'paragraphs'> & {
  paragraphs: readonly (TalkChapter['paragraphs'][number] & { asSpoken?: boolean })[];
} & Partial<Pick<WrittenPart, 'position' | 'state' | 'stale' | 'wanted'>>;

type TalkProps = {
  detail: ContentOverview;
  chapters: readonly TalkPiece[];
  writing: ArticleWriting;
};

function Talk({ detail, chapters, writing }: TalkProps) {
  const { t } = useTranslation();
  const starts = useMemo(() => chapters.flatMap(({ paragraphs }) => paragraphs), [chapters]);
  const lit = usePlayerState((state) => (state.timeMs > 0 ? indexAt(starts, state.timeMs) : -1));
  const { data, busy } = writing;
  const write = data?.writer != null && data.state !== 'running' && !busy ? writing.write : null;

  function markdown(): string {
    const pageUrl = pageUrlElsewhere(window.location.origin, detail.contentId);
    return talkMarkdown(detail.title, chapters, { sourceUrl: detail.sourceUrl, pageUrl });
  }

  function handleDownload(): void {
    saveText({ name: fileNameOf(detail.title, 'md'), mime: 'text/markdown', text: markdown() });
  }

  let before = 0;
  return (
    <div className="pb-16">
      <ArticleBar writing={writing}>
        <CopyButton text={markdown} />
        <Button size="sm" variant="ghost" onClick={handleDownload}>
          <Download aria-hidden className="size-4" />
          <span className="max-md:sr-only">{t(($) => $.articles.download)}</span>
        </Button>
      </ArticleBar>
      {/* The text is derived from the transcript each time, so a highlight never stores a position in it. */}
      <article
        data-text-derived
        aria-label={t(($) => $.articles.label)}
        {...settingOfSource(chapters[0]?.paragraphs[0]?.text ?? '', htmlLang(detail.language))}
        className="reading"
      >
        {chapters.map((chapter) => {
          const from = before;
          before += chapter.paragraphs.length;
          const here = lit >= from && lit < before ? lit - from : -1;
          const key = chapter.position ?? `${chapter.startMs} ${chapter.title}`;
          return <Chapter key={key} chapter={chapter} from={from} lit={here} onWrite={write} />;
        })}
      </article>
    </div>
  );
}

type ChapterProps = { chapter: TalkPiece; from: number; lit: number; onWrite: ((position: number) => void) | null };

/** A chapter out of view is not laid out: ten hours have thousands of paragraphs. */
const Chapter = memo(function Chapter({ chapter, from, lit, onWrite }: ChapterProps) {
  return (
    <section className="[contain-intrinsic-size:auto_40rem] [content-visibility:auto]">
      {chapter.title === null ? null : <h2>{chapter.title}</h2>}
      <PieceNote piece={chapter} onWrite={onWrite} />
      {chapter.paragraphs.map((paragraph, index) => (
        <Paragraph
          key={`${paragraph.first} ${paragraph.text.slice(0, 24)}`}
          paragraph={paragraph}
          index={from + index}
          named={paragraph.speaker !== chapter.paragraphs[index - 1]?.speaker}
          lit={index === lit}
          spoken={chapter.state === 'written' && paragraph.asSpoken === true}
        />
      ))}
    </section>
  );
});

function PieceNote({ piece, onWrite }: { piece: TalkPiece; onWrite: ChapterProps['onWrite'] }) {
  const { t } = useTranslation();
  const { position, state, stale, wanted } = piece;
  if (position === undefined || !(wanted || stale || state === 'spoken')) return null;
  const kind = wanted ? (state === 'waiting' ? 'partWaiting' : 'partWriting') : stale ? 'partStale' : 'partSpoken';
  return (
    <p role="note" className="mb-3 flex min-h-8 flex-wrap items-center gap-x-2 text-sm text-soft select-none">
      {t(($) => $.articles.written[kind])}
      {onWrite && !wanted ? (
        <Button size="sm" variant="ghost" onClick={() => onWrite(position)}>
          <RefreshCw aria-hidden className="size-4" />
          {t(($) => $.articles.written.partAgain)}
        </Button>
      ) : null}
    </p>
  );
}

type ParagraphProps = {
  paragraph: TalkPiece['paragraphs'][number];
  index: number;
  named: boolean;
  lit: boolean;
  spoken: boolean;
};

const Paragraph = memo(function Paragraph({ paragraph, index, named, lit, spoken }: ParagraphProps) {
  const { t } = useTranslation();
  const { goTo, hasMedia } = useSourceNavigation();
  const { startMs, speaker, text } = paragraph;

  function handlePlay(): void {
    goTo({ kind: 'time', ms: startMs });
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the chip inside does the same
    <p
      data-talk={index}
      aria-current={lit ? 'time' : undefined}
      onClick={() => {
        if (hasMedia && document.getSelection()?.isCollapsed !== false) handlePlay();
      }}
      className={clsx('-mx-3 rounded-md px-3 py-1 transition-colors', lit && 'bg-accent-soft', hasMedia && 'cursor-pointer')}
    >
      {named && speaker !== null ? <strong className="select-none">{speaker}: </strong> : null}
      <span data-segment={paragraph.first}>{text}</span>{' '}
      <PlaceChip
        citation={{ anchor: { kind: 'time', ms: startMs }, claim: { text: '', unverified: false } }}
        label={formatClock(startMs)}
        current={lit}
        className="select-none"
      />
      {spoken ? (
        <span role="note" title={t(($) => $.articles.written.paragraphHint)} className="ms-2 text-sm text-faint select-none">
          {t(($) => $.articles.written.paragraphSpoken)}
        </span>
      ) : null}
    </p>
  );
});
