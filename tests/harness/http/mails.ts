/** Mails that a server without a mail server has written to its folder. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitFor } from '../wait.ts';

export type ReadMail = { subject: string; text: string; token: string };

/** The newest mail to an address, once there are `count` of them. */
export async function readMail(dataDir: string, to: string, count = 1): Promise<ReadMail> {
  const mails = await waitFor(`mail ${count} to ${to}`, () => {
    const found = mailsTo(dataDir, to);
    return found.length >= count ? found : undefined;
  });
  const [mail] = mails.slice(-1);
  if (!mail) throw new Error('no mail');
  return mail;
}

export function mailsTo(dataDir: string, to: string): ReadMail[] {
  const folder = join(dataDir, 'mail');
  let names: string[];
  try {
    names = readdirSync(folder).sort();
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const raw = readFileSync(join(folder, name), 'utf8');
    if (!raw.includes(`To: ${to}`)) return [];
    const subject = decodeHeader(/^Subject: (.*(?:\n[ \t].*)*)/m.exec(raw)?.[1] ?? '');
    const text = decodeBody(raw);
    return [{ subject, text, token: decodeURIComponent(/#token=([\w%.~-]+)/.exec(text)?.[1] ?? '') }];
  });
}

/** Of the part in plain text. */
function decodeBody(raw: string): string {
  const part = raw.split(/\nContent-Type: text\/plain/)[1] ?? '';
  const [head = '', ...rest] = part.split('\n\n');
  const body = rest.join('\n\n').split(/\n--/)[0] ?? '';
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  if (!/quoted-printable/i.test(head)) return body;
  const bytes = body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function decodeHeader(value: string): string {
  return value.replace(/\?=\s+=\?/g, '?==?').replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
    kind.toUpperCase() === 'B'
      ? Buffer.from(text, 'base64').toString('utf8')
      : Buffer.from(
          text.replaceAll('_', ' ').replace(/=([0-9A-F]{2})/gi, (__, hex: string) => String.fromCharCode(parseInt(hex, 16))),
          'latin1',
        ).toString('utf8'),
  );
}
