CREATE TABLE "admin_actions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"admin_id" text,
	"subject_id" text,
	"kind" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "admin_actions" ADD CONSTRAINT "admin_actions_admin_id_user_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_actions" ADD CONSTRAINT "admin_actions_subject_id_user_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admin_actions_admin_idx" ON "admin_actions" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "admin_actions_subject_idx" ON "admin_actions" USING btree ("subject_id","created_at","id");--> statement-breakpoint
CREATE INDEX "admin_actions_created_idx" ON "admin_actions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "tasks_failed_idx" ON "tasks" USING btree ("created_at","id") WHERE state = 'failed' and replaced_at is null;
--> statement-breakpoint
-- The words of an administrator may name a person: they go with the account.
CREATE FUNCTION "admin_actions_forget"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."reason" := '';
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "admin_actions_forget" BEFORE UPDATE ON "admin_actions" FOR EACH ROW
  WHEN (OLD."subject_id" IS NOT NULL AND NEW."subject_id" IS NULL) EXECUTE FUNCTION "admin_actions_forget"();
