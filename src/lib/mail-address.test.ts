import { expect, test } from 'vitest';
import { mailAddressOf, zMailAddress } from './mail-address.ts';

test.each([
  [' Ada@Example.ORG ', 'ada@example.org'],
  ["o'neil+mill@mail.example.org", "o'neil+mill@mail.example.org"],
  ['ada@München.example', 'ada@xn--mnchen-3ya.example'],
  ['ada@例子.example', 'ada@xn--fsqu00a.example'],
  ['ada@例子。example', 'ada@xn--fsqu00a.example'],
])('ACC-01 mail for %s goes to %s', (typed, address) => {
  expect(mailAddressOf(typed)).toBe(address);
  expect(zMailAddress.parse(typed)).toBe(address);
});

test.each([
  ...['', 'ada', 'ada@', '@example.org', 'ada@example', 'ada@1.2.3.4', 'a b@example.org', 'ada@@example.org'],
  // Letters of other alphabets before the @, one of them a Cyrillic а.
  ...['用户@example.org', 'аda@example.org', 'ada\u200b@example.org'],
  // The library that keeps accounts takes no such last part.
  'ada@例子.公司',
  // No domain, or more than one.
  ...['ada@ü/example.org', 'ada@ü?x.example.org', 'ada@ü@example.org', 'ada@ü:80.example', 'ada@ü%2eexample.org', 'ada@-ü-.'],
  `${'a'.repeat(250)}@example.org`,
])('ACC-01 mail cannot be sent to "%s"', (typed) => {
  expect(mailAddressOf(typed)).toBeNull();
  expect(zMailAddress.safeParse(typed).success).toBe(false);
});
