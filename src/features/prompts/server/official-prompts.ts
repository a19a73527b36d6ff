import type { OfficialPrompt } from '../contract.ts';
import { actPrompts } from './official/act.ts';
import { learnPrompts } from './official/learn.ts';
import { understandPrompts } from './official/understand.ts';
import { writePrompts } from './official/write.ts';

export const officialPrompts: readonly OfficialPrompt[] = [...understandPrompts, ...learnPrompts, ...actPrompts, ...writePrompts];

export function findOfficial(promptId: string): OfficialPrompt | undefined {
  return officialPrompts.find((prompt) => prompt.promptId === promptId);
}
