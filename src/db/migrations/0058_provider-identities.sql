-- Nothing reads the tokens of providers.
UPDATE "account" SET "access_token" = NULL, "refresh_token" = NULL, "id_token" = NULL, "access_token_expires_at" = NULL, "refresh_token_expires_at" = NULL;--> statement-breakpoint
-- Two sign-ins at once could store an identity twice, after which nobody could sign in with it.
DELETE FROM "account" later USING "account" first
  WHERE later.provider_id = first.provider_id AND later.account_id = first.account_id AND (later.created_at, later.id) > (first.created_at, first.id);--> statement-breakpoint
CREATE UNIQUE INDEX "account_provider_idx" ON "account" USING btree ("provider_id","account_id");
