CREATE INDEX "sources_stored_idx" ON "sources" USING btree ("id","stored_bytes") WHERE stored_bytes > 0;--> statement-breakpoint
CREATE INDEX "uploads_size_idx" ON "uploads" USING btree ("user_id","size_bytes");--> statement-breakpoint
CREATE INDEX "uploads_updated_idx" ON "uploads" USING btree ("updated_at");