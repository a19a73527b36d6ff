import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { generateLicenseKeys, issueLicense } from '#infra/licenses/own-license.ts';
import { UsageError } from '../command.ts';

const daySeconds = 24 * 3600;
const most = 1000;

/** `license keygen <file>` · `license issue --key <file> --minutes N [--product P] [--order O] [--days N] [--count N]`. */
export async function license(args: string[]): Promise<void> {
  const [action, ...more] = args;
  if (action === 'keygen') return await keygen(more);
  if (action === 'issue') return await issue(more);
  throw new UsageError('expected keygen or issue');
}

async function keygen(args: string[]): Promise<void> {
  const [file, ...more] = args;
  if (file === undefined || more.length > 0) throw new UsageError('expected a file for the private key');
  const { privateKey, publicKey } = generateLicenseKeys();
  // Never overwrites a key: licenses signed with the old one could not be issued again.
  await writeFile(file, privateKey, { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
    throw new UsageError(`cannot write ${file}: ${error instanceof Error && 'code' in error ? String(error.code) : 'unknown'}`);
  });
  process.stdout.write(`LICENSE_PUBLIC_KEYS=${publicKey}\n`);
}

async function issue(args: string[]): Promise<void> {
  const { key, minutes, product, order, days, count } = readOptions(args);
  if (key === undefined) throw new UsageError('--key names the file of the private key');
  const seconds = Math.round(60 * numberOf('--minutes', minutes, { least: 0.02, most: 10_000_000 }));
  const pieces = Math.round(numberOf('--count', count ?? '1', { least: 1, most }));
  const nbf = Math.floor(Date.now() / 1000);
  const exp = days === undefined ? null : nbf + Math.round(numberOf('--days', days, { least: 1, most: 36_500 }) * daySeconds);
  const pem = await readFile(key, 'utf8').catch(() => {
    throw new UsageError(`cannot read ${key}`);
  });
  for (let n = 0; n < pieces; n++) {
    const about = { id: randomUUID(), product: product ?? `${minutes}-minutes`, order: order ?? '', seconds, nbf, exp };
    process.stdout.write(`${issueLicense(pem, about)}\n`);
  }
}

function readOptions(args: string[]) {
  const type = { type: 'string' } as const;
  const options = { key: type, minutes: type, product: type, order: type, days: type, count: type };
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'wrong options');
  }
}

function numberOf(name: string, text: string | undefined, { least, most: greatest }: { least: number; most: number }): number {
  const value = Number(text);
  if (text === undefined || !Number.isFinite(value) || value < least || value > greatest)
    throw new UsageError(`${name} takes a number from ${least} to ${greatest}`);
  return value;
}
