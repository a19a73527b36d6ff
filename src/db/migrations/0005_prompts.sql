CREATE TABLE "custom_prompts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"title" text NOT NULL,
	"custom_prompt" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "prompt_results" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"content_id" uuid NOT NULL,
	"prompt_id" text NOT NULL,
	"title" text NOT NULL,
	"prompt" text NOT NULL,
	"text" text,
	"sources" jsonb,
	"model" text,
	"versions" jsonb,
	"written_at" timestamp with time zone,
	"run_id" uuid,
	"run_state" text DEFAULT 'queued' NOT NULL,
	"run_lease" integer DEFAULT 0 NOT NULL,
	"asked" jsonb,
	"draft" text DEFAULT '' NOT NULL,
	"parts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"parts_total" integer DEFAULT 0 NOT NULL,
	"error_code" text,
	"error_params" jsonb,
	"run_started_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "custom_prompts" ADD CONSTRAINT "custom_prompts_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prompt_results" ADD CONSTRAINT "prompt_results_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prompt_results" ADD CONSTRAINT "prompt_results_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "custom_prompts_user_idx" ON "custom_prompts" USING btree ("user_id","updated_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "prompt_results_content_prompt_idx" ON "prompt_results" USING btree ("user_id","content_id","prompt_id");--> statement-breakpoint
CREATE INDEX "prompt_results_in_flight_idx" ON "prompt_results" USING btree ("run_state") WHERE run_state in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "prompt_results_prompt_idx" ON "prompt_results" USING btree ("user_id","prompt_id");