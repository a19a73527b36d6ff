/** From a link to the stored note, and every state without one; what users leave for the site, and where it never shows. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bvidOf } from '#engine/sites/bilibili/shared/link.ts';
import { readEveryRow } from '../harness/database/databases.ts';
import { codeOf, type TestClient } from '../harness/http/client.ts';
import { type FakeBilibili, type FakeVideo, spokenLines, startBilibili } from '../harness/sites/bilibili.ts';
import { waitFor } from '../harness/wait.ts';
import { settled, startWorld, submit, summarise, type World } from './setup.ts';

let world: World;
let site: FakeBilibili;
beforeAll(async () => {
  world = await startWorld({ env: { LOG_LEVEL: 'trace' } });
  site = startBilibili(world.internet);
});
afterAll(() => world.close());
beforeEach(() => site.refusals.clear());

let next = 1000;

/** A video of its own for each test. */
function video(more: Partial<FakeVideo> = {}) {
  const aid = next++;
  const bvid = bvidOf(aid) ?? '';
  world.internet.on(`https://i1.hdslb.com/bfs/archive/${bvid}.jpg`, { body: Buffer.from('ffd8ffe000104a464946', 'hex') });
  return site.add({ aid, bvid, title: `陶窑第${aid}夜`, seconds: 400, ...more });
}

const track = { lan: 'ai-zh', name: '中文（自动生成）', lines: spokenLines(400) };

async function signIn(client: TestClient, value = site.session): Promise<void> {
  await client.rpc.account.saveSiteSignIn.mutate({ site: 'bilibili', value });
}

describe('a video', () => {
  test('SUM-02 with tracks becomes a note whose lines lead to the second', async () => {
    const points = [
      { from: 0, to: 200, content: '选土' },
      { from: 200, to: 400, content: '烧制' },
    ];
    const { url, bvid, aid } = video({ openTracks: [{ ...track, lan: 'zh-Hans', name: '中文（简体）' }], points });
    const client = world.client();
    const detail = await summarise(client, `https://m.bilibili.com/video/av${aid}?spm=1`, 'zh');
    expect(detail).toMatchObject({
      status: 'completed',
      title: `陶窑第${aid}夜`,
      author: '山谷陶窑',
      siteName: 'Bilibili',
      kind: 'video',
      durationSeconds: 400,
      problem: null,
      provenance: { origin: 'human', track: 'uploaded subtitles (中文（简体）, zh-Hans)' },
    });
    expect(detail.note).toMatch(/\[\d+:\d\d\]/);
    expect(detail.note).toContain('选土');
    // The same video in another form is the same record.
    expect(await submit(client, `${url}?p=1&share_source=copy_web`)).toBe(detail.contentId);
    expect(world.internet.requests.filter((path) => path.endsWith('/view'))).not.toHaveLength(0);
    expect((await client.fetch(`/api/contents/${detail.contentId}/cover`)).status).toBe(200);
    expect(JSON.stringify(detail)).toContain(bvid);
    expect(site.badSignatures).toEqual([]);
  });

  test('SUM-02 a list of many parts is looked into further, and other lists of its user stay as they were', async () => {
    const videos = [5_000, 6_000].map((from) => {
      const parts = Array.from({ length: 150 }, (_, at) => ({ cid: from + at, title: `第${at + 1}夜`, seconds: 400 }));
      return video({ parts, seconds: 60_000 });
    });
    const client = world.client();
    const views = await Promise.all(videos.map(({ url }) => client.rpc.ingest.openListing.mutate({ url })));
    for (const view of views) expect(view).toMatchObject({ total: 150, listed: 100, complete: false, next: 100 });
    const page = (at: number, offset: number) =>
      client.rpc.ingest.listingPage.query({ listingId: views[at]?.listingId ?? '', offset });
    const links = (at: number, from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => `${videos[at]?.url}?p=${from + index + 1}`);
    const rest = await page(0, 100);
    expect(rest).toMatchObject({ listed: 150, complete: true, next: null });
    expect(rest.items.map(({ url }) => url)).toEqual(links(0, 100, 150));
    const other = await page(1, 0);
    expect(other).toMatchObject({ listed: 100, complete: false, next: 100 });
    expect(other.items.map(({ url }) => url)).toEqual(links(1, 0, 100));
  });

  test('SUM-02 two parts of one video are two records', async () => {
    const parts = [
      { cid: 901, title: '上', seconds: 400 },
      { cid: 902, title: '下', seconds: 400 },
    ];
    const { url } = video({ parts, seconds: 800, openTracks: [track] });
    const client = world.client();
    const [first, second] = [await summarise(client, `${url}?p=1`, 'zh'), await summarise(client, `${url}?p=2`, 'zh')];
    expect(first.contentId).not.toBe(second.contentId);
    expect([first.title, second.title]).toEqual([expect.stringMatching(/P1 上$/), expect.stringMatching(/P2 下$/)]);
  });

  test.each([
    [62002, 'video_unavailable'],
    [-10403, 'video_region_blocked'],
  ])('SUM-02 code %i ends as %s', async (code, expected) => {
    const { url } = video();
    site.refusals.set('/x/web-interface/view', { code });
    expect(await summarise(world.client(), url)).toMatchObject({ status: 'failed', problem: { code: expected }, note: null });
  });

  test('SUM-02 one for paying viewers keeps its record', async () => {
    const { url, title } = video({ paid: true, tracks: [track] });
    expect(await summarise(world.client(), url)).toMatchObject({
      status: 'failed',
      title,
      problem: { code: 'video_members_only' },
    });
  });

  test('SUM-02 waits after a refusal for too many requests, and then becomes a note', async () => {
    const { url } = video({ openTracks: [track] });
    site.refusals.set('/x/player/wbi/v2', { status: 429, headers: { 'retry-after': '2' } });
    const client = world.client();
    const contentId = await submit(client, url, 'zh');
    const waiting = await waitFor('the wait', async () => {
      const { run } = await client.rpc.content.detail.query({ contentId });
      return run && JSON.stringify(run).includes('waiting_site') ? run : undefined;
    });
    site.refusals.clear();
    const until = Date.parse(/"until":"([^"]+)"/.exec(JSON.stringify(waiting))?.[1] ?? '');
    expect(until - Date.now()).toBeLessThan(60_000);
    expect(await settled(client, contentId)).toMatchObject({ status: 'completed', problem: null });
  });
});

describe('with and without a sign-in', () => {
  test('SUM-02 says what to do without a session; with one, the same link becomes a note', async () => {
    const { url, title } = video({ tracks: [track] });
    const client = world.client();
    const before = await summarise(client, url, 'zh');
    expect(before).toMatchObject({ status: 'failed', title, problem: { code: 'site_login_needed' }, note: null });
    await signIn(client);
    await client.rpc.content.summarizeAgain.mutate({ contentId: before.contentId, noteLanguage: 'zh' });
    const after = await settled(client, before.contentId);
    expect(after).toMatchObject({ status: 'completed', problem: null, provenance: { origin: 'automatic' } });
  });

  test('SUM-02 reports an invalid session', async () => {
    const { url } = video({ tracks: [track] });
    const client = world.client();
    await signIn(client, 'ffffffff%2C1700000000%2Cabcde*91');
    expect(await summarise(client, url)).toMatchObject({ status: 'failed', problem: { code: 'credential_invalid' } });
  });

  test('ACC-02 uses neither another user’s session nor a removed one', async () => {
    const { url } = video({ tracks: [track] });
    const [owner, other] = [world.client(), world.client()];
    await signIn(owner);
    const asked = site.seen.length;
    expect(await summarise(other, url)).toMatchObject({ problem: { code: 'site_login_needed' } });
    await owner.rpc.account.removeSiteSignIn.mutate({ site: 'bilibili' });
    expect(await summarise(owner, url)).toMatchObject({ problem: { code: 'site_login_needed' } });
    expect(site.seen.slice(asked).filter(({ cookie }) => cookie !== undefined)).toEqual([]);
  });

  test('ACC-02 sends no session for videos that are not public', async () => {
    const client = world.client();
    await signIn(client);
    const asked = site.seen.length;
    const { url } = video({ paid: true, tracks: [track] });
    await summarise(client, url);
    site.refusals.set('/x/web-interface/view', { code: 62012 });
    await summarise(client, video({ tracks: [track] }).url);
    expect(site.seen.slice(asked).filter(({ cookie }) => cookie !== undefined)).toEqual([]);
  });
});

describe('a stored session', () => {
  test('is reported, replaced and removed, and never returned', async () => {
    const client = world.client();
    await client.rpc.account.ensure.mutate();
    expect(await client.rpc.account.siteSignIns.query()).toEqual({
      signIns: [{ site: 'bilibili', state: 'none', savedAt: null, expiresAt: null }],
    });
    const cookies = `buvid3=AAAA; SESSDATA=${site.session}; bili_jct=0123456789abcdef`;
    const saved = await client.rpc.account.saveSiteSignIn.mutate({ site: 'bilibili', value: cookies });
    expect(saved.signIns).toMatchObject([{ state: 'saved', expiresAt: '2026-09-21T14:13:20.000Z' }]);
    const refused = await client.rpc.account.saveSiteSignIn
      .mutate({ site: 'bilibili', value: 'bili_jct=0123456789abcdef0123456789abcdef' })
      .catch((error: unknown) => error);
    expect(codeOf(refused)).toBe('bad_request');
    const other = world.client();
    await other.rpc.account.ensure.mutate();
    expect((await other.rpc.account.siteSignIns.query()).signIns).toMatchObject([{ state: 'none' }]);
    await other.rpc.account.removeSiteSignIn.mutate({ site: 'bilibili' });
    expect((await client.rpc.account.siteSignIns.query()).signIns).toMatchObject([{ state: 'saved' }]);
    expect((await client.rpc.account.removeSiteSignIn.mutate({ site: 'bilibili' })).signIns).toMatchObject([{ state: 'none' }]);
  });

  test('appears in no log line, answer, error, row or file', async () => {
    const canary = 'canary7f3a9c%2C1990000000%2Ctweet*51';
    const parts = ['canary7f3a9c', 'tweet*51', 'secret-csrf-canary'];
    site.session = canary;
    const client = world.client();
    const answers: string[] = [];
    const call = async (path: string, input?: unknown) => {
      const response = await client.fetch(`/api/trpc/${path}`, {
        ...(input === undefined ? {} : { method: 'POST', body: JSON.stringify(input) }),
        headers: { 'x-gleaner': '1', 'content-type': 'application/json' },
      });
      answers.push(await response.text(), JSON.stringify([...response.headers]));
    };
    await call('account.saveSiteSignIn', { site: 'bilibili', value: `SESSDATA=${canary}; bili_jct=secret-csrf-canary` });
    // Refused in every way the input can be.
    await call('account.saveSiteSignIn', { site: 'nosuch', value: canary });
    await call('account.saveSiteSignIn', { site: 'bilibili', value: canary.repeat(300) });
    await call('account.saveSiteSignIn', { site: 'bilibili', value: `${canary} with words` });
    await call('account.saveSiteSignIn', { site: 'bilibili', value: [canary], [canary]: 1 });
    await call(`account.siteSignIns?input=${encodeURIComponent(JSON.stringify(canary))}`);
    await call('account.siteSignIns');

    const { url } = video({ tracks: [track] });
    const detail = await summarise(client, url, 'zh');
    expect(detail.status).toBe('completed');
    expect(site.seen.some(({ cookie }) => cookie === `SESSDATA=${canary}`)).toBe(true);
    // Failures while the session is in use.
    for (const refusal of [{ body: '<html>' }, { code: -101 }]) {
      site.refusals.set('/x/player/wbi/v2', refusal);
      answers.push(JSON.stringify(await summarise(client, video({ tracks: [track] }).url)));
    }
    answers.push(JSON.stringify(detail), await (await client.fetch(`/content/${detail.contentId}`)).text());

    const dump = await readEveryRow(world.database);
    expect(dump).toContain('site_credentials');
    const files = readdirSync(world.server.dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
    const sinks = { log: world.server.output(), answers: answers.join('\n'), dump, files: files.join('\n') };
    expect(sinks.log).toContain('account.saveSiteSignIn');
    for (const [name, text] of Object.entries(sinks)) {
      for (const part of parts) {
        expect(text.includes(part), `${part} in ${name}`).toBe(false);
        expect(text.includes(Buffer.from(part).toString('base64').replace(/=+$/, '')), `${part} in base64 in ${name}`).toBe(
          false,
        );
      }
    }
  });
});
