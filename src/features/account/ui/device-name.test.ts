import { expect, test } from 'vitest';
import { deviceOf } from './device-name.ts';

const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';

test.each([
  [chrome, 'Chrome · Windows', false],
  [`${chrome} Edg/150.0.0.0`, 'Edge · Windows', false],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 15_1) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15', 'Safari · macOS', false],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) MicroMessenger/8.0.60 Safari/604.1', 'WeChat · iPhone', true],
  ['Mozilla/5.0 (Linux; Android 16; Pixel) Chrome/150.0.0.0 Mobile Safari/537.36', 'Chrome · Android', true],
  ['Mozilla/5.0 (Linux; Android 16; Tablet) Chrome/150.0.0.0 Safari/537.36', 'Chrome · Android', false],
  ['curl/8.0', null, false],
  [null, null, false],
])('ACC-01 the browser %s is %s', (userAgent, name, isPhone) => {
  expect(deviceOf(userAgent)).toEqual({ name, isPhone });
});
