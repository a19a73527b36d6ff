/** An article of a talk with frames of its video: one at the start of each chapter, and more in long chapters. */
import { eq } from 'drizzle-orm';
import { videoProcessingTasks } from '#db/schema/outputs.ts';
import {
  type IllustratedArticle,
  type IllustratedChapter,
  illustratedHtml,
  illustratedMarkdown,
  illustratedTypst,
} from '#engine/export/illustrated-article.ts';
import { talkSourceOf } from '#features/articles/server/index.ts';
import { loadPlayable, requireOwnedContent } from '#features/contents/server/index.ts';
import type { Services } from '#infra/services.ts';
import type { TaskContext } from '#infra/tasks/task.ts';
import { AppError } from '#lib/app-error.ts';
import { pageUrlElsewhere, urlElsewhere } from '#lib/own-page-address.ts';
import type { ArticleWork } from '../tasks.ts';
import { type OutputFile, outputUrl, storeFiles } from './output-files.ts';

const mostPictures = 40;
/** A chapter longer than this gets another picture. */
const longMs = 4 * 60_000;
/** A topic is visible a moment after its first word. */
const settleMs = 1000;

/** Errors: `frames_missing`, `subtitles_missing`, `export_failed`, those of media. */
export async function run(services: Services, { outputId }: ArticleWork, context: TaskContext): Promise<void> {
  const { userId, contentId } = context.task;
  if (userId === null || contentId === null) throw new AppError('internal', { detail: 'an article of no content' });
  await context.write(async (tx) => {
    const row = { status: 'processing' as const, updatedAt: new Date() };
    await tx.update(videoProcessingTasks).set(row).where(eq(videoProcessingTasks.id, outputId));
  });
  const content = await requireOwnedContent(services.db, userId, contentId);
  const source = await talkSourceOf(services, content);
  if (!source) throw new AppError('subtitles_missing');
  const media = (await loadPlayable(services.db, content.extractionId))?.media;
  if (media?.type !== 'video' || media.blob === null) throw new AppError('frames_missing');
  const parts = partsOf(source.spoken);
  const path = await services.blobs.localPath(media.blob);
  const frames = await services.media.frames(
    path,
    parts.map(({ startMs }) => startMs + settleMs),
    context.signal,
  );
  const pictures = new Map<string, Uint8Array>();
  const chapters = parts.map((part, index): IllustratedChapter => {
    const jpeg = frames[index];
    // If the picture has not changed, it is shown only once.
    if (!jpeg || [...pictures.values()].some((other) => Buffer.compare(other, jpeg) === 0)) return { ...part, picture: null };
    const name = `${index}.jpg`;
    pictures.set(name, jpeg);
    return { ...part, picture: { name, atMs: part.startMs + settleMs } };
  });
  if (pictures.size === 0) throw new AppError('frames_missing');
  const { title, sourceUrl, noteLanguage: language } = content;
  const { baseUrl } = services.settings;
  const pageUrl = pageUrlElsewhere(baseUrl, content.id);
  const article: IllustratedArticle = { title, language, sourceUrl, pageUrl, chapters };
  const urlOf = (name: string) => outputUrl('articles', outputId, name);
  const texts: OutputFile[] = [
    { name: 'article.md', bytes: Buffer.from(illustratedMarkdown(article, (name) => urlElsewhere(baseUrl, urlOf(name)))) },
    { name: 'article.html', bytes: Buffer.from(illustratedHtml(article, pictures)) },
    { name: 'article.pdf', bytes: await services.writePdf(illustratedTypst(article), context.signal, pictures) },
  ];
  const all = [...texts, ...[...pictures].map(([name, bytes]) => ({ name, bytes }))];
  const stored = await storeFiles(services, 'articles', outputId, all);
  await context.complete(async (tx) => {
    const urls = { markdownUrl: urlOf('article.md'), htmlUrl: urlOf('article.html'), pdfUrl: urlOf('article.pdf') };
    const row = { ...stored, ...urls, status: 'completed' as const, updatedAt: new Date() };
    await tx.update(videoProcessingTasks).set(row).where(eq(videoProcessingTasks.id, outputId));
  });
}

type Talk = Pick<IllustratedChapter, 'title' | 'startMs' | 'paragraphs'>;

/** Chapters, long ones split; if there are more parts than pictures allowed, neighbours are joined. */
function partsOf(chapters: readonly Talk[]): Talk[] {
  const parts: Talk[] = [];
  for (const { title, startMs, paragraphs } of chapters) {
    let open: Talk['paragraphs'][number][] = [];
    let from = startMs;
    let name = title;
    for (const paragraph of paragraphs) {
      if (open.length > 0 && paragraph.startMs - from >= longMs) {
        parts.push({ title: name, startMs: from, paragraphs: open });
        [open, from, name] = [[], paragraph.startMs, null];
      }
      open.push(paragraph);
    }
    parts.push({ title: name, startMs: from, paragraphs: open });
  }
  const step = Math.ceil(parts.length / mostPictures);
  if (step <= 1) return parts;
  return Array.from({ length: Math.ceil(parts.length / step) }, (_, index) =>
    joined(parts.slice(index * step, (index + 1) * step)),
  );
}

/** Joins parts into one. The titles of all but the first become paragraphs. */
function joined(parts: readonly Talk[]): Talk {
  const [first, ...rest] = parts as [Talk, ...Talk[]];
  const named = rest.flatMap(({ title, startMs, paragraphs }) =>
    title === null ? paragraphs : [{ startMs, speaker: null, text: title }, ...paragraphs],
  );
  return { ...first, paragraphs: [...first.paragraphs, ...named] };
}
