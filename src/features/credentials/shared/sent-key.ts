/** The form in which a browser sends the model key that it keeps: one header, whose parts are percent-encoded. */
import type { SentKey } from '#lib/own-key.ts';

export const sentKeyHeader = 'x-model-key';

/** Calls that start work with a model: only these get the keys themselves. */
export const callsWithKey: ReadonlySet<string> = new Set([
  'ask.again',
  'ask.ask',
  'ask.brief',
  'chat.ask',
  'chat.retry',
  'content.summarizeAgain',
  'content.translate',
  'content.useFile',
  'content.useTrack',
  'content.writeArticle',
  'ingest.queueItems',
  'ingest.submit',
  'prompt.run',
  'video.batchSummarise',
  'video.summary',
]);

/** `keys` is empty when only the model is sent. */
export function writeSentKey({ userId, provider, model, keys }: SentKey): string {
  return [userId, provider, model, keys ?? ''].map(encodeURIComponent).join(';');
}

/** Null when it was not written by `writeSentKey`. */
export function parseSentKey(text: string): SentKey | null {
  const parts = text.split(';');
  if (parts.length !== 4) return null;
  try {
    const [userId = '', provider = '', model = '', keys = ''] = parts.map(decodeURIComponent);
    return { userId, provider, model, keys: keys === '' ? null : keys };
  } catch {
    return null;
  }
}
