CREATE TABLE "engine_health" (
	"engine" text PRIMARY KEY NOT NULL,
	"worked_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"error_code" text
);
