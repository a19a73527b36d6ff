DROP INDEX "chat_history_user_idx";--> statement-breakpoint
DROP INDEX "collection_items_content_idx";--> statement-breakpoint
DROP INDEX "contents_user_updated_idx";--> statement-breakpoint
DROP INDEX "contents_active_run_idx";--> statement-breakpoint
DROP INDEX "user_content_highlights_content_idx";--> statement-breakpoint
DROP INDEX "user_content_highlights_deleted_idx";--> statement-breakpoint
DROP INDEX "custom_prompts_user_idx";--> statement-breakpoint
CREATE INDEX "talk_articles_content_idx" ON "talk_articles" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "talk_articles_running_idx" ON "talk_articles" USING btree ("user_id") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "listings_created_idx" ON "listings" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "chat_history_by_content_idx" ON "chat_history" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "passage_indexes_extraction_idx" ON "passage_indexes" USING btree ("extraction_id");--> statement-breakpoint
CREATE INDEX "blob_garbage_due_idx" ON "blob_garbage" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "contents_count_idx" ON "contents" USING btree ("user_id","content_type");--> statement-breakpoint
CREATE INDEX "contents_user_type_idx" ON "contents" USING btree ("user_id","content_type","updated_at","id");--> statement-breakpoint
CREATE INDEX "contents_user_active_idx" ON "contents" USING btree ("user_id","active_run_id") WHERE active_run_id is not null;--> statement-breakpoint
CREATE INDEX "contents_extraction_idx" ON "contents" USING btree ("extraction_id") WHERE extraction_id is not null;--> statement-breakpoint
CREATE INDEX "contents_cover_blob_idx" ON "contents" USING btree ("cover_blob") WHERE cover_blob is not null;--> statement-breakpoint
CREATE INDEX "extractions_cover_blob_idx" ON "extractions" USING btree (("data" ->> 'coverBlob')) WHERE ("extractions"."data" ->> 'coverBlob') is not null;--> statement-breakpoint
CREATE INDEX "extractions_media_blob_idx" ON "extractions" USING btree (("data" -> 'media' ->> 'blob')) WHERE ("extractions"."data" -> 'media' ->> 'blob') is not null;--> statement-breakpoint
CREATE INDEX "note_versions_by_content_idx" ON "note_versions" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "note_versions_extraction_idx" ON "note_versions" USING btree ("extraction_id") WHERE extraction_id is not null;--> statement-breakpoint
CREATE INDEX "run_events_partial_idx" ON "run_events" USING btree ("created_at") WHERE event ->> 'type' = 'partial';--> statement-breakpoint
CREATE INDEX "runs_key_idx" ON "runs" USING btree ("key","finished_at");--> statement-breakpoint
CREATE INDEX "runs_extraction_idx" ON "runs" USING btree ("extraction_id") WHERE extraction_id is not null;--> statement-breakpoint
CREATE INDEX "runs_key_user_idx" ON "runs" USING btree ("key_user_id") WHERE key_user_id is not null;--> statement-breakpoint
CREATE INDEX "sources_blob_idx" ON "sources" USING btree ("blob_key") WHERE blob_key is not null;--> statement-breakpoint
CREATE INDEX "user_content_highlights_colour_idx" ON "user_content_highlights" USING btree ("user_id","colour","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "model_uses_updated_idx" ON "model_uses" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "site_pace_next_idx" ON "site_pace" USING btree ("next_start");--> statement-breakpoint
CREATE INDEX "custom_prompts_deleted_idx" ON "custom_prompts" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "prompt_results_content_idx" ON "prompt_results" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "prompt_results_deleted_idx" ON "prompt_results" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "transcript_edits_by_content_idx" ON "transcript_edits" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "transcript_translations_content_idx" ON "transcript_translations" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "transcript_translations_running_idx" ON "transcript_translations" USING btree ("user_id") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "uploads_left_idx" ON "uploads" USING btree ("updated_at") WHERE status in ('receiving', 'complete');--> statement-breakpoint
CREATE INDEX "collection_items_content_idx" ON "collection_items" USING btree ("content_id","user_id");--> statement-breakpoint
CREATE INDEX "contents_user_updated_idx" ON "contents" USING btree ("user_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "contents_active_run_idx" ON "contents" USING btree ("active_run_id") WHERE active_run_id is not null;--> statement-breakpoint
CREATE INDEX "user_content_highlights_content_idx" ON "user_content_highlights" USING btree ("content_id","user_id");--> statement-breakpoint
CREATE INDEX "user_content_highlights_deleted_idx" ON "user_content_highlights" USING btree ("user_id","deleted_at");--> statement-breakpoint
CREATE INDEX "custom_prompts_user_idx" ON "custom_prompts" USING btree ("user_id","created_at","id");--> statement-breakpoint
-- Counts are read from indexes alone, as far as the pages of the table are known to be visible to everybody: vacuum says so.
ALTER TABLE "contents" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "user_content_highlights" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
