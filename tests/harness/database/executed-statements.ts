/**
 * What a database really did for the product: every statement with its plan and the rows it read, also those behind foreign
 * keys. PostgreSQL itself writes them down (auto_explain); the packaged one's log is read.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#db/client.ts';

const zNode = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Index Name': z.string().optional(),
  'Index Cond': z.string().optional(),
  'Actual Rows': z.number().default(0),
  'Actual Loops': z.number().default(0),
  'Rows Removed by Filter': z.number().default(0),
  'Rows Removed by Index Recheck': z.number().default(0),
  'Heap Fetches': z.number().default(0),
  get Plans() {
    return z.array(zNode).optional();
  },
});
type PlanNode = z.infer<typeof zNode>;
const zExplained = z.object({ 'Query Text': z.string(), Plan: zNode });

export type Scan = {
  type: string;
  table: string;
  index: string | null;
  /** What the index is asked for. */
  condition: string | null;
  rows: number;
  heapFetches: number;
};
export type ExecutedStatement = {
  text: string;
  /** Reads of tables; `rows`: those it looked at, whether it kept them or not. */
  scans: Scan[];
  /** Rows that went into the largest sort. */
  sorted: number;
};

/** Turns the record on for sessions that begin from now on. */
export async function recordStatements(db: Db): Promise<void> {
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
  };
  for (const [name, value] of Object.entries(settings))
    await db.execute(
      sql`do ${sql.raw(`$$ begin execute format('alter database %I set ${name} = ''${value}''', current_database()); end $$`)}`,
    );
}

/** Opens the record of a packaged PostgreSQL, whose folder is `dataDirectory`, at its end. */
export function openStatementLog(dataDirectory: string): { next(): ExecutedStatement[]; close(): void } {
  const file = openSync(join(dataDirectory, 'server.log'), 'r');
  let at = fstatSync(file).size;
  return {
    /** What was executed since the last call. */
    next() {
      for (let tries = 1; ; tries++) {
        const bytes = Buffer.alloc(fstatSync(file).size - at);
        readSync(file, bytes, 0, bytes.length, at);
        try {
          const statements = readStatements(bytes.toString());
          at += bytes.length;
          return statements;
        } catch (error) {
          // The server is just writing the last one.
          if (!(error instanceof SyntaxError) || tries === 100) throw error;
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
        }
      }
    },
    close: () => closeSync(file),
  };
}

function readStatements(log: string): ExecutedStatement[] {
  return [...log.matchAll(/LOG: {2}duration: [\d.]+ ms {2}plan:\n((?:\t.*\n)+)/g)].map(([, json = '']) => {
    const { 'Query Text': text, Plan: plan } = zExplained.parse(JSON.parse(json));
    const nodes = nodesOf(plan);
    return {
      text: text.replace(/\s+/g, ' ').trim(),
      scans: nodes.flatMap((node) => scanOf(node) ?? []),
      sorted: Math.max(0, ...nodes.filter((node) => node['Node Type'] === 'Sort').map(inputOf)),
    };
  });
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

function scanOf(node: PlanNode): Scan | null {
  const { 'Node Type': type, 'Relation Name': table, 'Actual Loops': loops } = node;
  if (table === undefined || !type.endsWith('Scan')) return null;
  // A bitmap is made of an index by the nodes below.
  const named = type.startsWith('Bitmap') ? nodesOf(node).find((one) => one['Index Name'] !== undefined) : node;
  const [index, condition] = [named?.['Index Name'] ?? null, named?.['Index Cond'] ?? null];
  const each = node['Actual Rows'] + node['Rows Removed by Filter'] + node['Rows Removed by Index Recheck'];
  return { type, table, index, condition, rows: each * loops, heapFetches: node['Heap Fetches'] };
}

function inputOf(node: PlanNode): number {
  return (node.Plans ?? []).reduce((sum, child) => sum + child['Actual Rows'] * child['Actual Loops'], 0);
}
