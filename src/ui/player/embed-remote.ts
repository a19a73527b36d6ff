import { type EmbeddedVideo, playerOf } from '#engine/sites/shared/embed.ts';
import type { PlayerMessages } from '#engine/sites/shared/video-site.ts';
import { idleSnapshot, type PlayerRemote, type PlayerSnapshot } from '#ui/player/player-store.ts';

type EmbedHooks = {
  /** Only after a user's interaction may the site be contacted. */
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

/** YouTube reports its position and obeys; Bilibili does neither, so seeking reloads it. */
export function createEmbedRemote(video: EmbeddedVideo, durationMs: number, hooks: EmbedHooks): EmbedRemote {
  const { messages } = playerOf(video);
  const speaks = messages !== undefined;
  let current: PlayerSnapshot = { ...idleSnapshot, available: true, durationMs, tellsTime: speaks };
  let loaded = false;
  let answered = false;
  const early = createEarlyRequests();
  const asking = createAsking(
    () => messages && hooks.post(messages.listen),
    () => change({ failed: true, buffering: false, playing: false }),
  );

  function change(next: Partial<PlayerSnapshot>): void {
    current = { ...current, ...next };
    hooks.onChange();
  }

  function load(ms: number): void {
    loaded = true;
    answered = false;
    early.forget();
    asking.stop();
    change({ timeMs: ms, failed: false, buffering: speaks, inFrame: true });
    hooks.load(ms);
  }

  function handleFrameLoad(): void {
    if (messages && !answered) asking.start();
  }

  function handleMessage(data: unknown): void {
    if (!messages) return;
    const news = messages.read(data);
    if (news === null) return;
    if (!answered) {
      answered = true;
      asking.stop();
      for (const message of [...messages.subscribe, ...early.messagesFor(messages)]) hooks.post(message);
    }
    if (news.type === 'error') {
      change({ failed: true, playing: false, buffering: false });
      return;
    }
    const { state, type: _type, ...rest } = news;
    change({ ...rest, ...(state ? { playing: state !== 'paused', buffering: state === 'buffering' } : { buffering: false }) });
  }

  return {
    read: () => current,
    seek(ms, play) {
      const at = Math.max(0, current.durationMs > 0 ? Math.min(ms, current.durationMs) : ms);
      // Loading starts the video, so a seek alone does not load it; pressing play does.
      if ((!loaded || current.failed) && !(play && hooks.mayLoad())) return change({ timeMs: at });
      if (!loaded || !messages || current.failed) return load(at);
      change({ timeMs: at });
      if (!answered) return early.seek(at, play);
      hooks.post(messages.seek(at / 1000));
      if (play) hooks.post(messages.play);
    },
    toggle() {
      if (!loaded) load(current.timeMs);
      else if (!answered) early.play();
      else if (messages) hooks.post(current.playing ? messages.pause : messages.play);
    },
    pause() {
      if (loaded && !answered) early.pause();
      else if (messages && loaded) hooks.post(messages.pause);
    },
    setRate(rate) {
      if (messages) hooks.post(messages.setRate(rate));
    },
    toggleMuted() {
      if (messages) hooks.post(current.muted ? messages.unmute : messages.mute);
    },
    reload: () => load(current.timeMs),
    handleFrameLoad,
    handleMessage,
    stop: asking.stop,
  };
}

/** What is asked of a player that has not answered yet: it would play by itself, from where it was loaded. */
function createEarlyRequests() {
  let seekMs: number | null = null;
  let paused = false;
  return {
    seek(ms: number, play: boolean): void {
      seekMs = ms;
      if (play) paused = false;
    },
    play(): void {
      paused = false;
    },
    pause(): void {
      paused = true;
    },
    forget(): void {
      seekMs = null;
      paused = false;
    },
    messagesFor(messages: PlayerMessages): string[] {
      return [...(seekMs === null ? [] : [messages.seek(seekMs / 1000)]), ...(paused ? [messages.pause] : [])];
    },
  };
}

function createAsking(ask: () => void, giveUp: () => void): { start: () => void; stop: () => void } {
  let timer: ReturnType<typeof setInterval> | undefined;

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  function start(): void {
    stop();
    let asks = 0;
    const askAgain = () => {
      if (++asks <= mostAsks) return ask();
      stop();
      giveUp();
    };
    askAgain();
    timer = setInterval(askAgain, askEveryMs);
  }

  return { start, stop };
}
