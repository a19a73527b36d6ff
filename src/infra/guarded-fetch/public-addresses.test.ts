import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPublicAddress } from './public-addresses.ts';

const refusedAddresses = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.254',
  '127.0.0.1',
  '127.1.2.3',
  '169.254.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.254',
  '192.0.0.1',
  '192.0.0.170',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',

  '192.168.255.254',
  '198.18.0.1',
  '198.19.255.254',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',

  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::127.0.0.1',
  '::a00:1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:a9fe:a9fe',

  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::1',
  '100::1',
  '100:0:0:1::1',
  '2001::1',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:a00:1::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'ff05::1:3',
];
const publicAddresses = [
  '1.1.1.1',
  '8.8.8.8',
  '93.184.216.34',
  '172.15.0.1',
  '172.32.0.1',
  '2606:4700:4700::1111',
  '2a00:1450:4001::1',
];

describe('the decision about an address', () => {
  test.each(refusedAddresses)('refuses %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each(publicAddresses)('lets %s through', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test('refuses what is no address', () => {
    for (const text of ['', 'example.com', '300.1.1.1', '1.2.3.4.5', '::g', '1.1.1.1%eth0', '2606:4700::1%1']) {
      expect(isPublicAddress(text), text).toBe(false);
    }
  });

  test('refuses every loopback and private IPv4 address, plain or mapped into IPv6', () => {
    const byte = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(fc.constantFrom('127', '10', '192.168', '169.254'), byte, byte, byte, (prefix, a, b, c) => {
        const address = [...prefix.split('.'), a, b, c].slice(0, 4).join('.');
        expect(isPublicAddress(address)).toBe(false);
        expect(isPublicAddress(`::ffff:${address}`)).toBe(false);
      }),
    );
  });
});
