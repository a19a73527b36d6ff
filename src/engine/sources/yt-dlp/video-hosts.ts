/** Sites that are read through yt-dlp; those with code of their own are in `sites`. */

export type VideoHost = {
  domain: string;
  name: string;
  video: RegExp;
  /** Posts with a video or only text: the page is read where yt-dlp finds no video. */
  maybe?: RegExp;
  list?: RegExp;
};

const any = /^\/./;

export const videoHosts: readonly VideoHost[] = [
  {
    domain: 'vimeo.com',
    name: 'Vimeo',
    video: /^\/(?:\d+|video\/\d+|event\/\d+|(?:channels|groups|showcase|album|ondemand)\/[^/]+\/(?:videos?\/)?\d+)\b/,
    list: /^\/(?:(?:channels|groups|showcase|album)\/[^/]+|user\d+|[\w-]+\/videos)\/?$/,
  },
  { domain: 'ted.com', name: 'TED', video: /^\/(?:talks|embed|dubbing)\/[\w-]/, list: /^\/(?:playlists|series)\// },
  {
    domain: 'x.com',
    name: 'X',
    video: /^\/(?:i\/(?:spaces|broadcasts)\/|[^/]+\/status\/\d+\/video\/)/,
    maybe: /\/status(?:es)?\/\d+/,
  },
  {
    domain: 'twitter.com',
    name: 'X',
    video: /^\/(?:i\/(?:spaces|broadcasts)\/|[^/]+\/status\/\d+\/video\/)/,
    maybe: /\/status(?:es)?\/\d+/,
  },
  {
    domain: 'tiktok.com',
    name: 'TikTok',
    video: /^\/(?:@[^/]*\/video\/\d+|embed\/|t\/\w|[A-Za-z0-9]{7,}\/?$)/,
    list: /^\/@[^/]+\/?$/,
  },
  { domain: 'douyin.com', name: '抖音', video: /^\/(?:video\/\d+|[A-Za-z0-9_-]{6,}\/?$)/ },
  { domain: 'iesdouyin.com', name: '抖音', video: /^\/share\/video\/\d+/ },
  { domain: 'dailymotion.com', name: 'Dailymotion', video: /^\/(?:embed\/)?video\/\w/, list: /^\/playlist\// },
  { domain: 'dai.ly', name: 'Dailymotion', video: any },
  {
    domain: 'twitch.tv',
    name: 'Twitch',
    video: /^\/(?:videos?\/\d+|\w+\/(?:v|video)\/\d+|\w+\/clip\/)/,
    list: /^\/\w+\/(?:videos|clips)/,
  },
  { domain: 'clips.twitch.tv', name: 'Twitch', video: any },
  {
    domain: 'facebook.com',
    name: 'Facebook',
    video: /^\/(?:watch\b|reel\/|share\/[vr]\/|[^/]+\/videos\/|video\.php)/,
    maybe: /\/posts\/|\/permalink|^\/story\.php/,
  },
  { domain: 'fb.watch', name: 'Facebook', video: any },
  { domain: 'instagram.com', name: 'Instagram', video: /^\/(?:[^/]+\/)?(?:reels?|tv)\/\w/, maybe: /^\/(?:[^/]+\/)?p\/\w/ },
  { domain: 'threads.com', name: 'Threads', video: /^$/, maybe: /\/post\/\w/ },
  { domain: 'reddit.com', name: 'Reddit', video: /^$/, maybe: /\/comments\/\w/ },
  { domain: 'v.redd.it', name: 'Reddit', video: any },
  {
    domain: 'soundcloud.com',
    name: 'SoundCloud',
    video:
      /^\/(?!discover|search|you\/|stream)[\w-]+\/(?!sets\/|tracks\/?$|albums\/?$|likes\/?$|reposts\/?$|popular-tracks)[\w-]+/,
    list: /^\/[\w-]+\/(?:sets\/[\w-]+|tracks)\/?$/,
  },
  { domain: 'on.soundcloud.com', name: 'SoundCloud', video: any },
  { domain: 'mixcloud.com', name: 'Mixcloud', video: /^\/[^/]+\/[^/]+\/?$/ },
  { domain: 'bandcamp.com', name: 'Bandcamp', video: /^\/track\//, list: /^\/album\// },
  { domain: 'rumble.com', name: 'Rumble', video: /^\/(?:v\w+-|embed\/)/, list: /^\/(?:c|user)\/\w/ },
  { domain: 'odysee.com', name: 'Odysee', video: /^\/(?:@[^/]+\/[^/]+:\w|\$\/embed\/|[^/@$]+:\w)/, list: /^\/@[^/]+\/?$/ },
  { domain: 'bitchute.com', name: 'BitChute', video: /^\/(?:video|embed)\/\w/ },
  { domain: 'nicovideo.jp', name: 'ニコニコ動画', video: /^\/watch\/\w/, list: /\/(?:mylist|series)\/\d+/ },
  { domain: 'nico.ms', name: 'ニコニコ動画', video: any },
  { domain: 'streamable.com', name: 'Streamable', video: /^\/(?:[eos]\/)?\w{4,}$/ },
  { domain: 'loom.com', name: 'Loom', video: /^\/(?:share|embed)\/\w/ },
  { domain: 'wistia.com', name: 'Wistia', video: /\/(?:medias|iframe)\/\w/ },
  { domain: 'wistia.net', name: 'Wistia', video: /\/(?:medias|iframe)\/\w/ },
  { domain: 'vk.com', name: 'VK', video: /^\/(?:video|clip)-?\d+_\d+/ },
  { domain: 'vkvideo.ru', name: 'VK', video: /^\/(?:video|clip)-?\d+_\d+/ },
  { domain: 'rutube.ru', name: 'RUTUBE', video: /^\/(?:video|shorts|play\/embed)\/\w/ },
  { domain: 'ok.ru', name: 'OK', video: /^\/(?:video|live|videoembed)\/\d+/ },
  { domain: 'khanacademy.org', name: 'Khan Academy', video: /\/v\/[\w-]+/ },
  { domain: 'arte.tv', name: 'ARTE', video: /\/videos\/\d/ },
  { domain: 'linkedin.com', name: 'LinkedIn', video: /^$/, maybe: /^\/(?:posts|feed\/update)\// },
  { domain: 'weibo.com', name: '微博', video: /^\/tv\/show\//, maybe: /^\/\d+\/\w{6,}/ },
  { domain: 'video.weibo.com', name: '微博', video: /^\/show\b/ },
  { domain: 'm.weibo.cn', name: '微博', video: /^$/, maybe: /^\/(?:status|detail)\/\w/ },
  { domain: 'xiaohongshu.com', name: '小红书', video: /^$/, maybe: /^\/(?:explore|discovery\/item)\/\w/ },
  { domain: 'ixigua.com', name: '西瓜视频', video: /^\/(?:i)?\d{10,}/ },
  { domain: 'acfun.cn', name: 'AcFun', video: /^\/(?:v\/ac|bangumi\/aa)\d+/ },
  { domain: 'v.qq.com', name: '腾讯视频', video: /^\/x\/(?:cover|page)\// },
  { domain: 'iqiyi.com', name: '爱奇艺', video: /^\/[vw]_\w+\.html/ },
  { domain: 'youku.com', name: '优酷', video: /^\/(?:v_show|video)/ },
  { domain: 'mgtv.com', name: '芒果TV', video: /^\/[bv]\// },
  { domain: 'sohu.com', name: '搜狐视频', video: /^$/, maybe: /^\/v\// },
  { domain: 'zhihu.com', name: '知乎', video: /^\/zvideo\/\d+/ },
];

export function readVideoHost(url: URL): { host: VideoHost; kind: 'video' | 'maybe' | 'list' } | null {
  const name = url.hostname.toLowerCase().replace(/\.$/, '');
  const fitting = videoHosts.filter(({ domain }) => name === domain || name.endsWith(`.${domain}`));
  // The longest domain is the most specific.
  const [host] = fitting.toSorted((a, b) => b.domain.length - a.domain.length);
  if (!host) return null;
  const path = url.pathname;
  if (host.video.test(path)) return { host, kind: 'video' };
  if (host.list?.test(path)) return { host, kind: 'list' };
  return host.maybe?.test(path) ? { host, kind: 'maybe' } : null;
}
