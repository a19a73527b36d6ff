-- An answer that was stopped, or that broke off more than an hour ago, stays in its conversation as far as it was written.
UPDATE "chat_history" h SET "updated_at" = now(), "messages" = h."messages" || jsonb_build_array(jsonb_build_object(
  'id', a."message_id",
  'role', 'assistant',
  'parts', jsonb_build_array(jsonb_build_object('type', 'text', 'text', a."markdown")),
  'metadata', jsonb_build_object(
    'createdAt', to_char(a."created_at" AT TIME ZONE 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'sources', a."sources",
    'related', '[]'::jsonb,
    'state', 'stopped'
  )
))
FROM "chat_answers" a WHERE a."chat_id" = h."id" AND (a."stop_requested" OR a."heartbeat_at" < now() - interval '1 hour');--> statement-breakpoint
-- Every other one is written anew by a worker.
INSERT INTO "tasks" ("id", "kind", "key", "user_id", "content_id", "payload", "checkpoints", "created_at")
SELECT a."message_id"::uuid, 'chat', a."chat_id"::text, h."user_id", h."content_id", jsonb_build_object('chatId', a."chat_id"),
  jsonb_build_object('sources', a."sources"), a."created_at"
FROM "chat_answers" a JOIN "chat_history" h ON h."id" = a."chat_id"
WHERE NOT (a."stop_requested" OR a."heartbeat_at" < now() - interval '1 hour');--> statement-breakpoint
INSERT INTO "task_events" ("task_id", "event")
SELECT t."id", jsonb_build_object('type', 'partial', 'offset', 0, 'text', a."markdown", 'elapsedMs', 0)
FROM "chat_answers" a JOIN "tasks" t ON t."id"::text = a."message_id" WHERE a."markdown" <> '';--> statement-breakpoint
DROP TABLE "chat_answers" CASCADE;
