CREATE TABLE "explore_scores" (
	"section" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"score" double precision NOT NULL,
	CONSTRAINT "explore_scores_section_subject_id_pk" PRIMARY KEY("section","subject_id")
);
--> statement-breakpoint
CREATE INDEX "explore_scores_idx" ON "explore_scores" USING btree ("section","score");