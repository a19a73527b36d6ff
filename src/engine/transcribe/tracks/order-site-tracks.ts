import { baseLanguage } from './rank-embedded-tracks.ts';

/** After this many tracks, the sound is transcribed. */
const mostTries = 5;

type NamedTrack = { language: string; automatic: boolean; name: string };

export type TrackPreferences = {
  spoken: string | null;
  wanted: string | null;
};

/** The creator's track in the wanted language, then in the spoken one, then the automatic one, then the creator's others. */
export function orderTracks<T extends NamedTrack>(tracks: readonly T[], preferences: TrackPreferences): T[] {
  return tracks
    .map((track, index) => ({ track, index, rank: rankOf(track, preferences) }))
    .filter(({ rank }) => rank < unwanted)
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ track }) => track)
    .slice(0, mostTries);
}

const unwanted = 1000;

function rankOf(track: NamedTrack, { spoken, wanted }: TrackPreferences): number {
  const base = baseLanguage(track.language);
  const isSpoken = spoken !== null && base === baseLanguage(spoken);
  const aside = /\b(?:lyrics?|comment(?:s|ary)|songs?|signs|trivia|notes?)\b|歌词|评论/i.test(track.name) ? 500 : 0;
  if (track.automatic) return isSpoken || spoken === null ? 30 : unwanted;
  if (wanted !== null && base === baseLanguage(wanted)) return aside + scriptRank(track.language, wanted);
  if (isSpoken) return aside + 20;
  return aside + (base === 'en' ? 40 : base === 'zh' ? 41 : 50);
}

function scriptRank(language: string, wanted: string): number {
  if (language.toLowerCase() === wanted.toLowerCase()) return 0;
  const isTraditional = /hant|-tw|-hk|-mo|yue/i.test(language);
  return isTraditional === /hant|-tw|-hk|-mo|yue/i.test(wanted) ? 1 : 2;
}
