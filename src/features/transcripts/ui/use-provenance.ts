import { useTranslation } from 'react-i18next';
import type { ContentOverview } from '#features/contents/contract.ts';
import { htmlLang } from '#lib/text/html-lang.ts';
import { useUiLabels } from '#ui/labels.tsx';

/** `embedded track 2 (zh)`: the engine's name of a track in a media file. */
export function parseEmbeddedTrack(track: string): { number: number; language: string | null } | null {
  const match = /^embedded track (\d{1,4})(?: \(([^()]{1,40})\))?$/i.exec(track.trim());
  return match?.[1] ? { number: Number(match[1]), language: match[2] ?? null } : null;
}

/** The tag itself when unknown. */
export function languageName(tag: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Track names made by the engine; others come from sites and files. */
const ownNames = [
  [/^published transcript(?: \((.{1,80})\))?$/, 'published'],
  [/^uploaded subtitles(?: \((.{1,80})\))?$/, 'uploaded'],
  [/^automatic subtitles(?: \((.{1,80})\))?$/, 'automatic'],
  [/^subtitles for signed-in viewers$/, 'signedIn'],
  [/^sound of the video$/, 'sound'],
] as const;

/** Null for a name from elsewhere. */
function parseOwnTrack(track: string): { kind: (typeof ownNames)[number][1]; detail: string | null } | null {
  for (const [pattern, kind] of ownNames) {
    const match = pattern.exec(track.trim());
    if (match) return { kind, detail: match[1] ?? null };
  }
  return null;
}

/** `remote:whisper-1` or `local:sense-voice`; null for anything else. */
export function parseRecogniser(track: string): { place: 'remote' | 'local'; model: string } | null {
  const [, place, model] = /^(remote|local):(.+)$/.exec(track) ?? [];
  return place && model ? { place: place === 'remote' ? 'remote' : 'local', model } : null;
}

export function useTrackName(): (track: string) => string {
  const { t } = useTranslation();
  const { locale } = useUiLabels();
  return (track) => {
    const embedded = parseEmbeddedTrack(track);
    if (embedded) {
      const tag = htmlLang(embedded.language);
      return tag
        ? t(($) => $.transcripts.provenance.embeddedWithLanguage, {
            number: embedded.number,
            language: languageName(tag, locale),
          })
        : t(($) => $.transcripts.provenance.embedded, { number: embedded.number });
    }
    const own = parseOwnTrack(track);
    if (!own) return track;
    const name = t(($) => $.transcripts.tracks[own.kind]);
    return own.detail === null ? name : t(($) => $.transcripts.provenance.withLanguage, { track: name, language: own.detail });
  };
}

/** The source of the note's text in one line; null when unknown. */
export function useProvenance(detail: Pick<ContentOverview, 'provenance' | 'language'>): string | null {
  const { t } = useTranslation();
  const { locale } = useUiLabels();
  const nameOf = useTrackName();
  const { provenance } = detail;
  if (!provenance) return null;
  if (provenance.origin === 'page') return t(($) => $.transcripts.provenance.page);
  if (provenance.origin === 'document') return t(($) => $.transcripts.provenance.document);
  if (provenance.origin === 'description') return t(($) => $.transcripts.provenance.description);
  if (provenance.origin === 'speech') {
    const heardBy = parseRecogniser(provenance.track);
    if (!heardBy) return t(($) => $.transcripts.provenance.speech, { track: provenance.track });
    return t(($) => $.transcripts.provenance.heard[heardBy.place], { model: heardBy.model });
  }
  const embedded = parseEmbeddedTrack(provenance.track);
  // The number tells tracks of a file apart; whoever reads what one of them says has no use for it.
  const name = embedded ? t(($) => $.transcripts.tracks.inFile) : nameOf(provenance.track);
  const known = embedded || name === provenance.track ? htmlLang(embedded?.language ?? detail.language) : undefined;
  const language = known ? languageName(known, locale) : null;
  const track =
    language && !name.toLowerCase().includes(language.toLowerCase())
      ? t(($) => $.transcripts.provenance.withLanguage, { track: name, language })
      : name;
  const said = (locale.startsWith('zh') ? /\bauto|自动|自動/i : /\bauto/i).test(track);
  const used =
    provenance.origin === 'automatic' && !said
      ? t(($) => $.transcripts.provenance.automatic, { track })
      : t(($) => $.transcripts.provenance.human, { track });
  const whole =
    provenance.lateCues === undefined
      ? used
      : t(($) => $.transcripts.provenance.withLateLines, { used, count: provenance.lateCues });
  if (provenance.untrusted === undefined) return whole;
  const reason = t(($) => $.transcripts.rejected.faults[provenance.untrusted ?? 'damaged']);
  return t(($) => $.transcripts.provenance.untrusted, { used: whole, reason });
}
