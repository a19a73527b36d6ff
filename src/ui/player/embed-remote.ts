import type { EmbeddedVideo } from '#lib/embed.ts';
import { idleSnapshot, type PlayerRemote, type PlayerSnapshot } from '#ui/player/player-store.ts';
import { readYoutubeMessage, youtubeCommand, youtubeListening } from '#ui/player/youtube-messages.ts';

type EmbedHooks = {
  /** Did the reader just press something? Only then may the site be asked for anything. */
  mayLoad: () => boolean;
  /** Shows the site's frame (anew), playing from this moment. */
  load: (startMs: number) => void;
  /** To the frame, and to nobody else. */
  post: (message: string) => void;
  onChange: () => void;
};

export type EmbedRemote = PlayerRemote & {
  /** The frame has loaded something. */
  handleFrameLoad: () => void;
  /** What the frame said, once its sender has been checked. */
  handleMessage: (data: unknown) => void;
  stop: () => void;
};

/** A player that answers is asked for this long; then it is taken not to come up. */
const askEveryMs = 400;
const mostAsks = 25;

/**
 * A site's framed player behind the controls of our own. YouTube's tells where it is and does what it is told;
 * Bilibili's does neither, so that going to a moment loads it anew and its own keys do the rest.
 */
export function createEmbedRemote(video: EmbeddedVideo, durationMs: number, hooks: EmbedHooks): EmbedRemote {
  const speaks = video.player === 'youtube';
  let current: PlayerSnapshot = { ...idleSnapshot, available: true, durationMs };
  let loaded = false;
  let answered = false;
  let asking: ReturnType<typeof setInterval> | undefined;

  function change(next: Partial<PlayerSnapshot>): void {
    current = { ...current, ...next };
    hooks.onChange();
  }

  function load(ms: number): void {
    loaded = true;
    answered = false;
    stopAsking();
    change({ timeMs: ms, failed: false, buffering: speaks });
    hooks.load(ms);
  }

  function stopAsking(): void {
    clearInterval(asking);
    asking = undefined;
  }

  function handleFrameLoad(): void {
    if (!speaks || answered) return;
    stopAsking();
    let asks = 0;
    const ask = () => {
      if (++asks <= mostAsks) return hooks.post(youtubeListening);
      stopAsking();
      change({ failed: true, buffering: false, playing: false });
    };
    ask();
    asking = setInterval(ask, askEveryMs);
  }

  function handleMessage(data: unknown): void {
    if (!speaks) return;
    const news = readYoutubeMessage(data);
    if (news === null) return;
    if (!answered) {
      answered = true;
      stopAsking();
      for (const event of ['onError', 'onStateChange']) hooks.post(youtubeCommand('addEventListener', event));
    }
    if (news.type === 'error') {
      change({ failed: true, playing: false, buffering: false });
      return;
    }
    const { state, type: _type, ...rest } = news;
    change({ ...rest, ...(state ? { playing: state !== 'paused', buffering: state === 'buffering' } : { buffering: false }) });
  }

  return {
    tellsTime: speaks,
    read: () => current,
    seek(ms, play) {
      const at = Math.max(0, current.durationMs > 0 ? Math.min(ms, current.durationMs) : ms);
      // A link to this page may name a moment: the picture waits there until it is pressed.
      if (!loaded && !hooks.mayLoad()) return change({ timeMs: at });
      if (!loaded || !speaks || current.failed) return load(at);
      change({ timeMs: at });
      hooks.post(youtubeCommand('seekTo', at / 1000, true));
      if (play) hooks.post(youtubeCommand('playVideo'));
    },
    toggle() {
      if (!loaded) load(current.timeMs);
      else if (speaks) hooks.post(youtubeCommand(current.playing ? 'pauseVideo' : 'playVideo'));
    },
    setRate: (rate) => hooks.post(youtubeCommand('setPlaybackRate', rate)),
    toggleMuted: () => hooks.post(youtubeCommand(current.muted ? 'unMute' : 'mute')),
    reload: () => load(current.timeMs),
    handleFrameLoad,
    handleMessage,
    stop: stopAsking,
  };
}
