import { CircleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { usePlayerState, usePlayerStore } from '#ui/player/player-context.tsx';

type VideoPlayerProps = {
  src: string;
  poster: string | null;
  label: string;
  failure: ReactNode;
  /** Too small for its own controls. */
  mini?: boolean | undefined;
};

/** Uses the browser's controls, for full screen, casting, captions and familiar keys. */
export function VideoPlayer({ src, poster, label, failure, mini = false }: VideoPlayerProps) {
  const store = usePlayerStore();
  const failed = usePlayerState((state) => state.failed);
  const ref = useRef<HTMLVideoElement>(null);
  useEffect(() => (ref.current ? store.attach(ref.current) : undefined), [store]);
  return (
    <div className="relative aspect-video max-h-(--picture-max) w-full overflow-hidden bg-[oklch(0.16_0.006_70)] beside:max-h-none beside:rounded-lg">
      {/* biome-ignore lint/a11y/useMediaCaption: the script stands beside the picture, line by line and lit as it is spoken */}
      <video
        ref={ref}
        src={src}
        poster={poster ?? undefined}
        aria-label={label}
        controls={!failed && !mini}
        playsInline
        preload="metadata"
        className="size-full object-contain"
      />
      {failed ? <MediaFailure>{failure}</MediaFailure> : null}
    </div>
  );
}

export function MediaFailure({ children }: { children: ReactNode }) {
  return (
    <div
      role="alert"
      className="absolute inset-0 flex flex-col items-center justify-center gap-2 overflow-y-auto bg-sunken p-4 text-center text-sm text-soft"
    >
      <CircleAlert aria-hidden className="size-6 shrink-0 text-danger" />
      {children}
    </div>
  );
}
