-- The hold is written before the account is locked, and its key is checked when the transaction ends, on a row that is locked already:
-- so many who reserve from one account wait for each other only while its row is written.
ALTER TABLE "ledger_holds" ALTER CONSTRAINT "ledger_holds_account_id_ledger_accounts_id_fk" DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
-- Null when there is too little, or the account needs a look. The condition of the update is what decides.
CREATE OR REPLACE FUNCTION "ledger_reserve"(owner text, of_kind text, task uuid, content uuid, wanted bigint)
RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  account uuid;
  made uuid;
BEGIN
  INSERT INTO "ledger_holds" ("account_id", "kind", "task_id", "content_id", "amount")
    SELECT a."id", of_kind, task, content, wanted FROM "ledger_accounts" a
    WHERE a."user_id" = owner AND a."kind" = of_kind AND a."available" >= wanted AND a."check_at" > now()
    RETURNING "id", "account_id" INTO made, account;
  IF made IS NULL THEN
    RETURN NULL;
  END IF;
  UPDATE "ledger_accounts" SET "available" = "available" - wanted, "reserved" = "reserved" + wanted
    WHERE "id" = account AND "user_id" = owner AND "available" >= wanted AND "check_at" > now();
  IF NOT FOUND THEN
    DELETE FROM "ledger_holds" WHERE "id" = made;
    RETURN NULL;
  END IF;
  RETURN made;
END $$;
