/** Instructions and source come first, the same as for the note, so that a provider's prompt cache serves both. */
import { languages } from '#lib/languages.ts';
import { sliceWhole } from '#lib/text/cut-text.ts';
import type { Language } from '../domain.ts';

/** Part of every checkpoint's key: raise it when a change of wording should make new articles. */
export const articleWording = 1;

/** `source`: for a language without a prompt name, the article keeps the language of the lines. */
export type ArticleLanguage = Language | 'source';

export type LineRange = { first: number; last: number };

/** Why a paragraph (counted from 1) or the whole part was rejected; sent to the model with the second request. */
export type Fault =
  | { kind: 'left_out'; first: number; last: number }
  | { kind: 'too_short' | 'too_long' | 'other_language' }
  | { kind: 'not_said'; paragraph: number; claims: readonly string[] }
  | { kind: 'other_words' | 'several_speakers' | 'endless' | 'shortened' | 'padded'; paragraph: number };

function nameOf(language: ArticleLanguage): string {
  return language === 'source' ? 'the language in which the lines are spoken' : languages[language].promptName;
}

export function renderArticleTask(language: ArticleLanguage, { first, last }: LineRange, speakers: boolean): string {
  return `Task: the lines L${first} to L${last} as an article to read. Rules 3 and 4 and the layout of a note do not apply here: this is a rewriting, not a summary.
- Turn what is said into well-formed written paragraphs in ${nameOf(language)}, in the order in which it is said. Keep every claim, example, number, name, question and answer, and the person: "I" stays "I". Leave out only hesitations, false starts and repetitions. The article is nearly as long as what is said.
- Add nothing: no introduction, no conclusion, no headings, no lists, no emphasis, no remarks.
- A paragraph is one line of text of 3 to 8 sentences. It ends with the lines it is made of, as [L${first}-L${Math.min(last, first + 6)}]. The next paragraph begins with the line after. Together they cover L${first} to L${last} without a gap.
${
  speakers
    ? '- A paragraph holds the words of one speaker; where another one speaks, a new paragraph begins. Do not write the name in front of it: the lines say who speaks.\n'
    : ''
}Format:

The first paragraph. [L${first}-L${Math.min(last, first + 6)}]

The next paragraph. ${last - first > 7 ? `[L${first + 7}-L${Math.min(last, first + 15)}]` : `[L${last}]`}

Write in ${nameOf(language)}.`;
}

export function renderArticleRepair(faults: readonly Fault[]): string {
  const listed = faults.slice(0, 20).map((fault) => `- ${tell(fault)}`);
  return `\n\nAn earlier answer to this task did not hold:
${listed.join('\n')}
Write all of it again, put right.`;
}

function tell(fault: Fault): string {
  switch (fault.kind) {
    case 'left_out':
      return `L${fault.first} to L${fault.last} were left out.`;
    case 'too_short':
      return 'It was much shorter than what is said: content was lost.';
    case 'too_long':
      return 'It was longer than what is said: something was added.';
    case 'other_language':
      return 'It was not in the language of the lines.';
    case 'not_said':
      return `Paragraph ${fault.paragraph}: not in its lines: ${fault.claims.map(claim).join(', ')}.`;
    case 'other_words':
      return `Paragraph ${fault.paragraph} was about something else than the lines it named.`;
    case 'several_speakers':
      return `Paragraph ${fault.paragraph} mixed several speakers.`;
    case 'endless':
      return `Paragraph ${fault.paragraph} was too long: several paragraphs are wanted.`;
    case 'shortened':
      return `Paragraph ${fault.paragraph} was much shorter than the lines it named.`;
    case 'padded':
      return `Paragraph ${fault.paragraph} was much longer than the lines it named.`;
  }
}

function claim(text: string): string {
  return sliceWhole(text.replace(/\s+/gu, ' ').trim(), 0, 60);
}
