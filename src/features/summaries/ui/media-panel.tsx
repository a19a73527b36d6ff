import { ChevronDown, ExternalLink, RotateCw } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock } from '#lib/time.ts';
import { Button } from '#ui/button.tsx';
import { CoverTile } from '#ui/cover-tile.tsx';
import { AudioPlayer } from '#ui/player/audio-player.tsx';
import { usePlayer, usePlayerState } from '#ui/player/player-context.tsx';
import { speechDensity } from '#ui/player/speech-density.ts';
import { VideoPlayer } from '#ui/player/video-player.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';
import type { ContentDetail } from '../contract.ts';
import { isInsecure, type Playable } from './playable.ts';
import { SitePlayer } from './site-player.tsx';
import { indexAt } from './subtitle/follow.ts';

const densityBars = 110;

type Media = NonNullable<ContentDetail['media']>;

export function MediaPlayer({ detail, playable, title }: { detail: ContentDetail; playable: Playable; title: string }) {
  return 'embed' in playable ? (
    <SitePlayer detail={detail} embed={playable.embed} title={title} />
  ) : (
    <OwnPlayer detail={detail} media={playable.media} title={title} />
  );
}

function OwnPlayer({ detail, media, title }: { detail: ContentDetail; media: Media; title: string }) {
  const { t } = useTranslation();
  const durationMs = (detail.durationSeconds ?? 0) * 1000;
  const density = useMemo(
    () => (media.type === 'audio' ? speechDensity(detail.subtitlesArray, durationMs, densityBars) : []),
    [media.type, detail.subtitlesArray, durationMs],
  );
  const failure = <PlayerFailure sourceUrl={detail.sourceUrl} insecure={isInsecure(detail.media)} />;
  if (media.type === 'video') {
    return (
      <VideoPlayer
        src={media.url}
        poster={detail.coverUrl}
        label={t(($) => $.content.player.video, { title })}
        failure={failure}
      />
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
      chapters={detail.chapters}
      failure={failure}
      cover={<CoverTile src={detail.coverUrl} title={title} source={detail.siteName} />}
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

/** Beside the note on a wide screen the list is open; above it, on a phone, it waits to be asked. */
const wideQuery = '(width >= 1024px)';

export type ChapterEntry = { title: string; startMs: number };

export function ChapterList({ chapters }: { chapters: readonly ChapterEntry[] }) {
  const { t } = useTranslation();
  const player = usePlayer();
  const wide = useMediaQuery(wideQuery);
  const [choice, setChoice] = useState<boolean | null>(null);
  const current = usePlayerState((state) => (state.timeMs > 0 ? indexAt(chapters, state.timeMs) : -1));
  const open = choice ?? wide;
  return (
    <section className="border-b border-line lg:mt-3 lg:border-0">
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
        <ol className="max-h-60 overflow-y-auto pb-2 lg:max-h-none">
          {chapters.map((chapter, index) => (
            <li key={`${chapter.startMs} ${chapter.title}`}>
              <button
                type="button"
                aria-current={index === current ? 'time' : undefined}
                title={t(($) => $.content.note.playFrom, { time: formatClock(chapter.startMs) })}
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
