/** The key that a browser keeps and sends when it starts work (`docs/decisions/044-keys-kept-in-the-browser.md`). */

import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import type { OwnKey, SentKey } from '#lib/own-key.ts';
import { readModelKeys } from '../shared/model-keys.ts';
import { parseSentKey } from '../shared/sent-key.ts';

/** Null without a key, and for one that another account left in this browser. Unusable keys are dropped; the model stays. */
export function readSentKey(
  { ownModels }: Pick<Services, 'ownModels'>,
  header: string | null,
  userId: string | undefined,
): SentKey | null {
  const sent = header === null ? null : parseSentKey(header);
  if (!sent || sent.userId !== userId) return null;
  const offered = ownModels.providers.some(({ id, local }) => id === sent.provider && !local);
  const model = sent.model.trim();
  const keys = sent.keys !== null && offered && model !== '' ? readModelKeys(sent.keys, sent.provider) : null;
  return { ...sent, model, keys };
}

/** The key for work that starts now; null without one. Errors: `own_key_refused`: the server's model must not replace it. */
export function sentKeyFor({ sentKey }: Pick<Services, 'sentKey'>, userId: string): OwnKey | null {
  if (sentKey?.userId !== userId) return null;
  const { provider, model, keys } = sentKey;
  if (keys === null) throw new AppError('own_key_refused', { detail: 'the browser’s key was not sent, or cannot be used here' });
  return { provider, model, keys };
}
