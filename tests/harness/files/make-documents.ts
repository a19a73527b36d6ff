/** Small real documents made by code: Zip archives, DOCX, EPUB and PDF, sound ones and such as mean harm. */
import { crc32, deflateRawSync } from 'node:zlib';

export type ZipEntry = { name: string; content: string | Uint8Array; store?: boolean; flags?: number };

/** An archive of these entries in this order. Names are written as they are, also bad ones. */
export function makeZip(entries: readonly ZipEntry[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, store, flags = 0x800 } of entries) {
    const data = Buffer.from(content);
    const packed = store ? data : deflateRawSync(data);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(store ? 0 : 8, 4);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed]);
    const central = Buffer.alloc(14);
    central.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, central, Buffer.from(name)]));
    bodies.push(local);
    offset += local.length;
  }
  const size = directory.reduce((sum, entry) => sum + entry.length, 0);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, ...directory, end]);
}

const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>';
const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

/** `body` is what stands in `w:body`. Styles: `Heading1`, `Heading2`, `Title`; list 1 has bullets, list 2 numbers. */
export function makeDocx(
  body: string,
  known: { title?: string; author?: string; created?: string; styles?: string; more?: readonly ZipEntry[] } = {},
): Buffer {
  const style = (id: string, name: string) => `<w:style w:styleId="${id}"><w:name w:val="${name}"/></w:style>`;
  const list = (id: number, format: string) =>
    `<w:abstractNum w:abstractNumId="${id}"><w:lvl w:ilvl="0"><w:numFmt w:val="${format}"/></w:lvl></w:abstractNum>`;
  const nums = [1, 2].map((id) => `<w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`).join('');
  return makeZip([
    { name: '[Content_Types].xml', content: `${xmlHead}<Types/>` },
    { name: 'word/document.xml', content: `${xmlHead}<w:document ${word}><w:body>${body}</w:body></w:document>` },
    {
      name: 'word/styles.xml',
      content: `${xmlHead}<w:styles ${word}>${style('Heading1', 'heading 1')}${style('Heading2', 'heading 2')}${style('Title', 'Title')}${known.styles ?? ''}</w:styles>`,
    },
    {
      name: 'word/numbering.xml',
      content: `${xmlHead}<w:numbering ${word}>${list(1, 'bullet')}${list(2, 'decimal')}${nums}</w:numbering>`,
    },
    {
      name: 'docProps/core.xml',
      content: `${xmlHead}<cp:coreProperties xmlns:cp="c" xmlns:dc="d" xmlns:dcterms="t"><dc:title>${known.title ?? ''}</dc:title><dc:creator>${known.author ?? ''}</dc:creator><dcterms:created>${known.created ?? ''}</dcterms:created></cp:coreProperties>`,
    },
    ...(known.more ?? []),
  ]);
}

export function wordParagraph(text: string, properties = ''): string {
  return `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

export type EpubChapter = { file: string; title: string; body: string };
export type EpubParts = {
  chapters: readonly EpubChapter[];
  metadata?: string;
  cover?: Uint8Array;
  ncx?: boolean;
  /** In place of the navigation document or NCX made of the chapters. */
  contents?: ZipEntry;
  more?: readonly ZipEntry[];
};

/** A book whose spine is in the order of `chapters`; with a navigation document, or with the NCX of older books. */
export function makeEpub({ chapters, metadata = '', cover, ncx = false, contents, more = [] }: EpubParts): Buffer {
  const items = chapters.map(
    ({ file }, index) => `<item id="c${index}" href="${encodeURI(file)}" media-type="application/xhtml+xml"/>`,
  );
  if (cover) items.push('<item id="pic" href="images/cover.png" media-type="image/png" properties="cover-image"/>');
  items.push(
    ncx
      ? '<item id="toc" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'
      : '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>',
  );
  const spine = chapters.map((_chapter, index) => `<itemref idref="c${index}"/>`).join('');
  const opf = `${xmlHead}<package><metadata xmlns:dc="d">${metadata}</metadata><manifest>${items.toReversed().join('')}</manifest><spine${ncx ? ' toc="toc"' : ''}>${spine}</spine></package>`;
  const links = chapters
    .map(({ file, title }) => `<li><a href="${encodeURI(file)}#start"><span>${title}</span></a></li>`)
    .join('');
  const points = chapters
    .map(
      ({ file, title }) => `<navPoint><navLabel><text>${title}</text></navLabel><content src="${encodeURI(file)}"/></navPoint>`,
    )
    .join('');
  return makeZip([
    { name: 'mimetype', content: 'application/epub+zip', store: true },
    {
      name: 'META-INF/container.xml',
      content: `${xmlHead}<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>`,
    },
    { name: 'OPS/book.opf', content: opf },
    contents ??
      (ncx
        ? { name: 'OPS/toc.ncx', content: `${xmlHead}<ncx><navMap>${points}</navMap></ncx>` }
        : { name: 'OPS/nav.xhtml', content: `${xmlHead}<html><body><nav><ol>${links}</ol></nav></body></html>` }),
    ...chapters.map(({ file, body }) => ({
      name: `OPS/${file}`,
      content: `${xmlHead}<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="a.js"/></head><body>${body}</body></html>`,
    })),
    ...(cover ? [{ name: 'OPS/images/cover.png', content: cover, store: true }] : []),
    ...more,
  ]);
}

/** `size` in points; `x` from the left edge; `gap` is the distance to the line above, 1.3 sizes by default. */
export type PdfLine = string | { text: string; size?: number; x?: number; gap?: number };
export type PdfParts = {
  /** `image` is a page that is one picture. */
  pages: readonly (readonly PdfLine[] | 'image')[];
  info?: Record<string, string>;
  outline?: readonly { title: string; page: number }[];
  /** Nobody knows the password. */
  encrypted?: boolean;
  /** The pages are stored turned by so much, and turned back when they are shown. */
  rotate?: 0 | 90 | 180 | 270;
};

/** A PDF with Helvetica, and a Chinese font that is named and not embedded: its words need the reader's own tables. */
export function makePdf({ pages, info = {}, outline = [], encrypted = false, rotate = 0 }: PdfParts): Buffer {
  const objects: Buffer[] = [];
  const add = (content: string | Buffer): number => objects.push(Buffer.from(content));
  const stream = (dictionary: string, data: Buffer): Buffer =>
    Buffer.concat([Buffer.from(`<< ${dictionary} /Length ${data.length} >>\nstream\n`), data, Buffer.from('\nendstream')]);
  const catalogue = add('');
  const tree = add('');
  const latin = add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  const cid = add(
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> /DW 1000 /FontDescriptor << /Type /FontDescriptor /FontName /STSong-Light /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /StemV 80 /CapHeight 700 >> >>',
  );
  const chinese = add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [${cid} 0 R] >>`,
  );
  const picture = add(
    stream('/Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8', Buffer.alloc(4, 128)),
  );
  const ids = pages.map((page) => {
    const content = add(
      stream('', Buffer.from(page === 'image' ? 'q 500 0 0 700 50 50 cm /Im Do Q' : `${turns[rotate]} cm ${pageContent(page)}`)),
    );
    return add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${rotate % 180 === 0 ? '595 842' : '842 595'}] /Rotate ${rotate} /Contents ${content} 0 R /Resources << /Font << /F1 ${latin} 0 R /F2 ${chinese} 0 R >> /XObject << /Im ${picture} 0 R >> >> >>`,
    );
  });
  let outlines = '';
  if (outline.length > 0) {
    const root = add('');
    const first = objects.length + 1;
    for (const [index, { title, page }] of outline.entries()) {
      const next = index + 1 < outline.length ? `/Next ${first + index + 1} 0 R` : '';
      add(`<< /Title ${pdfText(title)} /Parent ${root} 0 R ${next} /Dest [${ids[page - 1]} 0 R /Fit] >>`);
    }
    objects[root - 1] = Buffer.from(
      `<< /Type /Outlines /First ${first} 0 R /Last ${objects.length} 0 R /Count ${outline.length} >>`,
    );
    outlines = `/Outlines ${root} 0 R`;
  }
  objects[catalogue - 1] = Buffer.from(`<< /Type /Catalog /Pages ${tree} 0 R ${outlines} >>`);
  objects[tree - 1] = Buffer.from(`<< /Type /Pages /Kids [${ids.map((id) => `${id} 0 R`).join(' ')}] /Count ${ids.length} >>`);
  const fields = Object.entries(info).map(([name, value]) => `/${name} ${pdfText(value)}`);
  const infoId = add(`<< ${fields.join(' ')} >>`);
  const lock = encrypted ? add(`<< /Filter /Standard /V 1 /R 2 /P -4 /O <${'5a'.repeat(32)}> /U <${'a5'.repeat(32)}> >>`) : null;
  return writePdf(objects, `/Root ${catalogue} 0 R /Info ${infoId} 0 R ${lock === null ? '' : `/Encrypt ${lock} 0 R`}`);
}

const turns = { 0: '1 0 0 1 0 0', 90: '0 1 -1 0 842 0', 180: '-1 0 0 -1 595 842', 270: '0 -1 1 0 0 595' };

function writePdf(objects: readonly Buffer[], trailer: string): Buffer {
  const parts = [Buffer.from('%PDF-1.5\n')];
  const offsets: number[] = [];
  let size = parts[0]?.length ?? 0;
  for (const [index, object] of objects.entries()) {
    offsets.push(size);
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    parts.push(part);
    size += part.length;
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const id = `/ID [<${'00'.repeat(16)}> <${'00'.repeat(16)}>]`;
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} ${trailer} ${id} >>\nstartxref\n${size}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

function pageContent(lines: readonly PdfLine[]): string {
  let y = 790;
  const shown = lines.map((line) => {
    const { text, size = 11, x = 60, gap } = typeof line === 'string' ? { text: line } : line;
    y -= gap ?? size * 1.3;
    const wide = /[^\u0020-\u00ff]/.test(text);
    return `BT /${wide ? 'F2' : 'F1'} ${size} Tf 1 0 0 1 ${x} ${y.toFixed(1)} Tm ${wide ? `<${ucs2(text)}>` : `(${text.replace(/[\\()]/g, '\\$&')})`} Tj ET`;
  });
  return shown.join('\n');
}

function ucs2(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex');
}

function pdfText(text: string): string {
  return `<feff${ucs2(text)}>`;
}
