CREATE TABLE "watch_later" (
	"user_id" text NOT NULL,
	"content_id" uuid NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "watch_later_user_id_content_id_pk" PRIMARY KEY("user_id","content_id")
);
--> statement-breakpoint
ALTER TABLE "watch_later" ADD CONSTRAINT "watch_later_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watch_later" ADD CONSTRAINT "watch_later_content_fk" FOREIGN KEY ("user_id","content_id") REFERENCES "public"."contents"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "watch_later_content_idx" ON "watch_later" USING btree ("content_id","user_id");--> statement-breakpoint
CREATE INDEX "watch_later_added_idx" ON "watch_later" USING btree ("user_id","added_at" DESC NULLS LAST,"content_id");