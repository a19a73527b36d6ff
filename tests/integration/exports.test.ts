/**
 * One note in every file format, for its owner, with links that lead back to where each line was taken from: to the source itself,
 * since this server has only an address of this machine.
 */
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDocumentReader } from '#infra/document-reader/create-document-reader.ts';
import { shareWorld, summarise, type World } from './setup.ts';

let world: World;
beforeAll(async () => {
  world = await shareWorld();
});
afterAll(() => world.close());

const title = '窑与火 <b>“引文”</b> #set text(red)';
const talk = [
  '第一座窑是全村人一起搭起来的，用了三百二十块砖和很多黏土。',
  '第二座窑失败了，因为石头还是湿的，火一大就裂开了。',
  '后来他们学会了先把石头晾上三个月，再慢慢地加火。',
  '果园里的木灰让釉色发绿，这是谁也没有想到的事情。',
  '现在山谷里每一所学校都教孩子们怎样搭窑和看火。',
  '最后他们决定把这些经验写成一本小册子分给邻村。',
];

async function note(client: ReturnType<World['client']>) {
  const html = `<!doctype html><html lang="zh"><head><title>${title.replaceAll('<', '&lt;')}</title></head><body><article><h1>${title.replaceAll('<', '&lt;')}</h1>${talk.map((text) => `<p>${text.repeat(2)}</p>`).join('')}</article></body></html>`;
  world.site.on('/kiln.html', { body: html });
  return summarise(client, `${world.site.url}/kiln.html`);
}

test('CON-09 a note is exported as Markdown, HTML, PDF and Word, each with links to its source', async () => {
  const client = world.client();
  const detail = await note(client);
  const sentence = talk.find((text) => detail.note?.includes(text.slice(0, 12)))?.slice(0, 12) ?? 'none';
  const link = `${world.site.url}/kiln.html`;
  const file = async (format: string) => {
    const response = await client.fetch(`/api/exports/${detail.contentId}/${format}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toMatch(new RegExp(`^attachment; filename\\*=UTF-8''.+\\.${format}$`));
    return new Uint8Array(await response.arrayBuffer());
  };
  const [md, html, pdf, docx] = await Promise.all([file('md'), file('html'), file('pdf'), file('docx')]);

  const markdown = Buffer.from(md).toString('utf8');
  expect(markdown).toContain(sentence);
  expect(markdown).toContain(`(${link})`);
  expect(markdown).not.toContain('](#');

  const page = Buffer.from(html).toString('utf8');
  expect(page).toContain(sentence);
  expect(page).toContain(`href="${link}" rel="noopener noreferrer nofollow" target`);
  expect(page).not.toMatch(/<b>|<script|href="#/);

  const read = await createDocumentReader()({ bytes: pdf }, new AbortController().signal);
  expect(read.format).toBe('pdf');
  expect(
    read.paragraphs
      .map(({ text }) => text)
      .join('')
      .replace(/\s+/g, ''),
  ).toContain(sentence);
  // The title is text, not a command: it would have turned red and vanished from the words.
  expect(`${read.title} ${read.markdown}`).toContain('#set text(red)');
  expect(Buffer.from(pdf).toString('latin1')).toContain(link);

  const parts = unzipSync(docx);
  const body = Buffer.from(parts['word/document.xml'] ?? []).toString('utf8');
  expect(body.replace(/<[^>]+>/g, '')).toContain(sentence);
  expect(Buffer.from(parts['word/_rels/document.xml.rels'] ?? []).toString('utf8')).toContain(link);
  for (const file of [markdown, page, Buffer.from(pdf).toString('latin1')])
    expect(file).not.toContain(new URL(world.server.url).host);
});

test('CON-09 only the owner gets the file, and an unknown format is 404', async () => {
  const owner = world.client();
  const detail = await note(owner);
  const stranger = world.client();
  expect((await stranger.fetch(`/api/exports/${detail.contentId}/md`)).status).toBe(404);
  await stranger.rpc.account.ensure.mutate();
  expect((await stranger.fetch(`/api/exports/${detail.contentId}/md`)).status).toBe(404);
  expect((await owner.fetch(`/api/exports/${detail.contentId}/exe`)).status).toBe(404);
  expect((await owner.fetch('/api/exports/nobody/md')).status).toBe(404);
});
