import { maxTextBytes } from '#lib/max-text-bytes.ts';
import { mediaExtension } from '#lib/media-extension.ts';

/** `words`: the subtitles or transcript that come along with a recording. */
export type ChosenFile<Named> = { file: Named; words: Named | null };

const subtitleEndings = new Set('srt vtt ass ssa lrc ttml dfxp srv1 srv2 srv3 json3 bcc sbv'.split(' '));

export function isSubtitleFile(name: string): boolean {
  return subtitleEndings.has(split(name).ending);
}

type Chosen = { name: string; size: number };

/**
 * Gives each recording the subtitles or the transcript (`.txt`) of its own name, with its ending or without, also with a
 * language as in `talk.zh.srt`; the order stays. A file that fits several recordings fits none, nor does one that is too large
 * for words. Of several that fit one recording it gets subtitles before a transcript, those in the wanted language before
 * others, then the first; the others stay files of their own.
 */
export function pairFiles<Named extends Chosen>(files: readonly Named[], language: string): ChosenFile<Named>[] {
  const recordings = recordingsByName(files);
  const wordsOf = new Map<Named, Words<Named>>();
  for (const file of files) {
    const found = file.size > maxTextBytes ? null : recordingOf(file, recordings);
    if (found === null) continue;
    const words = { file, rank: rankOf(file, found.language, language) };
    const before = wordsOf.get(found.recording);
    if (before === undefined || words.rank < before.rank) wordsOf.set(found.recording, words);
  }
  const taken = new Set([...wordsOf.values()].map(({ file }) => file));
  return files.filter((file) => !taken.has(file)).map((file) => ({ file, words: wordsOf.get(file)?.file ?? null }));
}

/** Under their names with the ending and without. */
function recordingsByName<Named extends Chosen>(files: readonly Named[]): Map<string, Named[]> {
  const recordings = new Map<string, Named[]>();
  for (const file of files) {
    if (mediaExtension(file.name) === null) continue;
    const { base, ending } = split(file.name);
    for (const name of new Set([base, ending === '' ? base : `${base}.${ending}`])) {
      const others = recordings.get(name);
      if (others === undefined) recordings.set(name, [file]);
      else others.push(file);
    }
  }
  return recordings;
}

type Words<Named> = { file: Named; rank: number };

function rankOf({ name }: { name: string }, language: string | null, wanted: string): number {
  return (isSubtitleFile(name) ? 0 : 2) + (language === wanted ? 0 : 1);
}

/** The only recording of the same name; failing any of that very name, the only one of the name without its language. */
function recordingOf<Named extends Chosen>(
  { name }: Named,
  recordings: ReadonlyMap<string, readonly Named[]>,
): { recording: Named; language: string | null } | null {
  const { base, ending } = split(name);
  if (!subtitleEndings.has(ending) && ending !== 'txt') return null;
  const exact = recordings.get(base);
  const [language, stem] = exact ? [null, base] : languageOf(base);
  const [recording, other] = recordings.get(stem) ?? [];
  return recording === undefined || other !== undefined ? null : { recording, language };
}

const longCodes = new Map([
  ['eng', 'en'],
  ['chi', 'zh'],
  ['zho', 'zh'],
  ['cmn', 'zh'],
]);

/** A part such as `zh`, `eng`, `en-us` or `zh_hans`, as the short code of its language. */
function languageOf(base: string): [language: string | null, stem: string] {
  const at = base.lastIndexOf('.');
  const part = base.slice(at + 1);
  const code = /^([a-z]{2,3})(?:[-_](?:[a-z]{4}|[a-z]{2}|[0-9]{3})){0,2}$/.exec(part)?.[1];
  if (at <= 0 || code === undefined || mediaExtension(base) !== null) return [null, base];
  return [longCodes.get(code) ?? code, base.slice(0, at)];
}

/** In lower case, and composed: some systems store accents apart. */
function split(name: string): { base: string; ending: string } {
  const plain = name.normalize('NFC').toLowerCase();
  const at = plain.lastIndexOf('.');
  return at > 0 ? { base: plain.slice(0, at), ending: plain.slice(at + 1) } : { base: plain, ending: '' };
}
