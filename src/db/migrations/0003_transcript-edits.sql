CREATE TABLE "transcript_edits" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"content_id" uuid NOT NULL,
	"edit" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transcript_translations" (
	"user_id" text NOT NULL,
	"content_id" uuid NOT NULL,
	"language" text NOT NULL,
	"state" text NOT NULL,
	"turn" integer DEFAULT 1 NOT NULL,
	"model" text,
	"lines" jsonb NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"error_code" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "transcript_translations_user_id_content_id_language_pk" PRIMARY KEY("user_id","content_id","language")
);
--> statement-breakpoint
ALTER TABLE "transcript_edits" ADD CONSTRAINT "transcript_edits_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcript_edits" ADD CONSTRAINT "transcript_edits_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcript_translations" ADD CONSTRAINT "transcript_translations_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcript_translations" ADD CONSTRAINT "transcript_translations_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "transcript_edits_content_idx" ON "transcript_edits" USING btree ("user_id","content_id","id");