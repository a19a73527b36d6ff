import { AppError } from '#lib/app-error.ts';
import { avatarBytes } from '#lib/input-limits.ts';
import { runPainter } from '../process/run-painter.ts';
import { type AvatarReply, avatarLimits, warmTask } from './child-messages.ts';

/** The middle of a picture as a small square WebP, without what the file says besides. */
export type AvatarPainter = (bytes: Uint8Array, signal: AbortSignal) => Promise<Uint8Array>;

const entry = new URL('./child/square.ts', import.meta.url);

/** In a limited child process. Errors: `picture_unreadable`, `picture_too_large`, `config_invalid`, `cancelled`. */
export function createAvatarPainter(): AvatarPainter {
  return async (bytes, signal) => {
    if (bytes.byteLength > avatarBytes) throw new AppError('picture_too_large');
    const reply = await ask(bytes, signal);
    if (!reply.ok) throw new AppError(reply.code, { detail: reply.detail });
    return Buffer.from(reply.webp, 'base64');
  };
}

/** A child that ended early has met a file that asked for too much. */
async function ask(bytes: Uint8Array, signal: AbortSignal): Promise<AvatarReply> {
  try {
    const { stdout } = await runPainter(entry, { args: [], limits: avatarLimits, signal, warm: warmTask, input: bytes });
    return JSON.parse(stdout.toString('utf8')) as AvatarReply;
  } catch (error) {
    if (error instanceof AppError && error.code === 'cancelled') throw error;
    return { ok: false, code: 'picture_unreadable', detail: 'the child gave no answer' };
  }
}
