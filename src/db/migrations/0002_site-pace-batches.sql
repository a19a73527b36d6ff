CREATE TABLE "batch_items" (
	"batch_id" uuid NOT NULL,
	"content_id" uuid NOT NULL,
	"run_id" uuid,
	"position" integer NOT NULL,
	CONSTRAINT "batch_items_batch_id_content_id_pk" PRIMARY KEY("batch_id","content_id")
);
--> statement-breakpoint
CREATE TABLE "batches" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"title" text NOT NULL,
	"url" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "collection_listings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"url" text NOT NULL,
	"data" jsonb NOT NULL,
	"complete" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "run_waits" (
	"run_id" uuid PRIMARY KEY NOT NULL,
	"site" text NOT NULL,
	"priority" integer NOT NULL,
	"waiting" boolean DEFAULT true NOT NULL,
	"until" timestamp with time zone,
	"blocks" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "site_pace" (
	"site" text PRIMARY KEY NOT NULL,
	"next_start" timestamp with time zone NOT NULL,
	"blocked_until" timestamp with time zone,
	"reason" text,
	"strikes" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "batch_items" ADD CONSTRAINT "batch_items_batch_id_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_items" ADD CONSTRAINT "batch_items_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_listings" ADD CONSTRAINT "collection_listings_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_waits" ADD CONSTRAINT "run_waits_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "batch_items_content_idx" ON "batch_items" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "batches_user_idx" ON "batches" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "collection_listings_user_idx" ON "collection_listings" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "run_waits_site_idx" ON "run_waits" USING btree ("site","waiting","priority" DESC NULLS LAST,"created_at");