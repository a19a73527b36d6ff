/** Checks the invariants of the whole ledger. */
import { sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';

/** `account` is null if the figures are sums over all accounts of a kind. */
export type Drift = { what: 'entries' | 'holds' | 'grants' | 'sum'; account: string | null; is: number; shouldBe: number };

/** Reads one snapshot. Empty if all is well. */
export async function findDrift(executor: Executor): Promise<Drift[]> {
  const { rows } = await executor.execute<{ what: Drift['what']; account: string | null; is: string; should_be: string }>(sql`
    with entered as (select account_id, sum(amount) as total from ledger_entries group by account_id),
    held as (select account_id, sum(amount) as total from ledger_holds where state = 'open' and not covered group by account_id),
    given as (select account_id, sum(remaining) as total from ledger_grants group by account_id),
    figures as (
      select a.id, a.is_house, a.available + a.reserved as balance, a.reserved,
        coalesce(entered.total, 0) as entered, coalesce(held.total, 0) as held, coalesce(given.total, 0) as given
      from ledger_accounts a
        left join entered on entered.account_id = a.id
        left join held on held.account_id = a.id
        left join given on given.account_id = a.id
    )
    select 'entries' as what, id::text as account, balance as is, entered as should_be from figures where not is_house and balance <> entered
    union all select 'holds', id::text, reserved, held from figures where not is_house and reserved <> held
    union all select 'grants', id::text, balance, given from figures where not is_house and balance <> given
    union all select 'sum', null, sum(e.amount), 0 from ledger_entries e join ledger_accounts a on a.id = e.account_id
      group by a.kind having sum(e.amount) <> 0`);
  return rows.map(({ what, account, is, should_be }) => ({ what, account, is: Number(is), shouldBe: Number(should_be) }));
}
