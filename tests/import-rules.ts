/** Who may import whom, as an allow-list, and the checker that reads every import of the tree with a real parser. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { parseAst } from 'vite';

export type Import = { from: string; to: string; typeOnly: boolean };

/** Features that use another feature: contract, jobs and server/index.ts of it, nothing else. A new edge is a line here. */
export const featureEdges: Record<string, readonly string[]> = {
  account: [],
  exports: ['summaries'],
  ingest: ['summaries'],
  library: ['summaries'],
  speech: [],
  summaries: ['account'],
};

/** Every static and dynamic import and re-export of a module, with what it names as it is written. */
export function importsOf(code: string): { specifier: string; typeOnly: boolean }[] {
  const found: { specifier: string; typeOnly: boolean }[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const child of node) visit(child);
      return;
    }
    if (typeof node !== 'object' || node === null) return;
    const { type, source, importKind, exportKind } = node as Record<string, unknown>;
    const specifier = literalOf(source);
    if (specifier !== null && (type === 'ImportDeclaration' || type === 'ImportExpression' || String(type).startsWith('Export')))
      found.push({ specifier, typeOnly: importKind === 'type' || exportKind === 'type' });
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
    for (const { specifier, typeOnly } of importsOf(readFileSync(file, 'utf8'))) {
      const to = resolveSpecifier(from, specifier);
      if (to !== null) imports.push({ from, to, typeOnly });
    }
  }
  return imports;
}

function resolveSpecifier(from: string, specifier: string): string | null {
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
export function judge({ from, to, typeOnly }: Import): string | null {
  const source = placeOf(from);
  const target = placeOf(to);
  if (source.feature !== null) return judgeFeature(source, target, to);
  if (source.area === target.area && source.area !== 'rpc')
    return from === 'engine/model.ts' ? 'engine/model.ts imports only lib' : null;
  if (target.area === 'lib') return null;
  switch (source.area) {
    case 'lib':
      return 'lib imports nothing of ours';
    case 'ui':
    case 'engine':
    case 'db':
      return `${source.area} imports only lib`;
    case 'infra':
      if (target.area === 'db') return null;
      if (to === 'engine/ports.ts' && typeOnly) return null;
      // The page worker is a process around the engine's own page code.
      return from.startsWith('infra/page-worker/') && to.startsWith('engine/page/')
        ? null
        : 'infra imports lib, db and the types of engine/ports.ts';
    case 'rpc':
      if (isClient(from))
        return target.area === 'rpc' || (to === 'server/router.ts' && typeOnly)
          ? null
          : 'rpc/client imports lib and the type of the router';
      return target.area === 'rpc' || target.area === 'db' || target.area === 'infra' || (to === 'engine/ports.ts' && typeOnly)
        ? null
        : 'rpc/server imports lib, db, infra';
    case 'web':
      if (target.area === 'ui' || to === 'engine/model.ts' || isClient(to)) return null;
      return target.feature !== null && (target.part === 'ui' || target.part === 'contract.ts')
        ? null
        : 'web imports ui, contracts and features/*/ui';
    case 'cli':
      // The words of an error are the same in a terminal.
      return target.area === 'engine' || target.area === 'infra' || /^web\/i18n\/(zh|en)\/errors\.ts$/.test(to)
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

/** The browser's side of the calls: everything in `rpc` but the server's three files. */
function isClient(path: string): boolean {
  return path.startsWith('rpc/') && !/^rpc\/(server|services|status)\.ts$/.test(path);
}

function judgeFeature(source: Place, target: Place, to: string): string | null {
  if (target.area === 'lib' || to === 'engine/model.ts')
    return source.part === 'jobs.ts' && to === 'engine/model.ts' ? 'jobs import contract, lib and job types' : null;
  const own = target.feature === source.feature;
  const declared = target.feature !== null && (featureEdges[source.feature ?? '']?.includes(target.feature) ?? false);
  if (target.feature !== null && !own && !declared) return `${source.feature} does not declare ${target.feature}`;
  switch (source.part) {
    case 'contract.ts':
      return target.part === 'contract.ts' ? null : 'a contract imports lib, engine/model.ts and declared contracts';
    case 'jobs.ts':
      return (own && target.part === 'contract.ts') || to === 'infra/jobs/job.ts'
        ? null
        : 'jobs import contract, lib and job types';
    case 'server':
      if (
        target.area === 'db' ||
        target.area === 'infra' ||
        target.area === 'engine' ||
        to === 'rpc/server.ts' ||
        to === 'rpc/services.ts'
      )
        return null;
      if (own) return target.part === 'ui' ? 'a server never imports ui' : null;
      return target.part === 'contract.ts' || target.part === 'jobs.ts' || to.endsWith('/server/index.ts')
        ? null
        : 'of another feature only contract, jobs and server/index.ts';
    case 'ui':
      if (target.area === 'ui' || isClient(to)) return null;
      if (own) return target.part === 'ui' || target.part === 'contract.ts' ? null : 'ui imports its own contract';
      return target.part === 'contract.ts' ? null : "ui never imports another feature's code";
    default:
      return `no rule for features/${source.feature}/${source.part}`;
  }
}

/** Import cycles among files, each as the list of files it goes through. Types alone make none at run time. */
export function findCycles(imports: readonly Import[]): string[][] {
  const edges = new Map<string, string[]>();
  for (const { from, to, typeOnly } of imports) if (!typeOnly) edges.set(from, [...(edges.get(from) ?? []), to]);
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

/** Packages and globals that one place owns: everything else goes through it. */
const owned: { what: RegExp; where: RegExp; why: string }[] = [
  {
    what: /^(node:)?child_process$/,
    where: /^infra\/(process|page-worker)\/|^db\/embedded/,
    why: 'children are started by infra/process',
  },
  {
    what: /^(undici|node:https?|node:net|node:tls|node:dns(\/promises)?)$/,
    where: /^(infra\/guarded-fetch\/|server\/web\.ts|db\/)/,
    why: 'requests go out through infra/guarded-fetch',
  },
];

export function findForbiddenPackages(srcDir: string): string[] {
  const problems: string[] = [];
  for (const file of sourceFiles(srcDir)) {
    const from = relative(srcDir, file).replaceAll('\\', '/');
    if (/\.test\.tsx?$/.test(from)) continue;
    const code = readFileSync(file, 'utf8');
    for (const { specifier, typeOnly } of importsOf(code))
      for (const rule of owned)
        if (!typeOnly && rule.what.test(specifier) && !rule.where.test(from))
          problems.push(`${from} imports ${specifier}: ${rule.why}`);
    if (
      /\bprocess\.env\b/.test(code) &&
      !/^(server\/config\.ts|cli\/|db\/embedded|infra\/(process|media\/child|page-worker)\/)/.test(from)
    )
      problems.push(`${from} reads process.env: only server/config.ts and the command line do`);
    if (/(?<![.\w])fetch\(/.test(code) && !/^(infra\/guarded-fetch|web|ui|rpc\/client|features\/[^/]+\/ui)/.test(from))
      problems.push(`${from} calls the global fetch`);
  }
  return problems;
}

export const srcDir = join(dirname(import.meta.dirname), 'src');
