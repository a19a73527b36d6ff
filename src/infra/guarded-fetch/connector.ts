import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { AppError, toAppError } from '#lib/app-error.ts';
import { isPublicAddress } from './public-addresses.ts';
import { bareHost, blocked } from './url-rules.ts';

export type ResolvedAddress = { address: string; family: number };

export type Resolver = (hostname: string) => Promise<ResolvedAddress[]>;

export type Dial = (
  target: buildConnector.Options,
  addresses: ResolvedAddress[],
  callback: (error: Error | null, socket: Socket | null) => void,
) => void;

const connectTimeoutMs = 5000;

export function resolveBySystem(hostname: string): Promise<ResolvedAddress[]> {
  return systemLookup(hostname, { all: true });
}

/** Checks the literal address, every DNS answer (pinned against rebinding) and the address of the connected peer. */
export function createConnector(allow: ReadonlySet<string>, resolver: Resolver, dial: Dial): buildConnector.connector {
  return (target, callback) => {
    const host = bareHost(target.hostname);
    const port = target.port || (target.protocol === 'https:' ? '443' : '80');
    const exempt = allow.has(`${target.hostname}:${port}`);
    addressesOf(host, resolver).then(
      (addresses) => {
        if (!exempt && !addresses.every(({ address }) => isPublicAddress(address))) return callback(blocked(), null);
        dial(target, addresses, (error, socket) => {
          if (error || !socket) return callback(error ?? new AppError('fetch_failed'), null);
          const reached = socket.remoteAddress;
          if (exempt || (reached !== undefined && isPublicAddress(reached))) return callback(null, socket);
          socket.destroy();
          callback(blocked(), null);
        });
      },
      (cause: unknown) => callback(new AppError('fetch_failed', { cause: toAppError(cause) }), null),
    );
  };
}

async function addressesOf(host: string, resolver: Resolver): Promise<ResolvedAddress[]> {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  const addresses = await resolver(host);
  if (addresses.length === 0) throw new AppError('fetch_failed');
  return addresses;
}

export const dialDirectly: Dial = (target, addresses, callback) => {
  const connect = buildConnector({
    timeout: connectTimeoutMs,
    autoSelectFamily: addresses.length > 1,
    lookup(_hostname, options, done) {
      const [first] = addresses;
      if (options.all) done(null, addresses);
      else done(null, first?.address ?? '', first?.family ?? 4);
    },
  } as buildConnector.BuildOptions);
  connect(target, (error, socket) => callback(error, socket));
};
