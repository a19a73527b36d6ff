CREATE TABLE "library_search" (
	"user_id" text NOT NULL,
	"content_id" uuid NOT NULL,
	"part" text NOT NULL,
	"version" text,
	"plain" text NOT NULL,
	"folded" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"starts" integer[],
	"grams" integer[] NOT NULL,
	CONSTRAINT "library_search_user_id_content_id_part_pk" PRIMARY KEY("user_id","content_id","part")
);
--> statement-breakpoint
CREATE TABLE "library_stale" (
	"user_id" text NOT NULL,
	"content_id" uuid NOT NULL,
	CONSTRAINT "library_stale_user_id_content_id_pk" PRIMARY KEY("user_id","content_id")
);
--> statement-breakpoint
ALTER TABLE "library_search" ADD CONSTRAINT "library_search_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "library_search" ADD CONSTRAINT "library_search_content_fk" FOREIGN KEY ("user_id","content_id") REFERENCES "public"."contents"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "library_stale" ADD CONSTRAINT "library_stale_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "library_stale" ADD CONSTRAINT "library_stale_content_fk" FOREIGN KEY ("user_id","content_id") REFERENCES "public"."contents"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "library_search_grams_idx" ON "library_search" USING gin ("user_id","part","grams") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "contents_user_noted_idx" ON "contents" USING btree ("user_id","updated_at") WHERE note is not null;--> statement-breakpoint
ALTER TABLE "library_search" ALTER CONSTRAINT "library_search_content_fk" DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
ALTER TABLE "library_stale" ALTER CONSTRAINT "library_stale_content_fk" DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
-- Long lists of numbers: what is common among them says nothing, and finding it out takes seconds.
ALTER TABLE "library_search" ALTER COLUMN "grams" SET STATISTICS 0;--> statement-breakpoint
-- Whoever writes a title, a note or a correction, in the same transaction.
CREATE FUNCTION "mark_content_stale"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "library_stale" ("user_id", "content_id") VALUES (NEW."user_id", NEW."id") ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "contents_stale_new" AFTER INSERT ON "contents" FOR EACH ROW EXECUTE FUNCTION "mark_content_stale"();--> statement-breakpoint
CREATE TRIGGER "contents_stale" AFTER UPDATE OF "title", "description", "note", "extraction_id" ON "contents" FOR EACH ROW
  WHEN ((OLD."title", OLD."description", OLD."note", OLD."extraction_id") IS DISTINCT FROM (NEW."title", NEW."description", NEW."note", NEW."extraction_id"))
  EXECUTE FUNCTION "mark_content_stale"();--> statement-breakpoint
-- A content that is being deleted, with its corrections, is gone by now. Its key waits until the end where accounts are merged.
CREATE FUNCTION "mark_edited_stale"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "library_stale" ("user_id", "content_id")
    SELECT c."user_id", c."id" FROM "contents" c WHERE c."id" = coalesce(NEW."content_id", OLD."content_id") ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "transcript_edits_stale" AFTER INSERT OR DELETE OR UPDATE OF "edit", "content_id" ON "transcript_edits" FOR EACH ROW
  EXECUTE FUNCTION "mark_edited_stale"();--> statement-breakpoint
-- A job makes their rows afterwards.
INSERT INTO "library_stale" ("user_id", "content_id") SELECT "user_id", "id" FROM "contents";
