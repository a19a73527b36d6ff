/** Who may import whom, as an allow-list, and the checker that reads every import of the tree with a real parser. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { parseAst } from 'vite';

/** `lazy`: by `import()`, when it is needed. */
export type Import = { from: string; to: string; typeOnly: boolean; lazy?: boolean };

/** Features that use another feature: contract, shared, jobs and server/index.ts of it, nothing else. A new edge is a line here. */
export const featureEdges: Record<string, readonly string[]> = {
  admin: ['metering', 'sharing', 'summaries'],
  account: ['contents', 'credentials', 'metering', 'usage'],
  ask: ['collections', 'contents', 'credentials', 'library', 'smart-folders', 'transcripts', 'usage'],
  articles: ['contents', 'credentials', 'transcripts', 'usage'],
  channels: ['contents', 'ingest', 'sharing', 'summaries'],
  chat: ['contents', 'credentials', 'transcripts', 'usage'],
  collections: ['contents', 'library'],
  contents: ['uploads'],
  corrections: ['contents', 'highlights', 'notes', 'transcripts'],
  credentials: [],
  exports: ['contents', 'transcripts'],
  highlights: ['contents', 'transcripts'],
  ingest: ['contents', 'summaries', 'uploads', 'usage'],
  library: ['contents', 'smart-folders', 'transcripts'],
  links: ['contents', 'notes'],
  metering: [],
  'mind-maps': [],
  'my-data': [
    'account',
    'channels',
    'collections',
    'contents',
    'highlights',
    'metering',
    'notes',
    'prompts',
    'transcripts',
    'uploads',
  ],
  notes: ['contents', 'smart-folders', 'transcripts'],
  outputs: ['articles', 'contents', 'uploads', 'usage'],
  prompts: ['contents', 'credentials', 'transcripts', 'usage'],
  sharing: ['collections', 'contents', 'library', 'notes', 'summaries', 'transcripts'],
  'smart-folders': [],
  speech: [],
  summaries: ['contents', 'credentials', 'metering', 'notes', 'transcripts', 'uploads', 'usage'],
  system: [],
  transcripts: ['contents', 'credentials', 'usage'],
  uploads: [],
  usage: ['credentials', 'metering'],
  'watch-later': ['contents'],
};

/**
 * Folders of the engine that use another, from the bottom up, and the files that put them together. All use what lies right in
 * `engine` (types, ports, hashes) and `shared` folders. What `computations.ts` names is loaded lazily, in a child process.
 */
export const engineEdges: Record<string, readonly string[]> = {
  text: [],
  feeds: ['text'],
  page: ['feeds', 'text'],
  llm: ['text'],
  retrieve: ['llm', 'text'],
  transcribe: ['text'],
  sources: ['feeds', 'page', 'text', 'transcribe'],
  playlists: ['feeds', 'sources'],
  sites: ['feeds', 'page', 'playlists', 'sources', 'text', 'transcribe'],
  channels: ['feeds', 'page', 'playlists', 'sites', 'sources', 'text'],
  summarise: ['llm', 'text'],
  article: ['llm', 'retrieve', 'text'],
  chat: ['llm'],
  prompts: ['llm'],
  translate: ['llm'],
  export: [],
  'source-list.ts': ['sites', 'sources'],
  'source-to-note.ts': ['llm', 'source-list.ts', 'sources', 'summarise', 'text'],
  'computations.ts': ['article', 'channels', 'export', 'page', 'playlists', 'retrieve', 'sources', 'summarise', 'transcribe'],
};

/** Every static and dynamic import and re-export of a module, with what it names as it is written. */
export function importsOf(code: string): { specifier: string; typeOnly: boolean; lazy?: boolean }[] {
  const found: { specifier: string; typeOnly: boolean; lazy?: boolean }[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const child of node) visit(child);
      return;
    }
    if (typeof node !== 'object' || node === null) return;
    const { type, source, importKind, exportKind } = node as Record<string, unknown>;
    const specifier = literalOf(source);
    if (specifier !== null && (type === 'ImportDeclaration' || type === 'ImportExpression' || String(type).startsWith('Export')))
      found.push({
        specifier,
        typeOnly: importKind === 'type' || exportKind === 'type',
        ...(type === 'ImportExpression' ? { lazy: true } : {}),
      });
    if (type === 'TSImportType') {
      const argument = literalOf((node as { argument?: unknown }).argument) ?? literalOf(source);
      if (argument !== null) found.push({ specifier: argument, typeOnly: true });
    }
    for (const value of Object.values(node)) visit(value);
  };
  visit(parseAst(code, { lang: 'tsx' }));
  return found;
}

function literalOf(node: unknown): string | null {
  const value = (node as { value?: unknown } | null)?.value;
  return typeof value === 'string' ? value : null;
}

/** Imports between files of `src`, as paths from `src`. */
export function readImports(srcDir: string): Import[] {
  const imports: Import[] = [];
  for (const file of sourceFiles(srcDir)) {
    const from = relative(srcDir, file).replaceAll('\\', '/');
    if (/\.test\.tsx?$/.test(from)) continue;
    for (const { specifier, ...how } of importsOf(readFileSync(file, 'utf8'))) {
      const to = resolveSpecifier(from, specifier);
      if (to !== null) imports.push({ from, to, ...how });
    }
  }
  return imports;
}

export function resolveSpecifier(from: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : null;
}

export function sourceFiles(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) return sourceFiles(path);
    return /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts') && !entry.name.endsWith('.gen.ts') ? [path] : [];
  });
}

type Place = { area: string; feature: string | null; part: string };

function placeOf(path: string): Place {
  const [area = '', second = '', third = ''] = path.split('/');
  if (area === 'features') return { area, feature: second, part: third };
  return { area, feature: null, part: path.slice(area.length + 1) };
}

/** Null when the import is allowed, otherwise why it is not. */
export function judge({ from, to, typeOnly, lazy = false }: Import): string | null {
  const source = placeOf(from);
  const target = placeOf(to);
  if (source.feature !== null) return judgeFeature(source, target, { to, typeOnly, lazy });
  if (source.area === 'engine' && target.area === 'engine') return judgeWithinEngine({ from, to, typeOnly, lazy });
  if (source.area === target.area && source.area !== 'rpc') return null;
  if (target.area === 'lib') return null;
  switch (source.area) {
    case 'i18n':
      if (target.area === 'ui') return null;
      return to === 'engine/domain.ts' && typeOnly ? null : 'i18n imports lib, ui and types of engine/domain.ts';
    case 'lib':
      return 'lib imports nothing of ours';
    case 'ui':
      return isShared(to) ? null : 'ui imports lib and shared parts of the engine';
    case 'engine':
      return 'engine imports only lib';
    case 'db':
      // What JSON columns hold.
      return to === 'engine/domain.ts' && typeOnly ? null : 'db imports lib and the types of engine/domain.ts';
    case 'infra':
      if (target.area === 'db') return null;
      if (isPort(to) && typeOnly) return null;
      // The compute pool runs the engine's computations in child processes.
      return from.startsWith('infra/compute-pool/') && to === 'engine/computations.ts'
        ? null
        : 'infra imports lib, db and the types of engine/ports.ts and raw-content.ts';
    case 'rpc':
      if (isClient(from))
        return target.area === 'rpc' || (to === 'server/router.ts' && typeOnly)
          ? null
          : 'rpc/client imports lib and the type of the router';
      return target.area === 'rpc' || target.area === 'db' || target.area === 'infra' || (to === 'engine/ports.ts' && typeOnly)
        ? null
        : 'rpc/server imports lib, db, infra';
    case 'web':
      if (target.area === 'ui' || target.area === 'i18n' || isShared(to) || isClient(to)) return null;
      return target.feature !== null &&
        (target.part === 'ui' || target.part === 'words' || target.part === 'shared' || target.part === 'contract.ts')
        ? null
        : 'web imports ui, i18n, and contracts, shared, ui and words of features';
    case 'cli':
      // Errors and steps have the same words in a terminal.
      return target.area === 'engine' || target.area === 'infra' || /^i18n\/words\/\w+\/(?:errors|progress)\.ts$/.test(to)
        ? null
        : 'cli imports lib, engine, infra';
    case 'server':
      return target.area === 'web' || target.area === 'ui' || target.part === 'ui' || target.area === 'cli'
        ? 'server imports the server side'
        : null;
    default:
      return `no rule for ${source.area}`;
  }
}

function judgeWithinEngine({ from, to, typeOnly, lazy = false }: Import): string | null {
  if (isShared(from) && !isShared(to)) return 'shared parts of the engine import lib and each other';
  if (isShared(to)) return null;
  const [source, target] = [engineRoom(from), engineRoom(to)];
  if (source === target || target === null) return null;
  // The ports offer the computations by name.
  if (source === null)
    return from === 'engine/ports.ts' && to === 'engine/computations.ts' && typeOnly
      ? null
      : 'files right in the engine import each other';
  if (!engineEdges[source]?.includes(target)) return `engine/${source} does not declare ${target}`;
  return source === 'computations.ts' && !lazy ? 'computations are loaded lazily' : null;
}

/** A folder, or a file that puts folders together. Null: a file right in `engine` that all of them use. */
function engineRoom(path: string): string | null {
  const [, name = '', inside] = path.split('/');
  return inside !== undefined || name in engineEdges ? name : null;
}

/** Declared edges within the engine that no import uses, as `from -> to`. */
export function findUnusedEngineEdges(imports: readonly Import[], declared: typeof engineEdges): string[] {
  const used = new Set(imports.flatMap(({ from, to }) => (isShared(to) ? [] : [`${engineRoom(from)} -> ${engineRoom(to)}`])));
  return edgesOf(declared).flatMap(({ from, to }) => (used.has(`${from} -> ${to}`) ? [] : [`${from} -> ${to}`]));
}

/** Edges that lead back, as for files. */
export function findEdgeCycles(declared: Record<string, readonly string[]>): string[][] {
  return findCycles(edgesOf(declared));
}

function edgesOf(declared: Record<string, readonly string[]>): Import[] {
  return Object.entries(declared).flatMap(([from, targets]) => targets.map((to) => ({ from, to, typeOnly: false })));
}

/** What infra implements for the engine. */
function isPort(path: string): boolean {
  return path === 'engine/ports.ts' || path === 'engine/raw-content.ts';
}

/** Parts of the engine that the browser runs too. */
function isShared(path: string): boolean {
  return path === 'engine/domain.ts' || /^engine\/(?:[^/]+\/)+shared\//.test(path);
}

/** The browser's side of the calls: everything in `rpc` but the server's files. */
function isClient(path: string): boolean {
  return path.startsWith('rpc/') && !/^rpc\/(server|status|task-router)\.ts$/.test(path);
}

function judgeFeature(
  source: Place,
  target: Place,
  { to, typeOnly, lazy }: { to: string; typeOnly: boolean; lazy: boolean },
): string | null {
  if (target.area === 'lib' || isShared(to))
    return source.part === 'jobs.ts' && isShared(to) ? 'jobs import contract, lib and job types' : null;
  const own = target.feature === source.feature;
  const declared = target.feature !== null && (featureEdges[source.feature ?? '']?.includes(target.feature) ?? false);
  if (target.feature !== null && !own && !declared) return `${source.feature} does not declare ${target.feature}`;
  switch (source.part) {
    case 'shared':
      return target.part === 'shared' ? null : 'shared imports only lib and engine/domain.ts';
    case 'contract.ts':
      return target.part === 'contract.ts' || target.part === 'shared'
        ? null
        : 'a contract imports shared, lib, engine/domain.ts and declared contracts';
    case 'jobs.ts':
      return (own && target.part === 'contract.ts') || to === 'infra/jobs/job.ts'
        ? null
        : 'jobs import contract, lib and job types';
    case 'changes.ts':
      return target.part === 'changes.ts' ||
        (typeOnly && ((own && target.part === 'contract.ts') || to === 'rpc/stale-queries.ts'))
        ? null
        : 'changes import changes and, as types, their own contract and rpc/stale-queries.ts';
    case 'tasks.ts':
      // Handlers are loaded when they are needed.
      return (own && target.part === 'contract.ts') || to === 'infra/tasks/task.ts' || (own && lazy && target.part === 'server')
        ? null
        : 'tasks import contract, lib, task types and, lazily, their own handlers';
    case 'server':
      if (target.area === 'db' || target.area === 'infra' || target.area === 'engine' || to === 'rpc/server.ts') return null;
      if (own) return target.part === 'ui' ? 'a server never imports ui' : null;
      return target.part === 'contract.ts' ||
        target.part === 'shared' ||
        target.part === 'jobs.ts' ||
        to.endsWith('/server/index.ts')
        ? null
        : 'of another feature only contract, shared, jobs and server/index.ts';
    case 'ui':
      if (target.area === 'ui' || target.area === 'i18n' || isClient(to)) return null;
      if (target.part === 'contract.ts' || target.part === 'shared') return null;
      return own && (target.part === 'ui' || target.part === 'changes.ts')
        ? null
        : "ui imports contracts and shared, and no other feature's code";
    case 'words':
      if (to === 'i18n/words.ts') return null;
      return own && target.part === 'words' ? null : 'words import i18n/words.ts and their own';
    default:
      return `no rule for features/${source.feature}/${source.part}`;
  }
}

/** Declared edges between features that no import uses, as `from -> to`. */
export function findUnusedEdges(imports: readonly Import[], declared: typeof featureEdges): string[] {
  const used = new Set(imports.map(({ from, to }) => `${placeOf(from).feature} -> ${placeOf(to).feature}`));
  return edgesOf(declared).flatMap(({ from, to }) => (used.has(`${from} -> ${to}`) ? [] : [`${from} -> ${to}`]));
}

/** Import cycles among files, each as the list of files it goes through. Types and what is loaded later make none. */
export function findCycles(imports: readonly Import[]): string[][] {
  const edges = new Map<string, string[]>();
  for (const { from, to, lazy } of imports) if (!lazy) edges.set(from, [...(edges.get(from) ?? []), to]);
  const state = new Map<string, 'open' | 'done'>();
  const cycles: string[][] = [];
  const walk = (file: string, path: string[]): void => {
    state.set(file, 'open');
    for (const next of edges.get(file) ?? []) {
      if (state.get(next) === 'open') cycles.push([...path.slice(path.indexOf(next)), next]);
      else if (!state.has(next)) walk(next, [...path, next]);
    }
    state.set(file, 'done');
  };
  for (const file of edges.keys()) if (!state.has(file)) walk(file, [file]);
  return cycles;
}

/** Files behind which a power stands, by name: a new one is a line here, and is looked at twice. */
const owned: { what: RegExp; where: readonly string[]; why: string }[] = [
  {
    what: /^(node:)?(child_process|cluster)$|^(execa|cross-spawn|shelljs|zx|youtube-dl-exec|yt-dlp-exec|fluent-ffmpeg)$/,
    where: [
      'infra/process/run-process.ts',
      'infra/process/confine.ts',
      // Tries once whether a user can be changed to.
      'infra/process/child-user.ts',
      // The first program in a box, which starts the second.
      'infra/process/boxed-relay.ts',
      'db/embedded.ts',
      'db/embedded-cluster.ts',
    ],
    why: 'children are started by infra/process',
  },
  {
    what: /^(undici|(node:)?(https?|http2|net|tls|dns|dns\/promises|dgram|inspector))$|^(axios|got|ky|ofetch|node-fetch|cross-fetch|superagent|needle|request|phin|ws)$/,
    where: [
      'infra/guarded-fetch/connector.ts',
      'infra/guarded-fetch/guard-proxy.ts',
      'infra/guarded-fetch/guarded-fetch.ts',
      // One configured origin, which may be on this machine, and no redirects.
      'infra/guarded-fetch/pinned-fetch.ts',
      // Tells addresses from names; opens nothing.
      'infra/guarded-fetch/url-rules.ts',
      // From the loopback of a box to the guard's socket.
      'infra/process/boxed-relay.ts',
      // Looks for a free port of this machine.
      'db/embedded-paths-and-port.ts',
    ],
    why: 'requests go out through infra/guarded-fetch',
  },
  {
    what: /^playwright(-core)?$|^puppeteer/,
    where: ['infra/page-renderer/create-page-renderer.ts', 'infra/page-renderer/launch.ts'],
    why: 'pages are rendered by infra/page-renderer, which answers their requests by the guarded fetch',
  },
  { what: /^pg$/, where: ['db/client.ts'], why: 'connections to the database are opened by db/client' },
  { what: /^pg-boss$/, where: ['infra/jobs/'], why: 'jobs are queued by infra/jobs' },
];

/** Names through which code of the platform reaches the network. */
const networkGlobals = new Set(['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest', 'WebTransport']);

export function findForbiddenPackages(srcDir: string): string[] {
  return sourceFiles(srcDir).flatMap((file) => {
    const from = relative(srcDir, file).replaceAll('\\', '/');
    return /\.test\.tsx?$/.test(from) ? [] : findForbidden(from, readFileSync(file, 'utf8'));
  });
}

/** What a file of `src` may not do, one line each. */
export function findForbidden(from: string, code: string): string[] {
  const problems: string[] = [];
  for (const { specifier, typeOnly } of importsOf(code))
    for (const rule of owned)
      if (
        !typeOnly &&
        rule.what.test(specifier) &&
        !rule.where.some((place) => from === place || (place.endsWith('/') && from.startsWith(place)))
      )
        problems.push(`${from} imports ${specifier}: ${rule.why}`);
  if (
    /\bprocess\.env\b/.test(code) &&
    !/^(server\/config\.ts|cli\/|db\/embedded|infra\/(process|media\/child|compute-pool)\/)/.test(from)
  )
    problems.push(`${from} reads process.env: only server/config.ts and the command line do`);
  if (/\bgetBuiltinModule\b|\bprocess\.binding\b/.test(code)) problems.push(`${from} takes modules by a back door`);
  if (!/^(web|ui|features\/[^/]+\/ui)/.test(from) && !isClient(from))
    for (const name of networkGlobalsUsed(code)) problems.push(`${from} uses the global ${name}`);
  return problems;
}

/** Calls of a network global: by its name where the file declares no such name of its own, or as a part of `globalThis`. */
function networkGlobalsUsed(code: string): string[] {
  const used = new Set<string>();
  const declared = new Set<string>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const one of node) visit(one);
      return;
    }
    if (typeof node !== 'object' || node === null) return;
    const { type, callee, object, property, params, id, local } = node as Record<string, unknown>;
    if ((type === 'CallExpression' || type === 'NewExpression') && nameOf(callee)) used.add(nameOf(callee) ?? '');
    if (type === 'MemberExpression' && /^(globalThis|window|self|global)$/.test(nameOf(object) ?? '')) {
      const name = nameOf(property) ?? literalOf(property) ?? '';
      if (networkGlobals.has(name)) used.add(`globalThis.${name}`);
    }
    if (type === 'VariableDeclarator') namesIn(id, declared);
    if (/^Import.*Specifier$/.test(String(type))) namesIn(local, declared);
    if (/Function/.test(String(type))) {
      namesIn(id, declared);
      namesIn(params, declared);
    }
    for (const value of Object.values(node)) visit(value);
  };
  visit(parseAst(code, { lang: 'tsx' }));
  return [...used].filter((name) => name.startsWith('globalThis.') || (networkGlobals.has(name) && !declared.has(name)));
}

function nameOf(node: unknown): string | null {
  const { type, name } = (node ?? {}) as { type?: unknown; name?: unknown };
  return type === 'Identifier' && typeof name === 'string' ? name : null;
}

/** Names that a pattern binds. Types inside it bind nothing. */
function namesIn(node: unknown, into: Set<string>): void {
  if (Array.isArray(node)) {
    for (const one of node) namesIn(one, into);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  const { type, properties, value, elements, argument, left } = node as Record<string, unknown>;
  const name = nameOf(node);
  if (name !== null) into.add(name);
  else if (type === 'ObjectPattern') namesIn(properties, into);
  else if (type === 'Property') namesIn(value, into);
  else if (type === 'ArrayPattern') namesIn(elements, into);
  else if (type === 'RestElement') namesIn(argument, into);
  else if (type === 'AssignmentPattern') namesIn(left, into);
}

export const srcDir = join(dirname(import.meta.dirname), 'src');
