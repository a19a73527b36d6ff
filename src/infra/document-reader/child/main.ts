/** Reads a document and writes the result as JSON to stdout. Started by `createDocumentReader` only. */
import { readFile } from 'node:fs/promises';
import type { ReadDocument } from '#engine/raw-content.ts';
import { type DocumentReply, documentLimits, fromInput, warmTask } from '../child-messages.ts';
import { blocksToHeadings, blocksToMarkdown, blocksToParagraphs, type DocumentContent } from './blocks.ts';
import { DocumentError } from './fail.ts';
import { readInput, writeAll } from './streams.ts';
import { openZip } from './zip.ts';

/** Some programs write the header anywhere in the first kilobyte. */
const pdfHeadBytes = 1024;

// Output of libraries would corrupt the reply.
for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const) console[name] = () => {};

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

async function answer(path: string): Promise<DocumentReply> {
  try {
    return finish(await read(path === fromInput ? await readInput() : await readFile(path)));
  } catch (error) {
    if (error instanceof DocumentError) return { ok: false, code: error.code, reason: error.reason, detail: error.message };
    const detail = error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 300) : 'unknown';
    return { ok: false, code: 'document_unreadable', reason: 'damaged', detail };
  }
}

if (process.argv[2] === warmTask) {
  await Promise.allSettled([import('./pdf.ts'), import('./docx.ts'), import('./epub.ts')]);
  process.exit(0);
}

writeAll(Buffer.from(JSON.stringify(await answer(process.argv[2] ?? fromInput))));
process.exit(0);
