CREATE TABLE "automatic_summaries" (
	"user_id" text NOT NULL,
	"source_key" text NOT NULL,
	"seconds" integer NOT NULL,
	"problem" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "automatic_summaries_user_id_source_key_pk" PRIMARY KEY("user_id","source_key")
);
--> statement-breakpoint
CREATE TABLE "channel_settings" (
	"user_id" text PRIMARY KEY NOT NULL,
	"monthly_minutes" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "automatic_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "note_language" text DEFAULT 'zh' NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "detail" text DEFAULT 'standard' NOT NULL;--> statement-breakpoint
ALTER TABLE "automatic_summaries" ADD CONSTRAINT "automatic_summaries_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_settings" ADD CONSTRAINT "channel_settings_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "automatic_summaries_month_idx" ON "automatic_summaries" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "channel_entries_news_idx" ON "channel_entries" USING btree ("found_at") WHERE not initial;--> statement-breakpoint
CREATE INDEX "subscriptions_automatic_idx" ON "subscriptions" USING btree ("channel_id","automatic_since") WHERE automatic_since is not null;