CREATE TABLE "library_answer_sources" (
	"answer_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"user_id" text NOT NULL,
	"content_id" uuid NOT NULL,
	"item" integer NOT NULL,
	"first_segment" integer NOT NULL,
	"last_segment" integer NOT NULL,
	"start_ms" double precision,
	"page" integer,
	"text" text NOT NULL,
	"marks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "library_answer_sources_answer_id_position_pk" PRIMARY KEY("answer_id","position")
);
--> statement-breakpoint
CREATE TABLE "library_answers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"question" text DEFAULT '' NOT NULL,
	"scope" jsonb NOT NULL,
	"scope_name" text,
	"note_language" text NOT NULL,
	"state" text NOT NULL,
	"markdown" text DEFAULT '' NOT NULL,
	"related" text[] DEFAULT '{}'::text[] NOT NULL,
	"problem" jsonb,
	"model" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "library_answers_owner_idx" ON "library_answers" USING btree ("user_id","id");--> statement-breakpoint
ALTER TABLE "library_answer_sources" ADD CONSTRAINT "library_answer_sources_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "library_answer_sources" ADD CONSTRAINT "library_answer_sources_answer_fk" FOREIGN KEY ("user_id","answer_id") REFERENCES "public"."library_answers"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "library_answer_sources" ADD CONSTRAINT "library_answer_sources_content_fk" FOREIGN KEY ("user_id","content_id") REFERENCES "public"."contents"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "library_answers" ADD CONSTRAINT "library_answers_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "library_answer_sources_content_idx" ON "library_answer_sources" USING btree ("content_id","user_id");--> statement-breakpoint
CREATE INDEX "library_answer_sources_answer_idx" ON "library_answer_sources" USING btree ("user_id","answer_id");--> statement-breakpoint
CREATE INDEX "library_answers_user_idx" ON "library_answers" USING btree ("user_id","created_at" DESC NULLS LAST,"id");
--> statement-breakpoint
ALTER TABLE "library_answer_sources" ALTER CONSTRAINT "library_answer_sources_content_fk" DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
ALTER TABLE "library_answer_sources" ALTER CONSTRAINT "library_answer_sources_answer_fk" DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
-- Transcripts name who speaks: a job makes the rows again.
INSERT INTO "library_stale" ("user_id", "content_id") SELECT "user_id", "id" FROM "contents" ON CONFLICT DO NOTHING;
