CREATE TABLE "write_probe" (
	"id" integer PRIMARY KEY NOT NULL,
	"written_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "stored_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "lock_token" text;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "lock_beat_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "lock_wanted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "uploads_receiving_idx" ON "uploads" USING btree ("updated_at") WHERE status = 'receiving';--> statement-breakpoint
-- Uploads whose content has been deleted since: their rows stayed, and would count against their owner.
DELETE FROM "uploads" WHERE "status" = 'taken' AND NOT EXISTS (SELECT 1 FROM "sources" WHERE "sources"."key" = 'file:' || "uploads"."id");
