/** The source comes first and unchanged, so that provider caches apply to every task. */
import type { ModelMessage } from 'ai';
import type { ModelRequest } from './stream-model.ts';

export function joinedMessages({ prefix, prompt }: ModelRequest): ModelMessage[] {
  return [{ role: 'user', content: prefix === undefined ? prompt : `${prefix}\n\n${prompt}` }];
}
