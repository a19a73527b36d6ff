import type { MediaSubtitleTrack } from '../../raw-content.ts';

/** ISO 639-2 codes of containers as two-letter tags. */
const shortCodes = new Map(
  (
    'eng:en chi:zh zho:zh cmn:zh yue:zh jpn:ja kor:ko ger:de deu:de fre:fr fra:fr spa:es ita:it por:pt rus:ru ' +
    'ara:ar dut:nl nld:nl pol:pl tur:tr vie:vi hin:hi tha:th swe:sv nor:no dan:da fin:fi hun:hu ukr:uk ces:cs cze:cs ' +
    'gre:el ell:el heb:he ind:id may:ms msa:ms per:fa fas:fa rum:ro ron:ro'
  )
    .split(' ')
    .map((pair) => [pair.slice(0, 3), pair.slice(4)] as const),
);

export function baseLanguage(tag: string | null | undefined): string | null {
  const first = tag?.toLowerCase().split(/[-_]/)[0];
  return first ? (shortCodes.get(first) ?? first) : null;
}

export function isAutomatic(track: Pick<MediaSubtitleTrack, 'title'>): boolean {
  return /\bauto(?:matic|-?generated|mated)?\b|\bASR\b|whisper|speech recognition|自动|自動|机器|機器/i.test(track.title ?? '');
}

function isCommentary(track: MediaSubtitleTrack): boolean {
  return /comment(?:ary|s)\b|signs|songs|lyrics|评论|評論|导评/i.test(track.title ?? '');
}

export function chooseTrack(tracks: readonly MediaSubtitleTrack[], spoken: string | null): MediaSubtitleTrack | undefined {
  return rankTracks(tracks, spoken)[0];
}

/** Whole speech before signs, people before machines, the spoken language before translations, the container's default. */
export function rankTracks(tracks: readonly MediaSubtitleTrack[], spoken: string | null): MediaSubtitleTrack[] {
  const usable = tracks.filter((track) => track.cues.length > 0);
  const richest = Math.max(0, ...usable.map((track) => track.cues.length));
  const marks = (track: MediaSubtitleTrack): boolean[] => [
    !track.isForced && !isCommentary(track),
    track.cues.length >= richest * 0.3,
    !isAutomatic(track),
    spoken !== null && baseLanguage(track.language) === baseLanguage(spoken),
    track.isDefault,
    !track.isHearingImpaired,
  ];
  return usable.toSorted((a, b) => compareMarks(marks(a), marks(b)) || a.index - b.index);
}

function compareMarks(a: boolean[], b: boolean[]): number {
  const at = a.findIndex((mark, index) => mark !== b[index]);
  if (at < 0) return 0;
  return a[at] ? -1 : 1;
}
