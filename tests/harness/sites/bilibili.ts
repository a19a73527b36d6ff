/** Bilibili as its web player knows it: the same paths, shapes, codes, signature and session checks, on a replay. */
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Replay } from './replay.ts';

export type FakeTrack = {
  lan: string;
  name: string;
  /** Path on the subtitle host; by default one that names this video. */
  file?: string;
  lines: { from: number; to: number; content: string }[];
  translated?: boolean;
};

export type FakeVideo = {
  aid: number;
  bvid: string;
  title: string;
  author?: string;
  description?: string;
  seconds: number;
  parts?: { cid: number; title: string; seconds: number }[];
  /** Given to anyone, without a session. */
  openTracks?: FakeTrack[];
  /** Given to signed-in viewers only. */
  tracks?: FakeTrack[];
  points?: { from: number; to: number; content: string }[];
  paid?: boolean;
  /** A season of its creator, by ids of videos. */
  season?: { title: string; bvids: string[] };
};

export type FakeRefusal = { status?: number; code?: number; headers?: Record<string, string>; times?: number; body?: string };

export type FakeBilibili = {
  add(video: FakeVideo): FakeVideo & { cid: number; url: string };
  /** The session the site accepts. */
  session: string;
  /** What paths of the API answer instead of their data. */
  refusals: Map<string, FakeRefusal>;
  /** Of every request to the API: path and cookie. */
  seen: { path: string; query: URLSearchParams; cookie: string | undefined; referer: string | undefined }[];
  /** Signed requests whose signature was wrong or missing. */
  badSignatures: string[];
};

/** Published with the description of the signature: these names, and the key they make. */
const vectorNames = ['7cd084941338484aae1ad9425b84077c', '4932caff0ff746eab6f01bf08b70ac45'] as const;
const vectorKey = 'ea1db124af3c7062474693fa704f4ff8';

const api = 'https://api.bilibili.com';
const signedPaths = ['/x/player/wbi/v2', '/x/player/wbi/playurl'];

/** What the site answers is set by `add` and `refusals`; sound and covers are set on the replay itself. */
export function startBilibili(replay: Replay): FakeBilibili {
  const videos = new Map<string, FakeVideo>();
  const site: FakeBilibili = {
    session: 'a1b2c3d4%2C1790000000%2Cabcde*91',
    refusals: new Map(),
    seen: [],
    badSignatures: [],
    add(video) {
      videos.set(video.bvid, video);
      for (const [index, { cid }] of partsOf(video).entries()) {
        for (const track of [...(video.openTracks ?? []), ...(video.tracks ?? [])]) {
          const body = JSON.stringify({ font_size: 0.4, type: 'AIsubtitle', lang: track.lan, body: track.lines });
          replay.on(`https://aisubtitle.hdslb.com${fileOf(track, video, index)}`, { body, type: 'application/json' });
        }
        if (cid === 0) throw new Error('a part needs a number');
      }
      return { ...video, cid: partsOf(video)[0]?.cid ?? 0, url: `https://www.bilibili.com/video/${video.bvid}` };
    },
  };

  function on(path: string, answer: (query: URLSearchParams, signedIn: boolean) => unknown): void {
    replay.on(api + path, (request, response) => {
      const url = new URL(request.url ?? '/', 'http://replay');
      const cookie = request.headers.cookie;
      site.seen.push({ path, query: url.searchParams, cookie, referer: request.headers.referer });
      if (refuse(site.refusals.get(path), response)) return;
      if (signedPaths.includes(path) && !isSigned(url.search)) {
        site.badSignatures.push(path);
        return send(response, { code: -403, message: '访问权限不足' });
      }
      send(response, answer(url.searchParams, (cookie ?? '').split(/; */).includes(`SESSDATA=${site.session}`)));
    });
  }

  on('/x/web-interface/nav', () => {
    const [image, sub] = vectorNames.map((name) => `https://i0.hdslb.com/bfs/wbi/${name}.png`);
    return { code: -101, message: '账号未登录', ttl: 1, data: { isLogin: false, wbi_img: { img_url: image, sub_url: sub } } };
  });
  on('/x/web-interface/view', (query) => {
    const video = videos.get(query.get('bvid') ?? '');
    return video ? { code: 0, message: 'OK', ttl: 1, data: viewOf(video, videos) } : { code: -404, message: '啥都木有', ttl: 1 };
  });
  on('/x/player/wbi/v2', (query, signedIn) => {
    const video = [...videos.values()].find(({ aid }) => String(aid) === query.get('aid'));
    const part = video ? partsOf(video).findIndex(({ cid }) => String(cid) === query.get('cid')) : -1;
    return video && part >= 0
      ? { code: 0, message: 'OK', ttl: 1, data: playerOf(video, part, signedIn) }
      : { code: -404, message: '啥都木有' };
  });
  on('/x/player/wbi/playurl', (query) => {
    const bvid = query.get('bvid') ?? '';
    return videos.has(bvid) ? { code: 0, message: 'OK', ttl: 1, data: playUrlOf(bvid) } : { code: -404, message: '啥都木有' };
  });
  return site;
}

function send(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}

function refuse(refusal: FakeRefusal | undefined, response: ServerResponse): boolean {
  if (!refusal || refusal.times === 0) return false;
  if (refusal.times !== undefined) refusal.times--;
  response.writeHead(refusal.status ?? 200, { 'content-type': 'application/json', ...refusal.headers });
  response.end(
    refusal.body ?? JSON.stringify({ code: refusal.code ?? -(refusal.status ?? 500), message: 'request was banned', ttl: 1 }),
  );
  return true;
}

/** As the site checks it: the query as it was sent, without the signature, with the key behind it. */
function isSigned(search: string): boolean {
  const found = /^\?(.+)&w_rid=([0-9a-f]{32})$/.exec(search);
  const names = found?.[1]?.split('&').map((pair) => pair.split('=')[0] ?? '') ?? [];
  if (!found || !names.includes('wts') || names.join() !== [...names].sort().join()) return false;
  return createHash('md5').update(`${found[1]}${vectorKey}`).digest('hex') === found[2];
}

function partsOf(video: FakeVideo): { cid: number; title: string; seconds: number }[] {
  return video.parts ?? [{ cid: video.aid * 10 + 7, title: video.title, seconds: video.seconds }];
}

function fileOf(track: FakeTrack, video: FakeVideo, part: number): string {
  const cid = partsOf(video)[part]?.cid ?? 0;
  const folder = track.lan.startsWith('ai-') ? 'ai_subtitle/prod' : 'subtitle';
  return track.file ?? `/bfs/${folder}/${video.aid}${cid}${createHash('md5').update(track.lan).digest('hex')}`;
}

function viewOf(video: FakeVideo, videos: ReadonlyMap<string, FakeVideo>): unknown {
  const pages = partsOf(video).map(({ cid, title, seconds }, index) => ({
    cid,
    page: index + 1,
    from: 'vupload',
    part: title,
    duration: seconds,
    vid: '',
    weblink: '',
    dimension: { width: 1920, height: 1080, rotate: 0 },
  }));
  return {
    bvid: video.bvid,
    aid: video.aid,
    videos: pages.length,
    tid: 201,
    copyright: 1,
    pic: `http://i1.hdslb.com/bfs/archive/${video.bvid}.jpg`,
    title: video.title,
    pubdate: 1_772_600_000,
    ctime: 1_772_600_000,
    desc: video.description ?? '-',
    state: 0,
    duration: pages.reduce((sum, { duration }) => sum + duration, 0),
    rights: { bp: 0, elec: 0, download: 1, movie: 0, pay: 0, ugc_pay: 0, arc_pay: 0, is_stein_gate: 0 },
    owner: { mid: 7_584_632, name: video.author ?? '山谷陶窑', face: '' },
    stat: { aid: video.aid, view: 1, danmaku: 0, reply: 0 },
    cid: pages[0]?.cid,
    is_upower_exclusive: video.paid ?? false,
    is_upower_preview: video.paid ?? false,
    is_chargeable_season: false,
    pages,
    subtitle: { allow_submit: false, list: [] },
    ...(video.season ? { ugc_season: seasonOf(video.season, videos) } : {}),
  };
}

function seasonOf({ title, bvids }: NonNullable<FakeVideo['season']>, videos: ReadonlyMap<string, FakeVideo>): unknown {
  const episodes = bvids.map((bvid, index) => {
    const video = videos.get(bvid);
    return {
      id: 9000 + index,
      aid: video?.aid ?? 1,
      cid: 1,
      bvid,
      title: video?.title ?? bvid,
      arc: { duration: video?.seconds ?? 60, pubdate: 1_772_600_000 + index, pic: 'http://i1.hdslb.com/bfs/archive/s.jpg' },
    };
  });
  return {
    id: 4242,
    title,
    cover: 'https://i1.hdslb.com/bfs/archive/s.jpg',
    mid: 1,
    sections: [{ id: 1, title: '正片', episodes }],
  };
}

function playerOf(video: FakeVideo, part: number, signedIn: boolean): unknown {
  const tracks = [...(video.openTracks ?? []), ...(signedIn ? (video.tracks ?? []) : [])];
  const subtitles = tracks.map((track, index) => ({
    id: 5_000_000 + index,
    id_str: String(5_000_000 + index),
    lan: track.lan,
    lan_doc: track.name,
    is_lock: false,
    subtitle_url: `//aisubtitle.hdslb.com${fileOf(track, video, part)}?auth_key=1790000000-abc-0-def`,
    type: track.lan.startsWith('ai-') ? 1 : 0,
    ai_type: track.translated ? 1 : 0,
    ai_status: track.lan.startsWith('ai-') ? 2 : 0,
  }));
  return {
    aid: video.aid,
    bvid: video.bvid,
    cid: partsOf(video)[part]?.cid,
    login_mid: signedIn ? 7_584_632 : 0,
    name: signedIn ? 'the name of the viewer' : '',
    last_play_time: signedIn ? 61_000 : 0,
    need_login_subtitle: !signedIn && (video.tracks ?? []).length > 0,
    is_upower_exclusive: video.paid ?? false,
    subtitle: { allow_submit: false, lan: '', lan_doc: '', subtitles },
    view_points: (video.points ?? []).map((point) => ({ type: 2, ...point, imgUrl: '', logoUrl: '' })),
    preview_toast: '',
  };
}

/** What the site says about one video, as fixed answers: for servers that are shared by many tests. */
export function bilibiliAnswers(video: FakeVideo, signedIn: boolean): { address: string; body: string }[] {
  const [image, sub] = vectorNames.map((name) => `https://i0.hdslb.com/bfs/wbi/${name}.png`);
  const data = { isLogin: false, wbi_img: { img_url: image, sub_url: sub } };
  const tracks = [...(video.openTracks ?? []), ...(video.tracks ?? [])];
  const json = (address: string, value: unknown) => ({ address, body: JSON.stringify(value) });
  return [
    json(`${api}/x/web-interface/nav`, { code: -101, data }),
    json(`${api}/x/web-interface/view?bvid=${video.bvid}`, { code: 0, data: viewOf(video, new Map()) }),
    ...partsOf(video).flatMap(({ cid }, part) => [
      json(`${api}/x/player/wbi/v2?aid=${video.aid}&cid=${cid}`, { code: 0, data: playerOf(video, part, signedIn) }),
      ...tracks.map((track) => json(`https://aisubtitle.hdslb.com${fileOf(track, video, part)}`, { body: track.lines })),
    ]),
  ];
}

/** Two sounds of which the second is the smaller, each with a first address that is a viewer's machine. */
function playUrlOf(bvid: string): unknown {
  const stream = (id: number, bandwidth: number) => ({
    id,
    baseUrl: `https://xy1x2x3x4xy.mcdn.bilivideo.cn:8082/v1/resource/${bvid}-${id}.m4s?sig=1`,
    backupUrl: [
      `https://upos-sz-mirrorcos.bilivideo.com/upgcxcode/${bvid}-${id}.m4s?sig=2`,
      `https://upos-sz-mirrorali.bilivideo.com/upgcxcode/${bvid}-${id}.m4s?sig=3`,
    ],
    bandwidth,
    mimeType: 'audio/mp4',
    codecs: 'mp4a.40.2',
  });
  return {
    quality: 64,
    timelength: 60_000,
    dash: { duration: 60, video: [], audio: [stream(30_280, 190_000), stream(30_216, 64_000)] },
  };
}

/** Lines of speech that are different from each other, as many as fill the time. */
export function spokenLines(seconds: number, language: 'zh' | 'en' = 'zh'): FakeTrack['lines'] {
  const words =
    language === 'zh'
      ? [
          ['陶窑的温度', '河边的黏土', '烟囱的高度', '釉料的颜色', '学徒的记录', '山谷的学校', '秋天的木柴'],
          [
            '夜里保持十一个小时',
            '需要放上整整一夜',
            '决定了火候的快慢',
            '来自果园里的草木灰',
            '写满了三本旧账簿',
            '都会教孩子们看火',
          ],
          ['村民因此不再添柴', '误差不到百分之二', '这是老师傅的秘密', '前两次都失败了', '第三次才没有裂纹'],
        ]
      : [
          [
            'The heat of the kiln',
            'Clay from the river',
            'The height of the chimney',
            'Ash of the orchard',
            'The old apprentice',
            'Every school nearby',
            'Dry autumn wood',
          ],
          [
            'lasts eleven hours at night',
            'has to rest until morning',
            'decides how fast it burns',
            'gives the glaze its green',
            'filled three ledgers with notes',
            'teaches how to read a flame',
          ],
          [
            'so nobody adds wood.',
            'within two percent.',
            'and that was the secret.',
            'after two failures.',
            'without a single crack.',
          ],
        ];
  const pick = (group: number, index: number) => words[group]?.[index % (words[group]?.length ?? 1)] ?? '';
  return Array.from({ length: Math.floor(seconds / 5) }, (_, index) => ({
    from: index * 5,
    to: index * 5 + 4.6,
    content: `${pick(0, index)}${language === 'zh' ? '' : ' '}${pick(1, index)}${language === 'zh' ? '，' : ' '}${pick(2, index)}`,
  }));
}
