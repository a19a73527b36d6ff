/** Starts making an output. Its row exists at once, and is deleted if the task fails. */
import type { Tx } from '#db/client.ts';
import { imageGenerations, musicGenerations, videoProcessingTasks } from '#db/schema/outputs.ts';
import { hasTranscript, loadPlayable, type OwnedContent } from '#features/contents/server/index.ts';
import { requireQuota } from '#features/uploads/server/index.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { plainLine } from '#lib/markdown/plain-line.ts';
import { sliceWhole } from '#lib/text/cut-text.ts';
import { imagesTask, musicTask, visionArticleTask } from '../tasks.ts';

type Started = { id: string; taskId: string };

const promptLength = 1200;

/** Errors: `output_not_configured`, `note_missing`, those of the meter. */
export async function startImages(
  services: Services,
  content: OwnedContent,
  { prompt, count }: { prompt?: string | undefined; count: number },
): Promise<Started> {
  if (services.imageMaker === null) throw new AppError('output_not_configured');
  const work = { prompt: prompt ?? promptOf(content), count };
  return begin(services, content, async (tx, id) => {
    const operationName = `images/${content.id}/${id}`;
    await tx.insert(imageGenerations).values({ id, userId: content.userId, contentId: content.id, operationName });
    return services.tasks.start(tx, imagesTask, { ...ownerOf(content, id), payload: { outputId: id, ...work } });
  });
}

/** Errors: as `startImages`. */
export async function startMusic(
  services: Services,
  content: OwnedContent,
  { prompt, lyrics = null }: { prompt?: string | undefined; lyrics?: string | null | undefined },
): Promise<Started> {
  const { musicMaker } = services;
  if (musicMaker === null) throw new AppError('output_not_configured');
  const work = { prompt: prompt ?? promptOf(content), lyrics };
  return begin(services, content, async (tx, id) => {
    const { userId, title } = content;
    // The service's own id is stored with the answer.
    const row = { id, userId, contentId: content.id, title, taskId: id, provider: musicMaker.id };
    await tx.insert(musicGenerations).values(row);
    return services.tasks.start(tx, musicTask, { ...ownerOf(content, id), payload: { outputId: id, ...work } });
  });
}

/** Errors: `frames_missing` (no video is kept here), `subtitles_missing`, those of the meter. */
export async function startVisionArticle(services: Services, content: OwnedContent): Promise<Started> {
  const media = (await loadPlayable(services.db, content.extractionId))?.media;
  if (media?.type !== 'video' || media.blob === null) throw new AppError('frames_missing');
  if (!(await hasTranscript(services.db, content.extractionId))) throw new AppError('subtitles_missing');
  return begin(services, content, async (tx, id) => {
    const { userId, sourceUrl } = content;
    const videoUrl = sourceUrl ?? `/api/contents/${content.id}/media`;
    await tx.insert(videoProcessingTasks).values({ id, userId, contentId: content.id, videoUrl });
    return services.tasks.start(tx, visionArticleTask, { ...ownerOf(content, id), payload: { outputId: id } });
  });
}

const ownerOf = ({ id: contentId, userId }: OwnedContent, key: string) => ({ key, userId, contentId });

async function begin(
  services: Services,
  { userId }: OwnedContent,
  start: (tx: Tx, id: string) => Promise<{ id: string }>,
): Promise<Started> {
  const id = crypto.randomUUID();
  await requireQuota(services, userId);
  return services.db.transaction(async (tx) => ({ id, taskId: (await start(tx, id)).id }));
}

/** The title and the beginning of the note. Errors: `note_missing`. */
function promptOf({ title, note }: OwnedContent): string {
  if (note === null) throw new AppError('note_missing');
  const lines = note
    .slice(0, 4 * promptLength)
    .split('\n')
    .map((line) => plainLine(line).trim())
    .filter((line) => line !== '' && line !== title);
  return sliceWhole([title, ...lines].join('\n'), 0, promptLength);
}
