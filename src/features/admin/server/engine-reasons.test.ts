import { expect, test } from 'vitest';
import { faultOf } from '#infra/engine-health/health-book.ts';
import { AppError, errorCodes } from '#lib/app-error.ts';
import { engineIds } from '#lib/engines.ts';
import { admin as en } from '../words/en.ts';
import { admin as zh } from '../words/zh.ts';

test('ACC-01 every fault of an engine is said to administrators in words that send them to nobody else', () => {
  const faults = errorCodes.filter((code) => engineIds.some((engine) => faultOf(engine, new AppError(code)) === code));
  expect(faults.length).toBeGreaterThan(15);
  expect(Object.keys(en.engines.reasons).sort()).toEqual(faults.toSorted());
  for (const { engines } of [en, zh]) expect(Object.values(engines.reasons).join(' ')).not.toMatch(/administrator|管理员/i);
});
