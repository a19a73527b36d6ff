import { readError } from '#lib/client-error.ts';

/** Whether the collection or the content was deleted in the meantime. */
export const isGone = (error: unknown): boolean => readError(error).code === 'not_found';
