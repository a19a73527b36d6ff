/** Which calls of another feature a feature's interface makes: an allow-list, read out of the tree with a real parser. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseAst } from 'vite';
import { resolveSpecifier, sourceFiles } from './import-rules.ts';

/** By the feature whose `ui` calls; a new one is a line here. A namespace alone stands for all of its calls. */
export const uiCalls: Record<string, readonly string[]> = {
  admin: ['account.me'],
  articles: ['content.sourceText', 'user.workCost'],
  ask: ['account.me'],
  channels: [
    'account.ensure',
    'account.me',
    'content.overview',
    'content.running',
    'ingest.submit',
    'user.getReferralUserData',
    'user.remainingTime',
    'user.timeAccount',
    'user.timeEntries',
    'user.videos',
  ],
  chat: ['content.overview'],
  collections: ['account.me'],
  credentials: ['account.ensure', 'account.me'],
  exports: ['account.me', 'content.overview'],
  highlights: [
    'account.me',
    'content.article',
    'content.overview',
    'content.sourceText',
    'content.transcript',
    'content.writtenArticle',
    'user.videos',
  ],
  ingest: [
    'account.ensure',
    'account.me',
    'content.overview',
    'content.running',
    'user.getReferralUserData',
    'user.remainingTime',
    'user.timeAccount',
    'user.timeEntries',
    'user.videos',
    'user.workCost',
  ],
  library: [
    'account.me',
    'content.rename',
    'smartFolder.list',
    'userNote.deleteContentWithCleanup',
    'userNote.deleteMany',
    'userNote.deletionResult',
  ],
  links: [
    'account.ensure',
    'account.me',
    'content.overview',
    'content.running',
    'content.saveNote',
    'content.summarizeAgain',
    'ingest.preview',
    'ingest.submit',
    'user.videos',
  ],
  metering: ['account.me'],
  'my-data': ['account.me'],
  notes: [
    'account.me',
    'chat.history',
    'content.overview',
    'content.running',
    'content.speechDensity',
    'user.getReferralUserData',
    'user.noteDays',
    'user.remainingTime',
    'user.tags',
    'user.timeAccount',
    'user.timeEntries',
    'user.videos',
  ],
  prompts: ['account.me', 'content.overview', 'user.videos'],
  'smart-folders': ['account.me', 'user.tags'],
  sharing: [
    ...[
      'account.me',
      'content.overview',
      'content.running',
      'user.getReferralUserData',
      'user.remainingTime',
      'user.timeAccount',
    ],
    ...['user.timeEntries', 'user.videos'],
  ],
  summaries: [
    'account.me',
    'chat.history',
    'content.overview',
    'content.sourceText',
    'content.speechDensity',
    'content.versions',
    'user.getReferralUserData',
    'user.noteDays',
    'user.remainingTime',
    'user.tags',
    'user.timeAccount',
    'user.timeEntries',
    'user.videos',
  ],
  transcripts: [
    'content.article',
    'content.editTranscript',
    'content.overview',
    'content.sourceText',
    'content.undoTranscriptEdit',
    'content.writtenArticle',
    'highlights.ofContent',
    'user.workCost',
  ],
  uploads: [
    'account.ensure',
    'account.me',
    'content.overview',
    'content.running',
    'ingest.submit',
    'user.getReferralUserData',
    'user.remainingTime',
    'user.timeAccount',
    'user.timeEntries',
    'user.videos',
  ],
  'watch-later': [
    'account.ensure',
    'account.me',
    'content.overview',
    'content.running',
    'ingest.preview',
    'ingest.submit',
    'user.getReferralUserData',
    'user.remainingTime',
    'user.timeAccount',
    'user.timeEntries',
    'user.videos',
  ],
};

/** The feature whose contract has a call, by the call's full name. */
export function callOwners(srcDir: string): Map<string, string> {
  const owners = new Map<string, string>();
  for (const feature of readdirSync(join(srcDir, 'features'))) {
    const path = join(srcDir, 'features', feature, 'contract.ts');
    if (!existsSync(path)) continue;
    for (const [, call] of readFileSync(path, 'utf8').matchAll(/^ {2}'(\w+\.\w+)': \{/gm)) owners.set(call ?? '', feature);
  }
  return owners;
}

/** Calls of other features in the `ui` of each feature, sorted; also those of the helpers in `rpc` that it imports. */
export function readUiCalls(srcDir: string): Record<string, string[]> {
  const owners = callOwners(srcDir);
  const helpers = readHelpers(srcDir, owners);
  const used = new Map<string, Set<string>>();
  for (const file of sourceFiles(join(srcDir, 'features'))) {
    const path = relative(srcDir, file).replaceAll('\\', '/');
    const [, feature = '', part] = path.split('/');
    if (part !== 'ui' || /\.test\.tsx?$/.test(file)) continue;
    const code = readFileSync(file, 'utf8');
    for (const call of [...callsIn(code, owners), ...callsOfHelpers(path, code, helpers)])
      if (owners.get(call) !== feature && !isOwnNamespace(call, feature, owners))
        used.set(feature, (used.get(feature) ?? new Set()).add(call));
  }
  return Object.fromEntries([...used.keys()].sort().map((feature) => [feature, [...(used.get(feature) ?? [])].sort()]));
}

/** `uses`: other helpers, as `file#name`. */
type Helper = { calls: ReadonlySet<string>; uses: readonly string[] };

/** What stands at the top of the files in `rpc`, by `file#name`. */
function readHelpers(srcDir: string, owners: ReadonlyMap<string, string>): Map<string, Helper> {
  const files = sourceFiles(join(srcDir, 'rpc')).filter((file) => !/\.test\.tsx?$/.test(file));
  return new Map(
    files.flatMap((file) => [...helpersOf(relative(srcDir, file).replaceAll('\\', '/'), readFileSync(file, 'utf8'), owners)]),
  );
}

export function helpersOf(path: string, code: string, owners: ReadonlyMap<string, string>): Map<string, Helper> {
  const body = parseAst(code, { lang: 'tsx' }).body as unknown as TopLevel[];
  const parts = body.flatMap((node) => {
    const declared = node.declaration ?? node;
    return (declared.declarations ?? [declared]).flatMap((part) => (part.id?.name ? [{ name: part.id.name, part }] : []));
  });
  const reachable = new Map([...parts.map(({ name }) => [name, `${path}#${name}`] as const), ...importedHelpers(path, body)]);
  return new Map(
    parts.map(({ name, part }) => {
      const uses = [...namesIn(part)].flatMap((one) => (one === name ? [] : (reachable.get(one) ?? [])));
      return [`${path}#${name}`, { calls: callsInNode(part, owners), uses }];
    }),
  );
}

/** Calls of the helpers that a file imports, and of those that they use. */
export function callsOfHelpers(path: string, code: string, helpers: ReadonlyMap<string, Helper>): Set<string> {
  const found = new Set<string>();
  if (!/rpc\//.test(code)) return found;
  const reached = new Set(importedHelpers(path, parseAst(code, { lang: 'tsx' }).body as unknown as TopLevel[]).values());
  for (const id of reached) {
    const helper = helpers.get(id);
    for (const call of helper?.calls ?? []) found.add(call);
    for (const used of helper?.uses ?? []) reached.add(used);
  }
  return found;
}

type TopLevel = {
  importKind?: string;
  source?: { value?: unknown } | null;
  specifiers?: { importKind?: string; local?: { name?: string }; imported?: { name?: string } }[];
  declaration?: TopLevel | null;
  declarations?: TopLevel[];
  id?: { name?: string } | null;
};

/** `file#name` of what is imported from `rpc`, by the file's own names. */
function importedHelpers(path: string, body: readonly TopLevel[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { source, specifiers, importKind } of body) {
    const to = typeof source?.value === 'string' ? resolveSpecifier(path, source.value) : null;
    if (!to?.startsWith('rpc/') || importKind === 'type') continue;
    for (const one of specifiers ?? [])
      if (one.importKind !== 'type' && one.local?.name) found.set(one.local.name, `${to}#${one.imported?.name ?? '*'}`);
  }
  return found;
}

function namesIn(node: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(node)) for (const one of node) namesIn(one, found);
  else if (typeof node === 'object' && node !== null) {
    const { type, name } = node as Record<string, unknown>;
    if (type === 'Identifier' && typeof name === 'string') found.add(name);
    for (const value of Object.values(node)) namesIn(value, found);
  }
  return found;
}

/** Uses of `<client>.<namespace>.<call>`, and of `<client>.<namespace>` with one of its own methods, such as `pathFilter`. */
export function callsIn(code: string, owners: ReadonlyMap<string, string>): Set<string> {
  // Most files name no namespace, and parsing is slow.
  if (!new RegExp(`\\b(${[...namespacesOf(owners)].join('|')})\\b`).test(code)) return new Set();
  return callsInNode(parseAst(code, { lang: 'tsx' }), owners);
}

function namespacesOf(owners: ReadonlyMap<string, string>): Set<string> {
  return new Set([...owners.keys()].map((call) => call.slice(0, call.indexOf('.'))));
}

const methodOfNamespace = /^path(?:Key|Filter)$/;
const methodOfCall = /^(?:(?:query|mutation|subscription|infiniteQuery|infinite)(?:Options|Key|Filter)|query|mutate|subscribe)$/;

function callsInNode(root: unknown, owners: ReadonlyMap<string, string>): Set<string> {
  const namespaces = namespacesOf(owners);
  const found = new Set<string>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const child of node) visit(child);
      return;
    }
    if (typeof node !== 'object' || node === null) return;
    const chain = memberChain(node);
    // `$` selects a text, whose namespaces have the same names.
    if (chain[0] !== '$')
      for (const [at, namespace] of chain.entries()) {
        const [call = '', method = ''] = chain.slice(at + 1);
        // A namespace that was taken out of the client shows by what is done with it.
        const ofClient = at > 0 || methodOfCall.test(method);
        if (ofClient && owners.has(`${namespace}.${call}`)) found.add(`${namespace}.${call}`);
        else if (namespaces.has(namespace) && methodOfNamespace.test(call)) found.add(namespace);
      }
    for (const value of Object.values(node)) visit(value);
  };
  visit(root);
  return found;
}

function isOwnNamespace(call: string, feature: string, owners: ReadonlyMap<string, string>): boolean {
  const inNamespace = [...owners].filter(([name]) => name.startsWith(`${call}.`));
  return inNamespace.length > 0 && inNamespace.every(([, owner]) => owner === feature);
}

/** `['a', 'b', 'c']` of `a.b.c` and `a['b']?.c`, `['()', 'b']` of `a().b`; empty for what is no such chain of names. */
function memberChain(node: object): string[] {
  const { type, object, property, computed, name, expression } = node as Record<string, unknown>;
  if (type === 'Identifier' && typeof name === 'string') return [name];
  if (type === 'CallExpression') return ['()'];
  if (typeof expression === 'object' && expression !== null) return memberChain(expression);
  if (type !== 'MemberExpression' || typeof object !== 'object' || object === null) return [];
  const before = memberChain(object);
  const { name: last, value } = property as { name?: unknown; value?: unknown };
  const text = computed === true ? value : last;
  return before.length > 0 && typeof text === 'string' ? [...before, text] : [];
}
