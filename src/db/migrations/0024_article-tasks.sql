-- The run's id stays as the task's: its use of a model is counted under it. Work that was in flight goes on behind its parts.
INSERT INTO "tasks" ("id", "kind", "key", "user_id", "content_id", "payload", "state", "checkpoints", "error_code", "created_at", "finished_at", "updated_at")
SELECT "run_id", 'article', "user_id" || ':' || "content_id", "user_id", "content_id",
	jsonb_build_object('userId', "user_id", 'contentId', "content_id", 'parts', CASE "scope" WHEN 'part' THEN to_jsonb("position") ELSE to_jsonb("scope") END),
	CASE "state" WHEN 'running' THEN 'queued' ELSE "state" END,
	CASE WHEN "planned" THEN jsonb_build_object('plan', jsonb_build_object('total', "total")) ELSE '{}'::jsonb END,
	CASE "state" WHEN 'failed' THEN coalesce("error_code", 'internal') END,
	"updated_at", CASE "state" WHEN 'running' THEN NULL ELSE "updated_at" END, "updated_at"
FROM "talk_articles";--> statement-breakpoint
DO $$ BEGIN
	IF to_regclass('pgboss.job') IS NOT NULL THEN DELETE FROM pgboss.job WHERE name = 'summaries.write-article'; END IF;
END $$;--> statement-breakpoint
DROP INDEX "talk_articles_running_idx";--> statement-breakpoint
ALTER TABLE "talk_articles" DROP COLUMN "state";--> statement-breakpoint
ALTER TABLE "talk_articles" DROP COLUMN "run_id";--> statement-breakpoint
ALTER TABLE "talk_articles" DROP COLUMN "scope";--> statement-breakpoint
ALTER TABLE "talk_articles" DROP COLUMN "position";--> statement-breakpoint
ALTER TABLE "talk_articles" DROP COLUMN "planned";--> statement-breakpoint
ALTER TABLE "talk_articles" DROP COLUMN "total";--> statement-breakpoint
ALTER TABLE "talk_articles" DROP COLUMN "error_code";