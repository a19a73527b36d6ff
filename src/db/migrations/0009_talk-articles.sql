CREATE TABLE "talk_article_parts" (
	"user_id" text NOT NULL,
	"content_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"title" text,
	"start_ms" double precision NOT NULL,
	"wanted" boolean DEFAULT true NOT NULL,
	"outcome" text,
	"lines_key" text,
	"paragraphs" jsonb,
	"model" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "talk_article_parts_user_id_content_id_position_pk" PRIMARY KEY("user_id","content_id","position")
);
--> statement-breakpoint
CREATE TABLE "talk_articles" (
	"user_id" text NOT NULL,
	"content_id" uuid NOT NULL,
	"state" text NOT NULL,
	"run_id" uuid NOT NULL,
	"scope" text NOT NULL,
	"position" integer,
	"planned" boolean DEFAULT false NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"model" text,
	"error_code" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "talk_articles_user_id_content_id_pk" PRIMARY KEY("user_id","content_id")
);
--> statement-breakpoint
ALTER TABLE "talk_article_parts" ADD CONSTRAINT "talk_article_parts_article_fk" FOREIGN KEY ("user_id","content_id") REFERENCES "public"."talk_articles"("user_id","content_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "talk_articles" ADD CONSTRAINT "talk_articles_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "talk_articles" ADD CONSTRAINT "talk_articles_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;