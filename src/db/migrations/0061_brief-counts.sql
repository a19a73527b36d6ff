ALTER TABLE "library_answers" ADD COLUMN "read_items" integer;--> statement-breakpoint
ALTER TABLE "library_answers" ADD COLUMN "scope_items" integer;