import { z } from 'zod';
import { interfaceLanguages } from '#lib/languages.ts';
import { zMailAddress } from '#lib/mail-address.ts';
import { roles } from '#lib/roles.ts';
import { zTypedText } from '#lib/text/typed-text.ts';
import { themes } from '#lib/themes.ts';
import { usernameLength } from './shared/username-length.ts';

export const zUser = z.object({
  id: z.string(),
  name: z.string().nullable(),
  /** Null for guests and for the owner of a server for one person. */
  email: z.string().nullable(),
  role: z.enum(roles),
  isAnonymous: z.boolean(),
  /** True on a server for one person: everybody who reaches it is this account. */
  isOwner: z.boolean(),
  /** The last choice on any device; null: none was made. */
  language: z.enum(interfaceLanguages).nullable(),
  theme: z.enum(themes).nullable(),
  /** The last part of the picture's address; null: initials are shown. */
  avatar: z.uuid().nullable(),
  createdAt: z.iso.datetime(),
});
export type User = z.infer<typeof zUser>;

const zPassword = z.string().min(1).max(1000);
const zToken = z.string().min(1).max(4000);
const zLanguage = z.enum(interfaceLanguages);
const zInvitationCode = z.string().max(200);
const zRef = z.string().max(100).optional();
const nothing = z.object({});

export const zSignInOptions = z.object({
  mode: z.enum(['single', 'open', 'invite']),
  guests: z.boolean(),
  needsInvitation: z.boolean(),
  verifiesEmail: z.boolean(),
  providers: z.array(z.object({ id: z.string(), name: z.string() })),
});

export const zSession = z.object({
  id: z.string(),
  isCurrent: z.boolean(),
  userAgent: z.string().nullable(),
  createdAt: z.iso.datetime(),
  seenAt: z.iso.datetime(),
});
export type Session = z.infer<typeof zSession>;

export const zInvitation = z.object({
  id: z.uuid(),
  email: z.string().nullable(),
  note: z.string(),
  mostUses: z.int(),
  uses: z.int(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Whether it has expired, by the server’s clock. */
  isOver: z.boolean(),
});
export type Invitation = z.infer<typeof zInvitation>;

export const accountContract = {
  /** Null before the first use: the first submission or upload creates an anonymous account. */
  'account.me': { input: z.void(), output: z.object({ user: zUser.nullable() }) },
  /** Creates an anonymous account unless there is a session. */
  'account.ensure': { input: z.void(), output: z.object({ user: zUser }) },
  'account.signInOptions': { input: z.void(), output: zSignInOptions },
  /** `mailed`: the address has to be verified first. */
  'account.signUp': {
    input: z.strictObject({
      email: zMailAddress,
      password: zPassword,
      language: zLanguage,
      invitation: zInvitationCode.optional(),
      ref: zRef,
    }),
    output: z.object({ mailed: z.boolean() }),
  },
  'account.signIn': { input: z.strictObject({ email: zMailAddress, password: zPassword, language: zLanguage }), output: nothing },
  'account.signOut': { input: z.void(), output: nothing },
  'account.verifyEmail': { input: z.strictObject({ token: zToken, password: zPassword }), output: nothing },
  'account.requestReset': { input: z.strictObject({ email: zMailAddress, language: zLanguage }), output: nothing },
  'account.resetPassword': { input: z.strictObject({ token: zToken, password: zPassword }), output: nothing },
  'account.changePassword': { input: z.strictObject({ current: zPassword, password: zPassword }), output: nothing },
  'account.startProvider': {
    input: z.strictObject({ provider: z.string().max(40), ref: zRef, invitation: zInvitationCode.optional() }),
    output: z.object({ url: z.url() }),
  },
  /** Trims the name and drops invisible characters; an empty name changes nothing. */
  'user.updateUsername': {
    input: z.strictObject({ username: zTypedText.max(usernameLength) }),
    output: z.object({ username: z.string() }),
  },
  'user.removeAvatar': { input: z.void(), output: nothing },
  'account.savePreferences': {
    input: z.strictObject({ language: zLanguage.optional(), theme: z.enum(themes).optional() }),
    output: nothing,
  },
  'account.sessions': { input: z.void(), output: z.object({ sessions: z.array(zSession) }) },
  'account.endSession': { input: z.strictObject({ id: z.string().max(100) }), output: nothing },
  'account.endOtherSessions': { input: z.void(), output: nothing },
  'account.invitations': { input: z.void(), output: z.object({ invitations: z.array(zInvitation) }) },
  /** The code is shown once. */
  'account.createInvitation': {
    input: z.strictObject({
      email: zMailAddress.nullable(),
      note: z.string().trim().max(200),
      mostUses: z.int().min(1).max(1000),
      days: z.int().min(1).max(365),
    }),
    output: z.object({ code: z.string() }),
  },
  'account.deleteInvitation': { input: z.strictObject({ id: z.uuid() }), output: nothing },
} as const;
