/** What commands make of their arguments and of files, before any work begins. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { type Command, UsageError } from '../command.ts';
import { articleHtml } from './article-html.ts';
import { chapters } from './chapters.ts';
import { extract } from './extract.ts';
import { feed } from './feed.ts';
import { fetchCommand } from './fetch.ts';
import { license } from './license.ts';
import { models } from './models.ts';
import { probe } from './probe.ts';
import { renderNote } from './render-note.ts';
import { subs } from './subs.ts';
import { summarize } from './summarize.ts';
import { youtubePage } from './youtube-page.ts';

const folder = mkdtempSync(join(tmpdir(), 'gleaner-commands-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => void vi.restoreAllMocks());

/** What a command prints, or how it ends. */
async function run(command: Command, ...args: string[]): Promise<string> {
  let printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  try {
    await command(args);
    return printed;
  } catch (error) {
    if (error instanceof UsageError) return `usage: ${error.message}`;
    return error instanceof AppError ? error.code : String(error);
  } finally {
    vi.restoreAllMocks();
  }
}
function fileOf(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

test('commands: each takes one target and says which', async () => {
  const wants: [Command, string][] = [
    ...([
      [articleHtml, 'HTML file'],
      [feed, 'feed file'],
      [fetchCommand, 'URL'],
      [probe, 'file'],
      [renderNote, 'Markdown file'],
    ] as [Command, string][]),
    ...([
      [subs, 'subtitle file'],
      [youtubePage, 'saved page or player response'],
      [extract, 'URL or file'],
      [summarize, 'URL or file'],
    ] as [Command, string][]),
    [chapters, 'subtitle or text file'],
  ];
  for (const [command, what] of wants)
    for (const args of [[], ['one', 'two']]) expect(await run(command, ...args), what).toBe(`usage: expected one ${what}`);
  expect(await run(models, 'fetch')).toBe('usage: expected one model or folder');
  expect(await run(models, 'import', 'one', 'two')).toBe('usage: expected one model or folder');
  expect(await run(models, 'mend', 'one')).toBe('usage: unknown action mend: use fetch, import or remove');
});

test('commands: options are checked before anything is read', async () => {
  expect(await run(extract, 'x', '--url', 'a page')).toBe('usage: --url needs an absolute URL');
  expect(await run(extract, 'x', '--url')).toBe('usage: --url needs an absolute URL');
  expect(await run(extract, '--deep', 'x')).toBe('usage: unknown option --deep');
  expect(await run(chapters, 'x', '--lang', 'xx')).toMatch(/^usage: --lang must be .* or /);
  expect(await run(chapters, 'x', '--deep')).toContain("usage: Unknown option '--deep'");
  expect(await run(summarize, 'x', '--lang', 'xx')).toMatch(/^usage: --lang must be .* or /);
  expect(await run(summarize, 'x', '--deep')).toContain("usage: Unknown option '--deep'");
  for (const wrong of ['0', '-1', '1.5', 'many'])
    expect(await run(summarize, 'x', `--max-chars=${wrong}`)).toBe('usage: --max-chars must be a positive whole number');
  expect(await run(summarize, 'x', '--max-chars', '5', '--json')).toContain('usage: --max-chars prints sentences');
});

test('commands: a file that is not there or cannot be read is told', async () => {
  const none = join(folder, 'none');
  for (const command of [feed, renderNote, youtubePage, chapters, subs, extract, articleHtml, summarize, probe])
    expect(await run(command, none), command.name).toBe('file_missing');
  expect(await run(extract, folder)).toBe('file_missing');
  expect(await run(extract, fileOf('cut.gz', gzipSync('<p>Words</p>').subarray(0, 15)))).toBe('document_unreadable');
  expect(await run(extract, fileOf('bomb.gz', gzipSync(Buffer.alloc(20_000_001))))).toBe('file_too_large');
});

test('SUM-14 chapters come of text without times and of subtitles with them', async () => {
  expect(await run(chapters, fileOf('empty.txt', ' \n'))).toBe('document_no_text');
  expect(await run(chapters, fileOf('signs.srt', '1\n00:00:01,000 --> 00:00:02,000\n♪♪\n'))).toBe('document_no_text');
  const shown = async (path: string) => JSON.parse(await run(chapters, path)) as { start: number | null; title: string }[];
  const lines = Array.from(
    { length: 4 },
    (_, n) => `${n + 1}\n00:00:0${n + 1},500 --> 00:00:0${n + 2},000\nBread needs  flour and time ${n}.\n`,
  ).join('\n');
  expect((await shown(fileOf('talk.srt', lines)))[0]).toMatchObject({ start: 1.5 });
  expect((await shown(fileOf('talk.txt', 'Bread needs flour.\n\nAnd it needs time.')))[0]).toMatchObject({ start: null });
});

test('commands: a note and a feed are printed as what a page and a program can use', async () => {
  expect(await run(renderNote, fileOf('note.md', '# Title\n\nWords\n\n<script>alert(1)</script>'))).toMatch(
    /^<h1[^>]*>Title<\/h1>\s*<p>Words<\/p>[\s\S]*\n$/,
  );
  expect(await run(renderNote, join(folder, 'note.md'))).not.toContain('<script>');
  const item =
    '<item><title>One</title><link>https://a.example/1</link><guid>g1</guid><enclosure url="https://a.example/1.mp3" type="audio/mpeg"/></item>';
  const channel = `<rss version="2.0"><channel><title>Show</title><link>https://a.example/</link>${item}<item><guid>g2</guid></item></channel></rss>`;
  expect(JSON.parse(await run(feed, fileOf('feed.xml', channel)))).toMatchObject({
    ...{ title: 'Show', link: 'https://a.example/' },
    items: [
      { title: 'One', link: 'https://a.example/1', enclosure: 'https://a.example/1.mp3', id: 'g1' },
      { title: '', enclosure: null, id: 'g2' },
    ],
  });
});

type License = { product: string; order: string; seconds: number; nbf: number; exp: number | null };
test('ACC-06 a license is issued for what is said, within bounds, and never over an older key', async () => {
  const key = join(folder, 'signer.pem');
  for (const args of [[], [key, 'more']])
    expect(await run(license, 'keygen', ...args)).toBe('usage: expected a file for the private key');
  expect(await run(license, 'keygen', key)).toMatch(/^LICENSE_PUBLIC_KEYS=[\w-]{43}\n$/);
  expect(await run(license, 'keygen', key)).toBe(`usage: cannot write ${key}: EEXIST`);
  const issue = async (...args: string[]) => {
    const printed = await run(license, 'issue', '--key', key, ...args);
    if (!printed.startsWith('GLN1.')) return printed;
    return printed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(Buffer.from(line.split('.')[1] ?? '', 'base64url').toString()) as License);
  };
  const before = Math.floor(Date.now() / 1000);
  const [made] = (await issue('--minutes', '1.5')) as License[];
  expect(made).toMatchObject({ product: '1.5-minutes', order: '', seconds: 90, exp: null });
  expect(made?.nbf).toBeGreaterThanOrEqual(before);
  const [dated, ...more] = (await issue(
    '--minutes=60',
    '--product',
    'Hour',
    '--order',
    'A-1',
    '--days',
    '2',
    '--count',
    '3',
  )) as License[];
  expect(dated).toMatchObject({ product: 'Hour', order: 'A-1', seconds: 3600, exp: (dated?.nbf ?? 0) + 172_800 });
  expect(more).toHaveLength(2);
  expect(await issue('--minutes', '0.02')).toMatchObject([{ seconds: 1 }]);
  expect(await issue('--minutes', '10000000')).toMatchObject([{ seconds: 600_000_000 }]);
  const range = (name: string, least: string, most: string) => `usage: --${name} takes a number from ${least} to ${most}`;
  for (const wrong of [[], ['--minutes', '0.01'], ['--minutes', '10000001'], ['--minutes', 'an hour'], ['--minutes=Infinity']])
    expect(await issue(...wrong)).toBe(range('minutes', '0.02', '10000000'));
  for (const wrong of ['0', '1001', 'x'])
    expect(await issue('--minutes', '1', '--count', wrong)).toBe(range('count', '1', '1000'));
  for (const wrong of ['0.5', '36501', 'x'])
    expect(await issue('--minutes', '1', '--days', wrong)).toBe(range('days', '1', '36500'));
  expect(await run(license, 'issue', '--minutes', '1')).toBe('usage: --key names the file of the private key');
  expect(await run(license, 'issue', '--minutes', '1', '--key', join(folder, 'none'))).toBe(
    `usage: cannot read ${join(folder, 'none')}`,
  );
  expect(await issue('--minutes', '1', '--sale')).toContain("usage: Unknown option '--sale'");
  for (const args of [[], ['sell']]) expect(await run(license, ...args)).toBe('usage: expected keygen or issue');
});
