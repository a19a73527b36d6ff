import { lt } from 'drizzle-orm';
import { deletedCollections } from '#db/schema/collections.ts';
import type { Services } from '#infra/services.ts';

const keptMs = 24 * 60 * 60_000;

export function createTidyCollections({ db }: Pick<Services, 'db'>): { run(): Promise<void> } {
  return {
    async run() {
      await db.delete(deletedCollections).where(lt(deletedCollections.deletedAt, new Date(Date.now() - keptMs)));
    },
  };
}
