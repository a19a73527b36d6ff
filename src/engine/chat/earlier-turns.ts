import { estimateTokens } from '../llm/windows.ts';
import { renderTalk, type Turn } from './prompts.ts';

/** A question and its answer are two turns. */
const mostTurns = 8;

export function latestTurns(history: readonly Turn[], tokens: number): readonly Turn[] {
  let turns = history.slice(-mostTurns);
  while (turns.length > 0 && estimateTokens(renderTalk(turns)) > tokens) turns = turns.slice(1);
  return turns;
}
