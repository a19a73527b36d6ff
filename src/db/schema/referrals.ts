import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { user } from './auth.ts';
import { instant } from './columns.ts';

export const referralLinks = pgTable('referral_links', {
  userId: text('user_id')
    .primaryKey()
    .references(() => user.id, { onDelete: 'cascade' }),
  code: text('code').notNull().unique(),
  /** HMAC of the client address that requested it. */
  addressMac: text('address_mac').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
});

/** A sign-up through a referral link. Rows outlive both accounts, so that nobody is counted twice. */
export const referrals = pgTable(
  'referrals',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    referrerId: text('referrer_id').references(() => user.id, { onDelete: 'set null' }),
    /** The new user; null until the account can be used. */
    userId: text('user_id').references(() => user.id, { onDelete: 'set null' }),
    /** HMAC of the email address that the new user signed up with. */
    emailMac: text('email_mac').notNull().unique(),
    /** HMAC of the client address of the sign-up. */
    addressMac: text('address_mac').notNull(),
    /** `refused`: the referrer had reached the limit or was deleted. */
    state: text('state', { enum: ['pending', 'granted', 'refused'] })
      .notNull()
      .default('pending'),
    createdAt: instant('created_at').notNull().defaultNow(),
    settledAt: instant('settled_at'),
  },
  (table) => [
    index('referrals_referrer_idx').on(table.referrerId, table.state, table.settledAt),
    index('referrals_user_idx').on(table.userId),
    index('referrals_address_idx').on(table.addressMac, table.createdAt),
  ],
);
