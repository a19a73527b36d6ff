import type { Translated } from '#i18n/words.ts';
import type { mail as zh } from './zh.ts';

export const mail: Translated<typeof zh> = {
  verify: {
    subject: 'Verify your email for Gleaner',
    lead: 'Open this link and enter your password to verify your email:',
    action: 'Verify email',
    note: 'The link works for one hour. If you didn’t sign up, ignore this email.',
  },
  reset: {
    subject: 'Reset your Gleaner password',
    lead: 'Open this link to choose a new password:',
    action: 'Reset password',
    note: 'The link works once, within an hour. If you didn’t ask for it, ignore this email; your password stays as it is.',
  },
  exists: {
    subject: 'You already have a Gleaner account',
    lead: 'Someone tried to sign up for Gleaner with this address, which already has an account. If it was you, sign in:',
    action: 'Sign in',
    note: 'If you forgot your password, you can reset it on the sign-in page. If it wasn’t you, ignore this email.',
  },
};
