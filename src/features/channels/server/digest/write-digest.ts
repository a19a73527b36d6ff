/** A digest outside the interface: as a feed and as a mail. Titles and lines come from others, so they are escaped last. */
import { escapeUTF8 } from 'entities/escape';
import type { Mail } from '#infra/mail/mailer.ts';
import { type InterfaceLanguage, languages } from '#lib/languages.ts';
import { anchorLabelOf } from '#lib/notes/anchor-label.ts';
import { formatClock } from '#lib/time.ts';
import { parseHttpUrl } from '#lib/urls.ts';
import { escapeXml } from '#lib/xml.ts';
import type { DigestEntry } from '../../contract.ts';
import { placeSearch } from '../../shared/digest-lines.ts';
import { digestPath, endMailsPath, feedPath } from '../../shared/digest-paths.ts';
import type { digestMail } from '../../words/digest-mail/zh.ts';

type Words = typeof digestMail & { lead_one?: string; moreItems_one?: string };
type Written = { week: string; last_day: string; left_out: number; entries: readonly DigestEntry[] };

export async function digestWords(language: InterfaceLanguage): Promise<Words> {
  const words: { digestMail: Words } = await import(`../../words/digest-mail/${language}.ts`);
  return words.digestMail;
}

const fill = (text: string, name: 'days' | 'count', value: string | number) => text.replace(`{{${name}}}`, () => String(value));

function counted(words: Words, name: 'lead' | 'moreItems', count: number): string {
  return fill((count === 1 ? words[`${name}_one`] : undefined) ?? words[`${name}_other`], 'count', count);
}

function daysOf({ week, last_day: lastDay }: Pick<Written, 'week' | 'last_day'>, language: InterfaceLanguage): string {
  const format = new Intl.DateTimeFormat(languages[language].locale, { month: 'long', day: 'numeric', timeZone: 'UTC' });
  return `${format.format(new Date(week))} – ${format.format(new Date(lastDay))}`;
}

/** The user's note, or else the source; null for an address that browsers should not open. */
function addressOf(origin: string, { existing, url }: DigestEntry): string | null {
  return existing ? `${origin}/content/${existing.contentId}` : (parseHttpUrl(url)?.href ?? null);
}

function lineAddress(origin: string, contentId: string, { anchor }: DigestEntry['lines'][number]): string {
  const [[name, value] = []] = Object.entries(placeSearch(anchor));
  return `${origin}/content/${contentId}?${name}=${value}`;
}

const labelOf = ({ anchor, page }: DigestEntry['lines'][number]) =>
  anchorLabelOf({ anchor, ...(page === undefined ? {} : { page }) }) ?? '';

function factsOf(entry: DigestEntry, words: Words): string {
  const { channel_title: channel, duration_seconds: seconds, lines } = entry;
  return [
    channel,
    ...(seconds === null ? [] : [formatClock(seconds * 1000)]),
    ...(lines.length === 0 ? [words.unread] : []),
  ].join(' · ');
}

function entriesHtml(origin: string, { entries, left_out: leftOut }: Written, words: Words): string {
  const shown = entries.map((entry) => {
    const address = addressOf(origin, entry);
    const title = escapeUTF8(entry.title);
    const lines = entry.lines.map((line) => {
      const to = escapeUTF8(lineAddress(origin, entry.existing?.contentId ?? '', line));
      return `<li>${escapeUTF8(line.text)} <a href="${to}">${escapeUTF8(labelOf(line))}</a></li>`;
    });
    return [
      `<h3>${address === null ? title : `<a href="${escapeUTF8(address)}">${title}</a>`}</h3>`,
      `<p>${escapeUTF8(factsOf(entry, words))}</p>`,
      ...(lines.length === 0 ? [] : [`<ul>${lines.join('')}</ul>`]),
    ].join('');
  });
  return [...shown, ...(leftOut === 0 ? [] : [`<p>${escapeUTF8(counted(words, 'moreItems', leftOut))}</p>`])].join('\n');
}

type Feed = { origin: string; token: string; language: InterfaceLanguage; readerTag: string };

/** Atom (RFC 4287), one entry per week. `readerTag` makes the ids unique to this reader without naming anybody. */
export async function digestFeed(
  { origin, token, language, readerTag }: Feed,
  digests: readonly (Written & { madeAt: Date })[],
): Promise<string> {
  const words = await digestWords(language);
  const idOf = (name: string) => `tag:gleaner,2026:digest:${readerTag}:${name}`;
  const updated = digests[0]?.madeAt ?? new Date(0);
  const entries = digests.map((digest) => {
    const title = fill(words.title, 'days', daysOf(digest, language));
    return `<entry>
<id>${idOf(digest.week)}</id>
<title>${escapeXml(title)}</title>
<link rel="alternate" type="text/html" href="${escapeXml(`${origin}${digestPath(digest.week)}`)}"/>
<published>${digest.madeAt.toISOString()}</published>
<updated>${digest.madeAt.toISOString()}</updated>
<content type="html">${escapeXml(entriesHtml(origin, digest, words))}</content>
</entry>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${languages[language].locale}">
<id>${idOf('feed')}</id>
<title>${escapeXml(words.feedTitle)}</title>
<updated>${updated.toISOString()}</updated>
<link rel="self" type="application/atom+xml" href="${escapeXml(`${origin}${feedPath(token)}`)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(`${origin}/user/digest`)}"/>
<generator>Gleaner</generator>
<author><name>Gleaner</name></author>
${entries.join('\n')}
</feed>
`;
}

type Reader = { email: string; language: InterfaceLanguage; endToken: string };

export async function writeDigestMail(digest: Written, reader: Reader, origin: string): Promise<Mail> {
  const words = await digestWords(reader.language);
  const days = daysOf(digest, reader.language);
  const count = digest.entries.length + digest.left_out;
  const page = `${origin}${digestPath(digest.week)}`;
  const end = `${origin}${endMailsPath(reader.endToken)}`;
  const small = 'color:#555;font-size:14px';
  return {
    to: reader.email,
    subject: fill(words.subject, 'days', days),
    text: [
      counted(words, 'lead', count),
      page,
      ...digest.entries.map((entry) => textOf(origin, entry, words)),
      ...(digest.left_out === 0 ? [] : [counted(words, 'moreItems', digest.left_out)]),
      `${words.why}\n${words.end}: ${end}`,
    ].join('\n\n'),
    html: `<!doctype html><html lang="${reader.language}"><body style="font:16px/1.6 sans-serif;max-width:38rem;margin:2rem auto;padding:0 1rem"><p>${escapeUTF8(counted(words, 'lead', count))}</p><p><a href="${escapeUTF8(page)}" style="display:inline-block;padding:.6rem 1.2rem;border-radius:.5rem;background:#2f5d50;color:#fff;text-decoration:none">${escapeUTF8(words.open)}</a></p>${entriesHtml(origin, digest, words)}<p style="${small};margin-top:3rem">${escapeUTF8(words.why)} <a href="${escapeUTF8(end)}">${escapeUTF8(words.end)}</a></p></body></html>`,
    // RFC 2369 and RFC 8058.
    headers: { 'List-Unsubscribe': `<${end}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  };
}

function textOf(origin: string, entry: DigestEntry, words: Words): string {
  const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
  const lines = entry.lines.map(
    (line) => `  - ${oneLine(line.text)} (${labelOf(line)})\n    ${lineAddress(origin, entry.existing?.contentId ?? '', line)}`,
  );
  const address = addressOf(origin, entry);
  return [oneLine(entry.title), oneLine(factsOf(entry, words)), ...(address === null ? [] : [address]), ...lines].join('\n');
}
