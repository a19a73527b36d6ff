ALTER TABLE "user" ADD COLUMN "is_owner" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "is_admin" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "is_lifetime" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "paid_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "theme" text;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "avatar_blob" text;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "delete_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "user_owner_idx" ON "user" USING btree ("is_owner") WHERE is_owner;--> statement-breakpoint
CREATE INDEX "user_created_idx" ON "user" USING btree ("created_at","id") WHERE is_anonymous is not true;--> statement-breakpoint
CREATE INDEX "user_avatar_idx" ON "user" USING btree ("avatar_blob") WHERE avatar_blob is not null;--> statement-breakpoint
CREATE INDEX "user_delete_idx" ON "user" USING btree ("delete_at") WHERE delete_at is not null;