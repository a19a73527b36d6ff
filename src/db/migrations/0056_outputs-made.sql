ALTER TABLE "image_generations" ADD COLUMN "content_id" uuid;--> statement-breakpoint
ALTER TABLE "image_generations" ADD COLUMN "blobs" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "image_generations" ADD COLUMN "stored_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "music_generations" ADD COLUMN "content_id" uuid;--> statement-breakpoint
ALTER TABLE "music_generations" ADD COLUMN "blobs" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "music_generations" ADD COLUMN "stored_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "video_processing_tasks" ADD COLUMN "content_id" uuid;--> statement-breakpoint
ALTER TABLE "video_processing_tasks" ADD COLUMN "blobs" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "video_processing_tasks" ADD COLUMN "stored_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "image_generations" ADD CONSTRAINT "image_generations_content_fk" FOREIGN KEY ("user_id","content_id") REFERENCES "public"."contents"("user_id","id") ON DELETE cascade ON UPDATE no action DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
ALTER TABLE "music_generations" ADD CONSTRAINT "music_generations_content_fk" FOREIGN KEY ("user_id","content_id") REFERENCES "public"."contents"("user_id","id") ON DELETE cascade ON UPDATE no action DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
ALTER TABLE "video_processing_tasks" ADD CONSTRAINT "video_processing_tasks_content_fk" FOREIGN KEY ("user_id","content_id") REFERENCES "public"."contents"("user_id","id") ON DELETE cascade ON UPDATE no action DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
CREATE INDEX "image_generations_content_idx" ON "image_generations" USING btree ("user_id","content_id");--> statement-breakpoint
CREATE INDEX "music_generations_content_idx" ON "music_generations" USING btree ("user_id","content_id");--> statement-breakpoint
CREATE INDEX "video_processing_tasks_content_idx" ON "video_processing_tasks" USING btree ("user_id","content_id");--> statement-breakpoint
-- Whatever deletes the row (an account, a record, a failed task), its files go with it.
CREATE FUNCTION "discard_made_files"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "blob_garbage" ("blob_key") SELECT jsonb_array_elements_text(OLD."blobs");
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "music_generations_discard" AFTER DELETE ON "music_generations" FOR EACH ROW
  WHEN (OLD."blobs" <> '[]'::jsonb) EXECUTE FUNCTION "discard_made_files"();--> statement-breakpoint
CREATE TRIGGER "image_generations_discard" AFTER DELETE ON "image_generations" FOR EACH ROW
  WHEN (OLD."blobs" <> '[]'::jsonb) EXECUTE FUNCTION "discard_made_files"();--> statement-breakpoint
CREATE TRIGGER "video_processing_tasks_discard" AFTER DELETE ON "video_processing_tasks" FOR EACH ROW
  WHEN (OLD."blobs" <> '[]'::jsonb) EXECUTE FUNCTION "discard_made_files"();
