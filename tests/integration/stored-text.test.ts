/** What PostgreSQL refuses in a text, NUL and half a character, costs nobody anything, wherever the text comes from. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, type TestClient } from '../harness/http/client.ts';
import {
  type FakeLlm,
  startFakeLlm,
  translateFor,
  wantsArticle,
  writeArticleFor,
  writeNoteFor,
} from '../harness/models/fake-llm.ts';
import { json3, lockup, playlistAnswer, watchPage } from '../harness/sites/youtube.ts';
import { waitFor } from '../harness/wait.ts';
import { articleHtml, startWorld, summarise, type World } from './setup.ts';

const nul = '\u0000';
const half = '\ud83d';

let world: World;
let llm: FakeLlm;
beforeAll(async () => {
  llm = await startFakeLlm();
  // What is written of the spoilt page is spoilt all over.
  llm.script(({ prompt }) => {
    if (!prompt.includes('Spoilt')) return { text: writeNoteFor(prompt) };
    if (prompt.includes('REQUEST-')) return { text: `The oven${nul} keeps its heat${half} for eleven hours. [L1]` };
    if (/^Question: /m.test(prompt))
      return { text: `The oven${nul} keeps${half} its heat. [L1]\n\nRELATED\n- Who${nul} was it?\n` };
    const translated = translateFor(prompt);
    if (translated !== null) return { text: translated.replaceAll('译文', `译${nul}文${half}`) };
    const text = wantsArticle(prompt) ? writeArticleFor(prompt) : writeNoteFor(prompt);
    return { text: text.replace(/ (?=\S+ \S+ \[L)/g, `${nul} `).replace(/ (?=\[L)/g, `${half} `) };
  });
  world = await startWorld({
    env: {
      OPENAI_BASE_URL: llm.url,
      OPENAI_API_KEY: 'sk-test',
      OPENAI_MODEL: 'fake-model',
      GLEANER_FETCH_ALLOW: llm.host,
      YTDLP_PATH: '/nowhere/yt-dlp',
    },
  });
});
afterAll(async () => {
  await world.close();
  await llm.close();
});

let pages = 0;
async function page(title: string): Promise<{ client: TestClient; contentId: string }> {
  const path = `/stored-${++pages}`;
  world.site.on(path, { body: articleHtml(`${title} ${pages}`) });
  const client = world.client();
  const detail = await summarise(client, `${world.site.url}${path}`);
  expect(detail).toMatchObject({ status: 'completed', problem: null });
  return { client, contentId: detail.contentId };
}

/** A video with the words, its texts as given. */
async function video(texts: { title: string; author: string; description: string; spoilt: (text: string) => string }) {
  const id = `storeYt${String(++pages).padStart(4, '0')}`;
  const { spoilt, ...own } = texts;
  const tracks = [{ language: 'en', name: spoilt('English') }];
  const chapters = [{ title: spoilt('The fire'), startMs: 0 }];
  world.internet.on(
    `https://www.youtube.com/watch?v=${id}`,
    watchPage({ id, seconds: 365, tracks, chapters: [...chapters, { title: 'The clay', startMs: 180_000 }], ...own }),
  );
  const cues = Array.from({ length: 36 }, (_, index) => ({
    startMs: index * 10_000,
    endMs: index * 10_000 + 9_000,
    text: spoilt(
      `Part ${index + 1}: the kiln keeps its heat for ${index + 11} hours, so ${index + 3} potters of village ${index * 7} look at house ${index + 50}.`,
    ),
  }));
  world.internet.on(`https://www.youtube.com/api/timedtext?v=${id}&lang=en`, json3(cues));
  const client = world.client();
  return { client, detail: await summarise(client, `https://www.youtube.com/watch?v=${id}`) };
}

const clean = (value: unknown) => {
  const text = JSON.stringify(value);
  expect(text).not.toContain('\\u0000');
  expect(text).not.toMatch(/\\ud[89a-f]/i);
};

describe('unstorable characters of a model', () => {
  test('SUM-08 are removed from a note', async () => {
    const { client, contentId } = await page('Spoilt Oven');
    const detail = await client.rpc.content.detail.query({ contentId });
    expect(detail.noteMethod).toBe('model');
    expect(detail.note).toContain('keeps its heat for eleven hours');
    clean(detail);
  });

  test('CON-11 OUT-02 are removed from answers in chat and prompts', async () => {
    const { client, contentId } = await page('Spoilt Kiln');
    await client.rpc.chat.ask.mutate({ contentId, question: `How${nul} long?${half}` });
    const messages = await waitFor('the answer', async () => {
      const chat = await client.rpc.chat.history.query({ contentId });
      return chat.answeringId === null ? chat.messages : undefined;
    });
    expect(messages[0]?.parts[0]?.text).toBe('How long?\ufffd');
    expect(messages[1]?.metadata.state).toBe('done');
    expect(messages[1]?.parts[0]?.text).toContain('The oven keeps');
    expect(messages[1]?.metadata.related).toEqual(['Who was it?']);
    clean(messages);

    const made = await client.rpc.prompt.create.mutate({
      title: `Heat${nul}${half}`,
      customPrompt: `REQUEST-1 How long${nul} is it hot?`,
    });
    expect(made).toMatchObject({ title: 'Heat\ufffd', customPrompt: 'REQUEST-1 How long is it hot?' });
    const place = { contentId, promptId: made.promptId };
    await client.rpc.prompt.run.mutate({ ...place, language: 'en' });
    const answer = await waitFor('the answer', async () => {
      const { result } = await client.rpc.prompt.result.query(place);
      return result && result.state !== 'queued' && result.state !== 'running' ? result : undefined;
    });
    expect(answer.state).toBe('completed');
    expect(answer.text).toContain('The oven keeps its heat');
    clean(answer);
  });

  test('CON-04 CON-05 are removed from a translation and an article', async () => {
    const texts = { title: 'Spoilt Fire', author: 'Valley Films', description: 'Fire.', spoilt: (text: string) => text };
    const { client, detail } = await video(texts);
    const { contentId } = detail;
    await client.rpc.content.translate.mutate({ contentId, language: 'zh' });
    const translation = await waitFor('the translation', async () => {
      const found = await client.rpc.content.translation.query({ contentId, language: 'zh' });
      return found.state === 'running' ? undefined : found;
    });
    expect(translation.lines.filter((line) => line?.includes('译文')).length).toBe(translation.lines.length);
    clean(translation);
    await client.rpc.content.writeArticle.mutate({ contentId, parts: 'all' });
    const article = await waitFor('the article', async () => {
      const found = await client.rpc.content.writtenArticle.query({ contentId });
      return found.state === 'running' ? undefined : found;
    });
    expect(article.parts.length).toBeGreaterThan(0);
    expect(article.parts.every(({ model }) => model !== null)).toBe(true);
    clean(article);
  });
});

describe('unstorable characters of a source', () => {
  test('SUM-02 are removed from a video', async () => {
    const spoilt = (text: string) => text.replace(/^The|^Eng/, `$&${nul}`).replace('Part 1:', `Part${nul} 1${half}:`);
    const { client, detail } = await video({
      title: `Fire${nul} and ${half}Ash`,
      author: `Valley${nul}${half} Films`,
      description: `How a village${nul} built ${half} its oven.`,
      spoilt,
    });
    expect(detail).toMatchObject({
      status: 'completed',
      problem: null,
      title: 'Fire and \ufffdAsh',
      author: 'Valley\ufffd Films',
    });
    expect(detail.subtitlesArray).toHaveLength(36);
    clean(detail);
    expect((await client.rpc.content.article.query({ contentId: detail.contentId })).chapters.length).toBeGreaterThan(0);
  });

  test('SUM-01 are removed from a page that declares them', async () => {
    const declared = { '@type': 'NewsArticle', headline: `Oven${nul} of ${half} Lorn`, author: `Ada${nul} Quill${half}` };
    const html = articleHtml('Oven of Lorn').replace(
      '</head>',
      `<script type="application/ld+json">${JSON.stringify(declared)}</script></head>`,
    );
    world.site.on('/declared', { body: html.replace('name="author"', 'name="other"') });
    const detail = await summarise(world.client(), `${world.site.url}/declared`);
    expect(detail).toMatchObject({ status: 'completed', problem: null });
    clean(detail);
  });

  test('SUM-02 are removed from a list, which is shown and queued', async () => {
    const dirty = `Part${nul} ${half}`;
    const answer = playlistAnswer(dirty, [lockup('storeYt9001', `${dirty} one`, { author: `Valley${nul} Films` })], '1');
    world.internet.on('https://www.youtube.com/youtubei/v1/browse', { body: JSON.stringify(answer), type: 'application/json' });
    const client = world.client();
    const url = 'https://www.youtube.com/playlist?list=PLstoredtext123';
    const view = await client.rpc.ingest.openListing.mutate({ url });
    expect(view).toMatchObject({ title: 'Part \ufffd', items: [{ title: 'Part \ufffd one', author: 'Valley Films' }] });
    const wanted = { listingId: view.listingId, positions: [0], noteLanguage: 'en' as const };
    expect(await client.rpc.ingest.queueItems.mutate(wanted)).toMatchObject({ queued: 1, problems: [] });
  });
});

describe('unstorable characters that a user types', () => {
  test('CON-03 LIB-22 OUT-01 are removed', async () => {
    const { client, contentId } = await page('Plain Oven');
    const detail = await client.rpc.content.detail.query({ contentId });
    const dirty = `a${nul}b${half}`;
    const kept = 'ab\ufffd';

    await client.rpc.content.saveNote.mutate({ contentId, baseVersionId: detail.noteVersionId, note: `- [ ] ${dirty}` });
    expect((await client.rpc.content.detail.query({ contentId })).note).toBe(`- [ ] ${kept}`);
    const ticked = await client.rpc.content.setTask.mutate({ contentId, line: 0, words: dirty, done: true });
    expect(ticked.note).toBe(`- [x] ${kept}`);

    const { contentId: commented } = await client.rpc.link.comment.mutate({
      url: 'https://stored.example/',
      note: dirty,
      title: dirty,
      siteName: dirty,
      noteLanguage: 'en',
    });
    expect(await client.rpc.content.detail.query({ contentId: commented })).toMatchObject({
      note: kept,
      title: kept,
      siteName: kept,
    });

    const highlight = await client.rpc.highlights.create.mutate({
      id: randomUUID(),
      contentId,
      highlight_text: 'words',
      scope: 'note',
      section_id: null,
      content_key: 'note',
      colour: 'yellow',
      comment: dirty,
      anchors: { exact: 'words', prefix: '', suffix: '', start: 0, alone: true },
    });
    expect(highlight.comment).toBe(kept);
    const changed = await client.rpc.highlights.update.mutate({ highlightId: highlight.id, comment: `c${dirty}` });
    expect(changed.comment).toBe(`c${kept}`);
    expect((await client.rpc.highlights.list.query({ search: `wo${nul}rds` })).count).toBe(1);

    const { collection } = await client.rpc.share.createCollection.mutate({ name: dirty });
    expect(collection.name).toBe('a b\ufffd');
    const unknown = client.rpc.share.getCollectionDetails.query({ id: `no${nul}ne` });
    expect(await unknown.then(() => null, codeOf)).toBe('not_found');
    await client.rpc.account.saveModelKey.mutate({ provider: 'server', model: `m${nul}m`, value: `sk-${'a'.repeat(48)}` });
    expect((await client.rpc.account.modelKey.query()).model).toBe('mm');
    await client.rpc.account.removeModelKey.mutate();
    expect((await client.rpc.chat.find.query({ contentId, query: `heat${nul}` })).passages.length).toBeGreaterThan(0);
  });

  test('LIB-01 are refused in a page cursor', async () => {
    const client = world.client();
    await client.rpc.account.ensure.mutate();
    for (const at of [`2026-01-01 (${nul})`, '2026-01-01 (x)', 'yesterday']) {
      const cursor = Buffer.from(JSON.stringify([at, randomUUID()])).toString('base64url');
      expect(await client.rpc.user.videos.query({ cursor }).then(() => null, codeOf)).toBe('bad_request');
    }
  });

  test('CON-04 are removed from a correction and a speaker’s name', async () => {
    const texts = { title: 'Plain Fire', author: 'Valley Films', description: 'Fire.', spoilt: (text: string) => text };
    const { client, detail } = await video(texts);
    const { contentId, subtitlesArray } = detail;
    const line = { line: 0, startMs: subtitlesArray[0]?.startMs ?? 0, was: subtitlesArray[0]?.text ?? '' };
    let base = detail.transcriptVersion;
    const edits = [
      { type: 'text', ...line, text: `New${nul} words${half}` },
      { type: 'speaker', ...line, was: `New${nul} words${half}`, speaker: `Ada${nul}` },
      { type: 'rename', from: `A${nul}da`, to: `Bo${nul}${half}` },
    ] as const;
    for (const edit of edits) ({ version: base } = await client.rpc.content.editTranscript.mutate({ contentId, base, edit }));
    const now = await client.rpc.content.detail.query({ contentId });
    expect(now.subtitlesArray[0]).toMatchObject({ text: 'New words\ufffd', speaker: 'Bo\ufffd' });
  });
});
