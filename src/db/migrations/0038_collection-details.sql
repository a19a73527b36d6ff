CREATE TABLE "collection_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"collection_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deleted_collections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"data" jsonb NOT NULL,
	"deleted_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "cover_content_id" uuid;--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "published_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "hidden_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "collection_slugs" ADD CONSTRAINT "collection_slugs_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deleted_collections" ADD CONSTRAINT "deleted_collections_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "collection_slugs_collection_idx" ON "collection_slugs" USING btree ("collection_id","created_at");--> statement-breakpoint
CREATE INDEX "deleted_collections_user_idx" ON "deleted_collections" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "deleted_collections_deleted_idx" ON "deleted_collections" USING btree ("deleted_at");--> statement-breakpoint
CREATE INDEX "collections_public_idx" ON "collections" USING btree ("published_at","id") WHERE is_public and hidden_at is null;--> statement-breakpoint
-- Nothing could be published before: what says so came with an archive.
UPDATE "collections" SET "is_public" = false WHERE "is_public";
