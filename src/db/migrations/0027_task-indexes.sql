DROP INDEX "tasks_finished_idx";--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "replaced_at" timestamp with time zone;--> statement-breakpoint
UPDATE "tasks" t SET "replaced_at" = now() WHERE "state" NOT IN ('queued', 'running') AND EXISTS (
	SELECT 1 FROM "tasks" later WHERE later."kind" = t."kind" AND later."key" = t."key" AND later."created_at" > t."created_at"
);--> statement-breakpoint
CREATE INDEX "tasks_user_in_flight_idx" ON "tasks" USING btree ("user_id","content_id") WHERE state in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "tasks_replaced_idx" ON "tasks" USING btree ("replaced_at") WHERE replaced_at is not null;