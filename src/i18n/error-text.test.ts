import { expect, test } from 'vitest';
import { openPage, refusal } from '../../tests/harness/interface/page.tsx';
import { useAppError } from './error-text.ts';

test('an error is said in words, one that is not known in those of an unexpected one, and none in nothing', async () => {
  const said = await openPage().render(useAppError, null as unknown);
  expect(said.now).toBeNull();
  await said.update(undefined);
  expect(said.now).toBeNull();
  await said.update({ code: 'too_many_submissions', params: { most: 3, minutes: 17 } });
  expect(said.now).toMatchObject({ code: 'too_many_submissions', asksForCode: false });
  expect(said.now?.message).toMatch(/3.*17|17.*3/);
  await said.update(new Error('broken'));
  expect(said.now).toMatchObject({ code: 'internal', asksForCode: true });
  await said.update(refusal('no_such_code'));
  expect(said.now?.asksForCode).toBe(true);
});
