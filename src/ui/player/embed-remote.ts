import type { EmbeddedVideo } from '#lib/embed.ts';
import { idleSnapshot, type PlayerRemote, type PlayerSnapshot } from '#ui/player/player-store.ts';
import { readYoutubeMessage, youtubeCommand, youtubeListening } from '#ui/player/youtube-messages.ts';

type EmbedHooks = {
  /** Did the user just interact? Only then may the site be contacted. */
  mayLoad: () => boolean;
  load: (startMs: number) => void;
  post: (message: string) => void;
  onChange: () => void;
};

export type EmbedRemote = PlayerRemote & {
  handleFrameLoad: () => void;
  /** Called after the sender was checked. */
  handleMessage: (data: unknown) => void;
  stop: () => void;
};

const askEveryMs = 400;
const mostAsks = 25;

/** Controls for a site's framed player. YouTube reports its position and obeys; Bilibili does neither, so seeking reloads it. */
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
      // A link to a moment waits for a click.
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
