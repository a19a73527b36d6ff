ALTER TABLE "contents" ADD COLUMN "note_excerpt" text;--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "note_tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "open_todos" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "done_todos" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "contents_unfilled_note_idx" ON "contents" USING btree ("id") WHERE note is not null and note_excerpt is null;