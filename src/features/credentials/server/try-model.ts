/** Tests whether a provider, a model and a key work together with one tiny request. Stores nothing. */
import type { LanguageModelPort } from '#engine/ports.ts';
import { takeFromLimits } from '#infra/limits/counted-limits.ts';
import type { ModelTimeouts } from '#infra/llm/stream-model.ts';
import type { Services } from '#infra/services.ts';
import { toAppError } from '#lib/app-error.ts';
import type { ModelTrial, TrialProblem } from '../contract.ts';
import type { CheckedKey } from './model-key.ts';

const HOUR_SECONDS = 3600;
const TRIES_OF_USER = 30;
/** Also for requests without an account, so that stolen keys cannot be tested in bulk. */
const TRIES_OF_ADDRESS = 60;

const tryTimeouts: ModelTimeouts = { firstMs: 20_000, idleMs: 10_000, totalMs: 25_000 };
const fewTokens = 16;

type From = { userId: string | undefined; clientAddress: string };

/** Errors: `too_many_key_tries` (`minutes`). */
export async function countTry({ db }: Pick<Services, 'db'>, { userId, clientAddress }: From): Promise<void> {
  const claim = (key: string, most: number) => ({
    key,
    most,
    windowSeconds: HOUR_SECONDS,
    refusal: (minutes: number) => ({ code: 'too_many_key_tries' as const, params: { minutes } }),
  });
  await takeFromLimits(db, [
    claim(`key-tries-address:${clientAddress}`, TRIES_OF_ADDRESS),
    ...(userId === undefined ? [] : [claim(`key-tries-user:${userId}`, TRIES_OF_USER)]),
  ]);
}

export async function tryModel(
  { ownModels }: Pick<Services, 'ownModels'>,
  { provider, model, keys }: CheckedKey,
  signal: AbortSignal,
): Promise<ModelTrial> {
  const isLocal = ownModels.providers.some(({ id, local }) => id === provider && local);
  // A local program takes long to load a model and needs no key: its list of models is enough.
  const answer = isLocal ? null : askOnce(await ownModels.open(provider, model, keys, tryTimeouts), signal);
  const [models, problem] = await Promise.all([ownModels.list(provider, keys), answer]);
  const isUnlisted = models !== null && !models.includes(model);
  if (isLocal) return { models, problem: models === null ? 'unreachable' : isUnlisted ? 'model' : null };
  // Some providers refuse an unknown model like any other bad request.
  return { models, problem: problem === 'failed' && isUnlisted ? 'model' : problem };
}

async function askOnce(llm: LanguageModelPort | null, signal: AbortSignal): Promise<TrialProblem | null> {
  if (!llm) return 'failed';
  const request = { instructions: 'Answer with OK.', prompt: 'OK?', maxOutputTokens: fewTokens, signal };
  try {
    for await (const _part of llm.stream(request)) break;
    return null;
  } catch (error) {
    signal.throwIfAborted();
    return problems[toAppError(error).code] ?? 'failed';
  }
}

const problems: Readonly<Record<string, TrialProblem>> = {
  own_key_refused: 'key',
  own_key_quota: 'quota',
  own_model_unknown: 'model',
  llm_rate_limited: 'limited',
  llm_unreachable: 'unreachable',
  llm_region_refused: 'region',
  llm_timed_out: 'slow',
  llm_unavailable: 'unavailable',
};
