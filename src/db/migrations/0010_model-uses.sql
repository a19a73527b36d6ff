CREATE TABLE "model_uses" (
	"job" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" text,
	"own_key" boolean NOT NULL,
	"model" text NOT NULL,
	"calls" integer DEFAULT 0 NOT NULL,
	"input_tokens" integer DEFAULT 0 NOT NULL,
	"cached_tokens" integer DEFAULT 0 NOT NULL,
	"output_tokens" integer DEFAULT 0 NOT NULL,
	"estimated_calls" integer DEFAULT 0 NOT NULL,
	"cost_usd" double precision,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "model_uses" ADD CONSTRAINT "model_uses_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "model_uses_user_idx" ON "model_uses" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "model_uses_created_idx" ON "model_uses" USING btree ("created_at");