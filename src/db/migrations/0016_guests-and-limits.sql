CREATE TABLE "model_reservations" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"job" text NOT NULL,
	"cost_usd" double precision NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"taken" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "rate_limits_ends_idx" ON "rate_limits" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "session_expires_idx" ON "session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "user_guests_idx" ON "user" USING btree ("created_at") WHERE is_anonymous;