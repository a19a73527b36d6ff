/** The tables as the code describes them are those that the migrations make: columns, keys, indexes, conditions, everything. */
import { readdirSync, readFileSync } from 'node:fs';
import { generateDrizzleJson } from 'drizzle-kit/api';
import { expect, test } from 'vitest';

const folder = new URL('./schema/', import.meta.url);

/** Two files may name a helper alike, so each name begins with its file's. */
async function readSchema(): Promise<Record<string, unknown>> {
  const names = readdirSync(folder).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const files = await Promise.all(names.map((name) => import(new URL(name, folder).href) as Promise<object>));
  return Object.fromEntries(
    files.flatMap((file, at) => Object.entries(file).map(([name, value]) => [`${names[at]} ${name}`, value as unknown])),
  );
}

const readJson = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`./migrations/meta/${name}`, import.meta.url), 'utf8'));

/** What Drizzle kept of the schema when it wrote the newest migration. */
function readNewestSnapshot(): unknown {
  const { entries } = readJson('_journal.json') as { entries: { idx: number }[] };
  return readJson(`${String(entries.at(-1)?.idx).padStart(4, '0')}_snapshot.json`);
}

test('the tables of the code are those of the newest migration', async () => {
  const described: unknown = JSON.parse(JSON.stringify(generateDrizzleJson(await readSchema())));
  const ids = { id: expect.any(String), prevId: expect.any(String) };
  expect(described, 'Run: npx drizzle-kit generate --name <what changes>').toEqual({
    ...(readNewestSnapshot() as object),
    ...ids,
  });
});
