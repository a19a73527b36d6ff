import { and, eq, max, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { noteVersions } from '#db/schema/content.ts';
import { transcriptEdits } from '#db/schema/transcript-edits.ts';
import type { ArticleLanguage } from '#engine/article/article-prompt.ts';
import type { TalkChapter } from '#engine/article/talk-article.ts';
import { type Language, type Outline, type Segment, zLanguage } from '#engine/domain.ts';
import { factsOf, type SourceFacts } from '#engine/llm/source-prompt.ts';
import type { OwnedContent } from '#features/contents/server/index.ts';
import { loadExtraction } from '#features/contents/server/index.ts';
import { correctedSegments, readEdits, withNames } from '#features/transcripts/server/index.ts';
import type { Services } from '#infra/services.ts';
import { timedHeadings } from '#lib/markdown/timed-headings.ts';

export type TalkServices = Pick<Services, 'compute' | 'db'>;

export type TalkSource = {
  segments: readonly Segment[];
  /** The lines as paragraphs, nothing rewritten. */
  spoken: readonly TalkChapter[];
  language: ArticleLanguage;
  facts: SourceFacts;
};

/** The last few talks are kept: reading ten hours takes half a second. The key holds everything that can change a talk. */
const kept = new Map<string, TalkSource | null>();
const mostKept = 12;
const mostKeptSegments = 150_000;

/** Null where there are no timed words. */
export async function talkSourceOf(services: TalkServices, content: OwnedContent): Promise<TalkSource | null> {
  if (content.extractionId === null) return null;
  const executor = services.db;
  const [edits] = await executor
    .select({ last: max(transcriptEdits.id) })
    .from(transcriptEdits)
    .where(and(eq(transcriptEdits.userId, content.userId), eq(transcriptEdits.contentId, content.id)));
  const keyOf = (version: number): string => `${content.extractionId} ${content.noteVersionId} ${version}`;
  let key = keyOf(edits?.last ?? 0);
  let source = kept.get(key);
  if (source === undefined) {
    const read = await readSource(services, content, content.extractionId);
    // A correction may have been made in between.
    if (read) key = keyOf(read.version);
    source = read?.source ?? null;
  }
  kept.delete(key);
  kept.set(key, source);
  dropOldest();
  return source;
}

function dropOldest(): void {
  let segments = 0;
  for (const source of kept.values()) segments += source?.segments.length ?? 0;
  for (const [key, source] of kept) {
    if (kept.size <= 1 || (kept.size <= mostKept && segments <= mostKeptSegments)) return;
    kept.delete(key);
    segments -= source?.segments.length ?? 0;
  }
}

async function readSource(
  services: TalkServices,
  content: OwnedContent,
  extractionId: string,
): Promise<{ source: TalkSource; version: number } | null> {
  const executor = services.db;
  const known = await loadExtraction(executor, extractionId);
  const transcript = known?.extracted.transcript;
  if (!known || !transcript?.timed) return null;
  const { extracted } = known;
  const { segments, version } = await correctedSegments(executor, content, extracted);
  const { chapters } = extracted;
  const spokenLanguage = zLanguage.safeParse(transcript.language?.toLowerCase().split(/[-_]/)[0]).data ?? null;
  const talk = {
    segments,
    chapters: chapters.length > 1 ? chapters : await outlineChapters(executor, content),
    language: spokenLanguage,
  };
  // The result is kept for everybody, so the request that asked for it cannot abort it.
  const spoken = await services.compute('talkArticle', talk, { signal: new AbortController().signal, urgent: true });
  return {
    source: { segments, spoken, language: languageOf(transcript.language, spokenLanguage), facts: factsOf(extracted) },
    version,
  };
}

/** The prompt names two languages; any other language or script of Chinese is `source`, the language of the lines. */
function languageOf(tag: string | null, spoken: Language | null): ArticleLanguage {
  if (spoken === null || /hant|[-_](?:tw|hk|mo)\b/i.test(tag ?? '')) return 'source';
  return spoken;
}

/** Tolerance in ms: a section's time is that of its chapter, rounded. */
const sameMs = 1000;

/** The summariser's chapters with their current titles in the note, which corrections and the owner may have changed. */
async function outlineChapters(executor: Executor, content: OwnedContent): Promise<{ title: string; startMs: number }[]> {
  if (content.noteVersionId === null) return [];
  const [version] = await executor
    .select({ chapters: sql<Outline['chapters'] | null>`${noteVersions.outline} -> 'chapters'` })
    .from(noteVersions)
    .where(and(eq(noteVersions.userId, content.userId), eq(noteVersions.id, content.noteVersionId)));
  const edits = (await readEdits(executor, content)).map(({ edit }) => edit);
  const headings = content.note === null ? [] : timedHeadings(content.note);
  return (version?.chapters ?? []).flatMap(({ title, startMs }) => {
    if (startMs === null) return [];
    const near = headings.filter((heading) => heading.title !== '' && Math.abs(heading.startMs - startMs) < sameMs);
    const [nearest] = near.sort((a, b) => Math.abs(a.startMs - startMs) - Math.abs(b.startMs - startMs));
    return [{ title: nearest?.title ?? withNames(title, edits), startMs }];
  });
}
