import { z } from 'zod';
import { maxPastedSession } from '#lib/input-limits.ts';
import { zTypedText } from '#lib/text/typed-text.ts';
import { maxPastedKeys } from './shared/model-keys.ts';

export const zCredentialSite = z.enum(['bilibili']);
export type CredentialSite = z.infer<typeof zCredentialSite>;

/** Never contains the session itself. */
export const zSiteSignIn = z.object({
  site: zCredentialSite,
  /** `unreadable`: its encryption key is missing. */
  state: z.enum(['none', 'saved', 'unreadable']),
  savedAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
});
export type SiteSignIn = z.infer<typeof zSiteSignIn>;

const zSignIns = z.object({ signIns: z.array(zSiteSignIn) });

/** Never contains the key itself. */
export const zModelKey = z.object({
  state: z.enum(['none', 'saved', 'unreadable']),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  savedAt: z.iso.datetime().nullable(),
  /** Providers that a key can be for; `host` receives the text. A `local` one is a program on this machine and needs no key. */
  providers: z.array(z.object({ id: z.string(), name: z.string(), host: z.string(), model: z.string(), local: z.boolean() })),
});
export type ModelKey = z.infer<typeof zModelKey>;

/** `model`: the provider does not know it, or not for this key. */
export const zTrialProblem = z.enum([
  'key',
  'quota',
  'model',
  'limited',
  'unreachable',
  'region',
  'slow',
  'unavailable',
  'failed',
]);
export type TrialProblem = z.infer<typeof zTrialProblem>;

export const zModelTrial = z.object({
  /** Null: it works. */
  problem: zTrialProblem.nullable(),
  /** The models that the provider lists for this key; null when it lists none. */
  models: z.array(z.string()).nullable(),
});
export type ModelTrial = z.infer<typeof zModelTrial>;

const zGivenKey = z.strictObject({
  provider: z.string().max(40),
  model: zTypedText.trim().min(1).max(120),
  /** Several keys are separated by commas. Without it, the provider's saved key stays; local providers have none. */
  value: z.string().min(1).max(maxPastedKeys).optional(),
});

const zLocalServer = z.object({ id: z.string(), name: z.string(), host: z.string(), models: z.array(z.string()) });
export type LocalServer = z.infer<typeof zLocalServer>;

export const credentialsContract = {
  'account.modelKey': { input: z.void(), output: zModelKey },
  /** Saves nothing. Errors: `bad_request` with `field` `value` or `provider`, `too_many_key_tries`. */
  'account.tryModelKey': { input: zGivenKey, output: zModelTrial },
  /** Replaces the key, whether it was tried or not. Errors: `bad_request` with `field` `value` or `provider`. */
  'account.saveModelKey': { input: zGivenKey, output: zModelKey },
  /** Programs on this machine that run models; empty on a server that others can reach. */
  'account.localModels': {
    input: z.void(),
    output: z.object({ servers: z.array(zLocalServer) }),
  },
  'account.removeModelKey': { input: z.void(), output: zModelKey },
  'account.siteSignIns': { input: z.void(), output: zSignIns },
  /** Replaces the session: `SESSDATA` or all cookies as a browser shows them. Errors: `bad_request` with `field` `value`. */
  'account.saveSiteSignIn': {
    input: z.strictObject({ site: zCredentialSite, value: z.string().min(1).max(maxPastedSession) }),
    output: zSignIns,
  },
  'account.removeSiteSignIn': { input: z.strictObject({ site: zCredentialSite }), output: zSignIns },
} as const;
