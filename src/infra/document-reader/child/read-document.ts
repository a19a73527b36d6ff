import type { ReadDocument } from '#engine/raw-content.ts';
import { type DocumentReply, documentLimits } from '../child-messages.ts';
import { blocksToHeadings, blocksToMarkdown, blocksToParagraphs, type DocumentContent } from './blocks.ts';
import { DocumentError } from './fail.ts';
import { openZip } from './zip.ts';

/** Some programs write the header anywhere in the first kilobyte. */
const pdfHeadBytes = 1024;

/** Never throws, also when the bytes cannot be had. */
export async function readDocument(load: () => Promise<Buffer>): Promise<DocumentReply> {
  try {
    return finish(await read(await load()));
  } catch (error) {
    if (error instanceof DocumentError) return { ok: false, code: error.code, reason: error.reason, detail: error.message };
    const detail = error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 300) : 'unknown';
    return { ok: false, code: 'document_unreadable', reason: 'damaged', detail };
  }
}

async function read(bytes: Buffer): Promise<DocumentContent> {
  if (bytes.toString('latin1', 0, pdfHeadBytes).includes('%PDF-')) return await (await import('./pdf.ts')).readPdf(bytes);
  if (bytes.toString('latin1', 0, 4) !== 'PK\x03\x04') throw new DocumentError('input_unsupported', null, 'neither PDF nor Zip');
  const zip = await openZip(bytes);
  if (zip.has('word/document.xml') || zip.has('[Content_Types].xml')) return await (await import('./docx.ts')).readDocx(zip);
  if (zip.has('META-INF/container.xml')) return await (await import('./epub.ts')).readEpub(zip);
  throw new DocumentError('input_unsupported', null, 'an archive of something else');
}

function finish(content: DocumentContent): DocumentReply {
  const { blocks, cover, scanned, ...known } = content;
  const paragraphs = blocksToParagraphs(blocks);
  if (paragraphs.length === 0)
    throw new DocumentError(scanned ? 'document_scanned' : 'document_no_text', null, 'no words in the document');
  if (paragraphs.reduce((sum, { text }) => sum + text.length, 0) > documentLimits.textChars)
    throw new DocumentError('text_too_long', null, 'more text than is read');
  const value: Omit<ReadDocument, 'cover'> = {
    ...known,
    paragraphs,
    headings: blocksToHeadings(blocks),
    markdown: blocksToMarkdown(blocks),
  };
  const image = cover && cover.byteLength <= documentLimits.coverBytes ? Buffer.from(cover).toString('base64') : null;
  return { ok: true, value: { ...value, cover: image } };
}
