import type { PlayerSnapshot, PlayerStore } from '#ui/player/player-store.ts';

export type Stretch = { startMs: number; endMs: number };

/** Positions are reported every 250 ms; the last part is timed by a clock. */
const lastPartMs = 500;
/** A position further away than this means that the reader went there, unless the media can have played that far. */
const nearMs = 2000;
/** A site's player may still report the old position for this long. */
const settleMs = 1500;

/** `left`: the reader paused or went elsewhere, or the media failed; else it was played to its end. */
export type StretchEnd = { left: boolean };

/** Plays from the stretch's start and pauses at its end; `onEnd` is called once, later. The result pauses early, without it. */
export function playStretch(player: PlayerStore, { startMs, endMs }: Stretch, onEnd: (how: StretchEnd) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasPlayed = false;
  const startedAt = Date.now();
  /** A page that stands still is told nothing while the media plays on. */
  let last = { timeMs: startMs, at: startedAt };

  function end(): void {
    clearTimeout(timer);
    stopWatching();
  }

  function pause(): void {
    // What is still loading would begin by itself.
    if (player.state.getState().playing || !hasPlayed) player.pause();
  }

  function finish(): void {
    end();
    pause();
    onEnd({ left: false });
  }

  function handle({ timeMs, durationMs, playing, buffering, failed, rate }: PlayerSnapshot): void {
    clearTimeout(timer);
    const now = Date.now();
    const furthestMs = last.timeMs + (now - last.at) * rate;
    const isElsewhere = timeMs < startMs - nearMs || timeMs > Math.max(endMs, furthestMs) + nearMs;
    if (isElsewhere && now - startedAt < settleMs) return;
    last = { timeMs, at: now };
    if (failed || isElsewhere || (hasPlayed && !playing)) {
      // The media may end before the stretch does.
      const lastMs = durationMs > 0 ? Math.min(endMs, durationMs) : endMs;
      end();
      onEnd({ left: failed || isElsewhere || timeMs < lastMs - lastPartMs });
      return;
    }
    hasPlayed ||= playing;
    if (!playing || buffering) return;
    const leftMs = (endMs - timeMs) / rate;
    if (leftMs <= 0) finish();
    else if (leftMs <= lastPartMs) timer = setTimeout(finish, leftMs);
  }

  player.seek(startMs);
  const stopWatching = player.state.subscribe(handle);
  return () => {
    end();
    pause();
  };
}
