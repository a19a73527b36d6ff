CREATE FUNCTION "lower_tags"(tags text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY(SELECT lower(tag) FROM unnest(tags) tag)
$$;--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "lower_tags" text[] GENERATED ALWAYS AS (lower_tags(note_tags)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "contents_user_lower_tags_idx" ON "contents" USING gin ("user_id","lower_tags");--> statement-breakpoint
-- Without figures about the new column, a rare tag would be looked for through all contents.
DO $$ BEGIN
  IF EXISTS (SELECT FROM "contents") THEN ANALYZE "contents" ("lower_tags"); END IF;
END $$;
