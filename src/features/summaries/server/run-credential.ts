/**
 * Whose session a run may use. A run is shared by everyone who wants the same source, so what a session brings must be
 * what everyone may see: the engine asks for it only once the site has shown the video to nobody in particular
 * (docs/decisions/008).
 */
import { asc, eq } from 'drizzle-orm';
import { contents } from '#db/schema/content.ts';
import type { CredentialPort } from '#engine/ports.ts';
import { siteCredentialOf } from '#features/credentials/server/index.ts';
import type { Services } from '#infra/services.ts';

/** The session of the user whose content has waited for the run longest; null when that one left none. */
export function createRunCredential(services: Services, runId: string): CredentialPort {
  return async (site) => {
    const [first] = await services.db
      .select({ userId: contents.userId })
      .from(contents)
      .where(eq(contents.activeRunId, runId))
      .orderBy(asc(contents.updatedAt), asc(contents.id))
      .limit(1);
    return first ? siteCredentialOf(services, first.userId, site) : null;
  };
}
