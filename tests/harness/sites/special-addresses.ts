/** The address matrix: addresses that no request may reach, and the ways to write each of them in a link. */

/** Of every special-use block of the IANA registries at least one. Decisions only: nothing is ever sent to them. */
export const specialAddresses = [
  ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255', '100.64.0.1', '100.127.255.254', '127.0.0.1', '127.1.2.3'],
  ...['169.254.0.1', '169.254.169.254', '172.16.0.1', '172.31.255.254', '192.0.0.1', '192.0.0.170', '192.0.2.1'],
  ...['192.88.99.1', '192.168.0.1', '192.168.255.254', '198.18.0.1', '198.19.255.254', '198.51.100.1', '203.0.113.1'],
  ...['224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255'],
  ...['::', '::1', '::7f00:1', '::a00:1', '::ffff:7f00:1', '::ffff:a9fe:a9fe', '::ffff:0:7f00:1', '64:ff9b::7f00:1'],
  ...['64:ff9b::a9fe:a9fe', '64:ff9b:1::1', '100::1', '100:0:0:1::1', '2001::1', '2001:2::1', '2001:10::1', '2001:20::1'],
  ...['2001:db8::1', '2002:7f00:1::', '2002:a00:1::1', '3fff::1', '5f00::1', 'fc00::1', 'fd00::1', 'fd00:ec2::254'],
  ...['fe80::1', 'fe80::a9fe:a9fe', 'fec0::1', 'ff02::1', 'ff05::1:3', 'ff0e::1'],
];

/** 22 links to one address; some no browser would take, and then neither may the guard. */
export function spellings(address: string): string[] {
  return address.includes(':') ? spellings6(address) : spellings4(address);
}

function spellings4(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  const parts = [a, b, c, d];
  const number = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
  const hex = (value: number) => `0x${value.toString(16)}`;
  const octal = (value: number) => `0${value.toString(8)}`;
  const wide = address.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
  const mapped = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  return [
    address,
    String(number),
    hex(number),
    octal(number),
    parts.map(hex).join('.'),
    parts.map(octal).join('.'),
    `${a}.${b}.${(c << 8) | d}`,
    `${a}.${(b << 16) | (c << 8) | d}`,
    `${hex(a)}.${b}.${octal(c)}.${d}`,
    `${address}.`,
    wide,
    address.replaceAll('.', '。'),
    address.replaceAll('.', '．'),
    address.replaceAll('.', '%2e'),
    address.replace(/\d/g, (digit) => `%3${digit}`),
    `[::ffff:${address}]`,
    `[::ffff:${mapped}]`,
    `[::${mapped}]`,
    `[0:0:0:0:0:ffff:${mapped}]`,
    `[64:ff9b::${mapped}]`,
    `[2002:${mapped}::]`,
    `[::FFFF:${mapped.toUpperCase()}]`,
  ].map((host) => `http://${host}/`);
}

function spellings6(address: string): string[] {
  const full = expand(address);
  const long = full.map((group) => group.padStart(4, '0')).join(':');
  const last = full.slice(6).map((group) => Number.parseInt(group, 16));
  const dotted = last.flatMap((group) => [group >> 8, group & 255]).join('.');
  const embedded = `${full.slice(0, 6).join(':')}:${dotted}`;
  return [
    `http://[${address}]/`,
    `https://[${address}]/`,
    `HTTP://[${address.toUpperCase()}]/`,
    `http://[${full.join(':')}]/`,
    `http://[${long}]/`,
    `https://[${long.toUpperCase()}]/`,
    `http://[${embedded}]/`,
    `http://[${address}]:80/`,
    `http://[${address}]:8080/`,
    `https://[${address}]:8443/`,
    `https://[${address}]:443/path?query#fragment`,
    `http://[${address}%25eth0]/`,
    `http://[${address}%eth0]/`,
    `http://user@[${address}]/`,
    `http:\\\\[${address}]\\`,
    `http:/[${address}]/`,
    `http:[${address}]`,
    `http://%5B${address}%5D/`,
    `http://[${address}].`,
    ` http://[${address}]/ `,
    `ht\ntp://[${address}]/`,
    `//[${address}]/`,
  ];
}

/** The eight groups, without leading zeros. */
function expand(address: string): string[] {
  const [head = '', tail = ''] = address.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const missing = 8 - groups(head).length - groups(tail).length;
  return [...groups(head), ...Array.from({ length: address.includes('::') ? missing : 0 }, () => '0'), ...groups(tail)];
}
