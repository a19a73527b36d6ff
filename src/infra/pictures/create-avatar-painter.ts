import { AppError } from '#lib/app-error.ts';
import { avatarBytes } from '#lib/input-limits.ts';
import { runPainter } from '../process/run-painter.ts';
import { type AvatarReply, avatarLimits, warmTask } from './child-messages.ts';

/** Makes a small square WebP from the middle of an image, without the file's metadata. */
export type AvatarPainter = (bytes: Uint8Array, signal: AbortSignal) => Promise<Uint8Array>;

const entry = new URL('./child/square.ts', import.meta.url);

/** Paints in a child process with limits. Errors: `picture_unreadable`, `picture_too_large`, `config_invalid`, `cancelled`. */
export function createAvatarPainter(): AvatarPainter {
  return async (bytes, signal) => {
    if (bytes.byteLength > avatarBytes) throw new AppError('picture_too_large');
    const reply = await ask(bytes, signal);
    if (!reply.ok) throw new AppError(reply.code, { detail: reply.detail });
    return Buffer.from(reply.webp, 'base64');
  };
}

/** If the child ended early, the file needed more than the limits allow. */
async function ask(bytes: Uint8Array, signal: AbortSignal): Promise<AvatarReply> {
  try {
    const { stdout } = await runPainter(entry, { args: [], limits: avatarLimits, signal, warm: warmTask, input: bytes });
    return JSON.parse(stdout.toString('utf8')) as AvatarReply;
  } catch (error) {
    if (error instanceof AppError && error.code === 'cancelled') throw error;
    return { ok: false, code: 'picture_unreadable', detail: 'the child gave no answer' };
  }
}
