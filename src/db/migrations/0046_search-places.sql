ALTER INDEX "library_search_grams_idx" SET (fastupdate = true, gin_pending_list_limit = 1024);--> statement-breakpoint
-- Lines of notes and paragraphs now say where they lead: a job makes the rows again.
INSERT INTO "library_stale" ("user_id", "content_id") SELECT "user_id", "id" FROM "contents" ON CONFLICT DO NOTHING;
