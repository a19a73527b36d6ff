import { tidyText } from './blocks.ts';
import { realTitle } from './real-title.ts';

type Told = { info: object; metadata: { get(name: string): unknown } | null } | null;
type Known = {
  title: string | null;
  author: string | null;
  created: string | null;
  language: string | null;
  subject: string | null;
};

export function readPdfMetadata(told: Told): Known {
  const info = new Map<string, unknown>(Object.entries(told?.info ?? {}));
  const field = (name: string, other: string): string | null => {
    const value = info.get(name) ?? told?.metadata?.get(other);
    const text = Array.isArray(value) ? value.join(', ') : value;
    return typeof text === 'string' && /\p{L}|\p{N}/u.test(text) ? tidyText(text).slice(0, 500) : null;
  };
  const created = info.get('CreationDate') ?? told?.metadata?.get('xmp:createdate');
  const language = info.get('Language');
  return {
    title: realTitle(field('Title', 'dc:title')),
    author: realAuthor(field('Author', 'dc:creator')),
    created: typeof created === 'string' ? created : null,
    language: typeof language === 'string' && /^[a-z]{2,3}(?:-[\w-]{2,20})?$/i.test(language) ? language : null,
    subject: field('Subject', 'dc:description'),
  };
}

function realAuthor(author: string | null): string | null {
  const nobody =
    /^(?:user|users|admin|administrator|author|unknown|owner|windows user|microsoft(?: office)?(?: user)?|微软用户|用户|作者)$/i;
  return author === null || nobody.test(author) || author.includes('\ufffd') ? null : author;
}

/** `D:20240229093000+08'00'`, `2024-02-29T…`, `2024` or `2024-02` as an ISO date; null for an invalid date. */
export function isoDay(value: string | null): string | null {
  const [, year, month, day] = /^\s*(?:D:)?(\d{4})(?:-?(\d{2})(?:-?(\d{2}))?)?/.exec(value ?? '') ?? [];
  if (year === undefined || Number(year) < 1000) return null;
  const iso = [year, month ?? '01', day ?? '01'].join('-');
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}
