CREATE TABLE "square_search" (
	"collection_id" uuid NOT NULL,
	"content_id" uuid,
	"words" text NOT NULL,
	"pairs" text[] NOT NULL,
	CONSTRAINT "square_search_unique" UNIQUE("collection_id","content_id")
);
--> statement-breakpoint
ALTER TABLE "square_search" ADD CONSTRAINT "square_search_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "square_search" ADD CONSTRAINT "square_search_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "square_search_content_idx" ON "square_search" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "square_search_pairs_idx" ON "square_search" USING gin ("pairs") WITH (fastupdate=true,gin_pending_list_limit=1024);--> statement-breakpoint
CREATE FUNCTION "search_pairs"(words text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY(SELECT substr(words, n, 2) FROM generate_series(1, length(words) - 1) n)
$$;--> statement-breakpoint
-- What the pairs of a text must include for the text to contain the words. More than 24 do not narrow it further; a single letter
-- has none, and its texts are read.
CREATE FUNCTION "search_keys"(words text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY(SELECT substr(words, n, 2) FROM generate_series(1, length(words) - 1, 1 + length(words) / 25) n)
$$;--> statement-breakpoint
-- All items of one collection. A content that is being deleted is waited for and left out.
CREATE FUNCTION "square_add_items"(collection uuid) RETURNS void LANGUAGE sql AS $$
  INSERT INTO "square_search" ("collection_id", "content_id", "words", "pairs")
    SELECT collection, held."id", lower(held."title"), search_pairs(lower(held."title")) FROM (
      SELECT c."id", c."title" FROM "collection_items" i JOIN "contents" c ON c."id" = i."content_id"
      WHERE i."collection_id" = collection FOR KEY SHARE OF c) held
    ON CONFLICT DO NOTHING
$$;--> statement-breakpoint
CREATE FUNCTION "square_of_collection"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE named text := lower(NEW."name" || E'\n' || NEW."description");
BEGIN
  IF NOT NEW."is_public" OR NEW."hidden_at" IS NOT NULL THEN
    DELETE FROM "square_search" WHERE "collection_id" = NEW."id";
    RETURN NULL;
  END IF;
  DELETE FROM "square_search" WHERE "collection_id" = NEW."id" AND "content_id" IS NULL;
  INSERT INTO "square_search" ("collection_id", "words", "pairs") VALUES (NEW."id", named, search_pairs(named));
  IF TG_OP = 'UPDATE' AND (NOT OLD."is_public" OR OLD."hidden_at" IS NOT NULL) THEN
    PERFORM square_add_items(NEW."id");
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "collections_square_new" AFTER INSERT ON "collections" FOR EACH ROW WHEN (NEW."is_public")
  EXECUTE FUNCTION "square_of_collection"();--> statement-breakpoint
CREATE TRIGGER "collections_square" AFTER UPDATE OF "name", "description", "is_public", "hidden_at" ON "collections" FOR EACH ROW
  WHEN ((OLD."name", OLD."description", OLD."is_public", OLD."hidden_at")
    IS DISTINCT FROM (NEW."name", NEW."description", NEW."is_public", NEW."hidden_at"))
  EXECUTE FUNCTION "square_of_collection"();--> statement-breakpoint
-- Once for a statement, however many items it adds or takes out.
CREATE FUNCTION "square_of_items_added"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "square_search" ("collection_id", "content_id", "words", "pairs")
    SELECT held."collection_id", held."id", lower(held."title"), search_pairs(lower(held."title")) FROM (
      SELECT item."collection_id", c."id", c."title" FROM added item
        JOIN "collections" k ON k."id" = item."collection_id" AND k."is_public" AND k."hidden_at" IS NULL
        JOIN "contents" c ON c."id" = item."content_id" FOR KEY SHARE OF c) held
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "square_of_items_removed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The array lets the index of contents be used, however many rows the database expects.
  DELETE FROM "square_search" s WHERE s."content_id" = ANY (ARRAY(SELECT "content_id" FROM removed))
    AND EXISTS (SELECT FROM removed item WHERE item."collection_id" = s."collection_id" AND item."content_id" = s."content_id")
    AND NOT EXISTS (SELECT FROM "collection_items" still WHERE still."collection_id" = s."collection_id" AND still."content_id" = s."content_id");
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "collection_items_square_added" AFTER INSERT ON "collection_items" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "square_of_items_added"();--> statement-breakpoint
CREATE TRIGGER "collection_items_square_removed" AFTER DELETE ON "collection_items" REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION "square_of_items_removed"();--> statement-breakpoint
CREATE TRIGGER "collection_items_square_moved_away" AFTER UPDATE ON "collection_items" REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION "square_of_items_removed"();--> statement-breakpoint
CREATE TRIGGER "collection_items_square_moved_here" AFTER UPDATE ON "collection_items" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "square_of_items_added"();--> statement-breakpoint
CREATE FUNCTION "square_of_title"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "square_search" SET "words" = lower(NEW."title"), "pairs" = search_pairs(lower(NEW."title")) WHERE "content_id" = NEW."id";
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "contents_square" AFTER UPDATE OF "title" ON "contents" FOR EACH ROW WHEN (OLD."title" IS DISTINCT FROM NEW."title")
  EXECUTE FUNCTION "square_of_title"();--> statement-breakpoint
INSERT INTO "square_search" ("collection_id", "words", "pairs")
  SELECT k."id", named, search_pairs(named) FROM "collections" k, lower(k."name" || E'\n' || k."description") named
  WHERE k."is_public" AND k."hidden_at" IS NULL;--> statement-breakpoint
SELECT square_add_items("id") FROM "collections" WHERE "is_public" AND "hidden_at" IS NULL;
