/** Which feature may write and read which table, and the checker that finds every use of a table in the tree. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseAst } from 'vite';
import { resolveSpecifier, sourceFiles } from './import-rules.ts';

/** The first writer owns the table; writers may read. A new writer or reader is a line here. */
type Access = { writers: readonly [owner: string, ...others: string[]]; readers?: readonly string[] };

export const tableAccess: Record<string, Access> = {
  account: { writers: ['infra/auth'] },
  adminActions: { writers: ['admin'] },
  // A deleted content leaves its length: its minutes stay used.
  automaticSummaries: { writers: ['channels', 'contents'] },
  batchItems: { writers: ['summaries'] },
  batches: { writers: ['summaries'] },
  blobGarbage: { writers: ['contents', 'my-data'] },
  channelEntries: { writers: ['channels'] },
  channelSettings: { writers: ['channels'] },
  channels: { writers: ['channels'] },
  chatHistory: { writers: ['chat'], readers: ['sharing'] },
  checkpoints: { writers: ['contents'] },
  collectionItems: { writers: ['collections', 'my-data'], readers: ['ask', 'channels', 'library', 'sharing'] },
  collectionSlugs: { writers: ['collections'] },
  collections: { writers: ['collections', 'my-data'], readers: ['channels', 'sharing'] },
  contents: {
    writers: ['contents', 'my-data'],
    readers: [
      'account',
      'admin',
      'ask',
      'channels',
      'collections',
      'exports',
      'highlights',
      'ingest',
      'library',
      'metering',
      'notes',
      'smart-folders',
      'sharing',
      'summaries',
      'uploads',
      'usage',
    ],
  },
  customPrompts: { writers: ['prompts', 'my-data'] },
  deletedCollections: { writers: ['collections'] },
  digests: { writers: ['channels'] },
  digestSettings: { writers: ['channels'] },
  engineHealth: { writers: ['infra/engine-health'], readers: ['admin'] },
  exploreScores: { writers: ['channels'] },
  extractions: { writers: ['contents', 'summaries', 'my-data'] },
  imageGenerations: { writers: ['outputs'], readers: ['contents', 'uploads'] },
  invitations: { writers: ['account'] },
  ledgerAccounts: { writers: ['metering'], readers: ['admin'] },
  ledgerEntries: { writers: ['metering'] },
  ledgerGrants: { writers: ['metering'] },
  ledgerHolds: { writers: ['metering'] },
  libraryAnswers: { writers: ['ask', 'my-data'] },
  libraryAnswerSources: { writers: ['ask', 'my-data'] },
  librarySearch: { writers: ['library'], readers: ['smart-folders'] },
  libraryStale: { writers: ['library'], readers: ['smart-folders'] },
  issuedLicenses: { writers: ['metering'] },
  licenseBatches: { writers: ['metering'] },
  licenses: { writers: ['metering'] },
  listings: { writers: ['ingest'] },
  modelKeys: { writers: ['credentials'] },
  modelReservations: { writers: ['usage'] },
  modelUses: { writers: ['usage'], readers: ['metering'] },
  musicGenerations: { writers: ['outputs'], readers: ['contents', 'uploads'] },
  noteVersions: { writers: ['notes'], readers: ['articles', 'sharing', 'summaries'] },
  passageIndexes: { writers: ['chat'] },
  passages: { writers: ['chat'] },
  promptResults: { writers: ['prompts'], readers: ['sharing'] },
  rateLimits: { writers: ['infra/limits', 'my-data'] },
  referralLinks: { writers: ['metering'] },
  referrals: { writers: ['metering'] },
  runWaits: { writers: ['summaries'] },
  runs: { writers: ['summaries'], readers: ['contents'] },
  session: { writers: ['infra/auth', 'my-data'], readers: ['admin'] },
  publicReports: { writers: ['sharing', 'collections'] },
  sharedNotes: { writers: ['sharing'] },
  siteCredentials: { writers: ['credentials'] },
  smartFolders: { writers: ['my-data', 'smart-folders'] },
  siteRateLimits: { writers: ['summaries'] },
  squareSearch: { writers: ['sharing'] },
  sources: { writers: ['contents'], readers: ['channels', 'ingest', 'my-data', 'notes', 'summaries', 'uploads'] },
  subscriptions: { writers: ['channels'] },
  taskEvents: { writers: ['infra/tasks'] },
  taskKeys: { writers: ['infra/tasks'] },
  tasks: {
    writers: ['infra/tasks'],
    readers: ['admin', 'collections', 'contents', 'library', 'metering', 'notes', 'summaries', 'usage'],
  },
  talkArticleParts: { writers: ['articles'] },
  talkArticles: { writers: ['articles'] },
  transcriptEdits: { writers: ['transcripts'], readers: ['articles', 'library', 'sharing', 'summaries'] },
  transcriptTranslations: { writers: ['transcripts'] },
  uploads: { writers: ['uploads'] },
  user: { writers: ['infra/auth', 'my-data'], readers: ['admin', 'channels', 'contents', 'metering', 'uploads'] },
  userContentHighlights: { writers: ['highlights'], readers: ['library', 'sharing'] },
  verification: { writers: ['infra/auth'] },
  videoProcessingTasks: { writers: ['outputs'], readers: ['contents', 'uploads'] },
  watchLater: { writers: ['watch-later'], readers: ['library', 'sharing'] },
  workerProcesses: { writers: ['infra/jobs'] },
  writeProbe: { writers: ['server'] },
};

type Use = { table: string; from: string; writes: boolean };

/** Files outside `db/` that may put words of their own into SQL, and why. */
const ownSql: Record<string, string> = {
  'features/usage/server/model-use.ts': 'the column of a row that was not inserted',
  'infra/jobs/queue.ts': 'the tables of the queue library, which takes sql and has a schema of its own',
};

const schemaPath = /^db\/schema\//;
const joins = /^(?:from|(?:left|right|inner|full|cross)Join)$/;
/** A whole row is asked for by its table. */
const selects = /^select(?:Distinct)?$/;
/** What `sql` can do besides being a tag. */
const harmlessOfSql = /^(?:join|empty|param|placeholder)$/;
/** A text that the database would take, whatever it is handed over by. */
const sqlText =
  /^\s*(?:with\s+\w+.*\bas\b|select\b.*\bfrom\b|insert\s+into\b|update\b.*\bset\b|delete\s+from\b|truncate\b|merge\s+into\b|(?:alter|drop|lock)\s+table\b|copy\b.*\b(?:from|to)\b)/is;
const tableInSql =
  /\b(?:(insert\s+into|delete\s+from|update|truncate(?:\s+table)?|merge\s+into|(?:alter|drop|lock)\s+table|copy)|from|join|using|table)\s+(?:only\s+)?((?:"?\w+"?\s*\.\s*)?"?\w+"?(?:\s*,\s*(?:"?\w+"?\s*\.\s*)?"?\w+"?)*)/gi;

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
  const ast = parseAst(code, { lang: 'tsx' }).body as unknown as Node[];
  const problems: string[] = [];
  const uses = new Map<string, Use>();
  const note = (table: string, writes: boolean) => uses.set(`${table} ${writes}`, { table, from, writes });
  const { names, sqlTags } = importedNames(from, ast, { known: new Set(tables.values()), problems });
  const tableOf = (node: Node | null | undefined) => (node?.type === 'Identifier' ? names.get(node.name ?? '') : undefined);
  const readSql = (text: string) => {
    for (const [, write, found = ''] of text.matchAll(tableInSql))
      for (const name of found.split(',')) {
        const table = tables.get(/(\w+)"?\s*$/.exec(name)?.[1] ?? '');
        if (table) note(table, write !== undefined);
      }
  };

  const visit = (node: Node, parent: Node | null, exported: boolean): void => {
    const within = (next: unknown, stillExported = exported) => {
      for (const one of Array.isArray(next) ? next : [next]) if (isNode(one)) visit(one, node, stillExported);
    };
    // A type uses no table.
    if (node.type.startsWith('TS')) {
      within(node.expression);
      return;
    }
    switch (node.type) {
      case 'ImportDeclaration':
        return;
      case 'ImportExpression': {
        const to = resolveSpecifier(from, String((node.source as { value?: unknown } | null)?.value));
        if (to !== null && schemaPath.test(to)) problems.push(`${from} imports tables while it runs`);
        break;
      }
      case 'Literal':
        if (typeof node.value === 'string' && sqlText.test(node.value)) readSql(node.value);
        return;
      case 'TemplateLiteral': {
        const text = templateText(node, (one) => [...tables].find(([, constant]) => constant === tableOf(one))?.[0]);
        const isSql = parent?.type === 'TaggedTemplateExpression' && sqlTags.has(parent.tag?.name ?? '');
        if (isSql || sqlText.test(text)) readSql(text);
        for (const one of node.expressions ?? []) {
          const table = isSql ? tableOf(one) : undefined;
          if (table) note(table, false);
          else within(one);
        }
        return;
      }
      case 'MemberExpression': {
        const property = node.computed ? String(node.property?.value) : (node.property?.name ?? '');
        if (sqlTags.has(node.object?.name ?? '') && !harmlessOfSql.test(property) && !(from in ownSql))
          problems.push(`${from} puts words of its own into SQL (${property})`);
        else if (tableOf(node.object)) note(tableOf(node.object) ?? '', false);
        else if (!sqlTags.has(node.object?.name ?? '')) within(node.object);
        if (node.computed) within(node.property);
        return;
      }
      case 'TaggedTemplateExpression':
        if (!sqlTags.has(node.tag?.name ?? '')) within(node.tag);
        within(node.quasi);
        return;
      case 'CallExpression': {
        const [first, ...others] = node.arguments ?? [];
        const table = joins.test(node.callee?.property?.name ?? '') ? tableOf(first) : undefined;
        within(node.callee);
        if (table) note(table, false);
        else if (selects.test(node.callee?.property?.name ?? '') && first?.type === 'ObjectExpression')
          for (const property of first.properties ?? []) {
            const whole = tableOf(property.value as Node);
            if (whole) note(whole, false);
            else within(property);
          }
        else within(first);
        within(others);
        return;
      }
      case 'Property':
      case 'MethodDefinition':
      case 'PropertyDefinition':
        if (node.computed) within(node.key);
        within(node.value);
        return;
      case 'ExportNamedDeclaration':
        if (node.source) return;
        within(node.declaration, true);
        within(node.specifiers, true);
        return;
      case 'ExportDefaultDeclaration':
        within(node.declaration, true);
        return;
      case 'ExportSpecifier':
        within(node.local);
        return;
      case 'ArrowFunctionExpression':
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ClassDeclaration':
        within(node.params, false);
        within(node.body, false);
        return;
      case 'Identifier': {
        if (sqlTags.has(node.name ?? '') && !(from in ownSql)) problems.push(`${from} gives sql another name`);
        const table = tableOf(node);
        // Whatever takes the table may write it.
        if (table) note(table, true);
        if (table && exported) problems.push(`${from} passes tables on`);
        return;
      }
    }
    for (const [key, value] of Object.entries(node)) if (key !== 'typeAnnotation') within(value);
  };
  for (const node of ast) visit(node, null, false);
  return { uses: [...uses.values()], problems };
}

/** The file's own names of the tables and of `sql`. */
function importedNames(
  from: string,
  ast: readonly Node[],
  { known, problems }: { known: ReadonlySet<string>; problems: string[] },
): { names: Map<string, string>; sqlTags: Set<string> } {
  const names = new Map<string, string>();
  const sqlTags = new Set<string>();
  for (const node of ast) {
    const specifier = (node.source as { value?: unknown } | null | undefined)?.value;
    if (typeof specifier !== 'string' || node.importKind === 'type' || node.exportKind === 'type') continue;
    const ofSchema = schemaPath.test(resolveSpecifier(from, specifier) ?? '');
    const ofLibrary = /^drizzle-orm(?:\/|$)/.test(specifier);
    if (!ofSchema && !ofLibrary) continue;
    if (node.type !== 'ImportDeclaration') problems.push(`${from} passes ${ofSchema ? 'tables' : 'the SQL library'} on`);
    for (const { type, local, imported, importKind } of node.specifiers ?? []) {
      const name = imported?.name ?? imported?.value;
      if (importKind === 'type') continue;
      if (type !== 'ImportSpecifier' && node.type === 'ImportDeclaration')
        problems.push(`${from} imports a whole ${ofSchema ? 'schema file' : 'SQL library'}`);
      else if (ofSchema && known.has(String(name))) names.set(local?.name ?? '', String(name));
      else if (ofLibrary && name === 'sql') sqlTags.add(local?.name ?? '');
      else if (ofLibrary && /^(?:StringChunk|Name|name)$/.test(String(name)))
        problems.push(`${from} puts words of its own into SQL (${String(name)})`);
    }
  }
  return { names, sqlTags };
}

/** A template as one text, with the names of tables where they are put in. */
function templateText({ quasis = [], expressions = [] }: Node, tableName: (node: Node) => string | undefined): string {
  return quasis.map(({ value }, at) => `${value.cooked}${expressions[at] ? (tableName(expressions[at]) ?? '$') : ''}`).join('');
}

type Node = {
  type: string;
  name?: string;
  computed?: boolean;
  value?: unknown;
  source?: unknown;
  importKind?: string;
  exportKind?: string;
  specifiers?: (Node & { imported?: { name?: string; value?: unknown } })[];
  local?: Node;
  declaration?: unknown;
  expression?: unknown;
  expressions?: Node[];
  quasis?: { value: { cooked: string } }[];
  quasi?: unknown;
  tag?: Node;
  object?: Node;
  property?: Node;
  properties?: Node[];
  callee?: Node;
  arguments?: Node[];
  key?: unknown;
  params?: unknown;
  body?: unknown;
};

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}

/** Null when the use is allowed, otherwise why it is not. */
export function judgeTableUse({ table, from, writes }: Use): string | null {
  const access = tableAccess[table];
  if (!access) return `${table} has no owner`;
  const member = memberOf(from);
  if (access.writers.includes(member)) return null;
  if (writes) return `${from} writes ${table}, which belongs to ${access.writers[0]}`;
  return access.readers?.includes(member) ? null : `${from} reads ${table}, which belongs to ${access.writers[0]}`;
}

/** Most files do not, and parsing is slow. */
export function mayUseTables(code: string): boolean {
  return /db\/schema\/|drizzle-orm|\b(?:from|into|join|update|truncate|copy|table)\s/i.test(code);
}

function usesOfTree(srcDir: string): { uses: Use[]; problems: string[] } {
  const tables = schemaTables(srcDir);
  const found = sourceFiles(srcDir).flatMap((file) => {
    const from = relative(srcDir, file).replaceAll('\\', '/');
    if (from.startsWith('db/') || /\.test\.tsx?$/.test(from)) return [];
    const code = readFileSync(file, 'utf8');
    return mayUseTables(code) ? [tableUsesOf(from, code, tables)] : [];
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
  const needless = Object.keys(ownSql).filter(
    (path) => !/\bsql\.(?:raw|identifier)\(/.test(readFileSync(join(srcDir, path), 'utf8')),
  );
  return [...problems, ...refused, ...unused, ...needless.map((path) => `${path} puts no words of its own into SQL`)];
}
