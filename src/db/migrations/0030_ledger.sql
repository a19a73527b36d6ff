CREATE TABLE "ledger_accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text,
	"is_house" boolean DEFAULT false NOT NULL,
	"kind" text NOT NULL,
	"available" bigint DEFAULT 0 NOT NULL,
	"reserved" bigint DEFAULT 0 NOT NULL,
	"check_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_accounts_never_negative" CHECK (available >= 0 and reserved >= 0),
	CONSTRAINT "ledger_accounts_house" CHECK (not is_house or (user_id is null and available = 0 and reserved = 0))
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"movement" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"balance_after" bigint,
	"cause" text NOT NULL,
	"grant_id" bigint,
	"hold_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_entries_amount" CHECK (amount <> 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_grants" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"reason_key" text NOT NULL,
	"remark" text,
	"amount" bigint NOT NULL,
	"remaining" bigint NOT NULL,
	"expires_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_grants_remaining" CHECK (amount > 0 and remaining between 0 and amount)
);
--> statement-breakpoint
CREATE TABLE "ledger_holds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"task_id" uuid NOT NULL,
	"content_id" uuid,
	"amount" bigint NOT NULL,
	"measured" bigint,
	"covered" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"committed" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "ledger_holds_amounts" CHECK (amount >= 0 and committed between 0 and amount),
	CONSTRAINT "ledger_holds_settled" CHECK ((state = 'open') = (settled_at is null))
);
--> statement-breakpoint
CREATE TABLE "licenses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text,
	"key_hash" text NOT NULL,
	"vendor" text NOT NULL,
	"reference" text,
	"order_reference" text,
	"product" text,
	"seconds" bigint,
	"state" text NOT NULL,
	"claimed_until" timestamp with time zone DEFAULT now() NOT NULL,
	"uses_before" bigint,
	"grant_id" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "licenses_key_hash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
ALTER TABLE "model_uses" ADD COLUMN "from_balance" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account_id_ledger_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."ledger_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_grant_id_ledger_grants_id_fk" FOREIGN KEY ("grant_id") REFERENCES "public"."ledger_grants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_hold_id_ledger_holds_id_fk" FOREIGN KEY ("hold_id") REFERENCES "public"."ledger_holds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_grants" ADD CONSTRAINT "ledger_grants_account_id_ledger_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."ledger_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_holds" ADD CONSTRAINT "ledger_holds_account_id_ledger_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."ledger_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licenses" ADD CONSTRAINT "licenses_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licenses" ADD CONSTRAINT "licenses_grant_id_ledger_grants_id_fk" FOREIGN KEY ("grant_id") REFERENCES "public"."ledger_grants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_accounts_user_idx" ON "ledger_accounts" USING btree ("user_id","kind") WHERE user_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_accounts_house_idx" ON "ledger_accounts" USING btree ("kind") WHERE is_house;--> statement-breakpoint
CREATE INDEX "ledger_entries_account_idx" ON "ledger_entries" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "ledger_entries_movement_idx" ON "ledger_entries" USING btree ("movement");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_grants_reason_idx" ON "ledger_grants" USING btree ("account_id","reason_key");--> statement-breakpoint
CREATE INDEX "ledger_grants_left_idx" ON "ledger_grants" USING btree ("account_id","expires_at","id") WHERE remaining > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_holds_open_idx" ON "ledger_holds" USING btree ("task_id","kind") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "ledger_holds_account_idx" ON "ledger_holds" USING btree ("account_id") WHERE state = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "licenses_reference_idx" ON "licenses" USING btree ("vendor","reference") WHERE reference is not null;--> statement-breakpoint
CREATE INDEX "licenses_user_idx" ON "licenses" USING btree ("user_id") WHERE user_id is not null;--> statement-breakpoint
INSERT INTO "ledger_accounts" ("is_house", "kind") VALUES (true, 'time'), (true, 'api');--> statement-breakpoint
CREATE FUNCTION "ledger_refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger entries are never changed; write another movement' USING ERRCODE = 'integrity_constraint_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER "ledger_entries_append_only" BEFORE UPDATE OR DELETE ON "ledger_entries"
  FOR EACH ROW EXECUTE FUNCTION "ledger_refuse_change"();--> statement-breakpoint
CREATE TRIGGER "ledger_entries_no_truncate" BEFORE TRUNCATE ON "ledger_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION "ledger_refuse_change"();--> statement-breakpoint
CREATE FUNCTION "ledger_check_movement"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(e."amount") FROM "ledger_entries" e WHERE e."movement" = NEW."movement") <> 0 THEN
    RAISE EXCEPTION 'the entries of movement % do not sum to zero', NEW."movement" USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "ledger_entries_zero_sum" AFTER INSERT ON "ledger_entries"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "ledger_check_movement"();--> statement-breakpoint
CREATE FUNCTION "ledger_check_balance"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  has bigint;
  said bigint;
BEGIN
  SELECT a."available" + a."reserved" INTO has FROM "ledger_accounts" a WHERE a."id" = NEW."id";
  SELECT e."balance_after" INTO said FROM "ledger_entries" e WHERE e."account_id" = NEW."id" ORDER BY e."id" DESC LIMIT 1;
  IF has <> coalesce(said, 0) THEN
    RAISE EXCEPTION 'account % has %, and its latest entry says %', NEW."id", has, coalesce(said, 0)
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- A reservation moves within an account and has no entry: it costs no look at the entries.
CREATE CONSTRAINT TRIGGER "ledger_accounts_balance" AFTER UPDATE ON "ledger_accounts"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD."available" + OLD."reserved" <> NEW."available" + NEW."reserved") EXECUTE FUNCTION "ledger_check_balance"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "ledger_accounts_first_balance" AFTER INSERT ON "ledger_accounts"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "ledger_check_balance"();
