CREATE TABLE "model_keys" (
	"user_id" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"model" text NOT NULL,
	"key_id" text NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "detail" text DEFAULT 'standard' NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "detail" text DEFAULT 'standard' NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "key_user_id" text;--> statement-breakpoint
ALTER TABLE "model_keys" ADD CONSTRAINT "model_keys_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_key_user_id_user_id_fk" FOREIGN KEY ("key_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;