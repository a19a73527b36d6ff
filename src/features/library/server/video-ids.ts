import type { z } from 'zod';
import type { Services } from '#infra/services.ts';
import { mostChosen } from '#lib/input-limits.ts';
import type { libraryContract } from '../contract.ts';
import { conditionOf } from './filters.ts';
import { idsInOrder } from './rows-in-order.ts';

type Call = (typeof libraryContract)['user.videoIds'];

/** Errors: those of the filters. */
export async function listVideoIds(
  { db }: Services,
  userId: string,
  { sort, ...filters }: z.output<Call['input']>,
): Promise<z.input<Call['output']>> {
  const { all: where } = await conditionOf(db, userId, filters);
  const rows = await idsInOrder(db, { userId, sort, where, limit: mostChosen });
  return { ids: rows.map(({ id }) => id) };
}
