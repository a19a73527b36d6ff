import { CircleHelp, Pause, Play, ScrollText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentOverview } from '#features/contents/contract.ts';
import type { NoteAnchor } from '#lib/markdown/anchors.ts';
import { formatClock } from '#lib/time.ts';
import type { CitedPlace } from '#lib/transcripts/cited-place.ts';
import { Button } from '#ui/button.tsx';
import { useStretch } from '#ui/player/use-stretch.ts';
import { type CitedSourceProps, markIdOf } from '#ui/reader/place-card/place-cards.tsx';
import { useSourceNavigation } from '#ui/reader/source-navigation.tsx';
import { ErrorState } from '#ui/states.tsx';
import { Skeleton } from '#ui/surfaces.tsx';
import { TimeChip } from '#ui/time-chip.tsx';
import { useCitedPlace } from './use-cited-place.ts';

type Props = CitedSourceProps & { detail: ContentOverview };

export function CitedSource({ detail, citation, textId, keys, onFollow, onShow }: Props) {
  const { t } = useTranslation();
  const { hasMedia } = useSourceNavigation();
  const { anchor, claim } = citation;
  const cited = useCitedPlace(detail, citation);
  const place = cited.state === 'known' ? cited.place : null;
  const stretch = useStretch(hasMedia ? (place?.stretch ?? null) : null);
  // A screen reader that has read the reference without the source is told when the source arrives.
  const [isLate] = useState(cited.state === 'loading');

  function leave(go: () => void): void {
    stretch?.stay();
    go();
  }

  return (
    <>
      <Head anchor={anchor} place={place} onPlay={hasMedia && anchor.kind === 'time' ? () => leave(onFollow) : null} />
      {claim.unverified ? (
        <p id={markIdOf(textId)} className="mb-2 flex gap-1.5 text-warning">
          <CircleHelp aria-hidden className="mt-0.5 size-4 shrink-0" />
          {t(($) => $.transcripts.place.unverified)}
        </p>
      ) : null}
      <Neighbour text={place?.before} />
      <div id={textId} role={isLate ? 'status' : undefined}>
        {cited.state === 'loading' ? <LinesLoading /> : null}
        {cited.state === 'known' ? (
          <p className="text-base [overflow-wrap:anywhere]">{place?.text ?? t(($) => $.transcripts.place.missing)}</p>
        ) : null}
      </div>
      <Neighbour text={place?.after} />
      {cited.state === 'failed' ? <ErrorState layout="row" message={cited.message} onRetry={cited.retry} /> : null}
      <div className="sticky -bottom-3 -mx-3 -mb-3 flex flex-wrap gap-1 rounded-b-lg bg-surface px-1 pt-1 pb-2">
        {stretch ? (
          <Button size="sm" variant="ghost" onClick={stretch.toggle}>
            {stretch.playing ? <Pause aria-hidden className="size-4" /> : <Play aria-hidden className="size-4" />}
            {stretch.playing ? t(($) => $.transcripts.place.pause) : t(($) => $.transcripts.place.play)}
          </Button>
        ) : null}
        <Button size="sm" variant="ghost" onClick={() => leave(onShow)}>
          <ScrollText aria-hidden className="size-4" />
          {anchor.kind === 'time'
            ? t(($) => $.transcripts.place.showLine)
            : place?.page
              ? t(($) => $.transcripts.place.showPage, { number: place.page })
              : t(($) => $.transcripts.place.showText)}
        </Button>
      </div>
      {keys ? <p className="mt-3 text-xs text-faint">{t(($) => $.transcripts.place.keys)}</p> : null}
    </>
  );
}

type HeadProps = { anchor: NoteAnchor; place: CitedPlace | null; onPlay: (() => void) | null };

function Head({ anchor, place, onPlay }: HeadProps) {
  const { t } = useTranslation();
  const startMs = place?.stretch?.startMs ?? (anchor.kind === 'time' ? anchor.ms : null);
  const time = startMs === null ? null : formatClock(startMs);
  const number = place?.page ?? (anchor.kind === 'paragraph' ? anchor.id + 1 : 0);
  return (
    <div className="mb-2 flex min-h-6 flex-wrap items-center gap-x-2 text-soft">
      {time === null ? (
        <span>
          {place?.page ? t(($) => $.transcripts.place.page, { number }) : t(($) => $.transcripts.place.paragraph, { number })}
        </span>
      ) : onPlay ? (
        <TimeChip
          startMs={startMs ?? 0}
          label={t(($) => $.transcripts.place.playFrom, { time })}
          className="min-h-6 px-2! text-sm!"
          onClick={onPlay}
        />
      ) : (
        <span className="tabular-nums">{time}</span>
      )}
      {place?.speaker ? <span className="font-medium text-ink">{place.speaker}</span> : null}
    </div>
  );
}

function Neighbour({ text }: { text: string | null | undefined }) {
  return text ? <p className="my-1 line-clamp-3 text-faint [overflow-wrap:anywhere]">{text}</p> : null;
}

function LinesLoading() {
  const { t } = useTranslation();
  return (
    <>
      <span className="sr-only">{t(($) => $.common.loading)}</span>
      <Skeleton className="mb-2 h-4 w-4/5" />
      <Skeleton className="mb-2 h-5 w-full" />
      <Skeleton className="h-4 w-3/5" />
    </>
  );
}
