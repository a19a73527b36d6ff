CREATE TABLE "site_credentials" (
	"user_id" text NOT NULL,
	"site" text NOT NULL,
	"key_id" text NOT NULL,
	"sealed" text NOT NULL,
	"expires_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "site_credentials_user_id_site_pk" PRIMARY KEY("user_id","site")
);
--> statement-breakpoint
ALTER TABLE "site_credentials" ADD CONSTRAINT "site_credentials_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;