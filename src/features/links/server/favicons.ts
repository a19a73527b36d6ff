/** Icons of sites, fetched from the sites themselves: an icon service would learn which sites are read here. */
import { takeFromLimits } from '#infra/limits/counted-limits.ts';
import type { Services } from '#infra/services.ts';
import { findAppError } from '#lib/app-error.ts';
import { sniffIcon } from '#lib/image-type.ts';

const places = ['/favicon.ico', '/apple-touch-icon.png'];
/** A larger file is not an icon. */
const mostBytes = 64 * 1024;
const timeoutMs = 6000;
const mostKept = 256;
const keptMs = 24 * 60 * 60_000;
/** For a site that has no icon or could not be reached. */
const noneKeptMs = 60 * 60_000;

/** Per hour, for sites whose icon is not kept here. */
const mostPerUser = 200;
const mostPerAddress = 600;

type IconAsker = { userId: string | undefined; clientAddress: string };

type Kept = { icon: string | null; until: number };
type Icons = { kept: Map<string, Kept>; asked: Map<string, Promise<string | null>> };
const iconsOf = new WeakMap<Services['db'], Icons>();

/** Concurrent requests for a site are shared. `takeTurn` precedes a request and throws at a limit; kept icons cost no turn. */
export async function favicon(
  services: Pick<Services, 'db' | 'fetch'>,
  hostname: string,
  takeTurn: () => Promise<void>,
): Promise<string | null> {
  if (!isName(hostname)) return null;
  const { kept, asked } = iconsFor(services.db);
  const known = kept.get(hostname);
  if (known && known.until > Date.now()) return known.icon;
  // Before the request is shared, so that the refusal of one caller does not reach the others.
  if (!asked.has(hostname)) await takeTurn();
  const before = asked.get(hostname);
  if (before) return before;
  const looking = lookUp(services, hostname)
    .then(({ icon, certain }) => {
      if (certain) keep(kept, hostname, { icon, until: Date.now() + (icon === null ? noneKeptMs : keptMs) });
      return icon;
    })
    .finally(() => asked.delete(hostname));
  asked.set(hostname, looking);
  return looking;
}

/** Errors: `rate_limited`. */
export async function takeIconTurn({ db }: Pick<Services, 'db'>, { userId, clientAddress }: IconAsker): Promise<void> {
  const claim = (key: string, most: number) => ({
    ...{ key, most, windowSeconds: 3600 },
    refusal: () => ({ code: 'rate_limited' as const }),
  });
  await takeFromLimits(db, [
    ...(userId === undefined ? [] : [claim(`icons-user:${userId}`, mostPerUser)]),
    claim(`icons-address:${clientAddress}`, mostPerAddress),
  ]);
}

/** Whether it is a host name: no port, no IP address. */
function isName(hostname: string): boolean {
  return hostname.includes('.') && /[a-z]$/.test(hostname) && URL.parse(`https://${hostname}/`)?.hostname === hostname;
}

function iconsFor(db: Services['db']): Icons {
  const known = iconsOf.get(db) ?? { kept: new Map(), asked: new Map() };
  iconsOf.set(db, known);
  return known;
}

/** Drops the oldest entry if there are too many. */
function keep(all: Map<string, Kept>, hostname: string, kept: Kept): void {
  all.delete(hostname);
  all.set(hostname, kept);
  const [oldest] = all.keys();
  if (all.size > mostKept && oldest !== undefined) all.delete(oldest);
}

/** `certain`: the answer is the site's own, not caused by a busy server. */
async function lookUp({ fetch }: Pick<Services, 'fetch'>, hostname: string): Promise<{ icon: string | null; certain: boolean }> {
  let certain = true;
  // Not aborted with the first caller's request, because others may wait for the same answer.
  const { signal } = new AbortController();
  for (const place of places) {
    const found = await read(fetch, `https://${hostname}${place}`, signal).catch((error: unknown) => {
      const code = findAppError(error)?.code;
      if (code === undefined) throw error;
      if (code === 'busy') certain = false;
      return null;
    });
    const type = found && sniffIcon(found);
    if (found && type) return { icon: `data:image/${type === 'ico' ? 'x-icon' : type};base64,${base64(found)}`, certain };
  }
  return { icon: null, certain };
}

async function read(fetch: Services['fetch'], url: string, signal: AbortSignal): Promise<Uint8Array | null> {
  const headers = { accept: 'image/x-icon,image/png,image/*;q=0.8' };
  const response = await fetch(url, { signal, maxBytes: mostBytes, timeoutMs, headers });
  if (response.status === 200) return response.bytes();
  await response.cancel();
  return null;
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
