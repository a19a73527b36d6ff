CREATE TABLE "public_reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"collection_id" uuid,
	"note_slug" text,
	"reason" text NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "public_reports_one_target" CHECK (num_nonnulls("public_reports"."collection_id", "public_reports"."note_slug") = 1)
);
--> statement-breakpoint
CREATE TABLE "shared_notes" (
	"slug" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"content_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"hidden_at" timestamp with time zone,
	CONSTRAINT "shared_notes_content_unique" UNIQUE("content_id")
);
--> statement-breakpoint
ALTER TABLE "public_reports" ADD CONSTRAINT "public_reports_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public_reports" ADD CONSTRAINT "public_reports_note_slug_shared_notes_slug_fk" FOREIGN KEY ("note_slug") REFERENCES "public"."shared_notes"("slug") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_notes" ADD CONSTRAINT "shared_notes_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_notes" ADD CONSTRAINT "shared_notes_content_fk" FOREIGN KEY ("user_id","content_id") REFERENCES "public"."contents"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "public_reports_collection_idx" ON "public_reports" USING btree ("collection_id");--> statement-breakpoint
CREATE INDEX "public_reports_note_idx" ON "public_reports" USING btree ("note_slug");--> statement-breakpoint
CREATE INDEX "public_reports_created_idx" ON "public_reports" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "shared_notes_owner_idx" ON "shared_notes" USING btree ("user_id","content_id");--> statement-breakpoint
CREATE INDEX "collections_public_updated_idx" ON "collections" USING btree ("updated_at","id") WHERE is_public and hidden_at is null;