DROP INDEX "ledger_holds_account_idx";--> statement-breakpoint
CREATE INDEX "ledger_entries_grant_idx" ON "ledger_entries" USING btree ("grant_id") WHERE grant_id is not null;--> statement-breakpoint
CREATE INDEX "ledger_entries_hold_idx" ON "ledger_entries" USING btree ("hold_id") WHERE hold_id is not null;--> statement-breakpoint
CREATE INDEX "licenses_grant_idx" ON "licenses" USING btree ("grant_id") WHERE grant_id is not null;--> statement-breakpoint
CREATE INDEX "ledger_holds_account_idx" ON "ledger_holds" USING btree ("account_id","state");