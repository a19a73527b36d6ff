CREATE TABLE "channel_entries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"channel_id" uuid NOT NULL,
	"key" text NOT NULL,
	"url" text NOT NULL,
	"source_key" text NOT NULL,
	"title" text NOT NULL,
	"author" text,
	"duration_ms" integer,
	"published_at" timestamp with time zone,
	"found_at" timestamp with time zone DEFAULT now() NOT NULL,
	"listed_at" timestamp with time zone NOT NULL,
	"initial" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "channels" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"address" text NOT NULL,
	"by_feed" boolean NOT NULL,
	"named" text NOT NULL,
	"url" text NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"etag" text,
	"last_modified" text,
	"hash" text,
	"state" text DEFAULT 'new' NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"problem" jsonb,
	"checked_at" timestamp with time zone,
	"answered_at" timestamp with time zone,
	"next_check_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "channels_address_unique" UNIQUE("address")
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"user_id" text NOT NULL,
	"channel_id" uuid NOT NULL,
	"followed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "subscriptions_user_id_channel_id_pk" PRIMARY KEY("user_id","channel_id")
);
--> statement-breakpoint
ALTER TABLE "channel_entries" ADD CONSTRAINT "channel_entries_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "channel_entries_key_idx" ON "channel_entries" USING btree ("channel_id","key");--> statement-breakpoint
CREATE INDEX "channel_entries_listed_idx" ON "channel_entries" USING btree ("channel_id","listed_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "channel_entries_source_idx" ON "channel_entries" USING btree ("source_key");--> statement-breakpoint
CREATE INDEX "channels_due_idx" ON "channels" USING btree ("next_check_at") WHERE state <> 'gone';--> statement-breakpoint
CREATE INDEX "subscriptions_channel_idx" ON "subscriptions" USING btree ("channel_id");--> statement-breakpoint
CREATE INDEX "subscriptions_ended_idx" ON "subscriptions" USING btree ("ended_at") WHERE ended_at is not null;