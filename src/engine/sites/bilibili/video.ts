/** No session is sent. */
import { z } from 'zod';
import { AppError } from '#lib/app-error.ts';
import { type ApiContext, askApi, siteUrl } from './api.ts';

export type SiteVideo = {
  aid: number;
  bvid: string;
  cid: number;
  part: number | null;
  episode: number | null;
  title: string;
  author: string | null;
  description: string | null;
  publishedAt: string | null;
  durationMs: number | null;
  coverUrl: string | null;
  /** Only a preview is free for viewers who have not paid. */
  paid: boolean;
};

const zCount = z.number().int().positive();
const zFlag = z.union([z.number(), z.boolean()]).transform(Boolean).catch(false);
const zText = z.string().catch('');
const zSeconds = z.number().nonnegative().nullable().catch(null);

const zPage = z.looseObject({ cid: zCount, page: zCount, part: zText, duration: zSeconds });

const zSeasonEpisode = z.looseObject({
  bvid: z.string(),
  title: zText,
  arc: z.looseObject({ duration: zSeconds, pubdate: zSeconds, pic: zText }).optional().catch(undefined),
});
const zSeason = z.looseObject({
  id: zCount,
  title: zText,
  cover: zText,
  sections: z.array(z.looseObject({ episodes: z.array(zSeasonEpisode) })),
});

const zView = z.looseObject({
  aid: zCount,
  bvid: z.string(),
  title: zText,
  desc: zText,
  pic: zText,
  pubdate: zSeconds,
  duration: zSeconds,
  owner: z.looseObject({ name: zText }).optional().catch(undefined),
  pages: z.array(zPage).min(1),
  is_upower_exclusive: zFlag,
  is_chargeable_season: zFlag,
  rights: z.looseObject({ pay: zFlag, ugc_pay: zFlag, arc_pay: zFlag }).optional().catch(undefined),
  ugc_season: zSeason.optional().catch(undefined),
});
export type SiteView = z.infer<typeof zView>;

export function askView(bvid: string, context: ApiContext): Promise<SiteView> {
  return askApi({ path: '/x/web-interface/view', query: { bvid } }, zView, context);
}

export function videoOfView(view: SiteView, part: number | null): SiteVideo {
  const page = view.pages[(part ?? 1) - 1];
  if (!page) throw new AppError('video_unavailable');
  const several = view.pages.length > 1;
  const partTitle = page.part.trim();
  return {
    aid: view.aid,
    bvid: view.bvid,
    cid: page.cid,
    part: several ? page.page : null,
    episode: null,
    title: several ? `${view.title} P${page.page}${partTitle && partTitle !== view.title ? ` ${partTitle}` : ''}` : view.title,
    author: view.owner?.name || null,
    description: plainDescription(view.desc),
    publishedAt: dateOf(view.pubdate),
    durationMs: milliseconds(page.duration ?? (several ? null : view.duration)),
    coverUrl: siteUrl(view.pic),
    paid: view.is_upower_exclusive || view.is_chargeable_season || isSold(view.rights),
  };
}

function isSold(rights: SiteView['rights']): boolean {
  return rights !== undefined && (rights.pay || rights.ugc_pay || rights.arc_pay);
}

const zEpisode = z.looseObject({
  id: zCount,
  aid: zCount,
  bvid: z.string(),
  cid: zCount,
  title: zText,
  long_title: zText,
  cover: zText,
  /** In milliseconds, unlike all other durations of this site. */
  duration: zSeconds,
  pub_time: zSeconds,
  status: z.number().nullable().catch(null),
  rights: z.looseObject({ area_limit: zFlag }).optional().catch(undefined),
});
export type SiteEpisode = z.infer<typeof zEpisode>;

const zBangumi = z.looseObject({
  season_id: zCount,
  title: zText,
  evaluate: zText,
  cover: zText,
  up_info: z.looseObject({ uname: zText }).optional().catch(undefined),
  episodes: z.array(zEpisode),
  section: z
    .array(z.looseObject({ episodes: z.array(zEpisode).catch([]) }))
    .optional()
    .catch(undefined),
});
export type SiteBangumi = z.infer<typeof zBangumi>;

export function askBangumi(which: { episode: number } | { season: number }, context: ApiContext): Promise<SiteBangumi> {
  const query: Record<string, number> = 'episode' in which ? { ep_id: which.episode } : { season_id: which.season };
  return askApi({ path: '/pgc/view/web/season', query }, zBangumi, context);
}

const openStatus = 2;

/** Errors: `video_unavailable` when there is no such episode, `video_region_blocked`. */
export function videoOfBangumi(bangumi: SiteBangumi, id: number): SiteVideo {
  const all = [...bangumi.episodes, ...(bangumi.section ?? []).flatMap(({ episodes }) => episodes)];
  const episode = all.find((one) => one.id === id);
  if (!episode) throw new AppError('video_unavailable');
  return {
    aid: episode.aid,
    bvid: episode.bvid,
    cid: episode.cid,
    part: null,
    episode: episode.id,
    title: all.length > 1 ? `${bangumi.title} ${episodeTitle(episode)}` : bangumi.title,
    author: bangumi.up_info?.uname || null,
    description: plainDescription(bangumi.evaluate),
    publishedAt: dateOf(episode.pub_time),
    durationMs: episode.duration,
    coverUrl: siteUrl(episode.cover) ?? siteUrl(bangumi.cover),
    paid: episode.status !== null && episode.status !== openStatus,
  };
}

/** `第3话 名字`; a title that is not a number stays as it is. */
export function episodeTitle({ title, long_title: name }: SiteEpisode): string {
  const number = /^\d+(?:\.\d+)?$/.test(title) ? `第${title}话` : title;
  return [number, name].filter((text) => text !== '').join(' ');
}

export function milliseconds(seconds: number | null): number | null {
  return seconds === null || seconds === 0 ? null : Math.round(seconds * 1000);
}

export function dateOf(seconds: number | null): string | null {
  return seconds === null || seconds === 0 ? null : new Date(seconds * 1000).toISOString();
}

/** Null for a description without letters or digits, as a dash stands for an empty one. */
function plainDescription(text: string): string | null {
  const plain = text.replace(/\r\n?/g, '\n').trim();
  return /[\p{L}\p{N}]/u.test(plain) ? plain : null;
}
