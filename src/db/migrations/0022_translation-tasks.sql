-- Work that was in flight is begun again by its task, behind the lines that are there.
INSERT INTO "tasks" ("kind", "key", "user_id", "content_id", "payload", "state", "error_code", "created_at", "finished_at", "updated_at")
SELECT 'translation', "user_id" || ':' || "content_id" || ':' || "language", "user_id", "content_id",
	jsonb_build_object('userId', "user_id", 'contentId', "content_id", 'language', "language"),
	CASE "state" WHEN 'running' THEN 'queued' ELSE "state" END,
	CASE "state" WHEN 'failed' THEN coalesce("error_code", 'internal') END,
	"updated_at", CASE "state" WHEN 'running' THEN NULL ELSE "updated_at" END, "updated_at"
FROM "transcript_translations";--> statement-breakpoint
UPDATE "model_uses" SET "job" = 'translation:' || "tasks"."id"
FROM "tasks" JOIN "transcript_translations" AS t
	ON "tasks"."kind" = 'translation' AND "tasks"."key" = t."user_id" || ':' || t."content_id" || ':' || t."language"
WHERE "model_uses"."job" = 'translation:' || t."content_id" || ':' || t."language" || ':' || t."turn";--> statement-breakpoint
DO $$ BEGIN
	IF to_regclass('pgboss.job') IS NOT NULL THEN DELETE FROM pgboss.job WHERE name = 'summaries.translate'; END IF;
END $$;--> statement-breakpoint
DROP INDEX "transcript_translations_running_idx";--> statement-breakpoint
ALTER TABLE "transcript_translations" DROP COLUMN "state";--> statement-breakpoint
ALTER TABLE "transcript_translations" DROP COLUMN "turn";--> statement-breakpoint
ALTER TABLE "transcript_translations" DROP COLUMN "done";--> statement-breakpoint
ALTER TABLE "transcript_translations" DROP COLUMN "total";--> statement-breakpoint
ALTER TABLE "transcript_translations" DROP COLUMN "error_code";