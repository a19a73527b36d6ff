ALTER TABLE "ledger_holds" ADD COLUMN "processed" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_holds" ADD COLUMN "credit" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "ledger_holds_money_idx" ON "ledger_holds" USING btree ("task_id") WHERE kind = 'api';--> statement-breakpoint
CREATE INDEX "ledger_holds_credit_idx" ON "ledger_holds" USING btree ("account_id","content_id") WHERE credit > 0;--> statement-breakpoint
ALTER TABLE "ledger_holds" ADD CONSTRAINT "ledger_holds_credit" CHECK (processed >= 0 and credit between 0 and committed);