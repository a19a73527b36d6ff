/** What of a request a model with a small context has room for: some servers drop what is too much without a word. */
import { sliceWhole } from '#lib/text/cut-text.ts';
import type { Segment } from '../domain.ts';
import { estimateTokens } from '../llm/windows.ts';

/** The line, with its text cut to about so many tokens when it is longer. */
export function cutToFit(line: Segment, tokens: number): Segment {
  let { text } = line;
  while (text.length > 20 && estimateTokens(text) > tokens) text = sliceWhole(text, 0, Math.floor(text.length * 0.9));
  return text === line.text ? line : { ...line, text };
}
