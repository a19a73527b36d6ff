/** Rows as JSON and back: what a column takes is read from the schema, so that a new column needs no line here. */
import { type Column, getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Row } from './format.ts';

/** Times are ISO texts. */
export function toRow(record: object, without: readonly string[] = []): Row {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) =>
      without.includes(name) ? [] : [[name, value instanceof Date ? value.toISOString() : value]],
    ),
  );
}

/** Columns that an earlier version did not have keep their defaults; those that are gone are left out. */
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
  if (column.enumValues && column.enumValues.length > 0) return z.enum(column.enumValues as [string, ...string[]]);
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

/** Every text that is one of these ids, however deep, becomes its new one. */
export function withNewIds(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return ids.get(value) ?? value;
  if (Array.isArray(value)) return value.map((one) => withNewIds(one, ids));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withNewIds(one, ids)]));
}
