import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ExternalLink, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentOverview } from '#features/contents/contract.ts';
import { formatClock } from '#lib/time.ts';
import { useTRPC } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { Cover } from '#ui/cover.tsx';
import { AudioPlayer } from '#ui/player/audio-player.tsx';
import { indexAt } from '#ui/player/index-at.ts';
import { PictureButton } from '#ui/player/picture-button.tsx';
import { usePlayer, usePlayerState } from '#ui/player/player-context.tsx';
import { RateButton } from '#ui/player/rate-button.tsx';
import { SeekBar, type SeekMark } from '#ui/player/seek-bar.tsx';
import { VideoPlayer } from '#ui/player/video-player.tsx';
import { isInsecure, type Playable } from './playable.ts';
import { SitePlayer } from './site-player.tsx';

const noDensity: readonly number[] = [];
type Media = NonNullable<ContentOverview['media']>;

type MediaPlayerProps = {
  detail: ContentOverview;
  playable: Playable;
  title: string;
  chapters: readonly SeekMark[];
  marks?: readonly SeekMark[] | undefined;
  /** Reduced to one line on a phone. */
  mini?: boolean;
};

export function MediaPlayer({ detail, playable, title, chapters, marks, mini }: MediaPlayerProps) {
  if ('media' in playable)
    return <OwnPlayer detail={detail} media={playable.media} title={title} chapters={chapters} marks={marks} mini={mini} />;
  return (
    <>
      <SitePlayer detail={detail} embed={playable.embed} title={title} />
      {/* A player that does not report its position cannot be shown on a bar. */}
      {playable.embed.player === 'youtube' ? <PictureStrip detail={detail} chapters={chapters} marks={marks} /> : null}
    </>
  );
}

/** Draws chapters and highlights, which the browser's own seek bar cannot show. */
function PictureStrip({
  detail,
  chapters,
  marks,
  own,
}: Pick<MediaPlayerProps, 'detail' | 'chapters' | 'marks'> & { own?: boolean }) {
  const { t } = useTranslation();
  const durationMs = usePlayerState((state) => state.durationMs) || (detail.durationSeconds ?? 0) * 1000;
  const density = useSpeechDensity(detail, durationMs);
  if (durationMs === 0) return null;
  return (
    <div className="hidden items-center gap-1 px-1 pt-1.5 beside:flex">
      <div className="min-w-0 grow">
        <SeekBar
          durationMs={durationMs}
          density={density}
          chapters={chapters}
          marks={marks}
          label={t(($) => $.content.player.position)}
          labelAbove
        />
      </div>
      <RateButton label={t(($) => $.content.player.speed)} />
      {own ? <PictureButton open={t(($) => $.content.player.pictureOut)} close={t(($) => $.content.player.pictureIn)} /> : null}
    </div>
  );
}

/** A duration of 0 requests nothing. */
function useSpeechDensity(detail: ContentOverview, durationMs: number): readonly number[] {
  const trpc = useTRPC();
  // The source's duration is known at once; a player's own differs slightly.
  const whole = durationMs === 0 ? 0 : (detail.durationSeconds ?? 0) * 1000 || durationMs;
  const options = { enabled: detail.hasScript && whole > 0 };
  const query = useQuery(
    trpc.content.speechDensity.queryOptions({ contentId: detail.contentId, durationMs: whole || 1 }, options),
  );
  return options.enabled ? (query.data?.density ?? noDensity) : noDensity;
}

type OwnPlayerProps = Omit<MediaPlayerProps, 'playable' | 'mini'> & { mini: boolean | undefined } & { media: Media };

function OwnPlayer({ detail, media, title, chapters, marks, mini }: OwnPlayerProps) {
  const { t } = useTranslation();
  const durationMs = (detail.durationSeconds ?? 0) * 1000;
  const density = useSpeechDensity(detail, media.type === 'audio' ? durationMs : 0);
  const failure = <PlayerFailure sourceUrl={detail.sourceUrl} insecure={isInsecure(detail.media)} />;
  if (media.type === 'video') {
    return (
      <>
        <VideoPlayer
          src={media.url}
          poster={detail.coverUrl}
          label={t(($) => $.content.player.video, { title })}
          failure={failure}
          mini={mini}
        />
        <PictureStrip detail={detail} chapters={chapters} marks={marks} own />
      </>
    );
  }
  return (
    <AudioPlayer
      src={media.url}
      label={t(($) => $.content.player.audio, { title })}
      labels={{
        play: t(($) => $.content.player.play),
        pause: t(($) => $.content.player.pause),
        back: t(($) => $.content.player.back),
        forward: t(($) => $.content.player.forward),
        mute: t(($) => $.content.player.mute),
        unmute: t(($) => $.content.player.unmute),
        speed: t(($) => $.content.player.speed),
        position: t(($) => $.content.player.position),
      }}
      durationMs={durationMs}
      density={density}
      chapters={chapters}
      marks={marks}
      failure={failure}
      cover={detail.coverUrl === null ? null : <Cover src={detail.coverUrl} />}
    />
  );
}

function PlayerFailure({ sourceUrl, insecure }: { sourceUrl: string | null; insecure: boolean }) {
  const { t } = useTranslation();
  const player = usePlayer();
  return (
    <>
      <p className="max-w-sm">{insecure ? t(($) => $.content.player.insecure) : t(($) => $.content.player.failed)}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button size="sm" onClick={() => player.reload()}>
          <RotateCw aria-hidden className="size-4" />
          {t(($) => $.content.player.retry)}
        </Button>
        {sourceUrl !== null && /^https?:/i.test(sourceUrl) ? (
          <Button size="sm" asChild>
            <a href={sourceUrl} target="_blank" rel="noopener noreferrer">
              <ExternalLink aria-hidden className="size-4" />
              {t(($) => $.content.player.openSource)}
            </a>
          </Button>
        ) : null}
      </div>
    </>
  );
}

export type ChapterEntry = { title: string; startMs: number };

type ChapterListProps = {
  chapters: readonly ChapterEntry[];
  /** Whether it starts open: it does beside the note, but not above it. */
  initiallyOpen: boolean;
};

export function ChapterList({ chapters, initiallyOpen }: ChapterListProps) {
  const { t } = useTranslation();
  const player = usePlayer();
  const [choice, setChoice] = useState<boolean | null>(null);
  const current = usePlayerState((state) => (state.timeMs > 0 ? indexAt(chapters, state.timeMs) : -1));
  const open = choice ?? initiallyOpen;
  return (
    <section className="-mx-4 border-b border-line px-2 md:-mx-6 md:px-4 beside:mx-0 beside:mt-3 beside:border-0 beside:px-0">
      <h2>
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setChoice(!open)}
          className="flex h-10 w-full items-center gap-2 rounded-md px-2 text-left text-sm text-soft hover:text-ink"
        >
          <ChevronDown aria-hidden className={`size-4 transition-transform ${open ? '' : '-rotate-90'}`} />
          <span className="font-medium">{t(($) => $.content.player.chapters)}</span>
          <span className="text-faint">{t(($) => $.content.player.chaptersCount, { count: chapters.length })}</span>
        </button>
      </h2>
      {open ? (
        <ol className="max-h-60 overflow-y-auto overscroll-contain pb-2 beside:max-h-none beside:overscroll-auto">
          {chapters.map((chapter, index) => (
            <li key={`${chapter.startMs} ${chapter.title}`}>
              <button
                type="button"
                aria-current={index === current ? 'time' : undefined}
                title={t(($) => $.content.places.playFrom, { time: formatClock(chapter.startMs) })}
                onClick={() => player.seek(chapter.startMs)}
                className={`flex w-full items-baseline gap-3 rounded-md px-2 py-1.5 text-left text-sm transition-colors ${
                  index === current ? 'bg-accent-soft font-medium' : 'text-soft hover:bg-hover hover:text-ink'
                }`}
              >
                <span className="w-14 shrink-0 text-xs text-faint tabular-nums">{formatClock(chapter.startMs)}</span>
                <span className="min-w-0 [overflow-wrap:anywhere]">{chapter.title}</span>
              </button>
            </li>
          ))}
        </ol>
      ) : null}
    </section>
  );
}
