/** Converts rows to JSON and back. Types come from the table's schema, so a new column needs no change here. */
import { type Column, getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Row } from './format.ts';

/** Dates become ISO strings. */
export function toRow(record: object, without: readonly string[] = []): Row {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) =>
      without.includes(name) ? [] : [[name, value instanceof Date ? value.toISOString() : value]],
    ),
  );
}

/** Columns missing in an earlier version get their defaults; columns that no longer exist are dropped. */
export function rowSchema(table: PgTable, without: readonly string[] = []): z.ZodType<Row> {
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => !without.includes(name));
  return z.object(Object.fromEntries(columns.map(([name, column]) => [name, columnSchema(column)])));
}

function columnSchema(column: Column): z.ZodType {
  const value = column.notNull ? valueSchema(column) : valueSchema(column).nullable();
  return column.hasDefault || !column.notNull ? value.optional() : value;
}

const mostArrayItems = 10_000;

function valueSchema(column: Column): z.ZodType {
  if (column.enumValues) return z.enum(column.enumValues as [string, ...string[]]);
  switch (column.columnType) {
    case 'PgUUID':
      return z.uuid();
    case 'PgTimestamp':
      return z.iso.datetime().transform((text) => new Date(text));
    case 'PgJsonb':
      return z.json();
    case 'PgArray':
      return z.array(z.string()).max(mostArrayItems);
    case 'PgInteger':
      return z
        .number()
        .int()
        .min(-(2 ** 31))
        .max(2 ** 31 - 1);
    case 'PgBoolean':
      return z.boolean();
    case 'PgDoublePrecision':
      return z.number();
    default:
      return z.string();
  }
}

/** Replaces every string that is one of these ids, at any depth, with its new id. */
export function withNewIds(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return ids.get(value) ?? value;
  if (Array.isArray(value)) return value.map((one) => withNewIds(one, ids));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withNewIds(one, ids)]));
}
