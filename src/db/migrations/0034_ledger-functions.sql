-- A reservation and a settlement are one call each: an account is locked for as long as they take here, not for a conversation.
CREATE FUNCTION "ledger_record"(account "ledger_accounts", amount bigint, balance bigint, cause text, hold uuid, given bigint)
RETURNS void LANGUAGE sql AS $$
  WITH "movement" AS (SELECT gen_random_uuid() AS "id")
  INSERT INTO "ledger_entries" ("movement", "account_id", "amount", "balance_after", "cause", "hold_id", "grant_id")
  SELECT "movement"."id", "side"."account_id", "side"."amount", "side"."balance", cause, hold, given
  FROM "movement" CROSS JOIN (
    SELECT account."id" AS "account_id", amount AS "amount", balance AS "balance"
    UNION ALL SELECT "id", -amount, NULL FROM "ledger_accounts" WHERE "is_house" AND "kind" = account."kind"
  ) AS "side"
$$;--> statement-breakpoint
-- Null when there is too little, or the account needs a look. The condition on the balance is what decides.
CREATE FUNCTION "ledger_reserve"(owner text, of_kind text, task uuid, content uuid, wanted bigint)
RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  account uuid;
  made uuid;
BEGIN
  UPDATE "ledger_accounts" SET "available" = "available" - wanted, "reserved" = "reserved" + wanted
    WHERE "user_id" = owner AND "kind" = of_kind AND "available" >= wanted AND "check_at" > now() RETURNING "id" INTO account;
  IF account IS NULL THEN
    RETURN NULL;
  END IF;
  INSERT INTO "ledger_holds" ("account_id", "kind", "task_id", "content_id", "amount")
    VALUES (account, of_kind, task, content, wanted) RETURNING "id" INTO made;
  RETURN made;
END $$;--> statement-breakpoint
-- Takes a charge from the grants that expire first. The caller has locked the account.
CREATE FUNCTION "ledger_consume"(account uuid, charged bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  taken bigint;
BEGIN
  WITH "left_over" AS (
    SELECT "id", "remaining", sum("remaining") OVER (ORDER BY "expires_at" NULLS LAST, "id") - "remaining" AS "before"
    FROM "ledger_grants" WHERE "account_id" = account AND "remaining" > 0
  ), "used" AS (
    UPDATE "ledger_grants" g SET "remaining" = g."remaining" - least(l."remaining", charged - l."before")
    FROM "left_over" l WHERE g."id" = l."id" AND l."before" < charged
    RETURNING least(l."remaining", charged - l."before") AS "part"
  )
  SELECT coalesce(sum("part"), 0) INTO taken FROM "used";
  IF taken <> charged THEN
    RAISE EXCEPTION 'a charge of % is more than all grants of account %', charged, account USING ERRCODE = 'integrity_constraint_violation';
  END IF;
END $$;--> statement-breakpoint
-- The hold as this call or an earlier one settled it.
CREATE FUNCTION "ledger_settle"(settled uuid, ending text, wanted bigint) RETURNS "ledger_holds" LANGUAGE plpgsql AS $$
DECLARE
  hold "ledger_holds";
  account "ledger_accounts";
BEGIN
  -- By a statement of its own: those after it see what was committed while it waited.
  SELECT a.* INTO account FROM "ledger_accounts" a
    WHERE a."id" = (SELECT h."account_id" FROM "ledger_holds" h WHERE h."id" = settled) FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no hold %', settled USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  UPDATE "ledger_holds" SET "state" = ending, "committed" = least("amount", wanted), "settled_at" = now()
    WHERE "id" = settled AND "state" = 'open' RETURNING * INTO hold;
  IF NOT FOUND THEN
    SELECT * INTO hold FROM "ledger_holds" WHERE "id" = settled;
    RETURN hold;
  END IF;
  IF hold."covered" THEN
    IF hold."committed" > 0 THEN
      PERFORM "ledger_record"(account, hold."committed", account."available" + account."reserved" + hold."committed", 'membership', settled, NULL);
      PERFORM "ledger_record"(account, -hold."committed", account."available" + account."reserved", 'charge', settled, NULL);
    END IF;
    RETURN hold;
  END IF;
  IF hold."committed" > 0 THEN
    PERFORM "ledger_consume"(account."id", hold."committed");
  END IF;
  UPDATE "ledger_accounts" SET
    "available" = "available" + hold."amount" - hold."committed",
    "reserved" = "reserved" - hold."amount",
    -- What it held may have expired meanwhile.
    "check_at" = CASE WHEN EXISTS (SELECT FROM "ledger_grants" g
      WHERE g."account_id" = account."id" AND g."remaining" > 0 AND g."expires_at" <= now()) THEN now() ELSE "check_at" END
    WHERE "id" = account."id" RETURNING * INTO account;
  IF hold."committed" > 0 THEN
    PERFORM "ledger_record"(account, -hold."committed", account."available" + account."reserved", 'charge', settled, NULL);
  END IF;
  RETURN hold;
END $$;
