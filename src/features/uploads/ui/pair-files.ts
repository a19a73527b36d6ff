import { splitLanguage } from '#lib/language-of-name.ts';
import { maxTextBytes } from '#lib/max-text-bytes.ts';
import { mediaExtension } from '#lib/media-extension.ts';
import { subtitleEndings } from '#lib/subtitle-endings.ts';

/** `words`: subtitle files that belong to a recording. `leftOut`: further ones for the same recording, which are not used. */
export type ChosenFile<One> = { file: One; words: One | null; leftOut: readonly One[] };

type Named = { name: string; size: number };

const transcriptEndings = new Set(['txt', 'text']);

/**
 * Makes one item of a recording and its words: a subtitle file or a plain text, never another document.
 * - Words belong to the recording of the same name: `talk.srt`, `talk.mp4.srt` and `talk.zh.srt` to `talk.mp4`.
 * - Words that fit several recordings belong to none.
 * - One recording and one file of words belong together whatever their names.
 * - Of several for one recording, subtitles are preferred to a plain text, then the wanted language, then a name without a
 *   language, then the first.
 * Everything else stays an item of its own, in its order.
 */
export function pairFiles<One extends Named>(files: readonly One[], language: string): ChosenFile<One>[] {
  const wordsOf = wordsByRecording(files);
  for (const words of wordsOf.values()) words.sort((a, b) => rankOf(a, language) - rankOf(b, language));
  const taken = new Set([...wordsOf.values()].flat());
  return files
    .filter((file) => !taken.has(file))
    .map((file) => {
      const [words = null, ...leftOut] = wordsOf.get(file) ?? [];
      return { file, words, leftOut };
    });
}

function wordsByRecording<One extends Named>(files: readonly One[]): Map<One, One[]> {
  const recordings = files.filter(({ name }) => mediaExtension(name) !== null);
  const words = files.filter(mayBeWords);
  const wordsOf = new Map<One, One[]>();
  const byName = recordingsByName(recordings);
  for (const file of words) {
    const recording = recordingOf(file, byName);
    if (recording !== null) wordsOf.set(recording, [...(wordsOf.get(recording) ?? []), file]);
  }
  const [only, other] = recordings;
  if (only !== undefined && other === undefined && words.length === 1) wordsOf.set(only, words);
  return wordsOf;
}

function mayBeWords({ name, size }: Named): boolean {
  const { ending } = split(name);
  return size <= maxTextBytes && (subtitleEndings.has(ending) || transcriptEndings.has(ending));
}

/** Under their names with the ending and without. */
function recordingsByName<One extends Named>(recordings: readonly One[]): Map<string, One[]> {
  const byName = new Map<string, One[]>();
  for (const file of recordings) {
    const { base, ending } = split(file.name);
    for (const name of [base, `${base}.${ending}`]) byName.set(name, [...(byName.get(name) ?? []), file]);
  }
  return byName;
}

/** The only recording of the same name; failing any of that very name, the only one of the name without its language. */
function recordingOf<One extends Named>({ name }: One, byName: ReadonlyMap<string, readonly One[]>): One | null {
  const { base } = split(name);
  const [recording, other] = byName.get(base) ?? byName.get(splitLanguage(base).rest) ?? [];
  return recording === undefined || other !== undefined ? null : recording;
}

function rankOf({ name }: Named, wanted: string): number {
  const { base, ending } = split(name);
  const { language } = splitLanguage(base);
  const isWanted = language?.split('-')[0] === wanted;
  return (subtitleEndings.has(ending) ? 0 : 3) + (isWanted ? 0 : language === null ? 1 : 2);
}

/** In lower case, and composed: some systems store accents apart. */
function split(name: string): { base: string; ending: string } {
  const plain = name.normalize('NFC').toLowerCase();
  const at = plain.lastIndexOf('.');
  return at > 0 ? { base: plain.slice(0, at), ending: plain.slice(at + 1) } : { base: plain, ending: '' };
}
