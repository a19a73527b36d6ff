import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contentPlan, mergePlan } from './merge-accounts.ts';

const folder = join(import.meta.dirname, 'schema');

/** Database names of the tables with such a column. */
function tablesWith(column: RegExp): string[] {
  return readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split(/(?=export const \w+ = pgTable\()/)
      .flatMap((part) => {
        const name = /^export const \w+ = pgTable\(\s*'(\w+)'/.exec(part)?.[1];
        return name !== undefined && column.test(part) ? [name] : [];
      }),
  );
}

test('ACC-01 every table with a user has its place when two accounts are joined', () => {
  expect(Object.keys(mergePlan).sort()).toEqual(tablesWith(/text\('user_id'\)|ownerId\(\)/).sort());
});

test('ACC-01 every table about a content has its place when two contents of one source are joined', () => {
  expect(Object.keys(contentPlan).sort()).toEqual(tablesWith(/uuid\('content_id'\)|\.\.\.made\(\)/).sort());
});
