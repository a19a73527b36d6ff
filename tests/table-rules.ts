/** Which feature may write and read which table, and the checker that finds every use of a table in the tree. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseAst } from 'vite';
import { sourceFiles } from './import-rules.ts';

/** The first writer owns the table; writers may read. A new writer or reader is a line here. */
type Access = { writers: readonly [owner: string, ...others: string[]]; readers?: readonly string[] };

export const tableAccess: Record<string, Access> = {
  account: { writers: ['infra/auth'] },
  batchItems: { writers: ['summaries'] },
  batches: { writers: ['summaries'] },
  blobGarbage: { writers: ['contents', 'summaries'] },
  chatHistory: { writers: ['chat'] },
  checkpoints: { writers: ['contents'] },
  collectionItems: { writers: ['collections'] },
  collections: { writers: ['collections'], readers: ['infra/auth'] },
  contents: {
    writers: ['contents', 'notes', 'summaries'],
    readers: ['collections', 'highlights', 'infra/auth', 'ingest', 'library', 'uploads'],
  },
  customPrompts: { writers: ['prompts'], readers: ['infra/auth'] },
  extractions: { writers: ['summaries'], readers: ['contents'] },
  listings: { writers: ['ingest'] },
  modelKeys: { writers: ['credentials'], readers: ['infra/auth'] },
  modelReservations: { writers: ['usage'] },
  modelUses: { writers: ['usage'] },
  noteVersions: { writers: ['notes'], readers: ['articles', 'summaries'] },
  passageIndexes: { writers: ['chat'] },
  passages: { writers: ['chat'] },
  promptResults: { writers: ['prompts'] },
  rateLimits: { writers: ['infra/limits'] },
  runWaits: { writers: ['summaries'] },
  runs: { writers: ['summaries'], readers: ['contents'] },
  session: { writers: ['infra/auth'] },
  siteCredentials: { writers: ['credentials'], readers: ['infra/auth'] },
  siteRateLimits: { writers: ['summaries'] },
  sources: { writers: ['contents', 'summaries'], readers: ['ingest', 'notes', 'uploads'] },
  taskEvents: { writers: ['infra/tasks'] },
  tasks: { writers: ['infra/tasks'], readers: ['library', 'summaries', 'usage'] },
  talkArticleParts: { writers: ['articles'] },
  talkArticles: { writers: ['articles'] },
  transcriptEdits: { writers: ['transcripts', 'corrections'], readers: ['articles', 'summaries'] },
  transcriptTranslations: { writers: ['transcripts'] },
  uploads: { writers: ['uploads'], readers: ['infra/auth'] },
  user: { writers: ['infra/auth'] },
  userContentHighlights: { writers: ['highlights'], readers: ['library'] },
  verification: { writers: ['infra/auth'] },
  workerProcesses: { writers: ['infra/jobs'] },
  writeProbe: { writers: ['server'] },
};

type Use = { table: string; from: string; writes: boolean };

const schemaPath = /^#db\/schema\//;

/** Who a file belongs to: a feature's name, `infra/<part>`, or the area. */
function memberOf(path: string): string {
  const [area = '', name = ''] = path.split('/');
  if (area === 'features') return name;
  return area === 'infra' ? `infra/${name}` : area;
}

/** Every table of the schema: the constant's name by the table's. */
export function schemaTables(srcDir: string): Map<string, string> {
  const folder = join(srcDir, 'db/schema');
  const found = new Map<string, string>();
  for (const file of readdirSync(folder))
    for (const [, constant = '', name = ''] of readFileSync(join(folder, file), 'utf8').matchAll(
      /export const (\w+) = pgTable\(\s*'(\w+)'/g,
    ))
      found.set(name, constant);
  return found;
}

/** What a file does with tables; `problems`: what hides a use from this. */
export function tableUsesOf(
  from: string,
  code: string,
  tables: ReadonlyMap<string, string>,
): { uses: Use[]; problems: string[] } {
  const known = new Set(tables.values());
  /** The file's own names of the tables. */
  const names = new Map<string, string>();
  const problems: string[] = [];
  const uses = new Map<string, Use>();
  const note = (table: string, writes: boolean) => uses.set(`${table} ${writes}`, { table, from, writes });
  const ast = parseAst(code, { lang: 'tsx' });
  for (const node of ast.body as unknown as Node[]) {
    const source = typeof node.source?.value === 'string' ? node.source.value : '';
    if (!schemaPath.test(source) || node.importKind === 'type' || node.exportKind === 'type') continue;
    if (node.type !== 'ImportDeclaration') problems.push(`${from} passes tables on`);
    for (const { type, local, imported, importKind } of node.specifiers ?? []) {
      if (type === 'ImportNamespaceSpecifier') problems.push(`${from} imports a whole schema file`);
      else if (importKind !== 'type' && known.has(imported?.name ?? '')) names.set(local?.name ?? '', imported?.name ?? '');
    }
  }
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) visit(one);
    if (typeof node !== 'object' || node === null) return;
    const { type, callee, name } = node as Node;
    if (type === 'ImportDeclaration') return;
    const table = type === 'Identifier' ? names.get(name ?? '') : undefined;
    if (table) note(table, false);
    if (type === 'CallExpression' && /^(?:insert|update|delete)$/.test(callee?.property?.name ?? '')) {
      const written = names.get((node as Node).arguments?.[0]?.name ?? '');
      if (written) note(written, true);
    }
    for (const value of Object.values(node)) visit(value);
  };
  visit(ast.body);
  // In words of SQL, with the table's name or its constant.
  for (const [, constant, name] of code.matchAll(/\b(?:insert\s+into|delete\s+from|update)\s+(?:\$\{(\w+)\}|"?(\w+)"?)/gi)) {
    const table = constant === undefined ? tables.get(name ?? '') : names.get(constant);
    if (table && !(name !== undefined && !code.includes('sql`'))) note(table, true);
  }
  return { uses: [...uses.values()], problems };
}

type Node = {
  type: string;
  name?: string;
  source?: { value?: unknown } | null;
  importKind?: string;
  exportKind?: string;
  specifiers?: { type: string; importKind?: string; local?: { name?: string }; imported?: { name?: string } }[];
  callee?: { property?: { name?: string } };
  arguments?: { name?: string }[];
};

/** Null when the use is allowed, otherwise why it is not. */
export function judgeTableUse({ table, from, writes }: Use): string | null {
  const access = tableAccess[table];
  if (!access) return `${table} has no owner`;
  const member = memberOf(from);
  if (access.writers.includes(member)) return null;
  if (writes) return `${from} writes ${table}, which belongs to ${access.writers[0]}`;
  return access.readers?.includes(member) ? null : `${from} reads ${table}, which belongs to ${access.writers[0]}`;
}

function usesOfTree(srcDir: string): { uses: Use[]; problems: string[] } {
  const tables = schemaTables(srcDir);
  const found = sourceFiles(srcDir).flatMap((file) => {
    const from = relative(srcDir, file).replaceAll('\\', '/');
    if (from.startsWith('db/') || /\.test\.tsx?$/.test(from)) return [];
    const code = readFileSync(file, 'utf8');
    return code.includes('#db/schema/') || code.includes('sql`') ? [tableUsesOf(from, code, tables)] : [];
  });
  return { uses: found.flatMap(({ uses }) => uses), problems: found.flatMap(({ problems }) => problems) };
}

/** Uses that the rule refuses, and entries of the rule that nothing uses. */
export function findTableProblems(srcDir: string): string[] {
  const { uses, problems } = usesOfTree(srcDir);
  const refused = uses.flatMap((use) => judgeTableUse(use) ?? []);
  const unused = Object.entries(tableAccess).flatMap(([table, { writers, readers = [] }]) => {
    const does = (member: string, writes: boolean) =>
      uses.some((use) => use.table === table && memberOf(use.from) === member && (use.writes || !writes));
    return [
      // The sign-in library writes what its owner hands it.
      ...writers.filter((member, index) => !does(member, index > 0)).map((member) => `${member} does not write ${table}`),
      ...readers.filter((member) => !does(member, false)).map((member) => `${member} does not read ${table}`),
    ];
  });
  return [...problems, ...refused, ...unused];
}
