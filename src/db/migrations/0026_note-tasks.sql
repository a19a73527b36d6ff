INSERT INTO "tasks" ("id", "kind", "key", "payload", "state", "lease", "priority", "start_after", "progress", "error_code", "error_params", "created_at", "started_at", "finished_at", "updated_at")
SELECT r."id", 'note', r."key", '{}', CASE WHEN r."state" = 'running' THEN 'queued' ELSE r."state" END, r."lease",
	coalesce(w."priority", 0), w."until", r."stage", r."error_code", r."error_params", r."created_at", r."started_at",
	CASE WHEN r."state" IN ('queued', 'running') THEN NULL ELSE coalesce(r."finished_at", r."created_at") END,
	coalesce(r."finished_at", r."started_at", r."created_at")
FROM "runs" r LEFT JOIN "run_waits" w ON w."run_id" = r."id";--> statement-breakpoint
UPDATE "runs" SET "finished_at" = NULL WHERE "note" IS NULL AND "finished_at" IS NOT NULL;--> statement-breakpoint
-- A browser that was cut off asks for what came behind the number that it had last.
SELECT setval(pg_get_serial_sequence('"task_events"', 'id'), greatest((SELECT max("id") FROM "run_events"), (SELECT max("id") FROM "task_events"), 0) + 1, false);--> statement-breakpoint
DO $$ BEGIN
	IF to_regclass('pgboss.job') IS NOT NULL THEN
		DELETE FROM pgboss.job WHERE name IN ('summaries.execute-run', 'summaries.tidy-runs');
	END IF;
	IF to_regclass('pgboss.schedule') IS NOT NULL THEN
		DELETE FROM pgboss.schedule WHERE name = 'summaries.tidy-runs';
	END IF;
END $$;--> statement-breakpoint
DROP TABLE "run_events" CASCADE;--> statement-breakpoint
DROP INDEX "runs_in_flight_idx";--> statement-breakpoint
ALTER TABLE "runs" DROP COLUMN "state";--> statement-breakpoint
ALTER TABLE "runs" DROP COLUMN "lease";--> statement-breakpoint
ALTER TABLE "runs" DROP COLUMN "stage";--> statement-breakpoint
ALTER TABLE "runs" DROP COLUMN "error_code";--> statement-breakpoint
ALTER TABLE "runs" DROP COLUMN "error_params";--> statement-breakpoint
ALTER TABLE "runs" DROP COLUMN "started_at";--> statement-breakpoint
ALTER TABLE "run_waits" DROP COLUMN "blocks";
