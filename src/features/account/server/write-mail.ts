import { escapeUTF8 } from 'entities';
import type { AuthMail } from '#infra/auth/auth.ts';
import type { Mail } from '#infra/mail/mailer.ts';
import type { InterfaceLanguage } from '#lib/languages.ts';

type Words = { subject: string; lead: string; action: string; note: string };

const words: Record<InterfaceLanguage, Record<AuthMail['kind'], Words>> = {
  zh: {
    verify: {
      subject: '验证你的拾穗邮箱',
      lead: '请打开下面的链接，验证你的邮箱并登录拾穗：',
      action: '验证邮箱',
      note: '链接一小时内有效。如果不是你在注册，请忽略这封邮件。',
    },
    reset: {
      subject: '重设拾穗的密码',
      lead: '请打开下面的链接，设置一个新密码：',
      action: '重设密码',
      note: '链接一小时内有效，只能用一次。如果不是你要重设，请忽略这封邮件，密码不会改变。',
    },
    exists: {
      subject: '你已经有拾穗账号了',
      lead: '有人用这个邮箱注册拾穗，而它已经有账号了。如果是你，请直接登录：',
      action: '登录',
      note: '忘了密码的话，可以在登录页重设。如果不是你，请忽略这封邮件。',
    },
  },
  en: {
    verify: {
      subject: 'Verify your email for Gleaner',
      lead: 'Open this link to verify your email and sign in to Gleaner:',
      action: 'Verify email',
      note: 'The link works for one hour. If you didn’t sign up, ignore this mail.',
    },
    reset: {
      subject: 'Reset your Gleaner password',
      lead: 'Open this link to choose a new password:',
      action: 'Reset password',
      note: 'The link works once, within an hour. If you didn’t ask for it, ignore this mail; your password stays as it is.',
    },
    exists: {
      subject: 'You already have a Gleaner account',
      lead: 'Someone tried to sign up for Gleaner with this address, which already has an account. If it was you, sign in:',
      action: 'Sign in',
      note: 'If you forgot your password, you can reset it on the sign-in page. If it wasn’t you, ignore this mail.',
    },
  },
};

const paths: Record<AuthMail['kind'], string> = {
  verify: '/user/verify-email',
  reset: '/user/reset-password',
  exists: '/user/sign-in',
};

/** The token stands behind `#`: servers and proxies do not log it. */
export function writeMail({ kind, email, token, language }: AuthMail, baseUrl: string): Mail {
  const { subject, lead, action, note } = words[language][kind];
  const link = `${baseUrl}${paths[kind]}${token === '' ? '' : `#token=${encodeURIComponent(token)}`}`;
  const href = escapeUTF8(link);
  return {
    to: email,
    subject,
    text: `${lead}\n\n${link}\n\n${note}\n`,
    html: `<!doctype html><html lang="${language}"><body style="font:16px/1.6 sans-serif;max-width:34rem;margin:2rem auto;padding:0 1rem"><p>${escapeUTF8(lead)}</p><p><a href="${href}" style="display:inline-block;padding:.6rem 1.2rem;border-radius:.5rem;background:#2f5d50;color:#fff;text-decoration:none">${escapeUTF8(action)}</a></p><p style="word-break:break-all;color:#555;font-size:14px">${href}</p><p style="color:#555;font-size:14px">${escapeUTF8(note)}</p></body></html>`,
  };
}
