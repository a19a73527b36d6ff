import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Download } from 'lucide-react';
import { memo, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { fileNameOf } from '#lib/file-name.ts';
import { talkMarkdown } from '#lib/talk-markdown.ts';
import { formatClock } from '#lib/time.ts';
import { useErrorText, useTRPC } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { usePlayerState } from '#ui/player/player-context.tsx';
import { useSourceNavigation } from '#ui/reader/source-navigation.tsx';
import { ErrorState } from '#ui/states.tsx';
import { TimeChip } from '#ui/time-chip.tsx';
import type { ContentDetail, TalkChapter } from '../../contract.ts';
import { saveText } from '../download.ts';
import type { SourceTarget } from '../source-navigation.tsx';
import { indexAt } from '../subtitle/follow.ts';

type TalkArticleProps = { detail: ContentDetail; target: SourceTarget | null; loading: ReactNode };

/** What was said, as text to read: every paragraph plays its moment, and is lit while it is spoken. */
export function TalkArticle({ detail, target, loading }: TalkArticleProps) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const toText = useErrorText();
  const query = useQuery(trpc.content.article.queryOptions({ contentId: detail.contentId }));
  const chapters = query.data?.chapters;

  if (!chapters) {
    if (!query.error) return loading;
    const text = toText(query.error);
    return (
      <ErrorState
        title={t(($) => $.content.article.talk.missing)}
        message={text.message}
        code={text.code}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return <Talk detail={detail} chapters={chapters} target={target} />;
}

function Talk({
  detail,
  chapters,
  target,
}: {
  detail: ContentDetail;
  chapters: readonly TalkChapter[];
  target: SourceTarget | null;
}) {
  const { t } = useTranslation();
  const body = useRef<HTMLElement>(null);
  const starts = useMemo(() => chapters.flatMap(({ paragraphs }) => paragraphs), [chapters]);
  const lit = usePlayerState((state) => (state.timeMs > 0 ? indexAt(starts, state.timeMs) : -1));

  // The paragraph that a time leads to, when there is nothing to play it with.
  useEffect(() => {
    if (target?.anchor.kind !== 'time') return;
    const index = indexAt(starts, target.anchor.ms);
    body.current?.querySelector(`[data-talk="${index}"]`)?.scrollIntoView({ block: 'center' });
  }, [target, starts]);

  function handleDownload(): void {
    const target = {
      sourceUrl: detail.sourceUrl,
      pageUrl: `${window.location.origin}/content/${detail.contentId}`,
    };
    saveText({
      name: fileNameOf(detail.title, 'md'),
      mime: 'text/markdown',
      text: talkMarkdown(detail.title, chapters, target),
    });
  }

  let before = 0;
  return (
    <div className="pb-16">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 flex-1 basis-64 text-sm text-soft">{t(($) => $.content.article.talk.note)}</p>
        <Button size="sm" variant="ghost" onClick={handleDownload}>
          <Download aria-hidden className="size-4" />
          {t(($) => $.content.article.download)}
        </Button>
      </div>
      <article ref={body} aria-label={t(($) => $.content.tabs.article)} className="reading">
        {chapters.map((chapter) => {
          const from = before;
          before += chapter.paragraphs.length;
          const here = lit >= from && lit < before ? lit - from : -1;
          return <Chapter key={`${chapter.startMs} ${chapter.title}`} chapter={chapter} from={from} lit={here} />;
        })}
      </article>
    </div>
  );
}

/** What is out of sight is not laid out: a ten-hour talk has thousands of paragraphs. */
const Chapter = memo(function Chapter({ chapter, from, lit }: { chapter: TalkChapter; from: number; lit: number }) {
  return (
    <section className="[contain-intrinsic-size:auto_40rem] [content-visibility:auto]">
      {chapter.title === null ? null : <h2>{chapter.title}</h2>}
      {chapter.paragraphs.map((paragraph, index) => (
        <Paragraph
          key={paragraph.first}
          paragraph={paragraph}
          index={from + index}
          named={paragraph.speaker !== chapter.paragraphs[index - 1]?.speaker}
          lit={index === lit}
        />
      ))}
    </section>
  );
});

type ParagraphProps = { paragraph: TalkChapter['paragraphs'][number]; index: number; named: boolean; lit: boolean };

const Paragraph = memo(function Paragraph({ paragraph, index, named, lit }: ParagraphProps) {
  const { t } = useTranslation();
  const { goTo, hasMedia } = useSourceNavigation();
  const { startMs, speaker, text } = paragraph;
  const time = formatClock(startMs);

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
      <TimeChip
        startMs={startMs}
        current={lit}
        label={t(($) => (hasMedia ? $.content.note.playFrom : $.content.note.showLine), { time })}
        className="select-none"
        onClick={(event) => {
          event.stopPropagation();
          handlePlay();
        }}
      />
    </p>
  );
});
