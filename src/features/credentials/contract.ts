/** Sign-ins and keys that a user entrusts to the server. The only file of this feature that both sides import. */
import { z } from 'zod';
import { maxPastedSession } from '#lib/input-limits.ts';
import { maxPastedKeys } from '#lib/model-keys.ts';
import { zTypedText } from '#lib/typed-text.ts';

export const zCredentialSite = z.enum(['bilibili']);
export type CredentialSite = z.infer<typeof zCredentialSite>;

/** What can be told about a sign-in that a user left for a site. What was left itself never comes back. */
export const zSiteSignIn = z.object({
  site: zCredentialSite,
  /** `unreadable`: it is there, but the key that opens it is not. */
  state: z.enum(['none', 'saved', 'unreadable']),
  savedAt: z.iso.datetime().nullable(),
  /** As the session itself says; null when it does not. */
  expiresAt: z.iso.datetime().nullable(),
});
export type SiteSignIn = z.infer<typeof zSiteSignIn>;

const zSignIns = z.object({ signIns: z.array(zSiteSignIn) });

/** What can be told about a user's own model key. The key itself never comes back. */
export const zModelKey = z.object({
  /** `unreadable`: it is there, but the key that opens it is not. */
  state: z.enum(['none', 'saved', 'unreadable']),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  savedAt: z.iso.datetime().nullable(),
  /** Where a key may be for; `host` is who gets the text. */
  providers: z.array(z.object({ id: z.string(), name: z.string(), host: z.string(), model: z.string() })),
});
export type ModelKey = z.infer<typeof zModelKey>;

export const credentialsContract = {
  'account.modelKey': { input: z.void(), output: zModelKey },
  /**
   * Keeps a key in place of the one before: `sk-` and 48 letters or digits, or several separated by commas.
   * Errors: `bad_request` with `field` `value` or `provider`.
   */
  'account.saveModelKey': {
    input: z.strictObject({
      provider: z.string().max(40),
      model: zTypedText.trim().min(1).max(120),
      value: z.string().min(1).max(maxPastedKeys),
    }),
    output: zModelKey,
  },
  'account.removeModelKey': { input: z.void(), output: zModelKey },
  /** One entry for each site that a sign-in can be left for. */
  'account.siteSignIns': { input: z.void(), output: zSignIns },
  /**
   * Keeps a session for a site in place of the one before: `SESSDATA` itself or all cookies as a browser shows them.
   * Errors: `bad_request` with `field` `value` when there is no session in it.
   */
  'account.saveSiteSignIn': {
    input: z.strictObject({ site: zCredentialSite, value: z.string().min(1).max(maxPastedSession) }),
    output: zSignIns,
  },
  'account.removeSiteSignIn': { input: z.strictObject({ site: zCredentialSite }), output: zSignIns },
} as const;
