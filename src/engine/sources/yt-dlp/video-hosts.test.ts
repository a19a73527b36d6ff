import { expect, test } from 'vitest';
import { readVideoHost, videoHosts } from './video-hosts.ts';

/** For each host: paths by kind, and paths that match none. */
const paths: Record<string, { name: string; video?: string[]; list?: string[]; maybe?: string[]; none?: string[] }> = {
  'vimeo.com': {
    name: 'Vimeo',
    video: [
      '/76979871',
      '/76979871/a1b2',
      '/video/12',
      '/event/12',
      '/channels/ada/12',
      '/groups/ada/videos/12',
      '/ondemand/ada/12',
      '/showcase/12/video/34',
      '/album/12/video/34',
    ],
    list: ['/channels/ada', '/groups/ada/', '/showcase/12', '/album/12', '/user12', '/ada-brook/videos', '/ada/videos/'],
    none: [
      '/',
      '/blog/post/1',
      '/12x',
      '/video/x',
      '/event/x',
      '/a/12',
      '/user',
      '/ada',
      '/channels/ada/about',
      '/ada/videos/x',
      '/x/video/12',
    ],
  },
  'player.vimeo.com': { name: 'Vimeo', video: ['/video/76979871?h=1'] },
  'ted.com': {
    name: 'TED',
    video: ['/talks/a_walk', '/embed/a_walk', '/dubbing/-a'],
    list: ['/playlists/12', '/series/a'],
    none: ['/talks', '/talks/', '/talks/?q', '/about', '/about/talks/x', '/about/series/x'],
  },
  'x.com': {
    name: 'X',
    video: ['/i/spaces/1', '/i/broadcasts/1', '/ada/status/12/video/1'],
    maybe: ['/ada/status/12', '/ada/statuses/12'],
    none: ['/ada', '/ada/status/x', '/a/i/spaces/1x', '/spaces/1'],
  },
  'mobile.twitter.com': {
    name: 'X',
    video: ['/i/spaces/1', '/ada/status/12/video/1'],
    maybe: ['/ada/statuses/12', '/ada/status/12', '/a/b/status/12/video/1'],
    none: ['/ada', '/ada/status/x/video/1'],
  },
  'tiktok.com': {
    name: 'TikTok',
    video: ['/@ada/video/7', '/@/video/7', '/embed/7', '/t/a', '/ZMabcde', '/ZMabcdefg/'],
    list: ['/@ada', '/@ada/'],
    none: ['/', '/t/', '/ZMabcd', '/ZMab-defg', '/@ada/video/x', '/@ada/about', '/foryou/x', '/x/embed/7'],
  },
  'vm.tiktok.com': { name: 'TikTok', video: ['/ZMabcdefg/'] },
  'douyin.com': {
    name: '抖音',
    video: ['/video/7', '/iRab_-', '/iRabcde/'],
    none: ['/', '/video/x', '/iRabc', '/user/abcdefg', '/x/video/7'],
  },
  'iesdouyin.com': { name: '抖音', video: ['/share/video/7'], none: ['/share/video/x', '/share/user/7', '/a/share/video/7'] },
  'dailymotion.com': {
    name: 'Dailymotion',
    video: ['/video/x8abc', '/embed/video/x8abc'],
    list: ['/playlist/x'],
    none: ['/video/', '/ada', '/a/video/x8', '/a/playlist/x'],
  },
  'dai.ly': { name: 'Dailymotion', video: ['/x8abc'] },
  'twitch.tv': {
    name: 'Twitch',
    video: ['/videos/12', '/video/12', '/ada/v/12', '/ada/video/12', '/ada/clip/Some'],
    list: ['/ada/videos', '/ada/clips'],
    none: ['/ada', '/videos/x', '/ada/v/x', '/a/ada/clip/x', '/a/b/videos'],
  },
  'clips.twitch.tv': { name: 'Twitch', video: ['/Some'] },
  'facebook.com': {
    name: 'Facebook',
    video: ['/watch/?v=1', '/watch', '/reel/1', '/share/r/a', '/share/v/a', '/ada/videos/1', '/video.php?v=1'],
    maybe: ['/ada/posts/1', '/ada/permalink/1', '/story.php?id=1'],
    none: ['/ada', '/watching', '/share/p/a', '/a/reel/1', '/a/story.php', '/a/b/videos/1', '/videoxphp', '/storyxphp'],
  },
  'fb.watch': { name: 'Facebook', video: ['/a'] },
  'instagram.com': {
    name: 'Instagram',
    video: ['/reel/Cabc/', '/reels/Cabc', '/tv/Cabc', '/ada/reel/Cabc'],
    maybe: ['/p/Cabc/', '/ada/p/Cabc'],
    none: ['/ada', '/reel/', '/p/', '/a/b/reel/C', '/a/b/p/C'],
  },
  'threads.com': { name: 'Threads', maybe: ['/@ada/post/C'], none: ['/@ada', '/@ada/post/'] },
  'reddit.com': { name: 'Reddit', maybe: ['/r/kilns/comments/1a/walk'], none: ['/r/kilns/', '/r/kilns/comments/'] },
  'v.redd.it': { name: 'Reddit', video: ['/a'] },
  'soundcloud.com': {
    name: 'SoundCloud',
    video: ['/ada/walk', '/ada-b/walk', '/ada/walk/s-abc', '/ada/tracksuit', '/ada/albumsong', '/ada/likeness'],
    list: ['/ada/sets/walks', '/ada/sets/walks/', '/ada/tracks', '/ada/tracks/'],
    none: [
      '/ada',
      '/discover/x',
      '/search/x',
      '/you/likes',
      '/stream/x',
      '/ada/albums',
      '/ada/likes/',
      '/ada/reposts',
      '/ada/popular-tracks',
      '/ada/sets/',
      '/ada/sets/a/b',
    ],
  },
  'on.soundcloud.com': { name: 'SoundCloud', video: ['/a'] },
  'mixcloud.com': { name: 'Mixcloud', video: ['/ada/walk', '/ada/walk/'], none: ['/ada', '/ada/walk/x'] },
  'ada.bandcamp.com': {
    name: 'Bandcamp',
    video: ['/track/walk'],
    list: ['/album/walks'],
    none: ['/', '/a/track/walk', '/a/album/walks'],
  },
  'rumble.com': {
    name: 'Rumble',
    video: ['/v1abc-walk.html', '/embed/v1'],
    list: ['/c/ada', '/user/ada'],
    none: ['/v-walk', '/v1abc', '/x/embed/1', '/c/', '/user/', '/a/c/ada', '/x/v1abc-walk'],
  },
  'odysee.com': {
    name: 'Odysee',
    video: ['/@ada:1/walk:2', '/$/embed/walk', '/walk:2'],
    list: ['/@ada:1', '/@ada:1/'],
    none: ['/', '/walk', '/walk:', '/@ada:1/walk', '/$/discover', '/@a/b/c'],
  },
  'bitchute.com': { name: 'BitChute', video: ['/video/a', '/embed/a'], none: ['/video/', '/channel/a', '/x/video/a'] },
  'nicovideo.jp': {
    name: 'ニコニコ動画',
    video: ['/watch/sm9'],
    list: ['/user/1/mylist/12', '/series/12'],
    none: ['/watch/', '/series/x', '/x/watch/sm9'],
  },
  'nico.ms': { name: 'ニコニコ動画', video: ['/sm9'] },
  'streamable.com': {
    name: 'Streamable',
    video: ['/abcd', '/e/abcd', '/o/abcd', '/s/abcde'],
    none: ['/abc', '/x/abcd', '/abcd/x', '/e/abc'],
  },
  'loom.com': { name: 'Loom', video: ['/share/a', '/embed/a'], none: ['/share/', '/pricing', '/a/share/b'] },
  'ada.wistia.com': { name: 'Wistia', video: ['/medias/a', '/embed/iframe/a'], none: ['/medias/', '/projects/a'] },
  'fast.wistia.net': { name: 'Wistia', video: ['/embed/medias/a', '/embed/iframe/a'], none: ['/embed/iframe/', '/a'] },
  'vk.com': {
    name: 'VK',
    video: ['/video-1_2', '/video12_34', '/clip-1_2'],
    none: ['/video', '/video-1', '/videos1_2', '/a/video1_2', '/wall-1_2'],
  },
  'vkvideo.ru': { name: 'VK', video: ['/video-1_2', '/clip12_34'], none: ['/video-_2', '/video1_', '/a/clip1_2'] },
  'rutube.ru': {
    name: 'RUTUBE',
    video: ['/video/a', '/shorts/a', '/play/embed/a'],
    none: ['/video/', '/channel/1', '/a/video/b'],
  },
  'ok.ru': { name: 'OK', video: ['/video/1', '/live/1', '/videoembed/1'], none: ['/video/x', '/profile/1', '/a/video/1'] },
  'khanacademy.org': { name: 'Khan Academy', video: ['/math/x/v/a-walk'], none: ['/math/x/e/a', '/math/v/'] },
  'arte.tv': { name: 'ARTE', video: ['/fr/videos/1-A/walk'], none: ['/fr/videos/', '/fr/videos/RC-1'] },
  'linkedin.com': {
    name: 'LinkedIn',
    maybe: ['/posts/ada', '/feed/update/urn'],
    none: ['/in/ada', '/a/posts/x', '/a/feed/update/x'],
  },
  'weibo.com': {
    name: '微博',
    video: ['/tv/show/1034:1'],
    maybe: ['/12/Nabcde'],
    none: ['/12/Nabcd', '/u/12', '/a/tv/show/1', '/x12/Nabcde', '/x/12/Nabcde'],
  },
  'video.weibo.com': { name: '微博', video: ['/show?fid=1'], none: ['/showing', '/a/show'] },
  'm.weibo.cn': { name: '微博', maybe: ['/status/1', '/detail/1'], none: ['/u/1', '/status/', '/a/status/1'] },
  'xiaohongshu.com': {
    name: '小红书',
    maybe: ['/explore/a', '/discovery/item/a'],
    none: ['/explore/', '/user/a', '/a/explore/b'],
  },
  'ixigua.com': {
    name: '西瓜视频',
    video: ['/1234567890', '/i1234567890'],
    none: ['/123456789', '/x1234567890', '/a/1234567890'],
  },
  'acfun.cn': { name: 'AcFun', video: ['/v/ac1', '/bangumi/aa1'], none: ['/v/acx', '/a/ac1', '/x/v/ac1'] },
  'v.qq.com': { name: '腾讯视频', video: ['/x/cover/a/b.html', '/x/page/a.html'], none: ['/x/search/a', '/a/x/page/1'] },
  'iqiyi.com': {
    name: '爱奇艺',
    video: ['/v_1a.html', '/w_1a.html'],
    none: ['/x_1a.html', '/v_.html', '/v_1axhtml', '/a/v_1a.html'],
  },
  'youku.com': { name: '优酷', video: ['/v_show/id_1.html', '/video?vid=1'], none: ['/show/1', '/a/video'] },
  'mgtv.com': { name: '芒果TV', video: ['/b/1/2.html', '/v/1'], none: ['/c/1', '/a/b/1'] },
  'tv.sohu.com': { name: '搜狐视频', maybe: ['/v/1.html'], none: ['/a/1', '/a/v/1'] },
  'zhihu.com': { name: '知乎', video: ['/zvideo/12'], none: ['/zvideo/x', '/question/12', '/a/zvideo/12'] },
};

const kindOf = (address: string) => {
  const found = readVideoHost(new URL(address));
  return found && `${found.host.name} ${found.kind}`;
};

test.each(Object.entries(paths))('SUM-02 paths of %s are told apart', (host, { name, ...kinds }) => {
  const expected = Object.entries(kinds).flatMap(([kind, those]) =>
    those.map((path) => [path, kind === 'none' ? null : `${name} ${kind}`]),
  );
  const found = expected.map(([path]) => [path, kindOf(`https://${host}${path}`)]);
  expect(found).toEqual(expected);
});

test('hosts are known by their domain and whatever lies under it, however it is written', () => {
  for (const host of ['vimeo.com', 'VIMEO.com', 'www.vimeo.com', 'vimeo.com.', 'a.b.vimeo.com'])
    expect(kindOf(`https://${host}/12`)).toBe('Vimeo video');
  for (const host of ['notvimeo.com', 'vimeo.com.example', 'www.youtube.com', 'www.bilibili.com'])
    expect(kindOf(`https://${host}/12`)).toBeNull();
  // The longest matching domain wins.
  expect(kindOf('https://on.soundcloud.com/discover/x')).toBe('SoundCloud video');
  expect(kindOf('https://video.weibo.com/tv/show/1')).toBeNull();
});

test('each site has a domain of its own and an example here', () => {
  const domains = videoHosts.map(({ domain }) => domain);
  expect(new Set(domains).size).toBe(domains.length);
  expect(domains.filter((domain) => !Object.keys(paths).some((host) => host === domain || host.endsWith(`.${domain}`)))).toEqual(
    [],
  );
});
