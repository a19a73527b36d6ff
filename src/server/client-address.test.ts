import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, test } from 'vitest';
import { addressKey, clientKey, isNetwork, parseAddress, proxyList } from './client-address.ts';

const none = { xForwardedFor: undefined, forwarded: undefined };
const isProxy = proxyList(['127.0.0.1', '::1', '172.16.0.0/12', 'fd00::/8']);

const ipv6Parts = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 });
/** Global unicast addresses: none is a proxy or an embedded IPv4 address. */
const ipv6 = ipv6Parts.map(([, ...rest]) => new ipaddr.IPv6([0x2001, ...rest]));
const ipv4 = fc
  .tuple(fc.integer({ min: 1, max: 126 }), fc.nat(255), fc.nat(255), fc.nat(255))
  .map((octets) => new ipaddr.IPv4(octets));
const client = fc.oneof(ipv4, ipv6);

describe('keys', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:CB00:7107', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::1', '::/64'],
  ])('limits count %s as %s', (address, key) => {
    expect(addressKey(parseAddress(address))).toBe(key);
  });

  test.each([
    '',
    'x',
    '1.2.3',
    '0x7f.0.0.1',
    '017.0.0.1',
    '1.2.3.4.5',
    '1.2.3.4:80',
    '[::1]',
    'example.com',
    '::1::',
    '2130706433',
  ])('parsing refuses %j', (text) => {
    expect(parseAddress(text)).toBeNull();
  });

  test('are equal for all spellings of an address', () => {
    fc.assert(
      fc.property(ipv6, (address) => {
        const key = addressKey(address);
        const spelled = [
          address.parts.map((part) => part.toString(16).padStart(4, '0')).join(':'),
          address.toNormalizedString().toUpperCase(),
          `${address.toString()}%1`,
        ];
        for (const text of spelled) expect(addressKey(parseAddress(text))).toBe(key);
      }),
    );
    fc.assert(
      fc.property(ipv4, (address) => {
        for (const text of [address.toString(), address.toIPv4MappedAddress().toString()])
          expect(addressKey(parseAddress(text))).toBe(address.toString());
      }),
    );
  });

  test('are equal within a /64 only', () => {
    fc.assert(
      fc.property(ipv6, ipv6Parts, fc.integer({ min: 1, max: 3 }), (address, other, part) => {
        const same = new ipaddr.IPv6([...address.parts.slice(0, 4), ...other.slice(4)]);
        expect(addressKey(same)).toBe(addressKey(address));
        const changed = address.parts.map((value, index) => (index === part ? value ^ 1 : value));
        expect(addressKey(new ipaddr.IPv6(changed))).not.toBe(addressKey(address));
      }),
    );
  });
});

describe('proxies', () => {
  test('keep headers from changing the key unless trusted', () => {
    fc.assert(
      fc.property(client, fc.string(), fc.string(), client, (address, xForwardedFor, forwarded, spoofed) => {
        const key = addressKey(address);
        for (const headers of [
          { xForwardedFor, forwarded },
          { xForwardedFor: spoofed.toString(), forwarded: undefined },
        ])
          expect(clientKey(address.toString(), headers, isProxy)).toBe(key);
      }),
    );
  });

  test('make the last address that is no proxy the client', () => {
    const proxies = fc.array(fc.constantFrom('127.0.0.1', '172.18.0.1', 'fd00::5', '[fd00::6]:443', '172.20.1.1:8080'), {
      maxLength: 3,
    });
    fc.assert(
      fc.property(client, fc.array(fc.string()), proxies, fc.boolean(), (address, spoofed, chain, quoted) => {
        const text = address.kind() === 'ipv6' ? `[${address.toString()}]` : address.toString();
        const xForwardedFor = [...spoofed, text, ...chain].join(', ');
        const forwarded = [
          ...spoofed,
          `proto=https;For=${quoted ? `"${text}:4711"` : `"${text}"`};by=_x`,
          ...chain.map((one) => `for="${one}"`),
        ].join(',');
        for (const headers of [
          { xForwardedFor, forwarded: undefined },
          { xForwardedFor: undefined, forwarded },
          { xForwardedFor, forwarded },
        ])
          expect(clientKey('::ffff:172.18.0.1', headers, isProxy)).toBe(addressKey(address));
      }),
    );
  });

  test('give the key of an address for any header', () => {
    fc.assert(
      fc.property(fc.string(), fc.option(fc.string(), { nil: undefined }), (xForwardedFor, forwarded) => {
        const key = clientKey('127.0.0.1', { xForwardedFor, forwarded }, isProxy);
        expect(isNetwork(key)).toBe(true);
      }),
    );
  });

  test.each([
    ['unknown', undefined, '127.0.0.1'],
    ['203.0.113.7, unknown', undefined, '127.0.0.1'],
    ['203.0.113.7', 'for=198.51.100.2', '127.0.0.1'],
    ['203.0.113.7', 'for=203.0.113.7', '203.0.113.7'],
    [undefined, 'by=203.0.113.43', '127.0.0.1'],
    [undefined, 'for=198.51.100.17;by=203.0.113.60', '198.51.100.17'],
    ['172.18.0.9', undefined, '172.18.0.9'],
    ['', undefined, '127.0.0.1'],
  ])('a client behind a proxy with X-Forwarded-For %j and Forwarded %j counts as %s', (xForwardedFor, forwarded, key) => {
    expect(clientKey('127.0.0.1', { xForwardedFor, forwarded }, isProxy)).toBe(key);
  });

  test('give a socket without an address its own key', () => {
    expect(clientKey(undefined, { ...none, xForwardedFor: '203.0.113.7' }, isProxy)).toBe('unknown');
  });

  test.each([
    ['127.0.0.1', true],
    ['10.0.0.0/8', true],
    ['fd00::/8', true],
    ['10.0.0.0/33', false],
    ['fd00::/129', false],
    ['10.0.0.0/', false],
    ['10.0.0.0/8/8', false],
    ['localhost', false],
    ['', false],
  ])('a setting may name %j: %s', (text, valid) => {
    expect(isNetwork(text)).toBe(valid);
  });
});
