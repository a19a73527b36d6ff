import { DomUtils, parseDocument } from 'htmlparser2';
import { languages } from '#lib/languages.ts';
import { escapeXml, notXml } from '#lib/xml.ts';
import { factsLine, type NoteToExport } from './exported-note.ts';
import { renderNoteWithPlaces } from './note-with-cited-sentences.ts';

/** A note as an EPUB chapter: XHTML whose sections have ids and whose references link to the source. */
export function writeChapter({ lines: _lines, player: _player, ...note }: NoteToExport): string {
  const document = parseDocument(renderNoteWithPlaces(note));
  let sections = 0;
  for (const element of DomUtils.findAll(() => true, document.children)) {
    if (element.name === 'a') element.attribs = element.attribs.href ? { href: element.attribs.href } : {};
    if (element.name === 'h2') element.attribs = { id: `s${++sections}` };
    if (element.type === 'tag' && element.name === 'p' && element.children.length === 0) DomUtils.removeElement(element);
  }
  for (const text of DomUtils.filter((node) => node.type === 'text', document.children, true))
    if ('data' in text) text.data = String(text.data).toWellFormed().replace(notXml, '');
  const body = DomUtils.getOuterHTML(document.children, { xmlMode: true, encodeEntities: 'utf8' });
  const source = note.sourceUrl && /^https?:/i.test(note.sourceUrl) ? escapeXml(note.sourceUrl) : null;
  const facts = [escapeXml(factsLine(note)), source ? `<a href="${source}">${source}</a>` : ''].filter((fact) => fact !== '');
  const locale = languages[note.language].locale;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" lang="${locale}" xml:lang="${locale}">
<head><title>${escapeXml(note.title)}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
<body>
<h1>${escapeXml(note.title)}</h1>
<p class="facts">${facts.join('<br/>')}</p>
${body}
</body>
</html>
`;
}
