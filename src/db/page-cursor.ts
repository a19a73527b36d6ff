import { z } from 'zod';
import { AppError } from '#lib/app-error.ts';

/** The last row of a page: its value in the sort column, and its id to order rows with equal values. */
export type PageEnd<Value> = { value: Value; id: string };

/** Encodes a `PageEnd` as an opaque string. Errors of `decode`: `bad_request`. */
export function createPageCursor<Value>(zValue: z.ZodType<Value>, zId: z.ZodType<string> = z.uuid()) {
  const zEnd = z.tuple([zValue, zId]);
  return {
    encode({ value, id }: PageEnd<Value>): string {
      return Buffer.from(JSON.stringify([value, id])).toString('base64url');
    },
    decode(cursor: string): PageEnd<Value> {
      try {
        const [value, id] = zEnd.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
        return { value, id };
      } catch (error) {
        throw new AppError('bad_request', { cause: error, params: { field: 'cursor' } });
      }
    },
  };
}

/** Times with microseconds, as `to_char` formats them. */
export const timeCursor = createPageCursor(z.iso.datetime());
