import { useEffect, useRef, useState } from 'react';
import { playStretch, type Stretch } from '#ui/player/play-stretch.ts';
import { usePlayerState, usePlayerStore } from '#ui/player/player-context.tsx';

type StretchControls = {
  playing: boolean;
  toggle: () => void;
  /** The reader goes to this place, so the player stays there. */
  stay: () => void;
};

/** Null where no player can be stopped at a moment. On unmount the player returns to where it was, unless the reader moved it. */
export function useStretch(stretch: Stretch | null): StretchControls | null {
  const player = usePlayerStore();
  const able = usePlayerState((state) => state.available && state.tellsTime && !state.failed);
  const [playing, setPlaying] = useState(false);
  const stop = useRef<(() => void) | null>(null);
  const before = useRef<{ timeMs: number; playing: boolean } | null>(null);

  useEffect(
    () => () => {
      stop.current?.();
      if (before.current) player.seek(before.current.timeMs, { play: before.current.playing });
    },
    [player],
  );

  if (!able || stretch === null) return null;
  return {
    playing,
    toggle() {
      if (stop.current) {
        stop.current();
        stop.current = null;
        setPlaying(false);
        return;
      }
      const { timeMs, playing: wasPlaying } = player.state.getState();
      before.current ??= { timeMs, playing: wasPlaying };
      setPlaying(true);
      stop.current = playStretch(player, stretch, ({ left }) => {
        stop.current = null;
        if (left) before.current = null;
        setPlaying(false);
      });
    },
    stay() {
      stop.current?.();
      stop.current = null;
      before.current = null;
    },
  };
}
