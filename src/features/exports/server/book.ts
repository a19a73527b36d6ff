/** The fixed files of an EPUB 3, in which each note is a chapter. */
import { randomUUID } from 'node:crypto';
import type { ZipFile } from 'yazl';
import { languages, type NoteLanguage } from '#lib/languages.ts';
import { escapeXml } from '#lib/xml.ts';

const folder = 'EPUB';
const style = `body{line-height:1.6}h1{font-size:1.5em;line-height:1.3}h2{font-size:1.2em;margin-top:2em}.facts{color:#666;font-size:.875em}blockquote{margin:0;padding-left:1em;border-left:.2em solid #999}table{border-collapse:collapse}td,th{border:1px solid #999;padding:.3em}`;
const container = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="${folder}/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
`;
const words: Record<NoteLanguage, { title: (count: number) => string; contents: string }> = {
  zh: { title: (count) => `拾穗：${count} 篇笔记`, contents: '目录' },
  en: { title: (count) => `Gleaner: ${count} notes`, contents: 'Contents' },
};

type Chapter = { file: string; title: string; language: NoteLanguage; sections: { id: string; title: string }[] };

export type Book = {
  /** Writes the files that come before the chapters. */
  begin: (zip: ZipFile) => void;
  /** Returns the path of the chapter. */
  add: (chapter: { title: string; language: NoteLanguage; xhtml: string }) => string;
  end: (zip: ZipFile) => void;
};

export function createBook(modified: Date): Book {
  const chapters: Chapter[] = [];
  return {
    begin(zip) {
      // First, uncompressed and without a time: readers recognise the file by these bytes.
      zip.addBuffer(Buffer.from('application/epub+zip'), 'mimetype', { compress: false, forceDosTimestamp: true });
      zip.addBuffer(Buffer.from(container), 'META-INF/container.xml');
      zip.addBuffer(Buffer.from(style), `${folder}/style.css`);
    },
    add({ title, language, xhtml }) {
      const file = `note-${chapters.length + 1}.xhtml`;
      chapters.push({ file, title: title.trim() || '…', language, sections: sectionsOf(xhtml) });
      return `${folder}/${file}`;
    },
    end(zip) {
      const language = chapters[0]?.language ?? 'en';
      const title = chapters.length === 1 ? (chapters[0]?.title ?? '') : words[language].title(chapters.length);
      zip.addBuffer(Buffer.from(navigation(chapters, language)), `${folder}/nav.xhtml`);
      zip.addBuffer(Buffer.from(packageOf(chapters, { title, language, modified })), `${folder}/package.opf`);
    },
  };
}

/** Leaves out sections with an empty heading. */
function sectionsOf(xhtml: string): Chapter['sections'] {
  const parts = xhtml.split('<h2 id="').slice(1);
  const sections = parts.map((part) => {
    const id = part.slice(0, part.indexOf('"'));
    const heading = part.slice(part.indexOf('>') + 1).split('</h2>')[0] ?? '';
    return { id, title: heading.replace(/<[^<>]+>/g, '').trim() };
  });
  return sections.filter(({ title }) => title !== '');
}

function navigation(chapters: readonly Chapter[], language: NoteLanguage): string {
  const { contents } = words[language];
  const { locale } = languages[language];
  const lines = chapters.map(({ file, title, sections }) => {
    const within = sections.map((section) => `<li><a href="${file}#${section.id}">${section.title}</a></li>`).join('');
    return `<li><a href="${file}">${escapeXml(title)}</a>${within === '' ? '' : `<ol>${within}</ol>`}</li>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${locale}" xml:lang="${locale}">
<head><title>${contents}</title></head>
<body><nav epub:type="toc" id="toc"><h1>${contents}</h1><ol>
${lines.join('\n')}
</ol></nav></body>
</html>
`;
}

type Head = { title: string; language: NoteLanguage; modified: Date };

function packageOf(chapters: readonly Chapter[], { title, language, modified }: Head): string {
  const items = chapters.map(({ file }, at) => `<item id="c${at + 1}" href="${file}" media-type="application/xhtml+xml"/>`);
  const spine = chapters.map((_chapter, at) => `<itemref idref="c${at + 1}"/>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:uuid:${randomUUID()}</dc:identifier>
<dc:title>${escapeXml(title)}</dc:title>
<dc:language>${languages[language].locale}</dc:language>
<meta property="dcterms:modified">${modified.toISOString().slice(0, 19)}Z</meta>
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="style" href="style.css" media-type="text/css"/>
${items.join('\n')}
</manifest>
<spine>${spine.join('')}</spine>
</package>
`;
}
