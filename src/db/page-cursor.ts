import { z } from 'zod';
import { AppError } from '#lib/app-error.ts';

/** The last row of a page: the value that the list is sorted by, and the id, which tells rows of one value apart. */
export type PageEnd<Value> = { value: Value; id: string };

/** Cursors of a list sorted by such values, opaque to the browser. `decode` throws AppError `bad_request`. */
export function createPageCursor<Value>(zValue: z.ZodType<Value>) {
  const zEnd = z.tuple([zValue, z.uuid()]);
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

/** By a time of the database with its microseconds, as `to_char` writes it. */
export const timeCursor = createPageCursor(z.iso.datetime());
