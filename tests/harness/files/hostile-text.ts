/** Texts that cost a careless regular expression time without end, and the references that an honest model writes. */
import fc from 'fast-check';

/** `piece` over and over, cut to so many characters (UTF-16 units). */
export function run(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
}

const pieces = [
  ...['1', ' ', '\t', 'L', '万', '一', '*', '_', '`', '\\', '"', '-', ',', '#', '|', '>', '<', '&'],
  ...['[', '【', '［', '{', '(', '（', ']', ')', '}', '![', '[ ', '[*', '](', '[a](', '<a ', '" '],
  ...['L1 ', '1 ', 'L1, ', 'L1-', '[L1', '[L1 ', '[[[L1', '(L1', '（L1, ', '【L1、', '{L1 ', 'Lines 1 ', '[L1] '],
];
const heads = ['', '[', '[L3, L8 ', '(L1', '【L1', 'merge 1'];
const tails = ['', ']', ')', ' … and others]', '】 x\u2028'];

/**
 * Each makes a line of about so many characters. Some hundred and forty: references that are cut, never closed, closed by
 * something else or nested, and long runs of digits, spaces and marks. A line of any length ends in the same way.
 */
export const hostileLines = heads
  // Every piece with half of the heads: together they are as good as all.
  .flatMap((head, at) => pieces.filter((_, number) => (at + number) % 2 === 0).map((piece) => ({ head, piece })))
  .map(({ head, piece }, made) => {
    const end = piece.slice(0, made % piece.length) + (tails[made % tails.length] ?? '');
    return (length: number) => head + piece.repeat(Math.ceil(length / piece.length)) + end;
  });

const stretch = fc
  .tuple(
    fc.nat(48),
    fc.option(fc.nat(8)),
    fc.constantFrom('-', '–', '—', '~', '～', '至', '到', '..', ' - ', ' 至 '),
    fc.boolean(),
  )
  .map(([first, more, between, named]) => ({
    text: `L${first}${more === null ? '' : `${between}${named ? 'L' : ''}${first + more}`}`,
    ids: Array.from({ length: 1 + (more ?? 0) }, (_, offset) => first + offset),
  }));

/** One whole reference as models write them, and the lines that it names, ascending; none is beyond `L56`. */
export const lineReference = fc
  .tuple(
    fc.array(fc.tuple(stretch, fc.constantFrom(',', ', ', '，', ';', '; ', '；', '、', ' , ')), { minLength: 1, maxLength: 30 }),
    fc.constantFrom(['[', ']'], ['【', '】'], ['(', ')'], ['（', '）'], ['[ ', ' ]'], ['【', ']']),
  )
  .map(([stretches, [open = '', close = '']]) => ({
    text: open + stretches.map(([{ text }, then], at) => text + (at < stretches.length - 1 ? then : '')).join('') + close,
    ids: [...new Set(stretches.flatMap(([{ ids }]) => ids))].sort((a, b) => a - b),
  }));
