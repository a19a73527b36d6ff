import { LoaderCircle, Pause, Play, RotateCcw, RotateCw, Volume2, VolumeX } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatClock } from '#lib/time.ts';
import { IconButton } from '#ui/button.tsx';
import { usePlayerState, usePlayerStore } from '#ui/player/player-context.tsx';
import { RateButton } from '#ui/player/rate-button.tsx';
import { SeekBar, type SeekMark } from '#ui/player/seek-bar.tsx';
import { MediaFailure } from '#ui/player/video-player.tsx';

export type AudioPlayerLabels = {
  play: string;
  pause: string;
  back: string;
  forward: string;
  mute: string;
  unmute: string;
  speed: string;
  position: string;
};

type AudioPlayerProps = {
  src: string;
  label: string;
  labels: AudioPlayerLabels;
  /** From the server, so that the bar is right before the file loads; 0 when unknown. */
  durationMs: number;
  density: readonly number[];
  chapters: readonly SeekMark[];
  marks?: readonly SeekMark[] | undefined;
  cover: ReactNode;
  failure: ReactNode;
};

export function AudioPlayer({ src, label, labels, durationMs, density, chapters, marks, cover, failure }: AudioPlayerProps) {
  const store = usePlayerStore();
  const ref = useRef<HTMLAudioElement>(null);
  const failed = usePlayerState((state) => state.failed);
  const length = usePlayerState((state) => state.durationMs) || durationMs;
  useEffect(() => (ref.current ? store.attach(ref.current) : undefined), [store]);
  return (
    <section
      aria-label={label}
      className="@container relative border-line bg-surface px-4 py-3 md:px-6 beside:rounded-lg beside:border beside:p-4"
    >
      {/* biome-ignore lint/a11y/useMediaCaption: the script stands beside it, line by line and lit as it is spoken */}
      <audio ref={ref} src={src} preload="metadata" />
      <div className="flex gap-4">
        {cover === null ? null : <div className="hidden w-28 shrink-0 self-center @min-[28rem]:block">{cover}</div>}
        <div className="min-w-0 grow">
          <SeekBar durationMs={length} density={density} chapters={chapters} marks={marks} label={labels.position} />
          <AudioControls labels={labels} durationMs={length} />
        </div>
      </div>
      {failed ? <MediaFailure>{failure}</MediaFailure> : null}
    </section>
  );
}

function AudioControls({ labels, durationMs }: { labels: AudioPlayerLabels; durationMs: number }) {
  const store = usePlayerStore();
  const second = usePlayerState((state) => Math.floor(state.timeMs / 1000));
  const playing = usePlayerState((state) => state.playing);
  const buffering = usePlayerState((state) => state.buffering);
  const muted = usePlayerState((state) => state.muted);
  return (
    <div className="mt-1 flex flex-wrap items-center justify-center gap-1">
      <span className="grow text-xs whitespace-nowrap text-soft tabular-nums">
        {formatClock(second * 1000)} / {formatClock(durationMs)}
      </span>
      <IconButton label={labels.back} shortcut="J" size="sm" onClick={() => store.seekBy(-10_000)}>
        <RotateCcw aria-hidden />
      </IconButton>
      <IconButton
        label={playing ? labels.pause : labels.play}
        shortcut="K"
        variant="primary"
        className="rounded-full!"
        onClick={() => store.toggle()}
      >
        {buffering ? (
          <LoaderCircle aria-hidden className="animate-spin" />
        ) : playing ? (
          <Pause aria-hidden />
        ) : (
          <Play aria-hidden className="translate-x-px" />
        )}
      </IconButton>
      <IconButton label={labels.forward} shortcut="L" size="sm" onClick={() => store.seekBy(10_000)}>
        <RotateCw aria-hidden />
      </IconButton>
      <span className="grow" />
      <RateButton label={labels.speed} />
      <IconButton label={muted ? labels.unmute : labels.mute} size="sm" onClick={() => store.toggleMuted()}>
        {muted ? <VolumeX aria-hidden /> : <Volume2 aria-hidden />}
      </IconButton>
    </div>
  );
}
