/** YouTube from link to stored note, and every state in which there is none. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf } from '../harness/sites/replay.ts';
import { captchaPage, type FakeVideo, json3, noBody, playerResponse, refusals, watchPage } from '../harness/sites/youtube.ts';
import { waitFor } from '../harness/wait.ts';
import { settled, startWorld, submit, summarise, type World } from './setup.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ env: { YTDLP_PATH: '/nowhere/yt-dlp' } });
  // Players that are not told otherwise take us for a robot.
  world.internet.on('https://www.youtube.com/youtubei/v1/player', (request, response) => {
    void bodyOf(request).then((body) => {
      const { videoId } = JSON.parse(body) as { videoId: string };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(playerResponse({ id: videoId, status: refusals.bot })));
    });
  });
});
afterAll(() => world.close());

const facts = [
  'the kiln keeps its heat',
  'three teams measured the river',
  'the first bricks were wet',
  'every school teaches the fire',
  'ash gives the glaze its green',
  'the chimney dries the clay',
];
/** Sentences that say different things: a text that repeats itself would rightly not be trusted. */
const english = Array.from({ length: 36 }, (_, index) => ({
  startMs: index * 10_000,
  endMs: index * 10_000 + 9000,
  text: `Part ${index + 1}: ${facts[index % facts.length]} for ${index + 11} hours, so ${index + 3} potters from village ${index * 7} come back in ${1900 + index} to look at house ${index + 50}.`,
}));
const chinese = english.map((cue, index) => ({
  ...cue,
  text: `在影片的第${index + 1}部分，陶工说窑的热度可以保持${index + 11}个小时，并且演示了${index + 2}次给学生们看。`,
}));

let serial = 0;
function newVideo(over: Partial<FakeVideo> = {}): FakeVideo & { url: string } {
  const id = `intYt${String(++serial).padStart(6, '0')}`;
  return {
    id,
    url: `https://www.youtube.com/watch?v=${id}`,
    title: `Fire and Ash ${serial}`,
    seconds: 365,
    description: 'How a village built its oven.',
    tracks: [{ language: 'en', name: 'English' }],
    ...over,
  };
}

function onVideo(video: FakeVideo, captions: Record<string, typeof english> = { en: english }): void {
  world.internet.on(`https://www.youtube.com/watch?v=${video.id}`, watchPage(video));
  world.internet.on(`https://i.ytimg.com/vi/${video.id}/maxresdefault.jpg`, {
    body: Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]),
    type: 'image/jpeg',
  });
  for (const [language, cues] of Object.entries(captions))
    world.internet.on(`https://www.youtube.com/api/timedtext?v=${video.id}&lang=${language}`, json3(cues));
}

test('SUM-02 CON-01 a video becomes a note with times, chapters, cover, script and player', async () => {
  const video = newVideo({
    chapters: [
      { title: 'Heat', startMs: 0 },
      { title: 'Clay', startMs: 180_000 },
    ],
  });
  onVideo(video);
  const client = world.client();
  const detail = await summarise(client, `https://youtu.be/${video.id}?t=30&si=abc`);
  expect(detail).toMatchObject({
    status: 'completed',
    problem: null,
    kind: 'video',
    embed: { player: 'youtube', id: video.id },
    chapters: video.chapters,
    title: video.title,
    author: 'Valley Films',
    siteName: 'YouTube',
    sourceUrl: video.url,
    timed: true,
    provenance: { origin: 'human', track: 'English' },
  });
  expect(detail.note).toMatch(/Heat/);
  expect(detail.note).toMatch(/\b0[0-5]:\d\d\b/);
  expect(facts.some((fact) => detail.note?.includes(fact))).toBe(true);
});

test('SUM-09 all forms of a link are one video: fetched once, with a note for each user', async () => {
  const video = newVideo();
  onVideo(video);
  const asked = () => world.internet.requests.filter((path) => path === 'www.youtube.com/api/timedtext').length;
  const before = asked();
  const first = await summarise(world.client(), `https://m.youtube.com/watch?v=${video.id}&list=PLabcdefghijk123`);
  const second = await summarise(world.client(), `https://www.youtube.com/shorts/${video.id}`);
  expect(second.contentId).not.toBe(first.contentId);
  expect(second.note).toBe(first.note);
  expect(asked() - before).toBe(1);
});

test('SUM-02 captions are in each user’s language where the creator offers it', async () => {
  const video = newVideo({
    tracks: [
      { language: 'en', name: 'English' },
      { language: 'zh-Hans', name: 'Chinese (Simplified)' },
    ],
  });
  onVideo(video, { en: english, 'zh-Hans': chinese });
  const zh = await summarise(world.client(), video.url, 'zh');
  expect(zh).toMatchObject({ language: 'zh-Hans', provenance: { track: 'Chinese (Simplified)' } });
  const en = await summarise(world.client(), video.url, 'en');
  expect(en).toMatchObject({ language: 'en', provenance: { track: 'English' } });
});

describe('videos without a note', () => {
  test.each([
    ['private', { title: undefined, status: refusals.private }, 'video_private'],
    ['deleted', { title: undefined, status: refusals.deleted }, 'video_unavailable'],
    ['age-restricted', { status: refusals.age }, 'video_age_restricted'],
    ['closed to a region', { status: refusals.region }, 'video_region_blocked'],
    ['for members', { status: refusals.members }, 'video_members_only'],
    ['coming', { status: refusals.upcoming, details: { isUpcoming: true } }, 'video_live'],
    ['live', { details: { isLive: true } }, 'video_live'],
    ['without captions', { tracks: [] }, 'ytdlp_missing'],
    ['with captions behind a proof', { tracks: [{ language: 'en', name: 'English', gated: true }] }, 'ytdlp_missing'],
  ] as [string, Partial<FakeVideo>, string][])('SUM-07 %s', async (_name, over, code) => {
    const video = newVideo(over);
    onVideo(video, {});
    const detail = await summarise(world.client(), video.url);
    expect(detail).toMatchObject({ status: 'failed', problem: { code }, note: null });
    if (over.title === undefined && 'title' in over) return;
    expect(detail).toMatchObject({ title: video.title, siteName: 'YouTube' });
  });

  test('SUM-07 report empty caption bodies', async () => {
    const video = newVideo();
    onVideo(video, {});
    world.internet.on(`https://www.youtube.com/api/timedtext?v=${video.id}`, noBody);
    expect(await summarise(world.client(), video.url)).toMatchObject({ status: 'failed', problem: { code: 'ytdlp_missing' } });
  });
});

test('SUM-02 a note rests on the labelled description without captions and sound', async () => {
  const description = `${facts.map((fact) => `In this film ${fact}, and old people of the valley remember it well.`).join('\n\n')}\nhttps://example.com/shop`;
  const video = newVideo({ tracks: [], description });
  onVideo(video, {});
  const detail = await summarise(world.client(), video.url);
  expect(detail).toMatchObject({ status: 'completed', timed: false, provenance: { origin: 'description' } });
  expect(detail.note).not.toMatch(/\[\d\d:\d\d\]/);
});

describe('a site that asks to wait', () => {
  test('SUM-08 delays the run as long as it asks, and then has its note', async () => {
    const video = newVideo();
    onVideo(video, {});
    let asked = 0;
    world.internet.on(`https://www.youtube.com/api/timedtext?v=${video.id}`, (_request, response) => {
      asked++;
      if (asked === 1) return void response.writeHead(429, { 'retry-after': '1' }).end();
      response.end(json3(english).body);
    });
    const detail = await summarise(world.client(), video.url);
    expect(detail).toMatchObject({ status: 'completed', provenance: { track: 'English' } });
    expect(asked).toBe(2);
  });

  test.each([
    ['a riddle', captchaPage],
    ['a bot check', null],
  ] as const)('SUM-08 %s puts the run off, and it can be cancelled while it waits', async (_name, page) => {
    const video = newVideo({ title: undefined, status: refusals.bot } as Partial<FakeVideo>);
    world.internet.on(`https://www.youtube.com/watch?v=${video.id}`, page ?? watchPage(video));
    const client = world.client();
    const contentId = await submit(client, video.url);
    const detail = await waitFor('the run waits', async () => {
      const now = await client.rpc.content.detail.query({ contentId });
      return now.run && /^waiting_(?:provider|site)$/.test(now.run.code) ? now : undefined;
    });
    expect(detail.status).toBe('processing');
    await client.rpc.content.cancel.mutate({ contentId });
    expect((await settled(client, contentId)).status).toBe('cancelled');
  });
});
