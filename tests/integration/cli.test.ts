/** The command line as a script would use it: output on stdout, advice on stderr, one exit code per kind of end. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FakeLlm, startFakeLlm } from '../harness/models/fake-llm.ts';
import { type Site, startSite } from '../harness/sites/site.ts';
import { articleHtml } from './setup.ts';

const bin = fileURLToPath(new URL('../../bin/gleaner.mjs', import.meta.url));
let folder: string;
let llm: FakeLlm;
let site: Site;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-cli-'));
  llm = await startFakeLlm();
  site = await startSite();
});
afterAll(async () => {
  await llm.close();
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

type Ended = { code: number | null; stdout: string; stderr: string };

function gleaner(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const child = spawn(process.execPath, [bin, ...args], {
    env: { PATH: process.env.PATH, LANG: 'en_US.UTF-8', ...env },
    cwd: folder,
  });
  const ended: Ended = { code: null, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    ended.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    ended.stderr += text;
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ ...ended, code })));
}

async function file(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const srt = Array.from({ length: 60 }, (_, index) => {
  const clock = (seconds: number) =>
    `00:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')},000`;
  return `${index + 1}\n${clock(index * 8)} --> ${clock(index * 8 + 7)}\nReport ${index} says that oven ${index % 7} kept its heat for ${index + 3} hours in the valley.\n`;
}).join('\n');

describe('summarize', () => {
  test('SUM-05 SUM-14 prints the note of a file as Markdown with times, progress beside it', async () => {
    const { code, stdout, stderr } = await gleaner(['summarize', '--model-free', '--lang', 'en', await file('ovens.srt', srt)]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^> .+ \[\d\d:\d\d\]\(#t=/m);
    expect(stdout).toMatch(/^## .+ \[00:00\]\(#t=0\)$/m);
    expect(stderr).toMatch(/\d+% Choosing key sentences$/m);
  });

  test('SUM-01 SUM-14 prints everything about a link as JSON', async () => {
    site.on('/oven', { body: articleHtml('The Clay Oven') });
    const { code, stdout } = await gleaner(['summarize', '--json', '--model-free', '--lang', 'en', `${site.url}/oven`], {
      GLEANER_FETCH_ALLOW: site.host,
    });
    expect(code).toBe(0);
    const output = JSON.parse(stdout) as {
      content: { title: string };
      transcript: { segments: { id: number; startMs: null; text: string }[] };
      outline: { chapters: { segmentIds: number[]; points: { text: string; segmentIds: number[] }[] }[] };
      note: string;
      points: { start: number | null; text: string }[];
      summary: string;
      coverage: { share: number };
      timings: Record<string, number>;
    };
    expect(output.content.title).toBe('The Clay Oven');
    expect(output.outline.chapters.flatMap((chapter) => chapter.segmentIds)).toEqual(
      output.transcript.segments.map((segment) => segment.id),
    );
    expect(output.points).toEqual(
      output.outline.chapters.flatMap((chapter) => chapter.points.map((point) => ({ start: null, text: point.text }))),
    );
    expect(output.note).toContain('##');
    expect(output.coverage.share).toBeGreaterThan(0);
    expect(Object.keys(output.timings)).toEqual(['resolveMs', 'noteMs']);
  });

  test('SUM-14 keeps to the characters it is given', async () => {
    const { stdout } = await gleaner(['summarize', '--max-chars', '200', '--lang', 'en', await file('short.srt', srt)]);
    expect(stdout.trim().length).toBeGreaterThan(80);
    expect(stdout.trim().length).toBeLessThanOrEqual(200);
  });

  test('asks the model that the environment names', async () => {
    const { code, stdout } = await gleaner(['summarize', await file('model.srt', srt)], {
      OPENAI_BASE_URL: llm.url,
      OPENAI_MODEL: 'm',
      OPENAI_API_KEY: 'k',
    });
    expect(code).toBe(0);
    expect(stdout).toContain('#fake #note');
  });
});

describe('exit codes', () => {
  test.each([
    ['no command', []],
    ['an unknown command', ['sumarize']],
    ['no file', ['summarize']],
    ['a wrong option', ['summarize', '--fast', 'a.txt']],
    ['a wrong language', ['summarize', '--lang', 'xx', 'a.txt']],
  ])('2 for %s, with the usage', async (_name, args) => {
    const { code, stdout, stderr } = await gleaner(args);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/Usage:/);
  });

  test.each([
    ['a file that is not there', 'missing.srt', null, 'file_missing'],
    ['an empty file', 'empty.txt', '', 'document_no_text'],
    ['a media file of zeros', 'zeros.mp4', Buffer.alloc(4096), 'media_unreadable'],
    ['a closed address', 'http://127.0.0.1:1/x', null, 'url_blocked'],
  ])('3 for %s, with its code, advice and no stack', async (_name, target, content, wanted) => {
    const path = content === null ? target : await file(target, content);
    const { code, stdout, stderr } = await gleaner(['summarize', path]);
    expect(code).toBe(3);
    expect(stdout).toBe('');
    expect(stderr).toContain(`gleaner: ${wanted}`);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  test('3 for a page without words, and the command ends at once', async () => {
    site.on('/empty', { body: '<html><body></body></html>' });
    const { code, stderr } = await gleaner(['summarize', `${site.url}/empty`], { GLEANER_FETCH_ALLOW: site.host });
    expect(code).toBe(3);
    expect(stderr).toContain('gleaner: page_no_text');
  });

  test('3 says it in Chinese where the terminal does', async () => {
    const { stderr } = await gleaner(['summarize', 'missing.srt'], { LANG: 'zh_CN.UTF-8' });
    expect(stderr).toMatch(/file_missing.*\p{Script=Han}/u);
    const path = await file('chinese.srt', srt);
    const done = await gleaner(['summarize', '--model-free', path], { LANG: 'zh_CN.UTF-8' });
    expect(done.stderr).toMatch(/\d+% 正在挑选关键句$/m);
  });

  test('4 when the provider fails', async () => {
    llm.script(() => ({ status: 401 }));
    const { code, stderr } = await gleaner(['summarize', await file('refused.srt', srt)], {
      OPENAI_BASE_URL: llm.url,
      OPENAI_MODEL: 'm',
      OPENAI_API_KEY: 'k',
    });
    expect(code).toBe(4);
    expect(stderr).toContain('gleaner: llm_unauthorized');
  });

  test('0 for help', async () => {
    const { code, stdout } = await gleaner(['--help']);
    expect(code).toBe(0);
    for (const name of ['summarize', 'extract', 'chapters', 'subs', 'probe', 'article-html', 'render-note', 'fetch'])
      expect(stdout).toContain(`gleaner ${name}`);
  });
});

test('each command says how it is used, and what is missing by name', async () => {
  const help = await gleaner(['youtube-page', '--help']);
  expect(help).toMatchObject({ code: 0, stdout: 'Usage: gleaner youtube-page <file>\n', stderr: '' });
  const unknown = await gleaner(['models', 'fetch', 'no-such-model']);
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toContain('whisper-base');
  const missing = await gleaner(['models', 'import', folder], { DATA_DIR: join(folder, 'data') });
  expect(missing.code).toBe(3);
  expect(missing.stderr).toContain('tokens.txt');
  expect(missing.stderr).not.toContain('{{');
});

test('a file that is something else is said to be none of what a command reads', async () => {
  const path = join(folder, 'letter.txt');
  await writeFile(path, 'Dear reader, this is a letter.');
  expect(await gleaner(['youtube-page', path])).toMatchObject({
    code: 3,
    stdout: '',
    stderr: expect.stringContaining('page_unknown'),
  });
  expect(await gleaner(['feed', path])).toMatchObject({
    code: 3,
    stdout: '',
    stderr: expect.stringContaining('feed_unreadable'),
  });
});
