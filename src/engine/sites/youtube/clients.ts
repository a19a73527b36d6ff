/** Names and versions change often: `YOUTUBE_CLIENTS` chooses, orders and updates them without a release. */

export type YoutubeClient = {
  name: string;
  number: number;
  version: string;
  userAgent: string;
  device: Readonly<Record<string, string | number>>;
};

const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_7_3) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15';
const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** Versions of autumn 2026. */
const known: readonly YoutubeClient[] = [
  {
    name: 'VISIONOS',
    number: 101,
    version: '1.04',
    userAgent: safari,
    device: { deviceMake: 'Apple', deviceModel: 'RealityDevice17,1', osName: 'visionOS', osVersion: '26.6' },
  },
  {
    name: 'ANDROID',
    number: 3,
    version: '21.26.364',
    userAgent: 'com.google.android.youtube/{version} (Linux; U; Android 11) gzip',
    device: { androidSdkVersion: 30, osName: 'Android', osVersion: '11' },
  },
  {
    name: 'IOS',
    number: 5,
    version: '21.26.4',
    userAgent: 'com.google.ios.youtube/{version} (iPhone16,2; U; CPU iOS 18_3_2 like Mac OS X;)',
    device: { deviceMake: 'Apple', deviceModel: 'iPhone16,2', osName: 'iPhone', osVersion: '18.3.2.22D82' },
  },
  {
    name: 'TVHTML5',
    number: 7,
    version: '7.20260707.07.00',
    userAgent: 'Mozilla/5.0 (ChromiumStylePlatform) Cobalt/Version',
    device: {},
  },
  { name: 'MWEB', number: 2, version: '2.20260708.05.00', userAgent: safari, device: {} },
  { name: 'WEB_EMBEDDED_PLAYER', number: 56, version: '1.20260708.00.00', userAgent: chrome, device: {} },
  { name: 'WEB', number: 1, version: '2.20260708.00.00', userAgent: chrome, device: {} },
];

/** Captions of these clients need no proof of origin; the one most likely to work is first. */
const defaultOrder = ['VISIONOS', 'ANDROID', 'IOS'];

const mostClients = 4;

/** Each preference is `NAME` or `NAME/version`; unknown names are skipped. Without a usable preference, the default order. */
export function chooseClients(preferences: readonly string[] | undefined): YoutubeClient[] {
  const preferred = (preferences ?? []).flatMap(readPreference);
  const chosen = preferred.length > 0 ? preferred : defaultOrder.flatMap(readPreference);
  return chosen.slice(0, mostClients);
}

export function webClient(preferences: readonly string[] | undefined): YoutubeClient {
  const preference = (preferences ?? []).find((candidate) => /^WEB(?:\/|$)/i.test(candidate)) ?? 'WEB';
  return readPreference(preference)[0] ?? (known[known.length - 1] as YoutubeClient);
}

function readPreference(preference: string): YoutubeClient[] {
  const [name = '', version = ''] = preference.trim().split('/');
  const client = known.find((candidate) => candidate.name === name.toUpperCase());
  if (!client) return [];
  const asked = /^[\w.-]{1,40}$/.test(version) ? version : client.version;
  return [{ ...client, version: asked, userAgent: client.userAgent.replace('{version}', asked) }];
}
