CREATE TABLE "issued_licenses" (
	"reference" text PRIMARY KEY NOT NULL,
	"batch_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "license_batches" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_by" text,
	"product" text NOT NULL,
	"order_reference" text DEFAULT '' NOT NULL,
	"seconds" bigint NOT NULL,
	"key_count" integer NOT NULL,
	"expires_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "issued_licenses" ADD CONSTRAINT "issued_licenses_batch_id_license_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."license_batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "license_batches" ADD CONSTRAINT "license_batches_created_by_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "issued_licenses_batch_idx" ON "issued_licenses" USING btree ("batch_id");--> statement-breakpoint
CREATE INDEX "license_batches_created_by_idx" ON "license_batches" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "license_batches_created_idx" ON "license_batches" USING btree ("created_at","id");