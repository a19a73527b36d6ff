import { useTranslation } from 'react-i18next';
import type { ContentDetail } from '#features/contents/contract.ts';
import { useUiLabels } from '#ui/labels.tsx';

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

/** The names that the engine itself gives to tracks; others come from their sites and files as they are. */
const ownNames = [
  [/^published transcript(?: \((.{1,80})\))?$/, 'published'],
  [/^uploaded subtitles(?: \((.{1,80})\))?$/, 'uploaded'],
  [/^automatic subtitles(?: \((.{1,80})\))?$/, 'automatic'],
  [/^subtitles for signed-in viewers$/, 'signedIn'],
  [/^sound of the video$/, 'sound'],
] as const;

/** The kind of track that a name of the engine says, and what it says beside it; null for a name from elsewhere. */
function parseOwnTrack(track: string): { kind: (typeof ownNames)[number][1]; detail: string | null } | null {
  for (const [pattern, kind] of ownNames) {
    const match = pattern.exec(track.trim());
    if (match) return { kind, detail: match[1] ?? null };
  }
  return null;
}

/** `remote:whisper-1` or `local:sense-voice`, as the engine names who listened; null for anything else. */
export function parseRecogniser(track: string): { place: 'remote' | 'local'; model: string } | null {
  const [, place, model] = /^(remote|local):(.+)$/.exec(track) ?? [];
  return place && model ? { place: place === 'remote' ? 'remote' : 'local', model } : null;
}

/** A track's name in the reader's language, as far as it is ours to translate. */
export function useTrackName(): (track: string) => string {
  const { t } = useTranslation();
  const { locale } = useUiLabels();
  return (track) => {
    const embedded = parseEmbeddedTrack(track);
    if (embedded) {
      const tag = htmlLang(embedded.language);
      return tag
        ? t(($) => $.content.header.provenance.embeddedWithLanguage, {
            number: embedded.number,
            language: languageName(tag, locale),
          })
        : t(($) => $.content.header.provenance.embedded, { number: embedded.number });
    }
    const own = parseOwnTrack(track);
    if (!own) return track;
    const name = t(($) => $.content.header.tracks[own.kind]);
    return own.detail === null ? name : t(($) => $.content.header.provenance.withLanguage, { track: name, language: own.detail });
  };
}

/** Where the text of the note comes from, in one line; null when it is not known yet. */
export function useProvenance(detail: Pick<ContentDetail, 'provenance' | 'language'>): string | null {
  const { t } = useTranslation();
  const { locale } = useUiLabels();
  const nameOf = useTrackName();
  const { provenance } = detail;
  if (!provenance) return null;
  if (provenance.origin === 'page') return t(($) => $.content.header.provenance.page);
  if (provenance.origin === 'document') return t(($) => $.content.header.provenance.document);
  if (provenance.origin === 'description') return t(($) => $.content.header.provenance.description);
  if (provenance.origin === 'speech') {
    const heardBy = parseRecogniser(provenance.track);
    if (!heardBy) return t(($) => $.content.header.provenance.speech, { track: provenance.track });
    return t(($) => $.content.header.provenance.heard[heardBy.place], { model: heardBy.model });
  }
  const name = nameOf(provenance.track);
  const known = name === provenance.track ? htmlLang(detail.language) : undefined;
  const language = known ? languageName(known, locale) : null;
  // A name that says its language already (`English`, `中文`) does not say it twice.
  const track =
    language && !name.toLowerCase().includes(language.toLowerCase())
      ? t(($) => $.content.header.provenance.withLanguage, { track: name, language })
      : name;
  // Neither does one that says already, in words the reader knows, that a machine made it.
  const said = (locale.startsWith('zh') ? /\bauto|自动|自動/i : /\bauto/i).test(track);
  return provenance.origin === 'automatic' && !said
    ? t(($) => $.content.header.provenance.automatic, { track })
    : t(($) => $.content.header.provenance.human, { track });
}
