/** Folds traditional, simplified and regional forms of Chinese characters for comparison and search. */
import hongKong from 'opencc-js/dict/HKVariants';
import simplified from 'opencc-js/dict/TSCharacters';
import taiwan from 'opencc-js/dict/TWVariants';

let forms: Map<string, string> | undefined;

function readForms(): Map<string, string> {
  const next = new Map<string, string>();
  const rootOf = (character: string): string => {
    let root = character;
    for (let up = next.get(root); up !== undefined && up !== root; up = next.get(root)) root = up;
    return root;
  };
  // Regional forms of one character (著 and 着) map to each other first, then both to the simplified form.
  for (const pairs of [simplified, taiwan, hongKong])
    for (const pair of pairs.split('|')) {
      const [from, to] = pair.split(' ');
      // The folded text must have the same offsets as the original.
      if (!from || !to || from.length !== to.length) continue;
      const [root, target] = [rootOf(from), rootOf(to)];
      if (root !== target) next.set(root, target);
    }
  return new Map([...next.keys()].map((character) => [character, rootOf(character)]));
}

/** Keeps the length in UTF-16 units. */
export function foldHan(text: string): string {
  forms ??= readForms();
  const known = forms;
  return text.replace(/\p{Script=Han}/gu, (character) => known.get(character) ?? character);
}

export function formsOf(character: string): string[] {
  const folded = foldHan(character);
  return [...new Set([character, folded, ...[...(forms ?? [])].flatMap(([form, root]) => (root === folded ? [form] : []))])];
}
