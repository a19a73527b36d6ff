/** A request as one user message. The source stands first and unchanged, so that what providers keep of it serves every task. */
import type { ModelMessage } from 'ai';
import type { ModelRequest } from './stream-model.ts';

export function joinedMessages({ prefix, prompt }: ModelRequest): ModelMessage[] {
  return [{ role: 'user', content: prefix === undefined ? prompt : `${prefix}\n\n${prompt}` }];
}
