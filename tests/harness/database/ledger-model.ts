/** The ledger beside a model of it in JavaScript: both get the same operations and must say the same after each. */
import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import fc from 'fast-check';
import type { DatabaseClient } from '#db/client.ts';
import { ledgerAccounts, ledgerGrants } from '#db/schema/ledger.ts';
import { findAccount, lockAccount } from '#features/metering/server/ledger/accounts.ts';
import { grant } from '#features/metering/server/ledger/grants.ts';
import { measureHold, settleHold, tryReserve } from '#features/metering/server/ledger/holds.ts';
import { bringUpToDate } from '#features/metering/server/time-grants.ts';

/** `pick` chooses one of the holds that there are. */
export type LedgerOperation =
  | { type: 'grant'; key: number; amount: number; days: number | null }
  | { type: 'reserve'; amount: number }
  | { type: 'measure'; pick: number; amount: number }
  | { type: 'commit'; pick: number; amount: number }
  | { type: 'release'; pick: number }
  | { type: 'days'; days: number };

export const ledgerOperations: fc.Arbitrary<LedgerOperation> = fc.oneof(
  fc.record({
    type: fc.constant('grant' as const),
    key: fc.nat(6),
    amount: fc.integer({ min: 1, max: 400 }),
    days: fc.option(fc.integer({ min: 1, max: 9 })),
  }),
  { weight: 3, arbitrary: fc.record({ type: fc.constant('reserve' as const), amount: fc.integer({ min: 1, max: 200 }) }) },
  fc.record({ type: fc.constant('measure' as const), pick: fc.nat(50), amount: fc.integer({ min: 1, max: 300 }) }),
  { weight: 2, arbitrary: fc.record({ type: fc.constant('commit' as const), pick: fc.nat(50), amount: fc.nat(300) }) },
  fc.record({ type: fc.constant('release' as const), pick: fc.nat(50) }),
  fc.record({ type: fc.constant('days' as const), days: fc.integer({ min: 1, max: 4 }) }),
);

type ModelGrant = { amount: number; remaining: number; expires: number | null; order: number };
type ModelHold = { id: string; taskId: string; amount: number; open: boolean; committed: number };

const dayMs = 24 * 3600_000;

export class ModelledUser {
  private readonly client: DatabaseClient;
  readonly id: string;
  private accountId = '';
  private readonly grants = new Map<number, ModelGrant>();
  private readonly holds: ModelHold[] = [];
  /** In days. */
  private now = 0;
  private made = 0;

  constructor(client: DatabaseClient, id: string) {
    this.client = client;
    this.id = id;
  }

  async create(): Promise<void> {
    await this.client.query('insert into "user" (id, name, email) values ($1, $1, $2)', [this.id, `${this.id}@example.org`]);
    const opened = await this.client.db.transaction(async (tx) =>
      bringUpToDate(tx, await lockAccount(tx, this.id, 'time'), null),
    );
    this.accountId = opened.id;
  }

  private get reserved(): number {
    return this.holds.reduce((sum, { open, amount }) => sum + (open ? amount : 0), 0);
  }
  private get balance(): number {
    return [...this.grants.values()].reduce((sum, { remaining }) => sum + remaining, 0);
  }
  private get inOrder(): ModelGrant[] {
    const at = ({ expires }: ModelGrant) => expires ?? Number.POSITIVE_INFINITY;
    return [...this.grants.values()].sort((a, b) => (at(a) === at(b) ? a.order - b.order : at(a) - at(b)));
  }

  /** The model's expiry: what no hold has. */
  private expire(): void {
    let held = this.reserved;
    for (const one of this.inOrder) {
      if (one.expires === null || one.expires > this.now) break;
      const kept = Math.min(held, one.remaining);
      held -= kept;
      one.remaining = kept;
    }
  }

  async perform(operation: LedgerOperation): Promise<void> {
    const { db } = this.client;
    switch (operation.type) {
      case 'grant':
        return this.grant(operation);
      case 'reserve':
        return this.reserve(operation.amount);
      case 'days': {
        // A later day for this user alone: what was due then is due now.
        this.now += operation.days;
        await this.client.query(
          `update ledger_grants set expires_at = expires_at - $2 * interval '1 day'
           where account_id = (select id from ledger_accounts where user_id = $1)`,
          [this.id, operation.days],
        );
        await this.client.query(`update ledger_accounts set check_at = now() where user_id = $1`, [this.id]);
        return;
      }
      case 'measure': {
        const hold = this.pick(operation.pick);
        if (!hold) return;
        const more = Math.max(0, operation.amount - hold.amount);
        const fits = !hold.open || this.balance - this.reserved >= more;
        const row = { id: hold.id, accountId: this.accountId };
        const measured = await db.transaction((tx) => measureHold(tx, row, operation.amount));
        same('measured', measured, fits);
        if (fits && hold.open) hold.amount += more;
        return;
      }
      default:
        return this.settle(operation);
    }
  }

  private pick(n: number): ModelHold | undefined {
    return this.holds[n % Math.max(1, this.holds.length)];
  }

  private async grant({ key, amount, days }: { key: number; amount: number; days: number | null }): Promise<void> {
    const given = await this.client.db.transaction(async (tx) => {
      const account = await lockAccount(tx, this.id, 'time');
      const expiresAt = days === null ? null : new Date(Date.now() + days * dayMs + (key + 1) * 60_000);
      return grant(tx, account, { reason: 'admin', reasonKey: `k:${key}`, amount, expiresAt });
    });
    same('given', given !== null, !this.grants.has(key));
    if (this.grants.has(key)) return;
    const expires = days === null ? null : this.now + days + (key + 1) / 1440 + this.made * 1e-9;
    this.grants.set(key, { amount, remaining: amount, expires, order: this.made++ });
  }

  private async reserve(amount: number): Promise<void> {
    const { db } = this.client;
    const taskId = randomUUID();
    const wanted = { userId: this.id, kind: 'time', taskId, contentId: null, amount } as const;
    let id = await tryReserve(db, wanted);
    if (id === null) {
      await db.transaction(async (tx) => bringUpToDate(tx, await lockAccount(tx, this.id, 'time'), null));
      id = await tryReserve(db, wanted);
      this.expire();
    }
    same('reserved', id !== null, this.balance - this.reserved >= amount);
    if (id !== null) this.holds.push({ id, taskId, amount, open: true, committed: 0 });
  }

  private async settle(
    operation: { type: 'commit'; pick: number; amount: number } | { type: 'release'; pick: number },
  ): Promise<void> {
    const hold = this.pick(operation.pick);
    if (!hold) return;
    const ending =
      operation.type === 'commit'
        ? ({ state: 'committed', amount: operation.amount } as const)
        : ({ state: 'released' } as const);
    const settled = await settleHold(this.client.db, hold.id, ending);
    if (hold.open) {
      hold.open = false;
      hold.committed = operation.type === 'commit' ? Math.min(operation.amount, hold.amount) : 0;
      let left = hold.committed;
      for (const one of this.inOrder) {
        const taken = Math.min(left, one.remaining);
        one.remaining -= taken;
        left -= taken;
      }
    }
    same('committed', settled.committed, hold.committed);
    // So that old holds do not keep the others from being picked.
    if (this.holds.length > 12) this.holds.splice(0, this.holds.length, ...this.holds.filter(({ open }) => open));
  }

  /** What the database has is what the model has. */
  async compare(): Promise<void> {
    const account = await findAccount(this.client.db, this.id, 'time');
    same('available', account?.available, this.balance - this.reserved);
    same('held', account?.reserved, this.reserved);
    const rows = await this.client.db
      .select({ remaining: ledgerGrants.remaining })
      .from(ledgerGrants)
      .innerJoin(ledgerAccounts, and(eq(ledgerAccounts.id, ledgerGrants.accountId), eq(ledgerAccounts.userId, this.id)))
      .orderBy(asc(ledgerGrants.id));
    same(
      'grants',
      rows.map(({ remaining }) => remaining).join(),
      [...this.grants.values()].map(({ remaining }) => remaining).join(),
    );
  }
}

function same(what: string, is: unknown, shouldBe: unknown): void {
  if (is !== shouldBe) throw new Error(`${what} is ${String(is)} and should be ${String(shouldBe)}`);
}
