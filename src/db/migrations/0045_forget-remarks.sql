-- The words of an administrator beside what was given may name a person: they go with the account.
CREATE FUNCTION "ledger_accounts_forget"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "ledger_grants" SET "remark" = NULL WHERE "account_id" = NEW."id" AND "remark" IS NOT NULL;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "ledger_accounts_forget" AFTER UPDATE ON "ledger_accounts" FOR EACH ROW
  WHEN (OLD."user_id" IS NOT NULL AND NEW."user_id" IS NULL) EXECUTE FUNCTION "ledger_accounts_forget"();--> statement-breakpoint
UPDATE "ledger_grants" SET "remark" = NULL FROM "ledger_accounts"
  WHERE "ledger_accounts"."id" = "account_id" AND "ledger_accounts"."user_id" IS NULL AND "remark" IS NOT NULL;
