-- Every answer gets the task of its latest run. One that was in flight is taken up behind the parts that were read.
INSERT INTO "tasks" ("id", "kind", "key", "user_id", "content_id", "payload", "state", "checkpoints", "error_code", "error_params", "created_at", "started_at", "finished_at", "updated_at")
SELECT coalesce(r."run_id", gen_random_uuid()), 'prompt', r."id"::text, r."user_id", r."content_id",
	jsonb_build_object('title', r."title", 'prompt', r."prompt", 'language', 'en') || coalesce(r."asked", '{}') || jsonb_build_object('resultId', r."id"),
	CASE WHEN NOT f."in_flight" AND r."run_state" IN ('queued', 'running') THEN 'cancelled' WHEN f."in_flight" THEN 'queued' ELSE r."run_state" END,
	CASE WHEN f."in_flight" THEN r."parts" ELSE '{}' END,
	CASE WHEN r."run_state" = 'failed' THEN coalesce(r."error_code", 'internal') END,
	CASE WHEN r."run_state" = 'failed' THEN r."error_params" END,
	coalesce(r."run_started_at", r."created_at"),
	CASE WHEN r."run_lease" > 0 THEN coalesce(r."run_started_at", r."created_at") END,
	CASE WHEN NOT f."in_flight" THEN r."updated_at" END,
	r."updated_at"
FROM "prompt_results" r,
	LATERAL (SELECT r."run_state" IN ('queued', 'running') AND r."deleted_at" IS NULL AND r."asked" IS NOT NULL AS "in_flight") f;--> statement-breakpoint
INSERT INTO "task_events" ("task_id", "event")
SELECT t."id", jsonb_build_object('type', 'partial', 'offset', 0, 'text', r."draft", 'elapsedMs', 0)
FROM "prompt_results" r JOIN "tasks" t ON t."kind" = 'prompt' AND t."key" = r."id"::text
WHERE t."state" = 'queued' AND r."draft" <> '';--> statement-breakpoint
DO $$ BEGIN
	IF to_regclass('pgboss.job') IS NOT NULL THEN DELETE FROM pgboss.job WHERE name = 'prompts.run'; END IF;
END $$;--> statement-breakpoint
DROP INDEX "prompt_results_in_flight_idx";--> statement-breakpoint
ALTER TABLE "prompt_results" DROP COLUMN "run_id";--> statement-breakpoint
ALTER TABLE "prompt_results" DROP COLUMN "run_state";--> statement-breakpoint
ALTER TABLE "prompt_results" DROP COLUMN "run_lease";--> statement-breakpoint
ALTER TABLE "prompt_results" DROP COLUMN "asked";--> statement-breakpoint
ALTER TABLE "prompt_results" DROP COLUMN "draft";--> statement-breakpoint
ALTER TABLE "prompt_results" DROP COLUMN "parts";--> statement-breakpoint
ALTER TABLE "prompt_results" DROP COLUMN "parts_total";--> statement-breakpoint
ALTER TABLE "prompt_results" DROP COLUMN "error_code";--> statement-breakpoint
ALTER TABLE "prompt_results" DROP COLUMN "error_params";--> statement-breakpoint
ALTER TABLE "prompt_results" DROP COLUMN "run_started_at";