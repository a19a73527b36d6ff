-- Where two accounts are joined, a content gets its new owner before what refers to it does.
ALTER TABLE "shared_notes" ALTER CONSTRAINT "shared_notes_content_fk" DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
ALTER TABLE "watch_later" ALTER CONSTRAINT "watch_later_content_fk" DEFERRABLE INITIALLY IMMEDIATE;
