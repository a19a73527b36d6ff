/** `GET /api/exports/<contentId>/<format>`. Anyone but the owner gets 404. */
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { Segment } from '#engine/domain.ts';
import type { NoteToExport } from '#engine/export/exported-note.ts';
import { type ExportFormat, exportFormats } from '#engine/export/shared/export-formats.ts';
import { requireOwnedContent } from '#features/contents/server/index.ts';
import { segmentsOf } from '#features/transcripts/server/index.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { fileNameOf } from '#lib/file-name.ts';
import { formatAnchor } from '#lib/markdown/anchors.ts';
import { citationsOf } from '#lib/markdown/claims.ts';
import { parseMarkdown } from '#lib/markdown/parser.ts';
import { linesNear } from '#lib/transcripts/cited-place.ts';

export type ExportRoutesOptions = {
  services: Services;
  userIdOf: (c: Context) => Promise<string | null>;
  /** Null: as in the request. */
  baseUrl: string | null;
};

/** Errors: `not_found`, `note_missing`, `export_failed`. */
export function createExportRoutes({ services, userIdOf, baseUrl }: ExportRoutesOptions): Hono {
  const routes = new Hono();
  routes.get('/:contentId/:format', async (c) => {
    const userId = await userIdOf(c);
    const id = z.uuid().safeParse(c.req.param('contentId'));
    const format = formatOf(c.req.param('format'));
    if (userId === null || !id.success || !format) throw new AppError('not_found');
    const content = await requireOwnedContent(services.db, userId, id.data);
    if (content.note === null) throw new AppError('note_missing');
    const bytes = await writeFile(
      services,
      {
        title: content.title,
        author: content.author,
        siteName: content.siteName,
        sourceUrl: content.sourceUrl,
        publishedAt: content.publishedAt,
        language: content.noteLanguage,
        markdown: content.note,
        ...(format === 'html' ? { lines: citedLines(content.note, await segmentsOf(services.db, content)) } : {}),
        pageUrl: `${baseUrl ?? new URL(c.req.url).origin}/content/${content.id}`,
      },
      format,
      c.req.raw.signal,
    );
    const { mime, extension } = exportFormats[format];
    return c.body(typeof bytes === 'string' ? bytes : new Uint8Array(bytes), 200, {
      'content-type': mime,
      'content-disposition': `attachment; filename*=UTF-8''${encodeName(fileNameOf(content.title, extension))}`,
      'cache-control': 'no-store',
      // An exported page that is opened instead of saved must run nothing.
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    });
  });
  return routes;
}

function citedLines(markdown: string, segments: readonly Segment[]): Record<string, Segment[]> {
  const anchors = citationsOf(parseMarkdown(markdown)).map(({ anchor }) => anchor);
  return Object.fromEntries(anchors.map((anchor) => [formatAnchor(anchor), linesNear(segments, anchor)]));
}

function formatOf(name: string): ExportFormat | undefined {
  return (Object.keys(exportFormats) as ExportFormat[]).find((format) => format === name);
}

async function writeFile(
  services: Services,
  note: NoteToExport,
  format: ExportFormat,
  signal: AbortSignal,
): Promise<string | Uint8Array> {
  const written = await services.compute('writeExport', { note, format }, { signal, urgent: true });
  return format === 'pdf' ? services.writePdf(String(written), signal) : written;
}

/** RFC 5987. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
