/**
 * Double-entry ledger of users' time and money. `time` is in seconds, `api` in millionths of a US dollar. Triggers enforce:
 * entries are never changed, the entries of a movement sum to zero, and a balance equals that of the latest entry.
 */
import { sql } from 'drizzle-orm';
import { bigint, bigserial, boolean, check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { entryCauses, entryReasons } from '#lib/ledger-entries.ts';
import { user } from './auth.ts';
import { instant } from './columns.ts';

const accountKinds = ['time', 'api'] as const;

/** An account's balance is `available + reserved`, which equals the remainder of its grants. */
export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Null for the house, and after the user was deleted: the amounts stay without a name. */
    userId: text('user_id').references(() => user.id, { onDelete: 'set null' }),
    /** The other side of every movement. Its balance is not stored, since every charge would wait for a lock on the row. */
    isHouse: boolean('is_house').notNull().default(false),
    kind: text('kind', { enum: accountKinds }).notNull(),
    available: bigint('available', { mode: 'number' }).notNull().default(0),
    reserved: bigint('reserved', { mode: 'number' }).notNull().default(0),
    /** From this time on, grants may have expired or new ones may be due. */
    checkAt: instant('check_at').notNull().defaultNow(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('ledger_accounts_user_idx').on(table.userId, table.kind).where(sql`user_id is not null`),
    uniqueIndex('ledger_accounts_house_idx').on(table.kind).where(sql`is_house`),
    check('ledger_accounts_never_negative', sql`available >= 0 and reserved >= 0`),
    check('ledger_accounts_house', sql`not is_house or (user_id is null and available = 0 and reserved = 0)`),
  ],
);

/** The amount that a task may take. A hold ends once: committed with the amount taken, released, or expired without its task. */
export const ledgerHolds = pgTable(
  'ledger_holds',
  {
    /** Generated here, never given by a caller, because it identifies the settlement. */
    id: uuid('id').primaryKey().defaultRandom(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => ledgerAccounts.id),
    kind: text('kind', { enum: accountKinds }).notNull(),
    /** No foreign key: tasks are deleted after a day, holds stay. */
    taskId: uuid('task_id').notNull(),
    contentId: uuid('content_id'),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    /** The amount that the task really takes, once it is known. */
    measured: bigint('measured', { mode: 'number' }),
    /** What the task has already given its user for good: taken even if it ends without a result. */
    processed: bigint('processed', { mode: 'number' }).notNull().default(0),
    /** What was taken without a result: the next result for the same content costs that much less. */
    credit: bigint('credit', { mode: 'number' }).notNull().default(0),
    /** Paid by a membership: the amount is counted but not taken from the account. */
    covered: boolean('covered').notNull().default(false),
    state: text('state', { enum: ['open', 'committed', 'released', 'expired'] })
      .notNull()
      .default('open'),
    committed: bigint('committed', { mode: 'number' }).notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
    settledAt: instant('settled_at'),
  },
  (table) => [
    // Only open holds are unique, because a task that is retried after a failure reserves again.
    uniqueIndex('ledger_holds_open_idx').on(table.taskId, table.kind).where(sql`state = 'open'`),
    index('ledger_holds_account_idx').on(table.accountId, table.state),
    index('ledger_holds_money_idx').on(table.taskId).where(sql`kind = 'api'`),
    index('ledger_holds_credit_idx').on(table.accountId, table.contentId).where(sql`credit > 0`),
    check('ledger_holds_amounts', sql`amount >= 0 and committed between 0 and amount`),
    check('ledger_holds_credit', sql`processed >= 0 and credit between 0 and committed`),
    check('ledger_holds_settled', sql`(state = 'open') = (settled_at is null)`),
  ],
);

/** Amounts given to an account, and what is left of each. Charges use the grant that expires first. */
export const ledgerGrants = pgTable(
  'ledger_grants',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => ledgerAccounts.id),
    reason: text('reason', { enum: entryReasons }).notNull(),
    /** `starting`, `refill:2026-11`, `license:<id>` and the like; each is given once per account. */
    reasonKey: text('reason_key').notNull(),
    /** Written by an administrator. */
    remark: text('remark'),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    remaining: bigint('remaining', { mode: 'number' }).notNull(),
    expiresAt: instant('expires_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('ledger_grants_reason_idx').on(table.accountId, table.reasonKey),
    index('ledger_grants_left_idx').on(table.accountId, table.expiresAt, table.id).where(sql`remaining > 0`),
    check('ledger_grants_remaining', sql`amount > 0 and remaining between 0 and amount`),
  ],
);

export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** The same id for both entries of a movement. */
    movement: uuid('movement').notNull(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => ledgerAccounts.id),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    /** Null for the house. */
    balanceAfter: bigint('balance_after', { mode: 'number' }),
    cause: text('cause', { enum: entryCauses }).notNull(),
    grantId: bigint('grant_id', { mode: 'number' }).references(() => ledgerGrants.id),
    holdId: uuid('hold_id').references(() => ledgerHolds.id),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('ledger_entries_account_idx').on(table.accountId, table.id),
    index('ledger_entries_movement_idx').on(table.movement),
    index('ledger_entries_grant_idx').on(table.grantId).where(sql`grant_id is not null`),
    index('ledger_entries_hold_idx').on(table.holdId).where(sql`hold_id is not null`),
    check('ledger_entries_amount', sql`amount <> 0`),
  ],
);

/** Used license keys; a key works only once. The key itself is never stored. */
export const licenses = pgTable(
  'licenses',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: text('user_id').references(() => user.id, { onDelete: 'set null' }),
    /** HMAC of the key. */
    keyHash: text('key_hash').notNull().unique(),
    vendor: text('vendor', { enum: ['own', 'lemon-squeezy'] }).notNull(),
    /** The vendor's id of the key; null until the vendor has given it. */
    reference: text('reference'),
    orderReference: text('order_reference'),
    product: text('product'),
    seconds: bigint('seconds', { mode: 'number' }),
    /** `pending`: the vendor was asked, and its answer may have been lost. */
    state: text('state', { enum: ['pending', 'used'] }).notNull(),
    /** Until this time, only one request may contact the vendor about the key. */
    claimedUntil: instant('claimed_until').notNull().defaultNow(),
    /** The vendor's activation count before our request; shows whether an activation whose response was lost took place. */
    usesBefore: bigint('uses_before', { mode: 'number' }),
    grantId: bigint('grant_id', { mode: 'number' }).references(() => ledgerGrants.id),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('licenses_reference_idx').on(table.vendor, table.reference).where(sql`reference is not null`),
    index('licenses_user_idx').on(table.userId).where(sql`user_id is not null`),
    index('licenses_grant_idx').on(table.grantId).where(sql`grant_id is not null`),
  ],
);
