ALTER TABLE "runs" ADD COLUMN "variant" text;--> statement-breakpoint
UPDATE "runs" SET "variant" = "id"::text WHERE "again";
