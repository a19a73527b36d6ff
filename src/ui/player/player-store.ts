import { createStore, type StoreApi } from 'zustand/vanilla';

/** Controls keep their identity; components render when their selected value changes. */
export type PlayerSnapshot = {
  available: boolean;
  timeMs: number;
  durationMs: number;
  playing: boolean;
  buffering: boolean;
  failed: boolean;
  rate: number;
  muted: boolean;
  /** False for a player that does not report its position: it cannot be moved by steps, or stopped at a moment. */
  tellsTime: boolean;
  /** A site's own player was put on the page. One that does not tell its time may be playing in it. */
  inFrame: boolean;
};

export type PlayerControls = {
  /** Seeks to a moment (ms) and plays; `play: false` keeps the current state. */
  seek: (ms: number, options?: { play?: boolean }) => void;
  seekBy: (ms: number) => void;
  toggle: () => void;
  /** Also of what is still loading, which would begin by itself. */
  pause: () => void;
  setRate: (rate: number) => void;
  toggleMuted: () => void;
  togglePicture: () => void;
  reload: () => void;
};

export type PlayerStore = PlayerControls & {
  state: StoreApi<PlayerSnapshot>;
  attach: (element: HTMLMediaElement) => () => void;
  /** Connects a site's player; call `changed` when there is new state. */
  connect: (remote: PlayerRemote) => { changed: () => void; release: () => void };
};

export type PlayerRemote = {
  read: () => PlayerSnapshot;
  seek: (ms: number, play: boolean) => void;
  toggle: () => void;
  pause: () => void;
  setRate: (rate: number) => void;
  toggleMuted: () => void;
  reload: () => void;
};

export const idleSnapshot: PlayerSnapshot = {
  available: false,
  timeMs: 0,
  durationMs: 0,
  playing: false,
  buffering: false,
  failed: false,
  rate: 1,
  muted: false,
  tellsTime: false,
  inFrame: false,
};

const mediaEvents = [
  'timeupdate',
  'seeking',
  'seeked',
  'durationchange',
  'loadedmetadata',
  'play',
  'playing',
  'pause',
  'waiting',
  'canplay',
  'ended',
  'error',
  'ratechange',
  'volumechange',
  'emptied',
] as const;

function read(element: HTMLMediaElement): PlayerSnapshot {
  const duration = element.duration;
  return {
    available: true,
    timeMs: Math.round(element.currentTime * 1000),
    durationMs: Number.isFinite(duration) ? Math.round(duration * 1000) : 0,
    playing: !element.paused && !element.ended,
    buffering: !element.paused && element.readyState < HTMLMediaElement.HAVE_FUTURE_DATA && element.error === null,
    failed: element.error !== null,
    rate: element.playbackRate,
    muted: element.muted || element.volume === 0,
    tellsTime: true,
    inFrame: false,
  };
}

function toggleMutedOf(element: HTMLMediaElement): void {
  const { muted } = read(element);
  if (element.volume === 0) element.volume = 1;
  element.muted = !muted;
}

function togglePictureOf(element: HTMLMediaElement | null): void {
  if (!(element instanceof HTMLVideoElement) || !document.pictureInPictureEnabled) return;
  const moved = document.pictureInPictureElement ? document.exitPictureInPicture() : element.requestPictureInPicture();
  moved.catch(() => undefined);
}

function reloadInPlace(element: HTMLMediaElement): void {
  const at = element.currentTime;
  element.load();
  element.currentTime = at;
}

export function createPlayerStore(): PlayerStore {
  let element: HTMLMediaElement | null = null;
  let remote: PlayerRemote | null = null;
  const state = createStore<PlayerSnapshot>()(() => idleSnapshot);

  function update(): void {
    state.setState(element ? read(element) : (remote?.read() ?? idleSnapshot));
  }

  function start(media: HTMLMediaElement): void {
    // Refused autoplay and failed sources are reported by element events.
    media.play().catch(() => update());
  }

  function seek(ms: number, options: { play?: boolean } = {}): void {
    remote?.seek(ms, options.play !== false);
    if (!element) return;
    const end = Number.isFinite(element.duration) ? element.duration : Number.POSITIVE_INFINITY;
    element.currentTime = Math.max(0, Math.min(ms / 1000, end));
    if (options.play !== false && element.paused) start(element);
    update();
  }

  return {
    seek,
    seekBy: (ms) => {
      if (state.getState().tellsTime) seek(state.getState().timeMs + ms, { play: false });
    },
    toggle: () => {
      remote?.toggle();
      if (!element) return;
      if (element.paused) start(element);
      else element.pause();
    },
    pause: () => {
      remote?.pause();
      element?.pause();
    },
    setRate: (rate) => {
      remote?.setRate(rate);
      if (element) element.playbackRate = rate;
    },
    toggleMuted: () => {
      remote?.toggleMuted();
      if (element) toggleMutedOf(element);
    },
    togglePicture: () => togglePictureOf(element),
    reload: () => {
      remote?.reload();
      if (!element) return;
      reloadInPlace(element);
      update();
    },
    state,
    connect: (player) => {
      remote = player;
      update();
      return {
        changed: () => {
          if (remote === player) update();
        },
        release: () => {
          if (remote === player) remote = null;
          update();
        },
      };
    },
    attach: (media) => {
      element = media;
      for (const type of mediaEvents) media.addEventListener(type, update);
      update();
      return () => {
        for (const type of mediaEvents) media.removeEventListener(type, update);
        if (element === media) element = null;
        update();
      };
    },
  };
}
