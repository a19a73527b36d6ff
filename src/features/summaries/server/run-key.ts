import { hashOf } from '#engine/hash.ts';
import type { Language } from '#engine/model.ts';
import { summariserId } from '#engine/run.ts';
import type { Services } from '#rpc/services.ts';

/** Two requests with this key are one piece of work: same source, same language, same summariser. */
export function runKey(services: Pick<Services, 'llm'>, sourceKey: string, noteLanguage: Language): string {
  return hashOf('run', sourceKey, noteLanguage, summariserId(services));
}
