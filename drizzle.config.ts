import { defineConfig } from 'drizzle-kit';

/** `npx drizzle-kit generate --name <what>` writes the SQL for a changed schema; the server applies it when it starts. */
export default defineConfig({ dialect: 'postgresql', schema: './src/db/schema', out: './src/db/migrations' });
