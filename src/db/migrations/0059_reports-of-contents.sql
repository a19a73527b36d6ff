ALTER TABLE "public_reports" ADD COLUMN "content_id" uuid;--> statement-breakpoint
UPDATE "public_reports" SET "content_id" = "shared_notes"."content_id" FROM "shared_notes" WHERE "shared_notes"."slug" = "public_reports"."note_slug";--> statement-breakpoint
ALTER TABLE "public_reports" ADD CONSTRAINT "public_reports_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public_reports" DROP CONSTRAINT "public_reports_one_target";--> statement-breakpoint
ALTER TABLE "public_reports" DROP CONSTRAINT "public_reports_note_slug_shared_notes_slug_fk";
--> statement-breakpoint
DROP INDEX "public_reports_note_idx";--> statement-breakpoint
CREATE INDEX "public_reports_content_idx" ON "public_reports" USING btree ("content_id");--> statement-breakpoint
ALTER TABLE "public_reports" DROP COLUMN "note_slug";--> statement-breakpoint
ALTER TABLE "public_reports" ADD CONSTRAINT "public_reports_one_target" CHECK (num_nonnulls("public_reports"."collection_id", "public_reports"."content_id") = 1);
