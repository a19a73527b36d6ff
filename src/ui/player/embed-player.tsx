import { Play } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type EmbeddedVideo, embedAddress, playerOf } from '#engine/sites/shared/embed.ts';
import { createEmbedRemote, type EmbedRemote } from '#ui/player/embed-remote.ts';
import { usePlayerState, usePlayerStore } from '#ui/player/player-context.tsx';
import { MediaFailure } from '#ui/player/video-player.tsx';

type EmbedPlayerProps = {
  video: EmbeddedVideo;
  durationMs: number;
  /** Our own picture: the site is not contacted before a click. */
  cover: ReactNode;
  label: string;
  playLabel: string;
  notice: string;
  failure: ReactNode;
};

export function EmbedPlayer({ video, durationMs, cover, label, playLabel, notice, failure }: EmbedPlayerProps) {
  const store = usePlayerStore();
  const frame = useRef<HTMLIFrameElement>(null);
  const remote = useRef<EmbedRemote | null>(null);
  const [start, setStart] = useState<{ ms: number; turn: number } | null>(null);
  const failed = usePlayerState((state) => state.failed);
  const { player, id, part } = video;
  const readDurationMs = useEffectEvent(() => durationMs);

  useEffect(() => {
    const { origin } = playerOf({ player });
    let changed = () => {};
    const made = createEmbedRemote({ player, id, part }, readDurationMs(), {
      mayLoad: () => navigator.userActivation?.isActive ?? true,
      load: (ms) => setStart((before) => ({ ms, turn: (before?.turn ?? 0) + 1 })),
      post: (message) => frame.current?.contentWindow?.postMessage(message, origin),
      onChange: () => changed(),
    });
    const connection = store.connect(made);
    changed = connection.changed;
    remote.current = made;
    function handleMessage(event: MessageEvent): void {
      if (event.origin === origin && event.source !== null && event.source === frame.current?.contentWindow)
        made.handleMessage(event.data);
    }
    window.addEventListener('message', handleMessage);
    return () => {
      window.removeEventListener('message', handleMessage);
      made.stop();
      connection.release();
      remote.current = null;
      setStart(null);
    };
  }, [store, player, id, part]);

  return (
    <div className="relative aspect-video max-h-(--picture-max) w-full overflow-hidden bg-[oklch(0.16_0.006_70)] beside:max-h-none beside:rounded-lg">
      {start === null ? (
        <button
          type="button"
          aria-label={playLabel}
          onClick={() => store.toggle()}
          className="group absolute inset-0 block w-full focus-visible:-outline-offset-4"
        >
          {cover}
          <span aria-hidden className="absolute inset-0 flex items-center justify-center">
            <span className="flex size-14 in-data-mini:size-9 items-center justify-center rounded-full bg-[oklch(0.2_0.01_70/0.82)] text-[oklch(0.98_0.005_85)] transition-transform group-hover:scale-105">
              <Play className="size-6 translate-x-0.5" />
            </span>
          </span>
          <span className="absolute inset-x-0 bottom-0 in-data-mini:hidden bg-[oklch(0.2_0.01_70/0.82)] px-3 py-1.5 text-left text-xs text-[oklch(0.98_0.005_85)]">
            {notice}
          </span>
        </button>
      ) : (
        <iframe
          key={start.turn}
          ref={frame}
          src={embedAddress(video, start.ms, window.location.origin)}
          title={label}
          onLoad={() => remote.current?.handleFrameLoad()}
          // Safe: the frame's origin differs from ours, and it cannot navigate this page.
          sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          // YouTube requires a referrer; it gets the origin only.
          referrerPolicy={playerOf(video).referrerPolicy}
          className="absolute inset-0 size-full border-0"
        />
      )}
      {failed ? <MediaFailure>{failure}</MediaFailure> : null}
    </div>
  );
}
