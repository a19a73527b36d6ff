CREATE TABLE "task_keys" (
	"task_id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"model" text NOT NULL,
	"key_id" text NOT NULL,
	"sealed" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "task_keys" ADD CONSTRAINT "task_keys_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;