import { createHash } from 'node:crypto';
import { AppError } from '#lib/app-error.ts';
import type { Extracted } from '../domain.ts';
import { progressPercents } from '../progress-percents.ts';
import type { ReadDocument } from '../raw-content.ts';
import { decodeText } from '../text/charset.ts';
import { rasterExtension } from './article/cover.ts';
import { binaryKindOf } from './binary-document/kind.ts';
import { isBinary, startsAsMedia } from './document/kind.ts';
import { readHead } from './document/read-file.ts';
import { titleOf } from './document.ts';
import type { ResolveContext, Source } from './source.ts';

/** Null for other formats. Errors: the document reader's; `document_unreadable` for other binaries with a document's name. */
export const binaryDocumentSource: Source = {
  id: 'binary-document',
  canHandle: (input) => input.type === 'file',
  async resolve(input, context) {
    if (input.type !== 'file') return null;
    const { head, size } = await readHead(input.path);
    const kind = binaryKindOf(head, input.name);
    if (kind === 'locked') throw new AppError('document_unreadable', { params: { reason: 'encrypted' } });
    // A recording with a document's file name is still a recording.
    if (startsAsMedia(head)) return null;
    if (kind === 'named' && size > 0 && (head.length < 64 || isBinary(decodeText(head).text)))
      throw new AppError('document_unreadable', { params: { reason: 'damaged' } });
    if (kind !== 'pdf' && kind !== 'zip') return null;
    context.progress.stage('resolve', progressPercents.document.reading, 'reading_document');
    const document = await context.ports.readDocument({ path: input.path }, context.signal);
    return await fromDocument(document, { name: input.name, canonicalUrl: null }, context);
  },
};

export async function fromDocument(
  document: ReadDocument,
  { name, canonicalUrl }: { name: string; canonicalUrl: string | null },
  context: ResolveContext,
): Promise<Extracted> {
  const { format, pages, paragraphs, headings = [], title } = document;
  const { segments, sections, language } = await context.ports.compute('cutDocument', { paragraphs, headings, title }, context);
  if (segments.length === 0) throw new AppError('document_no_text');
  return {
    kind: 'document',
    canonicalUrl,
    ...titleOf(document.title, name),
    author: document.author,
    siteName: canonicalUrl === null ? null : new URL(canonicalUrl).hostname.replace(/^www\./, ''),
    description: document.description,
    publishedAt: document.publishedAt,
    language: document.language ?? language,
    durationMs: null,
    coverUrl: null,
    coverBlob: document.cover ? await keepCover(document.cover, context) : null,
    media: null,
    document: { format, pages },
    chapters: [],
    sections,
    articleMarkdown: document.markdown,
    transcript: { timed: false, language, provenance: { origin: 'document', track: name }, segments },
    problem: null,
  };
}

async function keepCover(bytes: Uint8Array, { ports }: ResolveContext): Promise<string | null> {
  const extension = rasterExtension(bytes);
  if (!extension) return null;
  const key = `covers/${createHash('sha256').update(bytes).digest('hex')}.${extension}`;
  await ports.blobs.put(key, bytes);
  return key;
}
