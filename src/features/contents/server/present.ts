/** Every field is listed, so that no new column is sent by accident. */
import type { Coverage, StoredOutline, Transcript } from '#engine/domain.ts';
import { errorCodes } from '#lib/app-error.ts';
import type { TaskStage } from '#lib/task-event.ts';
import type { ContentOverview, Problem, RunState, SourceText } from '../contract.ts';
import { imageAddresses, withImagePaths } from './article-images.ts';
import type { ExtractionHead } from './extraction-parts.ts';
import type { ContentRecord } from './owned.ts';

export function toProblem(content: Pick<ContentRecord, 'problemCode' | 'problemParams'>): Problem | null {
  // Returns early: most contents have no problem, and a list calls this a thousand times.
  if (content.problemCode === null) return null;
  const code = errorCodes.find((known) => known === content.problemCode);
  if (!code) return { code: 'internal', params: {} };
  return { code, params: content.problemParams ?? {} };
}

/** A run without events is queued. */
export function toRunState(progress: TaskStage | null): RunState {
  if (progress === null) return { stage: 'queued', percent: 0, code: 'queued', params: {}, elapsedMs: 0 };
  const { stage, percent, code, params, elapsedMs } = progress;
  return { stage, percent, code, params: params ?? {}, elapsedMs };
}

/** Icons of sites, which are shown small and uncropped. */
export const iconFolder = 'icons/';

export function isIcon(coverBlob: string): boolean {
  return coverBlob.startsWith(iconFolder);
}

export function coverPathOf(content: Pick<ContentRecord, 'id' | 'coverBlob'>): string | null {
  if (!content.coverBlob) return null;
  // The key is a hash, so the address changes with the picture.
  return `/api/contents/${content.id}/${isIcon(content.coverBlob) ? 'icon' : 'cover'}?v=${encodeURIComponent(content.coverBlob.slice(-16))}`;
}

export type OverviewParts = {
  content: ContentRecord;
  head: ExtractionHead | null;
  /** Null without an upload. */
  fileName: string | null;
  segmentCount: number;
  hasArticle: boolean;
  transcriptVersion: number;
  progress: TaskStage | null;
  version: NoteVersionHead | null;
  coverage: Coverage | null;
};

export type NoteVersionHead = {
  method: 'model' | 'extractive' | 'edited';
  model: string | null;
  outline: Pick<StoredOutline, 'method' | 'checks' | 'writing' | 'costLimited'> | null;
};

export function toContentOverview(parts: OverviewParts): Omit<ContentOverview, 'availableModel'> {
  const { content, head, fileName, segmentCount, hasArticle, transcriptVersion, progress, version, coverage } = parts;
  const timed = head?.transcript?.timed ?? false;
  return {
    contentId: content.id,
    extractionId: content.extractionId,
    kind: content.kind,
    status: content.status,
    problem: toProblem(content),
    title: content.title,
    author: content.author,
    siteName: content.siteName,
    description: content.description,
    sourceUrl: content.sourceUrl,
    publishedAt: content.publishedAt,
    durationSeconds: content.durationMs === null ? null : content.durationMs / 1000,
    language: content.language,
    noteLanguage: content.noteLanguage,
    noteDetail: content.detail,
    coverUrl: coverPathOf(content),
    media: toMedia(content, head?.media),
    embed: head?.media ? null : (head?.embed ?? null),
    pdf: toPdf(content, head, fileName),
    originalFile: fileName === null ? null : { url: `/api/contents/${content.id}/file`, name: fileName },
    partial: head?.partial ?? false,
    forSubscribers: head?.forSubscribers ?? false,
    chapters: head?.chapters ?? [],
    provenance: head?.transcript?.provenance ?? null,
    timed,
    rejectedTracks: head?.transcript?.provenance.rejected ?? head?.rejected ?? [],
    ownWords: content.ownExtractionId !== null,
    hasScript: timed && segmentCount > 0,
    transcriptVersion: timed ? transcriptVersion : 0,
    hasText: hasArticle || (!timed && segmentCount > 0),
    articleFrameUrl: content.kind === 'page' && content.sourceUrl?.startsWith('https:') ? content.sourceUrl : null,
    note: content.note,
    ...toNoteFacts(version),
    noteVersionId: content.noteVersionId,
    coverage,
    run: content.activeRunId === null ? null : toRunState(progress),
    createdAt: content.createdAt.toISOString(),
    updatedAt: content.updatedAt.toISOString(),
  };
}

function toNoteFacts(
  version: NoteVersionHead | null,
): Pick<ContentOverview, 'noteMethod' | 'noteModel' | 'noteEdited' | 'verified' | 'usage' | 'costLimited'> {
  const outline = version?.outline ?? null;
  const { statements = 0, statementsVerified = 0 } = outline?.checks ?? {};
  return {
    noteMethod: version ? (version.method === 'edited' ? (outline?.method ?? null) : version.method) : null,
    noteModel: version?.model ?? null,
    noteEdited: version?.method === 'edited',
    verified: statements > 0 ? { statements, standing: statementsVerified } : null,
    usage: outline?.writing?.usage ?? null,
    costLimited: outline?.costLimited ?? false,
  };
}

export function toSourceText(
  content: Pick<ContentRecord, 'id' | 'extractionId'>,
  transcript: Transcript | null,
  article: string | null,
): SourceText {
  return {
    extractionId: content.extractionId,
    paragraphs: transcript && !transcript.timed ? transcript.segments : [],
    articleMarkdown: article ? withImagePaths(article, content.id) : null,
    articleImages: article ? imageAddresses(article) : [],
  };
}

function toMedia(content: ContentRecord, media: ExtractionHead['media'] | undefined): ContentOverview['media'] {
  if (!media) return null;
  const url = media.blob ? `/api/contents/${content.id}/media` : media.url;
  return url === null ? null : { type: media.type, mime: media.mime, url };
}

/** An upload has its pages from the beginning, and also where nothing could be read of them. */
export function isUnreadPdf({ kind }: Pick<ContentRecord, 'kind'>, fileName: string | null): boolean {
  return kind === null && fileName !== null && /\.pdf$/i.test(fileName);
}

function toPdf(content: ContentRecord, head: ExtractionHead | null, fileName: string | null): ContentOverview['pdf'] {
  const url = `/api/contents/${content.id}/pdf`;
  if (isUnreadPdf(content, fileName)) return { url, pages: null };
  const track = head?.transcript?.provenance.track ?? '';
  // Records of earlier versions have only the file's name.
  const facts = head?.document ?? (content.kind === 'document' && /\.pdf$/i.test(track) ? { format: 'pdf', pages: null } : null);
  return facts?.format === 'pdf' ? { url, pages: facts.pages } : null;
}
