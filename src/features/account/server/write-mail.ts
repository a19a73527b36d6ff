import { escapeUTF8 } from 'entities';
import type { AuthMail } from '#infra/auth/auth.ts';
import type { Mail } from '#infra/mail/mailer.ts';
import type { InterfaceLanguage } from '#lib/languages.ts';
import type { mail } from '../words/mail/zh.ts';

const paths: Record<AuthMail['kind'], string> = {
  verify: '/user/verify-email',
  reset: '/user/reset-password',
  exists: '/user/sign-in',
};

/** The token stands behind `#`, which servers and proxies do not log. */
export async function writeMail({ kind, email, token, language }: AuthMail, baseUrl: string): Promise<Mail> {
  const { subject, lead, action, note } = (await wordsIn(language))[kind];
  const link = `${baseUrl}${paths[kind]}${token === '' ? '' : `#token=${encodeURIComponent(token)}`}`;
  const href = escapeUTF8(link);
  return {
    to: email,
    subject,
    text: `${lead}\n\n${link}\n\n${note}\n`,
    html: `<!doctype html><html lang="${language}"><body style="font:16px/1.6 sans-serif;max-width:34rem;margin:2rem auto;padding:0 1rem"><p>${escapeUTF8(lead)}</p><p><a href="${href}" style="display:inline-block;padding:.6rem 1.2rem;border-radius:.5rem;background:#2f5d50;color:#fff;text-decoration:none">${escapeUTF8(action)}</a></p><p style="word-break:break-all;color:#555;font-size:14px">${href}</p><p style="color:#555;font-size:14px">${escapeUTF8(note)}</p></body></html>`,
  };
}

async function wordsIn(language: InterfaceLanguage): Promise<typeof mail> {
  const words: { mail: typeof mail } = await import(`../words/mail/${language}.ts`);
  return words.mail;
}
