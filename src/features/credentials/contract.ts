/** The only file of this feature that both sides import. */
import { z } from 'zod';
import { maxPastedSession } from '#lib/input-limits.ts';
import { zTypedText } from '#lib/typed-text.ts';
import { maxPastedKeys } from './shared/model-keys.ts';

export const zCredentialSite = z.enum(['bilibili']);
export type CredentialSite = z.infer<typeof zCredentialSite>;

/** Never contains the session itself. */
export const zSiteSignIn = z.object({
  site: zCredentialSite,
  /** `unreadable`: its encryption key is missing. */
  state: z.enum(['none', 'saved', 'unreadable']),
  savedAt: z.iso.datetime().nullable(),
  /** Null when unknown. */
  expiresAt: z.iso.datetime().nullable(),
});
export type SiteSignIn = z.infer<typeof zSiteSignIn>;

const zSignIns = z.object({ signIns: z.array(zSiteSignIn) });

/** Never contains the key itself. */
export const zModelKey = z.object({
  /** `unreadable`: its encryption key is missing. */
  state: z.enum(['none', 'saved', 'unreadable']),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  savedAt: z.iso.datetime().nullable(),
  /** Providers a key may be for; `host` receives the text. */
  providers: z.array(z.object({ id: z.string(), name: z.string(), host: z.string(), model: z.string() })),
});
export type ModelKey = z.infer<typeof zModelKey>;

export const credentialsContract = {
  'account.modelKey': { input: z.void(), output: zModelKey },
  /** Replaces the key; several are separated by commas. Errors: `bad_request` with `field` `value` or `provider`. */
  'account.saveModelKey': {
    input: z.strictObject({
      provider: z.string().max(40),
      model: zTypedText.trim().min(1).max(120),
      value: z.string().min(1).max(maxPastedKeys),
    }),
    output: zModelKey,
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
