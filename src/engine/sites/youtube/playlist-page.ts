/** Reads lists in the page layouts of several years. */
import { at, isRecord, listsIn, numberOf, stringOf, textOf, valuesOf } from './json-in-page.ts';
import { largestOf } from './player-response.ts';

export type ListedVideo = {
  id: string;
  title: string;
  durationMs: number | null;
  author: string | null;
  coverUrl: string | null;
};

export type ListPage = {
  videos: ListedVideo[];
  continuation: string | null;
};

export type ListFacts = { title: string | null; author: string | null; coverUrl: string | null; total: number | null };

const entryKeys = [
  'lockupViewModel',
  'playlistVideoRenderer',
  'videoRenderer',
  'gridVideoRenderer',
  'playlistPanelVideoRenderer',
];
const continuationKeys = ['continuationItemViewModel', 'continuationItemRenderer'];

/** The longest list of videos with its continuation, as pages have other lists beside it. Null if there is no list of videos. */
export function readListPage(data: unknown): ListPage | null {
  let longest: { list: unknown[]; videos: ListedVideo[] } | null = null;
  for (const list of listsIn(data)) {
    const videos = list.flatMap(videoIn);
    if (videos.length > (longest?.videos.length ?? 0)) longest = { list, videos };
  }
  if (!longest) return null;
  const [more] = longest.list.flatMap((entry) => [...valuesOf(onlyKeys(entry, continuationKeys), 'token')]);
  return { videos: longest.videos, continuation: stringOf(more) };
}

function onlyKeys(entry: unknown, keys: readonly string[]): unknown {
  return keys.map((key) => at(entry, key));
}

/** A list holds entries, or boxes of one entry each. */
function videoIn(element: unknown): ListedVideo[] {
  const box = at(element, 'richItemRenderer', 'content') ?? element;
  if (!isRecord(box)) return [];
  const key = entryKeys.find((candidate) => isRecord(box[candidate]));
  if (key === undefined) return [];
  const video = key === 'lockupViewModel' ? fromLockup(box[key]) : fromRenderer(box[key]);
  return video ? [video] : [];
}

function fromLockup(lockup: unknown): ListedVideo | null {
  const id = videoId(at(lockup, 'contentId'));
  const type = stringOf(at(lockup, 'contentType'));
  const metadata = at(lockup, 'metadata', 'lockupMetadataViewModel');
  const title = textOf(at(metadata, 'title'));
  if (id === null || title === null || (type !== null && type !== 'LOCKUP_CONTENT_TYPE_VIDEO')) return null;
  const badges = [...valuesOf(at(lockup, 'contentImage'), 'thumbnailBadgeViewModel')];
  if (badges.some((badge) => /_LIVE$|_UPCOMING$/.test(stringOf(at(badge, 'badgeStyle')) ?? ''))) return null;
  const durationMs = badges.map((badge) => clockMs(stringOf(at(badge, 'text')))).find((ms) => ms !== null) ?? null;
  const rows = at(metadata, 'metadata', 'contentMetadataViewModel', 'metadataRows');
  // In a playlist the first row names the channel; on a channel's page it is the number of views.
  const firstPart = textOf(at(rows, 0, 'metadataParts', 0, 'text'));
  const author = firstPart !== null && !/\d/.test(firstPart) ? firstPart : null;
  return {
    id,
    title,
    durationMs,
    author,
    coverUrl: largestOf(at(lockup, 'contentImage', 'thumbnailViewModel', 'image', 'sources')),
  };
}

function fromRenderer(renderer: unknown): ListedVideo | null {
  const id = videoId(at(renderer, 'videoId'));
  const title = textOf(at(renderer, 'title'));
  if (id === null || title === null || at(renderer, 'isPlayable') === false || at(renderer, 'upcomingEventData') !== undefined)
    return null;
  const overlays = [...valuesOf(at(renderer, 'thumbnailOverlays'), 'thumbnailOverlayTimeStatusRenderer')];
  if (overlays.some((overlay) => /^(?:LIVE|UPCOMING)$/.test(stringOf(at(overlay, 'style')) ?? ''))) return null;
  const seconds = numberOf(at(renderer, 'lengthSeconds'));
  const shown = clockMs(textOf(at(renderer, 'lengthText'))) ?? clockMs(textOf(at(overlays[0], 'text')));
  return {
    id,
    title,
    durationMs: seconds === null ? shown : seconds * 1000,
    author: textOf(at(renderer, 'shortBylineText')) ?? textOf(at(renderer, 'ownerText')),
    coverUrl: largestOf(at(renderer, 'thumbnail', 'thumbnails')),
  };
}

function videoId(value: unknown): string | null {
  const text = stringOf(value);
  return text !== null && /^[\w-]{11}$/.test(text) ? text : null;
}

function clockMs(text: string | null): number | null {
  const found = /^(?:(\d{1,3}):)?(\d{1,2}):(\d{2})$/.exec(text ?? '');
  return found ? (Number(found[1] ?? 0) * 3600 + Number(found[2]) * 60 + Number(found[3])) * 1000 : null;
}

export function readListFacts(data: unknown): ListFacts {
  const playlist = at(data, 'metadata', 'playlistMetadataRenderer');
  const channel = at(data, 'metadata', 'channelMetadataRenderer');
  const sidebar = at(data, 'sidebar', 'playlistSidebarRenderer', 'items');
  const [primary] = [...valuesOf(sidebar, 'playlistSidebarPrimaryInfoRenderer')];
  const [owner] = [...valuesOf(sidebar, 'videoOwnerRenderer')];
  const count = /\d[\d,.]*/.exec(textOf(at(primary, 'stats', 0)) ?? '')?.[0].replace(/[,.]/g, '');
  return {
    title: textOf(at(playlist, 'title')) ?? textOf(at(channel, 'title')),
    author: textOf(at(owner, 'title')) ?? textOf(at(channel, 'title')),
    coverUrl:
      largestOf(at(channel, 'avatar', 'thumbnails')) ??
      largestOf(at(data, 'microformat', 'microformatDataRenderer', 'thumbnail', 'thumbnails')),
    total: count === undefined ? null : numberOf(count),
  };
}

/** The alert is shown for a list that is deleted or private. */
export function hasErrorAlert(data: unknown): boolean {
  return [...valuesOf(at(data, 'alerts'), 'alertRenderer')].some((alert) => at(alert, 'type') === 'ERROR');
}
