import { and, eq, inArray } from 'drizzle-orm';
import { contents, sources } from '#db/schema/content.ts';
import { wantedLink } from '#features/contents/server/index.ts';
import type { Services } from '#infra/services.ts';
import type { PreviewItem } from '../contract.ts';

const columns = {
  id: contents.id,
  status: contents.status,
  kind: contents.kind,
  title: contents.title,
  siteName: contents.siteName,
  description: contents.description,
  language: contents.language,
  durationMs: contents.durationMs,
  coverBlob: contents.coverBlob,
};

export type ExistingContent = Pick<typeof contents.$inferSelect, keyof typeof columns>;

/** The user's own contents for links, by source key. */
export async function existingContents(
  services: Services,
  userId: string,
  links: readonly string[],
): Promise<Map<string, ExistingContent>> {
  if (links.length === 0) return new Map();
  const keys = links.map((link) => wantedLink(link).key);
  const rows = await services.db
    .select({ key: sources.key, content: columns })
    .from(contents)
    .innerJoin(sources, eq(sources.id, contents.sourceId))
    .where(and(eq(contents.userId, userId), inArray(sources.key, keys)));
  return new Map(rows.map(({ key, content }) => [key, content]));
}

export function stateOf(content: ExistingContent | undefined): PreviewItem['existing'] {
  return content ? { contentId: content.id, status: content.status } : null;
}
