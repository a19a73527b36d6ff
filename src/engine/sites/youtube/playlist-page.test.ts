import { expect, test } from 'vitest';
import { hasErrorAlert, readListFacts, readListPage } from './playlist-page.ts';

const id = (number: number) => `video-id-${String(number).padStart(2, '0')}`;
const text = (simpleText: string) => ({ simpleText });
const thumbnails = (url: string) => ({ thumbnails: [{ url, width: 100, height: 50 }] });
const renderer = (number: number, more: object = {}) => ({
  videoId: id(number),
  title: text(`Talk ${number}`),
  lengthSeconds: '61',
  shortBylineText: text('Ann'),
  ownerText: text('Bo'),
  thumbnail: thumbnails('https://i.ytimg.com/a.jpg'),
  ...more,
});
const plain = (number: number, more: object = {}) => ({
  id: id(number),
  title: `Talk ${number}`,
  durationMs: 61_000,
  author: 'Ann',
  coverUrl: 'https://i.ytimg.com/a.jpg',
  ...more,
});
const videosOf = (...entries: unknown[]) => readListPage({ contents: entries })?.videos ?? null;

test.each(['playlistVideoRenderer', 'videoRenderer', 'gridVideoRenderer', 'playlistPanelVideoRenderer'])(
  'SUM-02 reads a list of %s',
  (key) => {
    const boxed = { richItemRenderer: { content: { [key]: renderer(2) } } };
    expect(videosOf({ [key]: renderer(1) }, boxed, 'x', null, { other: {} })).toEqual([plain(1), plain(2)]);
  },
);

test.each<[title: string, more: object, found: object | null]>([
  ['a shown length', { lengthSeconds: undefined, lengthText: text('1:02:03') }, { durationMs: 3_723_000 }],
  [
    'a length on its picture',
    {
      lengthSeconds: undefined,
      thumbnailOverlays: [{ thumbnailOverlayTimeStatusRenderer: { text: text('2:03'), style: 'DEFAULT' } }],
    },
    { durationMs: 123_000 },
  ],
  ['no length', { lengthSeconds: undefined, lengthText: text('x1:02') }, { durationMs: null }],
  ['a length that goes on', { lengthSeconds: undefined, lengthText: text('1:02:03:04') }, { durationMs: null }],
  ['its owner', { shortBylineText: undefined }, { author: 'Bo' }],
  ['nobody', { shortBylineText: undefined, ownerText: undefined }, { author: null }],
  ['no picture', { thumbnail: undefined }, { coverUrl: null }],
  ['a bad id', { videoId: 'short' }, null],
  ['a long id', { videoId: `${id(1)}x` }, null],
  ['no title', { title: undefined }, null],
  ['no player', { isPlayable: false }, null],
  ['a player', { isPlayable: true }, {}],
  ['a start that is to come', { upcomingEventData: {} }, null],
  ...['LIVE', 'UPCOMING'].map((style): [string, object, null] => [
    `the sign ${style}`,
    { thumbnailOverlays: [{}, { thumbnailOverlayTimeStatusRenderer: { style } }] },
    null,
  ]),
  ['another sign', { thumbnailOverlays: [{ thumbnailOverlayTimeStatusRenderer: { style: 'SHORTS' } }] }, {}],
])('SUM-02 reads a listed video with %s', (_, more, found) => {
  expect(videosOf({ videoRenderer: renderer(2) }, { videoRenderer: renderer(1, more) })).toEqual(
    found === null ? [plain(2)] : [plain(2), plain(1, found)],
  );
});

const badge = (written: string, badgeStyle = 'THUMBNAIL_OVERLAY_BADGE_STYLE_DEFAULT') => ({
  thumbnailBadgeViewModel: { text: written, badgeStyle },
});
const lockup = (badges: object[], firstPart: string | null, more: object = {}) => ({
  lockupViewModel: {
    contentId: id(1),
    contentType: 'LOCKUP_CONTENT_TYPE_VIDEO',
    contentImage: {
      thumbnailViewModel: {
        image: { sources: [{ url: 'https://i.ytimg.com/a.jpg', width: 100, height: 50 }] },
        overlays: badges,
      },
    },
    metadata: {
      lockupMetadataViewModel: {
        title: { content: 'Talk 1' },
        metadata: {
          contentMetadataViewModel: {
            metadataRows: firstPart === null ? [] : [{ metadataParts: [{ text: { content: firstPart } }] }],
          },
        },
      },
    },
    ...more,
  },
});

test.each<[title: string, entry: object, found: object | null]>([
  ['a channel', lockup([badge('New'), badge('1:01')], 'Ann'), {}],
  ['a number of views', lockup([badge('1:01')], '1,204 views'), { author: null }],
  ['nothing below', lockup([], null), { author: null, durationMs: null }],
  ['no type', lockup([badge('1:01')], 'Ann', { contentType: undefined }), {}],
  ['another type', lockup([badge('1:01')], 'Ann', { contentType: 'LOCKUP_CONTENT_TYPE_PLAYLIST' }), null],
  ['a bad id', lockup([badge('1:01')], 'Ann', { contentId: 'x' }), null],
  ['no title', lockup([badge('1:01')], 'Ann', { metadata: {} }), null],
  ['a live badge', lockup([badge('1:01'), badge('LIVE', 'X_LIVE')], 'Ann'), null],
  ['a badge of what comes', lockup([badge('Soon', 'X_UPCOMING')], 'Ann'), null],
  ['another badge', lockup([badge('1:01', 'X_LIVELY')], 'Ann'), {}],
])('SUM-02 reads a listed box with %s', (_, entry, found) => {
  const others = [{ videoRenderer: renderer(2) }];
  expect(videosOf(...others, entry)).toEqual(found === null ? [plain(2)] : [plain(2), plain(1, found)]);
});

test('SUM-02 takes the longest list of a page and what continues it', () => {
  const list = (...numbers: number[]) => numbers.map((number) => ({ videoRenderer: renderer(number) }));
  const more = (token: string) => ({ continuationItemRenderer: { button: { token } } });
  const page = {
    shelf: [...list(1), more('wrong')],
    main: [...list(2, 3), more('next'), more('later')],
    equal: [...list(4, 5), more('no')],
  };
  expect(readListPage(page)).toEqual({ videos: [plain(2), plain(3)], continuation: 'next' });
  expect(readListPage({ main: [...list(1), { continuationItemViewModel: { token: 'new' } }] })?.continuation).toBe('new');
  expect(readListPage({ main: [...list(1), { other: { token: 'x' } }] })?.continuation).toBeNull();
  expect(readListPage({ main: [{}] })).toBeNull();
  expect(readListPage(null)).toBeNull();
});

test('SUM-02 reads what a page says of its list', () => {
  const empty = { title: null, author: null, coverUrl: null, total: null };
  expect(readListFacts({})).toEqual(empty);
  const sidebar = (stats: string) => ({
    playlistSidebarRenderer: {
      items: [
        { playlistSidebarPrimaryInfoRenderer: { stats: [text(stats)] } },
        { playlistSidebarSecondaryInfoRenderer: { videoOwner: { videoOwnerRenderer: { title: text('Ann') } } } },
      ],
    },
  });
  const microformat = { microformatDataRenderer: { thumbnail: thumbnails('https://i.ytimg.com/l.jpg') } };
  const playlist = { metadata: { playlistMetadataRenderer: { title: 'Talks' } }, microformat };
  expect(readListFacts({ ...playlist, sidebar: sidebar('1,204 videos') })).toEqual({
    title: 'Talks',
    author: 'Ann',
    coverUrl: 'https://i.ytimg.com/l.jpg',
    total: 1204,
  });
  expect(readListFacts({ sidebar: sidebar('No videos') })).toEqual({ ...empty, author: 'Ann' });
  const channel = { channelMetadataRenderer: { title: 'Ann’s', avatar: thumbnails('https://yt3.ggpht.com/c.jpg') } };
  expect(readListFacts({ metadata: channel, microformat })).toEqual({
    title: 'Ann’s',
    author: 'Ann’s',
    coverUrl: 'https://yt3.ggpht.com/c.jpg',
    total: null,
  });
});

test('SUM-02 knows the alert of a list that is gone', () => {
  const alerts = (...types: string[]) => ({ alerts: types.map((type) => ({ alertRenderer: { type } })) });
  expect([hasErrorAlert(alerts('INFO', 'ERROR')), hasErrorAlert(alerts('INFO')), hasErrorAlert({})]).toEqual([
    true,
    false,
    false,
  ]);
});
