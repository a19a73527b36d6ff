import { useTranslation } from 'react-i18next';
import { useUiLabels } from '#ui/labels.tsx';
import type { ContentDetail } from '../contract.ts';

/** `embedded track 2 (zh)`, the form in which the engine names a track inside a media file. */
export function parseEmbeddedTrack(track: string): { number: number; language: string | null } | null {
  const match = /^embedded track (\d{1,4})(?: \(([^()]{1,40})\))?$/i.exec(track.trim());
  return match?.[1] ? { number: Number(match[1]), language: match[2] ?? null } : null;
}

/** A language tag in the reader's words; the tag itself when nobody knows it. */
export function languageName(tag: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** A source's tag (`eng`, `zh_CN`) as an HTML `lang`; undefined when it names no language. */
export function htmlLang(tag: string | null): string | undefined {
  if (tag === null) return undefined;
  try {
    const [known] = Intl.getCanonicalLocales(tag.replaceAll('_', '-'));
    return known === undefined || /^(?:und|mul|zxx|mis)\b/.test(known) ? undefined : known;
  } catch {
    return undefined;
  }
}

/** Where the text of the note comes from, in one line; null when it is not known yet. */
export function useProvenance(detail: Pick<ContentDetail, 'provenance' | 'language'>): string | null {
  const { t } = useTranslation();
  const { locale } = useUiLabels();
  const { provenance } = detail;
  if (!provenance) return null;
  if (provenance.origin === 'page') return t(($) => $.content.header.provenance.page);
  if (provenance.origin === 'document') return t(($) => $.content.header.provenance.document);
  if (provenance.origin === 'description') return t(($) => $.content.header.provenance.description);
  if (provenance.origin === 'speech') return t(($) => $.content.header.provenance.speech, { track: provenance.track });
  const embedded = parseEmbeddedTrack(provenance.track);
  const tag = embedded ? embedded.language : detail.language;
  const known = htmlLang(tag);
  const language = known ? languageName(known, locale) : null;
  const track = embedded
    ? language
      ? t(($) => $.content.header.provenance.embeddedWithLanguage, { number: embedded.number, language })
      : t(($) => $.content.header.provenance.embedded, { number: embedded.number })
    : language
      ? t(($) => $.content.header.provenance.withLanguage, { track: provenance.track, language })
      : provenance.track;
  return provenance.origin === 'automatic'
    ? t(($) => $.content.header.provenance.automatic, { track })
    : t(($) => $.content.header.provenance.human, { track });
}
