/** No call takes a field that it does not know: nobody makes themselves an owner, an administrator or a member by sending more. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { callsOfChosen, mostChosen } from '#lib/input-limits.ts';
import { appRouter } from '#server/router.ts';
import { type Ids, matrix } from './integration/access-matrix.ts';

type Schema = { safeParse(input: unknown): { success: boolean; data?: unknown } };
const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { inputs: Schema[] } }>;
// Any id: only the form counts here.
const ids = new Proxy({}, { get: () => randomUUID() }) as Ids;
/** What columns are called, and what a prototype has. */
const coveted = [
  ...['id', 'userId', 'user_id', 'ownerId', 'adminId', 'isAdmin', 'isOwner', 'isLifetime', 'paidUntil', 'role', 'status'],
  ...['remainingTime', 'available', 'seconds', 'amount', 'deleteAt', 'hiddenAt', 'publishedAt', 'createdAt', 'keyHash'],
  ...['__proto__', 'constructor', 'toString'],
];
/** Where the matrix sends what is refused. */
const accepted: Record<string, object> = {
  'link.comment': { url: 'https://example.org/', note: 'x', noteLanguage: 'en' },
  'prompt.create': { title: 'x', customPrompt: 'x' },
};
/** Of no type that a field has. */
const intruder = { intruder: true };

function withField(input: object, key: string): object {
  const more = { ...input };
  Object.defineProperty(more, key, { value: intruder, enumerable: true, configurable: true, writable: true });
  return more;
}

/** A call is refused by any of its schemas, and gets what each of them gives. */
function isTaken(schemas: readonly Schema[], input: object, key: string): boolean {
  const results = schemas.map((schema) => schema.safeParse(withField(input, key)));
  return results.every(({ success }) => success) && results.some(({ data }) => JSON.stringify(data ?? null).includes('intruder'));
}

test.each(Object.keys(procedures))('ACC-02 %s takes no field that it does not know', (name) => {
  const schemas = procedures[name]?._def.inputs ?? [];
  const accepts = (input: unknown) => schemas.every((schema) => schema.safeParse(input).success);
  if (schemas.length === 0) return;
  const known = accepted[name] ?? matrix[name]?.input(ids);
  if (typeof known !== 'object' || known === null) {
    expect(accepts(intruder) && accepts(undefined)).toBe(false);
    return;
  }
  expect(accepts(known)).toBe(true);
  expect(coveted.filter((key) => isTaken(schemas, known, key))).toEqual([]);
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 12 }), (key) => !isTaken(schemas, known, key)),
    { numRuns: 1000 },
  );
});

test('the calls that may send more than others are those that take so many ids', () => {
  const longest = (schema: Schema) =>
    JSON.stringify(z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }));
  const names = Object.entries(procedures).flatMap(([name, { _def }]) =>
    _def.inputs.some((schema) => longest(schema).includes(`"maxItems":${mostChosen}`)) ? [name] : [],
  );
  expect(names.toSorted()).toEqual([...callsOfChosen].toSorted());
});
