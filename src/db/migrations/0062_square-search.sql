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
-- All items of one collection, or one of them. A content that is being deleted is waited for and left out.
CREATE FUNCTION "square_add_items"(collection uuid, item uuid) RETURNS void LANGUAGE sql AS $$
  INSERT INTO "square_search" ("collection_id", "content_id", "words", "pairs")
    SELECT collection, held."id", lower(held."title"), search_pairs(lower(held."title")) FROM (
      SELECT c."id", c."title" FROM "collection_items" i JOIN "contents" c ON c."id" = i."content_id"
      WHERE i."collection_id" = collection AND (item IS NULL OR i."content_id" = item) FOR KEY SHARE OF c) held
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
    PERFORM square_add_items(NEW."id", NULL);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "collections_square_new" AFTER INSERT ON "collections" FOR EACH ROW WHEN (NEW."is_public")
  EXECUTE FUNCTION "square_of_collection"();--> statement-breakpoint
CREATE TRIGGER "collections_square" AFTER UPDATE OF "name", "description", "is_public", "hidden_at" ON "collections" FOR EACH ROW
  WHEN ((OLD."name", OLD."description", OLD."is_public", OLD."hidden_at")
    IS DISTINCT FROM (NEW."name", NEW."description", NEW."is_public", NEW."hidden_at"))
  EXECUTE FUNCTION "square_of_collection"();--> statement-breakpoint
CREATE FUNCTION "square_of_item"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM "square_search" WHERE "collection_id" = OLD."collection_id" AND "content_id" = OLD."content_id";
  END IF;
  IF TG_OP <> 'DELETE' THEN
    IF EXISTS (SELECT FROM "collections" WHERE "id" = NEW."collection_id" AND "is_public" AND "hidden_at" IS NULL) THEN
      PERFORM square_add_items(NEW."collection_id", NEW."content_id");
    END IF;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "collection_items_square" AFTER INSERT OR DELETE OR UPDATE OF "collection_id", "content_id" ON "collection_items"
  FOR EACH ROW EXECUTE FUNCTION "square_of_item"();--> statement-breakpoint
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
SELECT square_add_items("id", NULL) FROM "collections" WHERE "is_public" AND "hidden_at" IS NULL;
