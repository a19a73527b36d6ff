ALTER TABLE "contents" ADD COLUMN "own_extraction_id" uuid;--> statement-breakpoint
ALTER TABLE "extractions" ADD COLUMN "content_id" uuid;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "track" text;--> statement-breakpoint
ALTER TABLE "contents" ADD CONSTRAINT "contents_own_extraction_id_extractions_id_fk" FOREIGN KEY ("own_extraction_id") REFERENCES "public"."extractions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "extractions" ADD CONSTRAINT "extractions_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contents_own_extraction_idx" ON "contents" USING btree ("own_extraction_id") WHERE own_extraction_id is not null;--> statement-breakpoint
CREATE INDEX "extractions_content_idx" ON "extractions" USING btree ("content_id") WHERE content_id is not null;