CREATE TABLE "chat_answers" (
	"chat_id" uuid PRIMARY KEY NOT NULL,
	"message_id" text NOT NULL,
	"markdown" text DEFAULT '' NOT NULL,
	"sources" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"stop_requested" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"heartbeat_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_history" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"content_id" uuid NOT NULL,
	"messages" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passage_indexes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"extraction_id" uuid NOT NULL,
	"content_id" uuid,
	"hash" text NOT NULL,
	"passages" integer NOT NULL,
	"average_length" double precision NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passages" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"index_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"first_segment" integer NOT NULL,
	"last_segment" integer NOT NULL,
	"terms" text[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chat_answers" ADD CONSTRAINT "chat_answers_chat_id_chat_history_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chat_history"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_history" ADD CONSTRAINT "chat_history_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_history" ADD CONSTRAINT "chat_history_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passage_indexes" ADD CONSTRAINT "passage_indexes_extraction_id_extractions_id_fk" FOREIGN KEY ("extraction_id") REFERENCES "public"."extractions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passage_indexes" ADD CONSTRAINT "passage_indexes_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passages" ADD CONSTRAINT "passages_index_id_passage_indexes_id_fk" FOREIGN KEY ("index_id") REFERENCES "public"."passage_indexes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "chat_history_content_idx" ON "chat_history" USING btree ("user_id","content_id");--> statement-breakpoint
CREATE INDEX "chat_history_user_idx" ON "chat_history" USING btree ("user_id","updated_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "passage_indexes_shared_idx" ON "passage_indexes" USING btree ("extraction_id","hash") WHERE content_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "passage_indexes_own_idx" ON "passage_indexes" USING btree ("content_id","extraction_id","hash") WHERE content_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "passages_place_idx" ON "passages" USING btree ("index_id","position");--> statement-breakpoint
CREATE INDEX "passages_terms_idx" ON "passages" USING gin ("terms");