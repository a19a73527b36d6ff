/** The ledger beside a model of it in JavaScript: both get the same operations and must say the same after each. */
import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt } from 'drizzle-orm';
import fc from 'fast-check';
import type { DatabaseClient } from '#db/client.ts';
import { ledgerGrants } from '#db/schema/ledger.ts';
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
  /** The clock jumps. */
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
  fc.record({ type: fc.constant('days' as const), days: fc.constantFrom(-2, 1, 2, 3, 4) }),
);

type ModelGrant = { remaining: number; expires: number | null; order: number };
type ModelHold = { id: string; taskId: string; amount: number; open: boolean; committed: number };

const hourMs = 3600_000;
/** A key stands for another grant after so many operations. */
const operationsOfKey = 40;

export class ModelledUser {
  private readonly client: DatabaseClient;
  readonly id: string;
  private accountId = '';
  /** Those that have something left. */
  private grants: ModelGrant[] = [];
  private readonly given = new Set<string>();
  private readonly holds: ModelHold[] = [];
  /** In days. */
  private now = 0;
  private made = 0;
  private performed = 0;

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
    return this.grants.reduce((sum, { remaining }) => sum + remaining, 0);
  }
  private get inOrder(): ModelGrant[] {
    const at = ({ expires }: ModelGrant) => expires ?? Number.POSITIVE_INFINITY;
    return this.grants.toSorted((a, b) => (at(a) === at(b) ? a.order - b.order : at(a) - at(b)));
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
    this.performed++;
    this.grants = this.grants.filter(({ remaining }) => remaining > 0);
    switch (operation.type) {
      case 'grant':
        return this.grant(operation);
      case 'reserve':
        return this.reserve(operation.amount);
      case 'days': {
        // Another day for this user alone: what was due then is due now.
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
    const reasonKey = `${Math.floor(this.performed / operationsOfKey)}:${key}`;
    // Hours apart, in which a long comparison ends: on the model's clock only `days` passes.
    const hours = days === null ? null : days * 24 + key + 1;
    const given = await this.client.db.transaction(async (tx) => {
      const account = await lockAccount(tx, this.id, 'time');
      const expiresAt = hours === null ? null : new Date(Date.now() + hours * hourMs);
      return grant(tx, account, { reason: 'admin', reasonKey, amount, expiresAt });
    });
    same('given', given !== null, !this.given.has(reasonKey));
    if (this.given.has(reasonKey)) return;
    this.given.add(reasonKey);
    const expires = hours === null ? null : this.now + hours / 24 + this.made * 1e-9;
    this.grants.push({ remaining: amount, expires, order: this.made++ });
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
      .where(and(eq(ledgerGrants.accountId, this.accountId), gt(ledgerGrants.remaining, 0)))
      .orderBy(asc(ledgerGrants.id));
    same(
      'grants',
      rows.map(({ remaining }) => remaining).join(),
      this.grants
        .filter(({ remaining }) => remaining > 0)
        .map(({ remaining }) => remaining)
        .join(),
    );
  }
}

function same(what: string, is: unknown, shouldBe: unknown): void {
  if (is !== shouldBe) throw new Error(`${what} is ${String(is)} and should be ${String(shouldBe)}`);
}
