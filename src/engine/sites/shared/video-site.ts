export type SiteVideo = { id: string; part?: number | undefined };

export type VideoSite = {
  name: string;
  /** Null for other sites, and for links that have to be followed. */
  canonicalAddress(url: URL): string | null;
  addressAt(url: URL, seconds: number): string | null;
  player: VideoPlayer;
};

export type VideoPlayer = {
  /** The only origin that is framed and whose messages are read. */
  origin: string;
  /** Only ids of the site's form are put into an address. */
  videoId: RegExp;
  /** `pageOrigin` is allowed to exchange messages with the frame. */
  frameAddress(video: SiteVideo, seconds: number, pageOrigin: string): string;
  siteAddress(video: SiteVideo, seconds: number): string;
  referrerPolicy: 'strict-origin' | 'no-referrer';
  messages?: PlayerMessages;
};

export type PlayerReport =
  | { type: 'error' }
  | {
      type: 'info';
      timeMs?: number;
      durationMs?: number;
      state?: 'playing' | 'paused' | 'buffering';
      rate?: number;
      muted?: boolean;
    };

export type PlayerMessages = {
  /** Asks the player for reports; repeated until the first one arrives. */
  listen: string;
  /** Sent once the player has answered. */
  subscribe: readonly string[];
  /** Null for messages that are not reports. The data is untrusted. */
  read(data: unknown): PlayerReport | null;
  play: string;
  pause: string;
  mute: string;
  unmute: string;
  seek(seconds: number): string;
  setRate(rate: number): string;
};
