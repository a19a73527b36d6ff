ALTER TABLE "library_answers" ADD COLUMN "complete" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "library_answers" ADD COLUMN "after_id" uuid;