import { readError } from '#lib/client-error.ts';

/** The collection, or what was to go there, was deleted meanwhile. */
export const isGone = (error: unknown): boolean => readError(error).code === 'not_found';
