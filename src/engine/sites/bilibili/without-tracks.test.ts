import { describe, expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { freshBilibili, track } from '../../../../tests/harness/sites/bilibili-source.ts';

const world = freshBilibili();

describe('without tracks', () => {
  const smallest = '/upgcxcode/BV17x411w7KC-30216.m4s';

  test('SUM-04 fetches the smallest sound from the site’s own server, with its referrer', async () => {
    const { url } = world.video({ description: '窑'.repeat(300) });
    let referer: string | undefined;
    world.replay.on(`https://upos-sz-mirrorcos.bilivideo.com${smallest}`, (request, response) => {
      referer = request.headers.referer;
      response.writeHead(403).end();
    });
    world.replay.on(`https://upos-sz-mirrorali.bilivideo.com${smallest}`, { body: Buffer.alloc(64, 1), type: 'video/mp4' });
    const { transcript } = await world.resolve(url, { heard: '陶窑的温度在夜里可以保持十一个小时。' });
    expect(transcript).toMatchObject({ timed: true, provenance: { origin: 'speech', track: 'test:recogniser' } });
    expect(transcript?.segments[0]?.text).toContain('十一个小时');
    expect(referer).toBe('https://www.bilibili.com/');
    expect(world.replay.requests.filter((path) => path.includes('bilivideo'))).toEqual([
      `upos-sz-mirrorcos.bilivideo.com${smallest}`,
      `upos-sz-mirrorali.bilivideo.com${smallest}`,
    ]);
  });

  test('SUM-04 names rejected tracks beside the transcript of the sound', async () => {
    const { url } = world.video({
      openTracks: [track('ai-zh', { file: '/bfs/ai_subtitle/prod/1' })],
      tracks: [track('zh-Hans')],
    });
    world.replay.on(`https://upos-sz-mirrorcos.bilivideo.com${smallest}`, { body: Buffer.alloc(64, 1) });
    const { transcript } = await world.resolve(url, { heard: '前两次试烧都失败了。' });
    expect(transcript?.provenance.rejected).toEqual([
      { track: 'automatic subtitles (ai-zh, ai-zh)', fault: 'other_video' },
      { track: 'subtitles for signed-in viewers', fault: 'unavailable' },
    ]);
  });

  test('SUM-04 requests no stream without a recogniser and says what is missing', async () => {
    const { url } = world.video();
    expect(await world.resolve(url)).toMatchObject({ transcript: null, problem: 'speech_not_configured' });
    const missing = new AppError('speech_model_missing', { params: { model: 'm', megabytes: 9 } });
    expect(await world.resolve(url, { heard: missing })).toMatchObject({ problem: 'speech_model_missing' });
    expect(world.site.seen.map(({ path }) => path)).not.toContain('/x/player/wbi/playurl');
  });

  test.each([
    ['internal', undefined],
    ['database_unavailable', undefined],
    ['cancelled', undefined],
    ['storage_failed', undefined],
    ['speech_unavailable', { afterMs: 90_000 }],
  ] as const)('SUM-04 ends with %s, which says nothing about the video', async (code, retry) => {
    const { url } = world.video({ description: '山谷里的人都来看火。'.repeat(30) });
    const heard = new AppError(code, retry ? { retry } : {});
    expect(await world.failure(url, { heard })).toMatchObject({ code, retry });
  });

  test('SUM-04 uses the description when the recogniser stays away', async () => {
    const { url } = world.video({ description: '山谷里的人都来看火。'.repeat(30) });
    const heard = new AppError('speech_unavailable', { retry: {} });
    expect(await world.resolve(url, { heard })).toMatchObject({
      transcript: { provenance: { origin: 'description' } },
      problem: 'speech_unavailable',
    });
  });

  test('SUM-02 uses the labelled description last, unless it is too short', async () => {
    const { url } = world.video({
      description: `本期讲述陶窑的温度怎样在夜里保持。\n${'山谷里的人都来看火。'.repeat(20)}\nhttps://b23.tv/x`,
    });
    const { transcript, problem } = await world.resolve(url, { heard: '' });
    expect(problem).toBe('video_no_words');
    expect(transcript).toMatchObject({ timed: false, provenance: { origin: 'description', track: 'description' } });
    expect(transcript?.segments).toHaveLength(2);
    world.video({ description: '感谢支持！' });
    expect(await world.resolve(url, { heard: '' })).toMatchObject({ transcript: null, problem: 'video_no_words' });
  });
});
