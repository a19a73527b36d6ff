export type AvatarFailure = 'picture_unreadable' | 'picture_too_large' | 'config_invalid';

export type AvatarReply = { ok: true; webp: string } | { ok: false; code: AvatarFailure; detail: string };

export const warmTask = '--warm';

export const avatarLimits = {
  timeoutMs: 15_000,
  memoryBytes: 1024 * 1024 * 1024,
  replyBytes: 512 * 1024,
  /** Longest side. */
  mostPx: 10_000,
  mostPixels: 40_000_000,
  sidePx: 256,
  quality: 86,
} as const;
