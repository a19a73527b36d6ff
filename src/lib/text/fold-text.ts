/** Folds text for comparison and search: traditional and simplified, full and half width, upper and lower case become equal. */
import { foldHan } from './traditional-and-simplified.ts';

/** Raise when texts fold differently: stored folded texts are then made again. */
export const foldVersion = 1;

export function foldLetters(text: string): string {
  return foldHan(text.normalize('NFKC').toLowerCase()).replace(/[^\p{L}\p{N}]/gu, '');
}
