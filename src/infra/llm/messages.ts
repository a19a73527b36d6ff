/** The source comes first and unchanged, so that the provider's prompt cache works for every task. */
import type { ModelMessage } from 'ai';
import type { ModelRequest } from './stream-model.ts';

export function joinedMessages({ prefix, prompt }: ModelRequest): ModelMessage[] {
  return [{ role: 'user', content: prefix === undefined ? prompt : `${prefix}\n\n${prompt}` }];
}
