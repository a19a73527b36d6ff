CREATE UNIQUE INDEX "collections_owner_idx" ON "collections" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "contents_owner_idx" ON "contents" USING btree ("user_id","id");--> statement-breakpoint
ALTER TABLE "talk_articles" DROP CONSTRAINT "talk_articles_content_id_contents_id_fk";--> statement-breakpoint
ALTER TABLE "chat_history" DROP CONSTRAINT "chat_history_content_id_contents_id_fk";--> statement-breakpoint
ALTER TABLE "collection_items" DROP CONSTRAINT "collection_items_collection_id_collections_id_fk";--> statement-breakpoint
ALTER TABLE "collection_items" DROP CONSTRAINT "collection_items_content_id_contents_id_fk";--> statement-breakpoint
ALTER TABLE "note_versions" DROP CONSTRAINT "note_versions_content_id_contents_id_fk";--> statement-breakpoint
ALTER TABLE "user_content_highlights" DROP CONSTRAINT "user_content_highlights_content_id_contents_id_fk";--> statement-breakpoint
ALTER TABLE "prompt_results" DROP CONSTRAINT "prompt_results_content_id_contents_id_fk";--> statement-breakpoint
ALTER TABLE "transcript_edits" DROP CONSTRAINT "transcript_edits_content_id_contents_id_fk";--> statement-breakpoint
ALTER TABLE "transcript_translations" DROP CONSTRAINT "transcript_translations_content_id_contents_id_fk";--> statement-breakpoint
DROP INDEX "talk_articles_content_idx";--> statement-breakpoint
DROP INDEX "chat_history_by_content_idx";--> statement-breakpoint
DROP INDEX "note_versions_by_content_idx";--> statement-breakpoint
DROP INDEX "prompt_results_content_idx";--> statement-breakpoint
DROP INDEX "transcript_edits_by_content_idx";--> statement-breakpoint
DROP INDEX "transcript_translations_content_idx";--> statement-breakpoint
-- Rows of one user about another's content: no call writes or reads any, and the keys below could not stand beside them.
DELETE FROM "talk_articles" t WHERE NOT EXISTS (SELECT 1 FROM "contents" c WHERE c."user_id" = t."user_id" AND c."id" = t."content_id");--> statement-breakpoint
DELETE FROM "chat_history" t WHERE NOT EXISTS (SELECT 1 FROM "contents" c WHERE c."user_id" = t."user_id" AND c."id" = t."content_id");--> statement-breakpoint
DELETE FROM "note_versions" t WHERE NOT EXISTS (SELECT 1 FROM "contents" c WHERE c."user_id" = t."user_id" AND c."id" = t."content_id");--> statement-breakpoint
DELETE FROM "user_content_highlights" t WHERE NOT EXISTS (SELECT 1 FROM "contents" c WHERE c."user_id" = t."user_id" AND c."id" = t."content_id");--> statement-breakpoint
DELETE FROM "prompt_results" t WHERE NOT EXISTS (SELECT 1 FROM "contents" c WHERE c."user_id" = t."user_id" AND c."id" = t."content_id");--> statement-breakpoint
DELETE FROM "transcript_edits" t WHERE NOT EXISTS (SELECT 1 FROM "contents" c WHERE c."user_id" = t."user_id" AND c."id" = t."content_id");--> statement-breakpoint
DELETE FROM "transcript_translations" t WHERE NOT EXISTS (SELECT 1 FROM "contents" c WHERE c."user_id" = t."user_id" AND c."id" = t."content_id");--> statement-breakpoint
DELETE FROM "collection_items" t WHERE NOT EXISTS (SELECT 1 FROM "contents" c WHERE c."user_id" = t."user_id" AND c."id" = t."content_id")
  OR NOT EXISTS (SELECT 1 FROM "collections" c WHERE c."user_id" = t."user_id" AND c."id" = t."collection_id");--> statement-breakpoint
ALTER TABLE "talk_articles" ADD CONSTRAINT "talk_articles_content_fk" FOREIGN KEY ("user_id","content_id") REFERENCES "public"."contents"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_history" ADD CONSTRAINT "chat_history_content_fk" FOREIGN KEY ("user_id","content_id") REFERENCES "public"."contents"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_items" ADD CONSTRAINT "collection_items_content_fk" FOREIGN KEY ("user_id","content_id") REFERENCES "public"."contents"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_items" ADD CONSTRAINT "collection_items_collection_fk" FOREIGN KEY ("user_id","collection_id") REFERENCES "public"."collections"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "note_versions" ADD CONSTRAINT "note_versions_content_fk" FOREIGN KEY ("user_id","content_id") REFERENCES "public"."contents"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_content_highlights" ADD CONSTRAINT "user_content_highlights_content_fk" FOREIGN KEY ("user_id","content_id") REFERENCES "public"."contents"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prompt_results" ADD CONSTRAINT "prompt_results_content_fk" FOREIGN KEY ("user_id","content_id") REFERENCES "public"."contents"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcript_edits" ADD CONSTRAINT "transcript_edits_content_fk" FOREIGN KEY ("user_id","content_id") REFERENCES "public"."contents"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcript_translations" ADD CONSTRAINT "transcript_translations_content_fk" FOREIGN KEY ("user_id","content_id") REFERENCES "public"."contents"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "verification_expires_idx" ON "verification" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "model_reservations_expires_idx" ON "model_reservations" USING btree ("expires_at");
