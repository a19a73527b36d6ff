CREATE TABLE "user_content_highlights" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"content_id" uuid NOT NULL,
	"highlight_text" text NOT NULL,
	"scope" text NOT NULL,
	"section_id" text,
	"content_key" text NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"colour" text NOT NULL,
	"anchors" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "user_content_highlights" ADD CONSTRAINT "user_content_highlights_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_content_highlights" ADD CONSTRAINT "user_content_highlights_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_content_highlights_user_idx" ON "user_content_highlights" USING btree ("user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "user_content_highlights_content_idx" ON "user_content_highlights" USING btree ("user_id","content_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "user_content_highlights_deleted_idx" ON "user_content_highlights" USING btree ("user_id","deleted_at") WHERE deleted_at is not null;