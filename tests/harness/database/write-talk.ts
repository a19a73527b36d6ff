/** A content with a transcript, as if it had been summarised. */
import { randomUUID } from 'node:crypto';
import type { Db } from '#db/client.ts';
import { contents, extractions, sources } from '#db/schema/content.ts';
import type { Extracted } from '#engine/domain.ts';
import { noteColumns } from '#features/notes/server/index.ts';

export type Talk = {
  title: string;
  lines: readonly string[];
  note?: string;
  timed?: boolean;
  speaker?: string;
  /** Of its creator. */
  chapters?: Extracted['chapters'];
};

/** A line every four seconds. */
export async function writeTalk(db: Db, userId: string, talk: Talk): Promise<string> {
  const { title, lines, note, timed = true, speaker, chapters = [] } = talk;
  const url = `https://x.test/${randomUUID()}`;
  const [source] = await db
    .insert(sources)
    .values({ key: `url:${url}`, url })
    .returning();
  const segments = lines.map((text, id) => ({
    ...{ id, text, startMs: timed ? id * 4000 : null, endMs: timed ? id * 4000 + 3900 : null },
    ...(speaker ? { speaker } : {}),
  }));
  const transcript = { timed, language: 'en', provenance: { origin: 'human', track: 'en' }, segments };
  const data = { kind: 'video', title, chapters, transcript, problem: null } as unknown as Extracted;
  const [extraction] = await db
    .insert(extractions)
    .values({ sourceId: source?.id ?? '', data })
    .returning();
  const [content] = await db
    .insert(contents)
    .values({
      ...{ userId, sourceId: source?.id ?? '', sourceUrl: url, extractionId: extraction?.id ?? null, title },
      ...{ status: 'completed', contentType: 'online', kind: 'video', noteLanguage: 'en' },
      ...(note === undefined ? {} : noteColumns(note)),
    })
    .returning();
  return content?.id ?? '';
}
