import { decodeHTMLStrict } from 'entities/decode';
import { elementsIn, textIn, type XmlElement } from './xml-tree.ts';

export function firstOf(parent: XmlElement, names: readonly string[]): XmlElement | null {
  const children = elementsIn(parent);
  for (const name of names) {
    const found = children.find((child) => child.name === name && holdsSomething(child));
    if (found) return found;
  }
  return null;
}

function holdsSomething(element: XmlElement): boolean {
  return element.attributes.size > 0 || elementsIn(element).length > 0 || textIn(element).trim() !== '';
}

export function textOf(parent: XmlElement, names: readonly string[]): string | null {
  const children = elementsIn(parent);
  for (const name of names) {
    for (const child of children) {
      const text = child.name === name ? squeeze(textIn(child)) : '';
      if (text !== '') return text;
    }
  }
  return null;
}

/** Control characters are removed, as XML forbids them. */
const control = /(?!\s)\p{Cc}/gu;

export function squeeze(text: string): string {
  return text.replace(control, '').replace(/\s+/g, ' ').trim();
}

const inlineTag =
  /<\/?(?:a|abbr|b|big|br|cite|code|del|div|em|font|h[1-6]|i|img|ins|p|q|s|small|span|strike|strong|sub|sup|tt|u|wbr)(?:\s[^<>]*)?\/?>/gi;

/** Whether a title is HTML: Atom declares it, RSS does not. */
export function titleText(parent: XmlElement, names: readonly string[]): string | null {
  for (const name of names) {
    for (const child of elementsIn(parent)) {
      const text = child.name === name ? squeeze(plainTitle(child)) : '';
      if (text !== '') return text;
    }
  }
  return null;
}

function plainTitle(element: XmlElement): string {
  const type = element.attributes.get('type') ?? '';
  const text = isBase64(element) ? fromBase64(textIn(element)) : textIn(element);
  if (/^(?:text|text\/plain|xhtml|application\/xhtml\+xml)$/i.test(type)) return text;
  if (/html/i.test(type)) return decodeHTMLStrict(text.replace(/<\/?[a-z][^<>]*>/gi, ''));
  return element.name.startsWith('atom:') ? text : decodeHTMLStrict(text.replace(inlineTag, ''));
}

export function htmlOf(parent: XmlElement, names: readonly string[], source: string): string | null {
  for (const name of names) {
    for (const child of elementsIn(parent)) {
      const html = child.name === name ? htmlIn(child, source) : null;
      if (html) return html;
    }
  }
  return null;
}

function htmlIn(found: XmlElement, source: string): string | null {
  const type = found.attributes.get('type') ?? '';
  if (elementsIn(found).length > 0)
    return (
      source
        .slice(...found.inner)
        .replace(/<!\[CDATA\[|\]\]>/g, '')
        .trim() || null
    );
  const text = (isBase64(found) ? fromBase64(textIn(found)) : textIn(found)).trim();
  const plain = /^(?:text|text\/plain)$/i.test(type) || !/<\/?[a-z][^<>]*>|&[a-z#]\w{1,8};/i.test(text);
  return (plain ? paragraphsOf(text) : text) || null;
}

export function paragraphsOf(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const paragraphs = escaped.split(/\n[\t ]*\n/).filter((part) => part.trim() !== '');
  return paragraphs.map((part) => `<p>${part.trim().split('\n').join('<br>')}</p>`).join('\n');
}

function isBase64(element: XmlElement): boolean {
  return element.attributes.get('mode')?.toLowerCase() === 'base64';
}

function fromBase64(text: string): string {
  return Buffer.from(text, 'base64').toString('utf8');
}

const longestPerson = 500;

export type Person = { name: string | null; email: string | null };

/** Reads `name@host (Name)`, `Name <name@host>` and the like; a text without an address is a name. */
export function readPerson(value: string): Person | null {
  const text = squeeze(value.slice(0, longestPerson));
  if (text === '') return null;
  const [, address = '', inBrackets = ''] = /^(\S+) \((.+)\)$/.exec(text) ?? [];
  if (isAddress(address)) return { name: inBrackets.trim() || null, email: address };
  if (isAddress(text)) return { name: null, email: text };
  const open = Math.max(text.lastIndexOf('('), text.lastIndexOf('<'));
  const name = text.slice(0, Math.max(0, open)).trim();
  const behind = text.slice(open + 1);
  const email = behind
    .slice(0, -1)
    .trim()
    .replace(/^mailto:/i, '');
  return name !== '' && /[)>]$/.test(behind) && isAddress(email) ? { name, email } : { name: text, email: null };
}

/** The form to display: the name, or the address if there is no name. */
export function personName(person: Person | null): string | null {
  return person && (person.name ?? person.email);
}

export function fullPerson(person: Person | null): string | null {
  return person?.name && person.email ? `${person.name} (${person.email})` : personName(person);
}

function isAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  return at > 0 && at < text.length - 1 && !/[\s()<>]/.test(text);
}

/** `H:MM:SS`, `MM:SS` or seconds, also with a fraction. */
export function durationMs(value: string | null | undefined): number | null {
  const match = /^\s*(?:(?:(\d{1,4}):)?(\d{1,4}):)?(\d{1,7}(?:\.\d{1,6})?)\s*$/.exec(value ?? '');
  if (!match) return null;
  return Math.round((Number(match[1] ?? 0) * 3600 + Number(match[2] ?? 0) * 60 + Number(match[3])) * 1000);
}
