ALTER TABLE "collection_listings" RENAME TO "listings";--> statement-breakpoint
ALTER TABLE "listings" RENAME CONSTRAINT "collection_listings_pkey" TO "listings_pkey";--> statement-breakpoint
ALTER TABLE "listings" RENAME CONSTRAINT "collection_listings_user_id_user_id_fk" TO "listings_user_id_user_id_fk";--> statement-breakpoint
ALTER INDEX "collection_listings_user_idx" RENAME TO "listings_user_idx";--> statement-breakpoint
UPDATE "runs" SET "error_code" = replace("error_code", 'collection_', 'listing_') WHERE "error_code" IN ('collection_link', 'collection_empty');--> statement-breakpoint
UPDATE "contents" SET "problem_code" = replace("problem_code", 'collection_', 'listing_') WHERE "problem_code" IN ('collection_link', 'collection_empty');--> statement-breakpoint
UPDATE "run_events" SET "event" = jsonb_set("event", '{code}', to_jsonb(replace("event" ->> 'code', 'collection_', 'listing_'))) WHERE "event" ->> 'type' = 'failed' AND "event" ->> 'code' IN ('collection_link', 'collection_empty');
