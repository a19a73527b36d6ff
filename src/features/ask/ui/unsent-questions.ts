import type { KeptText } from '#ui/kept-text.ts';

/** What is typed on the page and not yet asked, below each answer and (null) as a new question. */
export function unsentQuestions() {
  const byAnswer = new Map<string | null, KeptText>();
  function below(answerId: string | null): KeptText {
    const kept = byAnswer.get(answerId) ?? { current: '' };
    byAnswer.set(answerId, kept);
    return kept;
  }
  return {
    below,
    /** The next answer is opened while somebody types on: the text goes with them. */
    carry(from: string | null, to: string): void {
      below(to).current = below(from).current;
      below(from).current = '';
    },
  };
}
