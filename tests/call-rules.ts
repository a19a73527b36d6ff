/** Which calls of another feature a feature's interface makes: an allow-list, read out of the tree with a real parser. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseAst } from 'vite';
import { sourceFiles } from './import-rules.ts';

/** By the feature whose `ui` calls; a new one is a line here. A namespace alone stands for all of its calls. */
export const uiCalls: Record<string, readonly string[]> = {
  chat: ['content.overview'],
  credentials: ['account.me'],
  exports: ['content.overview'],
  highlights: ['account.me', 'content.article', 'content.overview', 'content.writtenArticle', 'user.videos'],
  ingest: ['account.ensure', 'account.me'],
  library: ['account.me'],
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
  notes: ['content.overview'],
  prompts: ['account.me', 'content.overview', 'user.videos'],
  summaries: ['account.me', 'content.overview', 'user.videos'],
  transcripts: [
    'content.article',
    'content.editTranscript',
    'content.overview',
    'content.undoTranscriptEdit',
    'content.writtenArticle',
    'highlights.ofContent',
  ],
  uploads: ['account.ensure', 'account.me', 'ingest.submit'],
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

/** Calls of other features in the `ui` of each feature, sorted. */
export function readUiCalls(srcDir: string): Record<string, string[]> {
  const owners = callOwners(srcDir);
  const used = new Map<string, Set<string>>();
  for (const file of sourceFiles(join(srcDir, 'features'))) {
    const [, feature = '', part] = relative(srcDir, file).split('/');
    if (part !== 'ui' || /\.test\.tsx?$/.test(file)) continue;
    for (const call of callsIn(readFileSync(file, 'utf8'), owners))
      if (owners.get(call) !== feature && !isOwnNamespace(call, feature, owners))
        used.set(feature, (used.get(feature) ?? new Set()).add(call));
  }
  return Object.fromEntries([...used].map(([feature, calls]) => [feature, [...calls].sort()]));
}

/** Uses of `<client>.<namespace>.<call>`, and of `<client>.<namespace>` with one of its own methods, such as `pathFilter`. */
export function callsIn(code: string, owners: ReadonlyMap<string, string>): Set<string> {
  const namespaces = new Set([...owners.keys()].map((call) => call.slice(0, call.indexOf('.'))));
  const found = new Set<string>();
  // Most files name no namespace, and parsing is slow.
  if (!new RegExp(`\\.\\s*(${[...namespaces].join('|')})\\b`).test(code)) return found;
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const child of node) visit(child);
      return;
    }
    if (typeof node !== 'object' || node === null) return;
    const chain = memberChain(node);
    // `$` selects a text, whose namespaces have the same names.
    if (chain.length >= 3 && chain[0] !== '$') {
      const [, namespace = '', call = ''] = chain;
      if (owners.has(`${namespace}.${call}`)) found.add(`${namespace}.${call}`);
      else if (namespaces.has(namespace) && /^path(Key|Filter)$/.test(call)) found.add(namespace);
    }
    for (const value of Object.values(node)) visit(value);
  };
  visit(parseAst(code, { lang: 'tsx' }));
  return found;
}

function isOwnNamespace(call: string, feature: string, owners: ReadonlyMap<string, string>): boolean {
  const inNamespace = [...owners].filter(([name]) => name.startsWith(`${call}.`));
  return inNamespace.length > 0 && inNamespace.every(([, owner]) => owner === feature);
}

/** `['a', 'b', 'c']` of `a.b.c`; empty for what is no such chain of names. */
function memberChain(node: object): string[] {
  const { type, object, property, computed, name } = node as Record<string, unknown>;
  if (type === 'Identifier' && typeof name === 'string') return [name];
  if (type !== 'MemberExpression' || computed === true || typeof object !== 'object' || object === null) return [];
  const before = memberChain(object);
  const last = (property as { name?: unknown }).name;
  return before.length > 0 && typeof last === 'string' ? [...before, last] : [];
}
