import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { callOwners, callsIn, callsOfHelpers, helpersOf, readUiCalls, uiCalls } from './call-rules.ts';
import {
  engineEdges,
  featureEdges,
  findCycles,
  findEdgeCycles,
  findForbidden,
  findForbiddenPackages,
  findUnusedEdges,
  findUnusedEngineEdges,
  importsOf,
  judge,
  readImports,
  srcDir,
} from './import-rules.ts';
import { matrix } from './integration/access-matrix.ts';
import { findTableProblems, judgeTableUse, mayUseTables, schemaTables, tableAccess, tableUsesOf } from './table-rules.ts';

describe('the tree', () => {
  const imports = readImports(srcDir);

  test('every import is on the allow-list', () => {
    expect(imports.length).toBeGreaterThan(100);
    const broken = imports.flatMap((one) => {
      const why = judge(one);
      return why ? [`${one.from} -> ${one.to}: ${why}`] : [];
    });
    expect(broken).toEqual([]);
  });

  test('there is no import cycle', () => {
    expect(findCycles(imports)).toEqual([]);
  });

  test('every declared edge between features is used, and none leads back', () => {
    expect(findUnusedEdges(imports, featureEdges)).toEqual([]);
    expect(findEdgeCycles(featureEdges)).toEqual([]);
  });

  test('every declared edge within the engine is used, none leads back, and every folder is there', () => {
    const within = imports.filter(({ from, to }) => from.startsWith('engine/') && to.startsWith('engine/'));
    expect(findUnusedEngineEdges(within, engineEdges)).toEqual([]);
    expect(findEdgeCycles(engineEdges)).toEqual([]);
    const folders = readdirSync(join(srcDir, 'engine'), { withFileTypes: true }).flatMap((one) =>
      one.isDirectory() ? [one.name] : [],
    );
    expect(
      Object.keys(engineEdges)
        .filter((name) => !name.endsWith('.ts'))
        .sort(),
    ).toEqual(folders.sort());
  });

  test('interfaces call other features only as declared', () => {
    expect(readUiCalls(srcDir)).toEqual(uiCalls);
  });

  test('every call is in the contract of one feature', () => {
    // Tasks are watched and cancelled by calls of the frame.
    const ofFeatures = Object.keys(matrix).filter((name) => !name.startsWith('task.'));
    expect([...callOwners(srcDir).keys()].sort()).toEqual(ofFeatures.sort());
  });

  test('what a change makes out of date is said once, by the feature that has the call', async () => {
    const said: string[] = [];
    for (const path of globSync('features/*/changes.ts', { cwd: srcDir })) {
      const { changes } = await import(pathToFileURL(join(srcDir, path)).href);
      for (const call of Object.keys(changes)) said.push(`${path.split(/[\\/]/)[1]}: ${call}`);
    }
    const owners = callOwners(srcDir);
    const mutations = Object.keys(matrix).filter((name) => matrix[name]?.type === 'mutation' && !name.startsWith('task.'));
    expect(said.sort()).toEqual(mutations.map((name) => `${owners.get(name)}: ${name}`).sort());
  });

  test('no schema comes along into the browser: its library weighs much, and asks whether it may run code', () => {
    // Routes are reached through a file that is made of them.
    const routes = imports.flatMap(({ from }) => (from.startsWith('web/routes/') ? [from] : []));
    const reached = new Set(['web/main.tsx', ...routes]);
    for (const from of reached) for (const one of imports) if (one.from === from && !one.typeOnly) reached.add(one.to);
    expect(reached.size).toBeGreaterThan(100);
    const withSchemas = [...reached].filter((file) => {
      if (!/\.tsx?$/.test(file)) return false;
      const code = readFileSync(join(srcDir, file), 'utf8');
      return importsOf(code).some(({ specifier, typeOnly }) => specifier === 'zod' && !typeOnly);
    });
    expect(withSchemas).toEqual([]);
  });

  test('parts of pages are loaded lazily only by ui/lazy-part.tsx', () => {
    const files = [...new Set(imports.map(({ from }) => from))].filter((file) => file.endsWith('.tsx'));
    const own = files.filter((file) => /\blazy\(/.test(readFileSync(join(srcDir, file), 'utf8')));
    expect(own).toEqual(['ui/lazy-part.tsx']);
  });

  test('children, requests and the environment have one door each', () => {
    expect(findForbiddenPackages(srcDir)).toEqual([]);
  });

  test('every table is written by its owners and read by those who are listed', () => {
    expect(Object.keys(tableAccess).sort()).toEqual([...schemaTables(srcDir).values()].sort());
    expect(findTableProblems(srcDir)).toEqual([]);
  });
});

describe('the checker of tables', () => {
  const tables = new Map([
    ['note_versions', 'noteVersions'],
    ['chat_history', 'chatHistory'],
  ]);
  const found = (code: string, from = 'features/library/server/x.ts') => tableUsesOf(from, code, tables);
  const imported = `import { noteVersions as versions } from '#db/schema/content.ts';`;

  const withSql = `import { sql } from 'drizzle-orm';`;

  test.each([
    ['an insert', `${imported} await tx.insert(versions).values({});`],
    ['an update', `${imported} await services.db.update(versions).set({});`],
    ['a deletion', `${imported} const old = tx.delete(versions);`],
    ['a relative import', `import { noteVersions } from '../../../db/schema/content.ts'; tx.delete(noteVersions);`],
    ['another name', `${imported} const t = versions; tx.update(t);`],
    ['a part of an object', `${imported} const all = { versions }; tx.update(all.versions);`],
    ['a helper', `${imported} removeAll(tx, versions);`],
    ['a part of what is handed over', `${imported} tx.select(...all({ versions }));`],
    ['a choice', `${imported} tx.delete(old ? versions : other);`],
    ['a cast', `${imported} tx.delete(versions as never);`],
    ['a method in brackets', `${imported} tx['delete'](versions);`],
    ['a method taken apart', `${imported} const { insert } = tx; insert(versions);`],
    ['SQL with the constant', `${imported} ${withSql} db.execute(sql\`delete  from \${versions} where true\`);`],
    ['SQL with the name', `${withSql} db.execute(sql\`insert into "note_versions" (id) values (1)\`);`],
    [
      'SQL under another name',
      `import { sql as q } from 'drizzle-orm'; tx.execute(q\`with a as (select 1) delete from note_versions\`);`,
    ],
    ['SQL in pieces', `${withSql} const part = sql\`, b as (delete from note_versions returning id)\`;`],
    ['SQL with the schema', 'tx.execute(sql`update "public"."note_versions" set text = 1`)'],
    ['SQL without the children', 'tx.execute(sql`update only note_versions set text = 1`)'],
    ['truncation', 'tx.execute(sql`truncate table public.chat_line, note_versions`)'],
    ['a merge', 'tx.execute(sql`merge into note_versions using x on true when matched then delete`)'],
    ['a query as a string', `client.query('delete from note_versions')`],
    ['a query as a template', 'client.query(`update note_versions set text = 1`)'],
  ])('finds a write through %s and refuses it', (_name, code) => {
    expect(mayUseTables(code)).toBe(true);
    // A reader that is declared may not write either.
    for (const from of ['features/library/server/x.ts', 'features/articles/server/x.ts']) {
      const writes = found(code, from).uses.filter((use) => use.writes);
      expect(writes).toEqual([{ table: 'noteVersions', from, writes: true }]);
      expect(writes.map(judgeTableUse)).toEqual([`${from} writes noteVersions, which belongs to notes`]);
    }
  });

  test.each([
    ['a selection', `${imported} tx.select({ id: versions.id }).from(versions).where(eq(versions.id, 1));`],
    ['a whole row', `${imported} tx.select({ version: versions, id: other.id }).from(other);`],
    ['a join', `${imported} tx.select().from(other).leftJoin(versions, eq(versions.id, other.id));`],
    ['SQL with the constant', `${imported} ${withSql} sql\`exists (select 1 from \${versions} where \${versions.id} = 1)\`;`],
    ['SQL with the name', `${withSql} tx.execute(sql\`select * from public.note_versions\`);`],
    ['SQL with a list', `${withSql} tx.execute(sql\`select * from a, note_versions\`);`],
    ['a query as a string', `client.query('select 1 from a join note_versions v on true');`],
    ['a type beside it', `${imported} type Row = typeof versions.$inferSelect; const id = versions.id;`],
  ])('finds a read through %s', (_name, code) => {
    expect(mayUseTables(code)).toBe(true);
    expect(found(code).uses).toEqual([{ table: 'noteVersions', from: 'features/library/server/x.ts', writes: false }]);
  });

  test('finds a read and refuses it, for features, parts of infra and other areas', () => {
    for (const from of ['features/library/server/x.ts', 'infra/auth/x.ts', 'server/x.ts']) {
      const { uses } = found(`${imported} db.select().from(versions)`, from);
      expect(uses).toEqual([{ table: 'noteVersions', from, writes: false }]);
      expect(uses.map(judgeTableUse)).toEqual([`${from} reads noteVersions, which belongs to notes`]);
    }
  });

  test('allows an owner to write, a writer to read and a reader to read', () => {
    const write = `${imported} tx.update(versions)`;
    expect(found(write, 'features/notes/server/x.ts').uses.flatMap((use) => judgeTableUse(use) ?? [])).toEqual([]);
    const read = found(`${imported} tx.select().from(versions)`, 'features/articles/server/x.ts').uses;
    expect(read.flatMap((use) => judgeTableUse(use) ?? [])).toEqual([]);
    const other = { table: 'chatHistory', writes: true };
    expect(judgeTableUse({ ...other, from: 'features/chat/server/x.ts' })).toBeNull();
    expect(judgeTableUse({ ...other, from: 'features/usage/server/x.ts' })).toContain('writes chatHistory');
    expect(judgeTableUse({ table: 'unknown', writes: false, from: 'features/chat/server/x.ts' })).toBe('unknown has no owner');
  });

  test('types of a table are no use of it', () => {
    expect(found(`import type { noteVersions } from '#db/schema/content.ts'; type Row = typeof noteVersions;`).uses).toEqual([]);
    expect(found(`import { type noteVersions } from '#db/schema/content.ts';`).uses).toEqual([]);
  });

  test('a name of something else is no use of a table', () => {
    expect(found(`${imported} const row = { versions: 1, list: page.versions }; t(($) => $.versions);`).uses).toEqual([]);
    expect(found(`const hint = 'Update note_versions when you select from note_versions';`).uses).toEqual([]);
  });

  test.each([
    ['a whole schema file', `import * as schema from '#db/schema/content.ts';`],
    ['a table exported again', `export { noteVersions } from '#db/schema/content.ts';`],
    ['a table exported by its own name', `${imported} export { versions };`],
    ['a table in an exported list', `${imported} export const all = [versions];`],
    ['a schema imported while it runs', `const { noteVersions: v } = await import('#db/schema/content.ts'); tx.delete(v);`],
    ['the same by a relative path', `const schema = await import('../../../db/schema/content.ts');`],
    ['raw SQL', `${withSql} tx.execute(sql.raw(words));`],
    ['raw SQL in brackets', `${withSql} tx.execute(sql['raw'](words));`],
    ['a name made of words', `${withSql} tx.execute(sql\`delete from \${sql.identifier(name)}\`);`],
    ['another name of sql', `${withSql} const q = sql; q.raw(words);`],
    ['the whole library', `import * as drizzle from 'drizzle-orm';`],
    ['its pieces', `import { StringChunk } from 'drizzle-orm';`],
  ])('refuses what hides a use: %s', (_name, code) => {
    expect(mayUseTables(code)).toBe(true);
    expect(found(code).problems).toHaveLength(1);
  });

  test('lets a named file put words into SQL', () => {
    expect(found(`${withSql} sql.raw(words);`, 'infra/jobs/queue.ts').problems).toEqual([]);
  });
});

describe('the checker', () => {
  test('reads static, dynamic and type imports and re-exports', () => {
    const code = `import { a } from './a.ts'; import type { B } from '#lib/b.ts'; export * from './c.ts'; const d = await import('./d.ts'); let e: import('./e.ts').E;`;
    expect(importsOf(code)).toEqual([
      { specifier: './a.ts', typeOnly: false },
      { specifier: '#lib/b.ts', typeOnly: true },
      { specifier: './c.ts', typeOnly: false },
      { specifier: './d.ts', typeOnly: false, lazy: true },
      { specifier: './e.ts', typeOnly: true },
    ]);
  });

  test.each([
    ['lib/a.ts', 'engine/domain.ts'],
    ['engine/source-to-note.ts', 'infra/logger/logger.ts'],
    ['engine/domain.ts', 'engine/ports.ts'],
    ['infra/jobs/queue.ts', 'features/summaries/jobs.ts'],
    ['features/library/ui/list.tsx', 'features/summaries/ui/tabs.tsx'],
    ['features/summaries/server/router.ts', 'features/library/server/index.ts'],
    ['features/library/server/videos.ts', 'features/summaries/server/read-content.ts'],
    ['features/summaries/ui/tabs.tsx', 'features/summaries/server/router.ts'],
    ['features/summaries/shared/x.ts', 'features/summaries/contract.ts'],
    ['features/library/ui/list.tsx', 'features/summaries/shared/x.ts'],
    ['features/links/changes.ts', 'features/summaries/changes.ts'],
    ['features/links/changes.ts', 'features/links/contract.ts'],
    ['features/links/changes.ts', 'rpc/stale-queries.ts'],
    ['features/links/ui/x.ts', 'features/notes/changes.ts'],
    ['web/main.tsx', 'server/router.ts'],
    ['ui/button.tsx', 'rpc/client.tsx'],
    ['nowhere/x.ts', 'engine/source-to-note.ts'],
    ['engine/text/x.ts', 'engine/llm/windows.ts'],
    ['engine/transcribe/x.ts', 'engine/sources/source.ts'],
    ['engine/sources/yt-dlp/x.ts', 'engine/sites/index.ts'],
    ['engine/playlists/x.ts', 'engine/sites/youtube/ask.ts'],
    ['engine/chat/x.ts', 'engine/summarise/render-note.ts'],
    ['engine/llm/x.ts', 'engine/source-to-note.ts'],
    ['engine/hash.ts', 'engine/text/sentences.ts'],
    ['engine/ports.ts', 'engine/computations.ts'],
    ['engine/computations.ts', 'engine/page/read-page.ts'],
    ['engine/sites/shared/x.ts', 'engine/sites/index.ts'],
    ['engine/new-folder/x.ts', 'engine/text/sentences.ts'],
  ])('refuses %s -> %s', (from, to) => {
    expect(judge({ from, to, typeOnly: false })).not.toBeNull();
  });

  test.each([
    ['engine/sites/spotify/source.ts', 'engine/sources/podcast/episode.ts', {}],
    ['engine/sources/x.ts', 'engine/sites/shared/canonical-url.ts', {}],
    ['engine/llm/x.ts', 'engine/hash.ts', {}],
    ['engine/ports.ts', 'engine/computations.ts', { typeOnly: true }],
    ['engine/computations.ts', 'engine/page/read-page.ts', { lazy: true }],
  ])('lets %s import %s', (from, to, how) => {
    expect(judge({ from, to, typeOnly: false, ...how })).toBeNull();
  });

  test('lets the client see the type of the router and nothing more', () => {
    expect(judge({ from: 'rpc/client.tsx', to: 'server/router.ts', typeOnly: true })).toBeNull();
    expect(judge({ from: 'rpc/client.tsx', to: 'server/router.ts', typeOnly: false })).not.toBeNull();
    const handler = { from: 'features/chat/tasks.ts', to: 'features/chat/server/answer.handler.ts', typeOnly: false };
    expect(judge({ ...handler, lazy: true })).toBeNull();
    expect(judge(handler)).not.toBeNull();
  });

  test.each([
    ['engine/sources/x.ts', "import { spawn } from 'node:child_process';"],
    ['infra/media/x.ts', "import { exec } from 'child_process';"],
    ['engine/sources/x.ts', "const { request } = await import('undici');"],
    ['infra/guarded-fetch/new-file.ts', "import { connect } from 'node:net';"],
    ['server/x.ts', "export * from 'node:http';"],
    ['infra/x.ts', "import axios from 'axios';"],
    ['engine/x.ts', "import { chromium } from 'playwright-core';"],
    ['engine/x.ts', "await fetch('https://a.example/');"],
    ['engine/x.ts', "await globalThis.fetch('https://a.example/');"],
    ['infra/x.ts', "await globalThis['fetch']('https://a.example/');"],
    ['features/a/server/x.ts', "const socket = new WebSocket('wss://a.example/');"],
    ['engine/x.ts', "const http = process.getBuiltinModule('node:http');"],
  ])('%s may not: %s', (from, code) => {
    expect(findForbidden(from, code)).toHaveLength(1);
  });

  test.each([
    ['engine/x.ts', 'async function read(fetch: (url: string) => Promise<void>) { await fetch("https://a.example/"); }'],
    ['engine/x.ts', 'async function read({ ports }: Context) { const { fetch } = ports; await fetch("https://a.example/"); }'],
    ['engine/x.ts', 'await ports.fetch("https://a.example/");'],
    ['engine/x.ts', "import type { Socket } from 'node:net'; type Fetch = typeof globalThis.fetch;"],
    ['infra/process/run-process.ts', "import { spawn } from 'node:child_process';"],
    ['web/x.tsx', "await fetch('/api');"],
  ])('%s may: %s', (from, code) => {
    expect(findForbidden(from, code)).toEqual([]);
  });

  test('finds a declared edge that nothing uses', () => {
    const imports = [{ from: 'features/a/server/x.ts', to: 'features/b/server/index.ts', typeOnly: true }];
    expect(findUnusedEdges(imports, { a: ['b', 'c'], b: ['a'] })).toEqual(['a -> c', 'b -> a']);
    const within = [
      { from: 'engine/page/x.ts', to: 'engine/text/y.ts', typeOnly: true },
      { from: 'engine/page/x.ts', to: 'engine/sites/shared/y.ts', typeOnly: false },
    ];
    expect(findUnusedEngineEdges(within, { page: ['text', 'sites'], text: [] })).toEqual(['page -> sites']);
    expect(findEdgeCycles({ page: ['text'], text: ['page'] })).toEqual([['page', 'text', 'page']]);
  });

  test.each([
    ['useQuery(trpc.content.detail.queryOptions({ contentId }))', ['content.detail']],
    ['await client.content.detail.query(input)', ['content.detail']],
    ['trpc\n  .content\n  .detail.queryKey()', ['content.detail']],
    ['queries.invalidateQueries(trpc.content.pathFilter())', ['content']],
    ['useTRPC().content.detail.queryKey({ contentId })', ['content.detail']],
    ['props.trpc.content.detail.queryKey()', ['content.detail']],
    ['trpc?.content.detail.query()', ['content.detail']],
    ['trpc!.content.detail', ['content.detail']],
    ["trpc.content['detail'].queryKey()", ['content.detail']],
    ['const { content } = trpc; content.detail.queryKey()', ['content.detail']],
    ['t(($) => $.content.detail)', []],
    ['content.detail.length', []],
    ['page.content.length', []],
  ])('finds the calls of %s', (code, calls) => {
    expect([...callsIn(code, new Map([['content.detail', 'contents']]))]).toEqual(calls);
  });

  test('attributes what a helper of the frame calls to whoever imports the helper', () => {
    const owners = new Map([
      ['content.detail', 'contents'],
      ['chat.history', 'chat'],
    ]);
    const helpers = new Map([
      ...helpersOf('rpc/a.ts', 'export function useDetail() { return useTRPC().content.detail.queryKey(); }', owners),
      ...helpersOf(
        'rpc/b.ts',
        `import { useDetail } from './a.ts'; const inner = () => useDetail(); export function useBoth() { return inner(); }
         export const readHistory = (trpc) => trpc.chat.history.queryKey();`,
        owners,
      ),
    ]);
    const callsOf = (code: string) => [...callsOfHelpers('features/x/ui/y.ts', code, helpers)];
    expect(callsOf(`import { useBoth as both } from '#rpc/b.ts';`)).toEqual(['content.detail']);
    expect(callsOf(`import { readHistory } from '../../../rpc/b.ts';`)).toEqual(['chat.history']);
    expect(callsOf(`import type { useBoth } from '#rpc/b.ts';`)).toEqual([]);
  });

  test('finds a cycle and says where it goes', () => {
    const edge = (from: string, to: string) => ({ from, to, typeOnly: false });
    expect(findCycles([edge('a', 'b'), edge('b', 'c'), edge('c', 'a'), edge('c', 'd')])).toEqual([['a', 'b', 'c', 'a']]);
    expect(findCycles([edge('a', 'b'), { from: 'b', to: 'a', typeOnly: true }])).toEqual([['a', 'b', 'a']]);
    expect(findCycles([edge('a', 'b'), { from: 'b', to: 'a', typeOnly: false, lazy: true }])).toEqual([]);
  });
});
