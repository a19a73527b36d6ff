/** Rows as the wire shows them. Every field is listed: a new column reaches nobody by accident. */
import { z } from 'zod';
import { type Coverage, type Extracted, type Segment, zCoverage, zOutline, zProgressEvent } from '#engine/domain.ts';
import { coverageOfText } from '#engine/summarise/coverage.ts';
import { errorCodes } from '#lib/app-error.ts';
import type { ContentDetail, Problem, RunState } from '../contract.ts';
import { withImagePaths } from './article-images.ts';
import type { ContentRecord } from './owned.ts';

const zParams = z.record(z.string(), z.union([z.string(), z.number()]));

export function toProblem(content: Pick<ContentRecord, 'problemCode' | 'problemParams'>): Problem | null {
  const code = errorCodes.find((known) => known === content.problemCode);
  if (!code) return content.problemCode === null ? null : { code: 'internal', params: {} };
  return { code, params: zParams.safeParse(content.problemParams).data ?? {} };
}

/** The latest stage of the run a content waits for; a run that has not reported yet is queued. */
export function toRunState(stage: unknown): RunState {
  const event = zProgressEvent.safeParse(stage);
  if (!event.success || event.data.type !== 'stage')
    return { stage: 'queued', percent: 0, code: 'queued', params: {}, elapsedMs: 0 };
  const { data } = event;
  return { stage: data.stage, percent: data.percent, code: data.code, params: data.params ?? {}, elapsedMs: data.elapsedMs };
}

export function coverPathOf(content: Pick<ContentRecord, 'id' | 'coverBlob'>): string | null {
  // The blob's key is a hash of the picture or of its owner: as a query it makes the address change with the picture.
  return content.coverBlob ? `/api/contents/${content.id}/cover?v=${encodeURIComponent(content.coverBlob.slice(-16))}` : null;
}

export type DetailParts = {
  content: ContentRecord;
  extracted: Extracted | null;
  /** The words as their owner corrected them. */
  corrected: { segments: Segment[]; version: number; edits: number } | null;
  run: { stage: unknown } | null;
  version: { method: 'model' | 'extractive' | 'edited'; model: string | null; outline: unknown; coverage: unknown } | null;
};

export function toContentDetail({
  content,
  extracted,
  corrected,
  run,
  version,
}: DetailParts): Omit<ContentDetail, 'availableModel'> {
  const transcript = extracted?.transcript ?? null;
  const timed = transcript?.timed ?? false;
  const outline = zOutline.safeParse(version?.outline).data;
  const edited = version?.method === 'edited' && content.note !== null && transcript !== null;
  const coverage: Coverage | null = edited
    ? coverageOfText(content.note ?? '', outline ?? null, transcript.segments, content.durationMs)
    : (zCoverage.safeParse(version?.coverage).data ?? null);
  return {
    contentId: content.id,
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
    media: toMedia(content, extracted),
    embed: extracted?.media ? null : (extracted?.embed ?? null),
    partial: extracted?.partial ?? false,
    chapters: extracted?.chapters ?? [],
    provenance: transcript?.provenance ?? null,
    timed,
    subtitlesArray: timed ? (corrected?.segments ?? []) : [],
    transcriptVersion: corrected?.version ?? 0,
    transcriptEdits: corrected?.edits ?? 0,
    paragraphs: timed ? [] : (corrected?.segments ?? []),
    articleMarkdown: extracted?.articleMarkdown ? withImagePaths(extracted.articleMarkdown, content.id) : null,
    articleFrameUrl: content.kind === 'page' && content.sourceUrl?.startsWith('https:') ? content.sourceUrl : null,
    note: content.note,
    noteVersionId: content.noteVersionId,
    noteMethod: version ? (version.method === 'edited' ? (outline?.method ?? null) : version.method) : null,
    noteModel: version?.model ?? null,
    noteEdited: version?.method === 'edited',
    coverage,
    verified:
      outline && outline.checks.statements > 0
        ? { statements: outline.checks.statements, standing: outline.checks.statementsVerified }
        : null,
    usage: outline?.writing?.usage ?? null,
    costLimited: outline?.costLimited ?? false,
    run: run ? toRunState(run.stage) : null,
    createdAt: content.createdAt.toISOString(),
    updatedAt: content.updatedAt.toISOString(),
  };
}

function toMedia(content: ContentRecord, extracted: Extracted | null): ContentDetail['media'] {
  const media = extracted?.media;
  if (!media) return null;
  const url = media.blob ? `/api/contents/${content.id}/media` : media.url;
  return url === null ? null : { type: media.type, mime: media.mime, url };
}
