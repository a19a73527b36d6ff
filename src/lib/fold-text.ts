/**
 * Texts as they are compared and looked for: the same words are found whether they were written in traditional or
 * simplified characters, in full or half width, in capitals or not.
 */
import hongKong from 'opencc-js/dict/HKVariants';
import simplified from 'opencc-js/dict/TSCharacters';
import taiwan from 'opencc-js/dict/TWVariants';

/** Raised when texts fold differently from before: what was stored of folded texts is made anew. */
export const foldVersion = 1;

/** Every mapped character and the one that stands for it and all its other forms. Made when first needed. */
let forms: Map<string, string> | undefined;

function readForms(): Map<string, string> {
  const next = new Map<string, string>();
  const rootOf = (character: string): string => {
    let root = character;
    for (let up = next.get(root); up !== undefined && up !== root; up = next.get(root)) root = up;
    return root;
  };
  // Regional forms of one character (著 and 着) first lead to each other, then both to the simplified one.
  for (const pairs of [simplified, taiwan, hongKong])
    for (const pair of pairs.split('|')) {
      const [from, to] = pair.split(' ');
      // Offsets in a folded text are those of the text itself.
      if (!from || !to || from.length !== to.length) continue;
      const [root, target] = [rootOf(from), rootOf(to)];
      if (root !== target) next.set(root, target);
    }
  return new Map([...next.keys()].map((character) => [character, rootOf(character)]));
}

/** The text with one form for all forms of a Chinese character. As long as it was, in UTF-16 units. */
export function foldHan(text: string): string {
  forms ??= readForms();
  const known = forms;
  return text.replace(/\p{Script=Han}/gu, (character) => known.get(character) ?? character);
}

/** The letters and digits of a text and nothing else, in one width, one case and one form of Chinese. */
export function foldLetters(text: string): string {
  return foldHan(text.normalize('NFKC').toLowerCase()).replace(/[^\p{L}\p{N}]/gu, '');
}

/** All forms of a Chinese character, itself among them. */
export function formsOf(character: string): string[] {
  const folded = foldHan(character);
  return [...new Set([character, folded, ...[...(forms ?? [])].flatMap(([form, root]) => (root === folded ? [form] : []))])];
}
