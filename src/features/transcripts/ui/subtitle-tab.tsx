import { ArrowDownToLine, Captions, PencilLine, Undo2 } from 'lucide-react';
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Segment } from '#engine/domain.ts';
import type { ContentOverview } from '#features/contents/contract.ts';
import { useAppError } from '#i18n/error-text.ts';
import { htmlLang } from '#lib/text/html-lang.ts';
import { useTranscript } from '#rpc/content-parts.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { follow } from '#ui/player/follow.ts';
import { indexAt } from '#ui/player/index-at.ts';
import { usePlayerState } from '#ui/player/player-context.tsx';
import { useSourceNavigation } from '#ui/reader/source-navigation.tsx';
import { useBackOnEscape } from '#ui/reader/use-back-on-escape.ts';
import { isAhead, type SourceTarget, type ViewState } from '#ui/reader/view-state.ts';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { Skeleton } from '#ui/surfaces.tsx';
import { useFocusAfterEditing } from './editing/use-focus-after-editing.ts';
import { type ScriptEditing, useScriptEditing } from './editing/use-script-editing.ts';
import { ScriptRows, type ScriptVirtualizer } from './script-rows.tsx';
import { ScriptSearch } from './search/script-search.tsx';
import { useScriptSearch } from './search/use-script-search.ts';
import { SubtitleDownload } from './subtitle-download.tsx';
import { TranslationBar, TranslationMenu } from './translation-bar.tsx';
import type { ScriptContent } from './use-script-cache.ts';
import { useAskedLine, useKeptPlace, useLineScroll, useLinkedLine, useOwnScroll } from './use-script-place.ts';
import { useSelectedLines } from './use-selected-lines.ts';
import { useScriptTranslation } from './use-translation.ts';

type SubtitleTabProps = { detail: ContentOverview; running: boolean; target: SourceTarget | null; viewState: ViewState };

export function SubtitleTab({ detail, running, target, viewState }: SubtitleTabProps) {
  const { t } = useTranslation();
  const transcript = useTranscript(detail);
  const error = useAppError(transcript.data ? null : transcript.error);
  const { data } = transcript;
  const whole = useMemo(() => (data ? { ...detail, ...data } : null), [detail, data]);
  if (whole && whole.subtitlesArray.length > 0)
    return <Script detail={whole} segments={whole.subtitlesArray} target={target} viewState={viewState} />;
  if (error)
    return (
      <ErrorState
        title={t(($) => $.transcripts.loadFailed)}
        message={error.message}
        code={error.code}
        retrying={transcript.isFetching}
        onRetry={() => void transcript.refetch()}
      />
    );
  if (transcript.isLoading) return <ScriptLoading />;
  return (
    <EmptyState
      icon={<Captions />}
      title={t(($) => $.transcripts.emptyTitle)}
      description={running ? t(($) => $.transcripts.processing) : t(($) => $.transcripts.empty)}
    />
  );
}

function ScriptLoading() {
  const { t } = useTranslation();
  return (
    <div role="status" className="h-(--panel-height) min-h-80 rounded-lg border border-line bg-surface p-4">
      <span className="sr-only">{t(($) => $.common.loading)}</span>
      {['w-11/12', 'w-4/5', 'w-full', 'w-3/5'].map((width) => (
        <Skeleton key={width} className={`mb-4 h-4 ${width}`} />
      ))}
    </div>
  );
}

type ScriptProps = { detail: ScriptContent; segments: readonly Segment[]; target: SourceTarget | null; viewState: ViewState };

function Script({ detail, segments, target, viewState }: ScriptProps) {
  const { t } = useTranslation();
  const { goTo, hasMedia } = useSourceNavigation();
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [left] = useState(viewState.script);
  const [state, send] = useReducer(follow, { following: left?.following ?? true });
  const playing = usePlayerState((player) => (player.timeMs > 0 ? indexAt(segments, player.timeMs) : -1));
  const [marked, setMarked] = useState(left?.marked ?? -1);
  const asked = useAskedLine(() => send('back'));
  const { forget: forgetAsked } = asked;
  const lit = asked.line >= 0 ? asked.line : playing >= 0 ? playing : marked;

  const editing = useScriptEditing(detail);
  useFocusAfterEditing(scroller, editing.row);
  const translation = useScriptTranslation(detail);
  const translated = translation.data && translation.data.state !== null ? translation.data : null;

  const selected = useSelectedLines(scroller);
  const list = useRef<ScriptVirtualizer>(null);

  /** Programmatic scrolling does not end following. */
  const { show, settle, release } = useLineScroll(list);

  const search = useScriptSearch(segments, left, show);

  const followed = state.following && playing >= 0 && search.query === '' && editing.draft === null;
  useEffect(() => {
    if (followed && scroller) show(playing);
  }, [followed, playing, scroller, show]);

  // A restored draft scrolls into view unless another place was requested.
  const resumed = useRef(editing.restored && left === null && !isAhead(viewState, target, 'time') ? editing.row : -1);

  useLinkedLine({
    scroller,
    viewState,
    target,
    segments,
    show,
    onShown(line) {
      setMarked(line);
      asked.set(line);
      // What plays must not scroll it away.
      if (playing >= 0) send('reader');
    },
  });

  useBackOnEscape(scroller, target);

  useEffect(() => {
    if (!scroller || resumed.current < 0) return;
    show(resumed.current);
    resumed.current = -1;
  }, [scroller, show]);

  function handleQuery(next: string): void {
    search.change(next, list.current?.range?.startIndex ?? 0);
    if (next !== '') send('reader');
  }

  const handlePress = useCallback(
    (line: number) => {
      const startMs = segments[line]?.startMs ?? null;
      if (startMs === null) return;
      send('seek');
      setMarked(line);
      forgetAsked();
      if (hasMedia) goTo({ kind: 'time', ms: startMs });
    },
    [segments, goTo, hasMedia, forgetAsked],
  );

  function handleReader(): void {
    release();
    if (playing >= 0) send('reader');
  }

  const ownScroll = useOwnScroll();
  useKeptPlace(viewState, list, () => ({
    query: search.query,
    chosen: search.chosen,
    from: search.firstLine.current,
    following: state.following,
    marked,
  }));

  return (
    <div className="relative">
      <ScriptBar
        detail={detail}
        segments={segments}
        search={search}
        onQuery={handleQuery}
        editing={editing}
        translation={translation}
      />
      <TranslationBar translation={translation} />
      {editing.on || detail.transcriptEdits > 0 ? <EditBar editing={editing} edits={detail.transcriptEdits} /> : null}
      <section
        ref={setScroller}
        data-scroll-restoration-id={ownScroll}
        aria-label={t(($) => $.transcripts.label, { count: segments.length })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        tabIndex={0}
        data-own-keys
        onWheel={handleReader}
        onTouchMove={handleReader}
        onPointerDown={(event) => {
          if (event.target === event.currentTarget) handleReader();
        }}
        onKeyDown={(event) => {
          if (['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'].includes(event.key)) handleReader();
        }}
        className="h-(--panel-height) min-h-80 overflow-y-auto overscroll-contain rounded-lg border border-line bg-surface"
      >
        <ScriptRows
          list={list}
          onResize={settle}
          scroller={scroller}
          left={left}
          kept={[editing.row, marked, ...selected]}
          segments={segments}
          editing={editing}
          lit={lit}
          matches={search}
          translation={translated}
          lang={htmlLang(detail.language)}
          onPress={handlePress}
        />
      </section>
      {playing >= 0 && !followed ? (
        <Button
          size="sm"
          className="absolute bottom-4 left-1/2 -translate-x-1/2 shadow-overlay"
          onClick={() => {
            search.clear();
            forgetAsked();
            send('back');
            show(playing);
          }}
        >
          <ArrowDownToLine aria-hidden className="size-4" />
          {t(($) => $.transcripts.backToNow)}
        </Button>
      ) : null}
    </div>
  );
}

type ScriptBarProps = Pick<ScriptProps, 'detail' | 'segments'> & {
  search: ReturnType<typeof useScriptSearch>;
  onQuery: (query: string) => void;
  editing: ScriptEditing;
  translation: ReturnType<typeof useScriptTranslation>;
};

function ScriptBar({ detail, segments, search, onQuery, editing, translation }: ScriptBarProps) {
  const { t } = useTranslation();
  return (
    <div className="mb-2 flex items-center gap-2">
      <ScriptSearch query={search.query} onQuery={onQuery} total={search.total} current={search.chosen} onStep={search.step} />
      <IconButton
        label={editing.on ? t(($) => $.transcripts.edit.end) : t(($) => $.transcripts.edit.start)}
        aria-pressed={editing.on}
        className={editing.on ? 'bg-accent-soft text-accent-ink!' : undefined}
        onClick={editing.toggle}
      >
        <PencilLine aria-hidden />
      </IconButton>
      <TranslationMenu translation={translation} detail={detail} segments={segments} />
      <SubtitleDownload detail={detail} />
    </div>
  );
}

function EditBar({ editing, edits }: { editing: ScriptEditing; edits: number }) {
  const { t } = useTranslation();
  return (
    <div className="mb-2 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
      <p role="status" className="min-w-0 grow basis-48">
        {edits > 0 ? t(($) => $.transcripts.edit.count, { count: edits }) : t(($) => $.transcripts.edit.hint)}
      </p>
      {edits > 0 && editing.on ? (
        <Button size="sm" variant="ghost" disabled={editing.busy} onClick={editing.undo}>
          <Undo2 aria-hidden className="size-4" />
          {t(($) => $.transcripts.edit.undo)}
        </Button>
      ) : null}
    </div>
  );
}
