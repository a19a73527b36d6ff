import { expect, test } from 'vitest';
import { parseHttpUrl } from './urls.ts';

test('parseHttpUrl refuses other schemes and takes a missing one as https', () => {
  expect(parseHttpUrl('javascript:alert(1)')).toBeNull();
  expect(parseHttpUrl('file:///etc/passwd')).toBeNull();
  expect(parseHttpUrl('example.com:8080/x')?.href).toBe('https://example.com:8080/x');
});
