-- Indexes that lead with the owner and hold lists. Trusted: the owner of the database may install it.
CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint
CREATE TABLE "smart_folders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"tags" text[] NOT NULL,
	"match_type" text DEFAULT 'any' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "smart_folders" ADD CONSTRAINT "smart_folders_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "smart_folders_user_idx" ON "smart_folders" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "contents_user_tags_idx" ON "contents" USING gin ("user_id","note_tags");--> statement-breakpoint
CREATE INDEX "contents_user_todo_idx" ON "contents" USING btree ("user_id","updated_at","id") WHERE open_todos > 0;