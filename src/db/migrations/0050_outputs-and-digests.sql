CREATE TABLE "digest_settings" (
	"user_id" text PRIMARY KEY NOT NULL,
	"feed_token" text,
	"mail" boolean DEFAULT false NOT NULL,
	"language" text DEFAULT 'zh' NOT NULL,
	"end_token" text,
	CONSTRAINT "digest_settings_feed_token_unique" UNIQUE("feed_token"),
	CONSTRAINT "digest_settings_end_token_unique" UNIQUE("end_token")
);
--> statement-breakpoint
CREATE TABLE "digests" (
	"user_id" text NOT NULL,
	"week" date NOT NULL,
	"items" jsonb NOT NULL,
	"left_out" integer NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"mail_begun_at" timestamp with time zone,
	CONSTRAINT "digests_user_id_week_pk" PRIMARY KEY("user_id","week")
);
--> statement-breakpoint
CREATE TABLE "image_generations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"operation_name" text NOT NULL,
	"generated_image_url" text,
	"generated_image_urls" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "image_generations_content" CHECK (operation_name ~* '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}')
);
--> statement-breakpoint
CREATE TABLE "music_generations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"task_id" text NOT NULL,
	"title" text NOT NULL,
	"audio_url" text,
	"provider" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "video_processing_tasks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"video_url" text NOT NULL,
	"html_url" text,
	"pdf_url" text,
	"markdown_url" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "digest_settings" ADD CONSTRAINT "digest_settings_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digests" ADD CONSTRAINT "digests_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_generations" ADD CONSTRAINT "image_generations_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "music_generations" ADD CONSTRAINT "music_generations_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_processing_tasks" ADD CONSTRAINT "video_processing_tasks_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "digests_week_idx" ON "digests" USING btree ("week");--> statement-breakpoint
CREATE INDEX "image_generations_list_idx" ON "image_generations" USING btree ("user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "music_generations_list_idx" ON "music_generations" USING btree ("user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "video_processing_tasks_list_idx" ON "video_processing_tasks" USING btree ("user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);