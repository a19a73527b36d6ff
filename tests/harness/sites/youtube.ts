/** YouTube as tests know it: answers in the shapes of its watch page, player, caption, list and feed endpoints. */
import type { Page } from './site.ts';

export type FakeTrack = { language: string; name: string; automatic?: boolean; gated?: boolean; relative?: boolean };

export type FakeVideo = {
  id: string;
  title?: string;
  author?: string;
  seconds?: number;
  description?: string;
  tracks?: FakeTrack[];
  publishedAt?: string;
  status?: Record<string, unknown>;
  details?: Record<string, unknown>;
  microformat?: Record<string, unknown> | null;
  chapters?: { title: string; startMs: number }[];
  /** Chapters that the site's machines made. */
  autoChapters?: { title: string; startMs: number }[];
  visitorData?: string;
};

/** The answer of the player, on a page and from the endpoint. `via` marks the addresses of captions. */
export function playerResponse(video: FakeVideo, via = 'web'): Record<string, unknown> {
  const tracks = video.tracks ?? [];
  const hasDetails = video.title !== undefined;
  return {
    responseContext: { visitorData: video.visitorData ?? 'VISITOR%3D%3D' },
    playabilityStatus: video.status ?? { status: 'OK', playableInEmbed: true },
    ...(hasDetails
      ? {
          videoDetails: {
            videoId: video.id,
            title: video.title,
            author: video.author ?? 'Valley Films',
            lengthSeconds: String(video.seconds ?? 300),
            shortDescription: video.description ?? '',
            thumbnail: { thumbnails: [{ url: `https://i.ytimg.com/vi/${video.id}/default.jpg`, width: 120, height: 90 }] },
            isLiveContent: false,
            ...video.details,
          },
        }
      : {}),
    ...(tracks.length > 0
      ? {
          captions: {
            playerCaptionsTracklistRenderer: {
              captionTracks: tracks.map((track) => captionTrack(video.id, track, via)),
              audioTracks: [{ captionTrackIndices: tracks.map((_, index) => index), defaultCaptionTrackIndex: 0 }],
              translationLanguages: [{ languageCode: 'ar', languageName: { simpleText: 'Arabic' } }],
              defaultAudioTrackIndex: 0,
            },
          },
        }
      : {}),
    ...(video.microformat === null || !hasDetails
      ? {}
      : {
          microformat: {
            playerMicroformatRenderer: {
              publishDate: video.publishedAt ?? '2026-03-04T08:00:00-07:00',
              ownerChannelName: video.author ?? 'Valley Films',
              thumbnail: {
                thumbnails: [{ url: `https://i.ytimg.com/vi/${video.id}/maxresdefault.jpg`, width: 1280, height: 720 }],
              },
              ...video.microformat,
            },
          },
        }),
  };
}

function captionTrack(id: string, track: FakeTrack, via: string): Record<string, unknown> {
  const query = new URLSearchParams({ v: id, caps: 'asr', lang: track.language, via, signature: 'A1.B2' });
  if (track.automatic) query.set('kind', 'asr');
  if (track.gated) query.set('exp', 'xpe');
  return {
    baseUrl: `${track.relative ? '' : 'https://www.youtube.com'}/api/timedtext?${query.toString()}&fmt=srv3`,
    name: track.automatic ? { runs: [{ text: track.name }] } : { simpleText: track.name },
    vssId: `${track.automatic ? 'a' : ''}.${track.language}`,
    languageCode: track.language,
    ...(track.automatic ? { kind: 'asr' } : {}),
    isTranslatable: true,
  };
}

/** A watch page: scripts around the data as the site writes them, one of them with braces and quotes inside strings. */
export function watchPage(video: FakeVideo, options: { player?: boolean } = {}): Page {
  const markers = (key: string, chapters: { title: string; startMs: number }[] | undefined) =>
    chapters
      ? [
          {
            key,
            value: {
              chapters: chapters.map(({ title, startMs }) => ({
                chapterRenderer: { title: { simpleText: title }, timeRangeStartMillis: startMs },
              })),
            },
          },
        ]
      : [];
  const markersMap = [...markers('AUTO_CHAPTERS', video.autoChapters), ...markers('DESCRIPTION_CHAPTERS', video.chapters)];
  const data = {
    contents: { twoColumnWatchNextResults: {} },
    playerOverlays: {
      playerOverlayRenderer: {
        decoratedPlayerBarRenderer: {
          decoratedPlayerBarRenderer: { playerBar: { multiMarkersPlayerBarRenderer: { markersMap } } },
        },
      },
    },
  };
  const player = options.player === false ? '' : `var ytInitialPlayerResponse = ${JSON.stringify(playerResponse(video))};`;
  const config = { INNERTUBE_CONTEXT: { client: { visitorData: video.visitorData ?? 'VISITOR%3D%3D' } } };
  const body = `<!DOCTYPE html><html lang="en"><head><title>${video.title ?? ''} - YouTube</title>
<meta property="og:title" content="${video.title ?? ''}"><meta property="og:site_name" content="YouTube">
<script nonce="a">ytcfg.set("EMERGENCY_BASE_URL", "/error?x={}");if(window.ytInitialPlayerResponse){}</script>
<script nonce="b">ytcfg.set(${JSON.stringify(config)});</script></head><body>
<script nonce="c">${player}var meta = document.createElement('meta');</script>
<script nonce="d">window["ytInitialData"] = ${JSON.stringify(data)};</script></body></html>`;
  return { body, type: 'text/html; charset=utf-8' };
}

/** Captions as `fmt=json3` gives them. */
export function json3(cues: readonly { startMs: number; endMs: number; text: string }[]): Page {
  const events = cues.map(({ startMs, endMs, text }) => ({
    tStartMs: startMs,
    dDurationMs: endMs - startMs,
    segs: [{ utf8: text }],
  }));
  return {
    body: JSON.stringify({ wireMagic: 'pb3', pens: [{}], wsWinStyles: [{}], wpWinPositions: [{}], events }),
    type: 'application/json',
  };
}

/** What the site answers to a caption address it does not trust: success, and nothing. */
export const noBody: Page = { body: '', type: 'text/html; charset=UTF-8' };

export const consentPage: Page = {
  type: 'text/html; charset=utf-8',
  body: `<!DOCTYPE html><html lang="de"><head><title>Bevor Sie zu YouTube weitergehen</title></head><body><form action="https://consent.youtube.com/save" method="POST"><input type="hidden" name="gl" value="DE"></form></body></html>`,
};

export const captchaPage: Page = {
  type: 'text/html; charset=utf-8',
  body: `<html><head><title>YouTube</title><script src="https://www.google.com/recaptcha/api.js"></script></head><body><div id="captcha-page"><form action="/das_captcha?fw=1" method="POST"><div class="g-recaptcha"></div></form></div></body></html>`,
};

const sorry = (reason: string, subreason?: string) => ({
  reason,
  errorScreen: {
    playerErrorMessageRenderer: {
      reason: { simpleText: reason },
      ...(subreason ? { subreason: { simpleText: subreason } } : {}),
    },
  },
});

/** How the player refuses, in the words the site uses. */
export const refusals = {
  private: { status: 'LOGIN_REQUIRED', messages: ['This is a private video. Please sign in to verify that you may see it.'] },
  deleted: { status: 'ERROR', ...sorry('Video unavailable', 'This video has been removed by the uploader') },
  age: {
    status: 'LOGIN_REQUIRED',
    ...sorry('Sign in to confirm your age', 'This video may be inappropriate for some users.'),
    desktopLegacyAgeGateReason: 1,
  },
  region: {
    status: 'UNPLAYABLE',
    ...sorry('Video unavailable', 'The uploader has not made this video available in your country'),
  },
  members: {
    status: 'UNPLAYABLE',
    ...sorry('Join this channel to get access to members-only content like this video, and other exclusive perks.'),
  },
  bot: { status: 'LOGIN_REQUIRED', ...sorry('Sign in to confirm you’re not a bot') },
  reload: { status: 'UNPLAYABLE', ...sorry('Video unavailable', 'The page needs to be reloaded.') },
  upcoming: { status: 'LIVE_STREAM_OFFLINE', reason: 'Premieres in 3 hours', liveStreamability: {} },
} as const;

/** An entry of a list in the layout of 2026. */
export function lockup(
  id: string,
  title: string,
  options: { length?: string; author?: string; badgeStyle?: string } = {},
): Record<string, unknown> {
  return {
    lockupViewModel: {
      contentId: id,
      contentType: 'LOCKUP_CONTENT_TYPE_VIDEO',
      contentImage: {
        thumbnailViewModel: {
          image: { sources: [{ url: `https://i.ytimg.com/vi/${id}/hqdefault.jpg`, width: 336, height: 188 }] },
          overlays: [
            {
              thumbnailBottomOverlayViewModel: {
                badges: [
                  {
                    thumbnailBadgeViewModel: {
                      text: options.length ?? '4:05',
                      badgeStyle: options.badgeStyle ?? 'THUMBNAIL_OVERLAY_BADGE_STYLE_DEFAULT',
                    },
                  },
                ],
              },
            },
          ],
        },
      },
      metadata: {
        lockupMetadataViewModel: {
          title: { content: title },
          metadata: {
            contentMetadataViewModel: {
              metadataRows: options.author ? [{ metadataParts: [{ text: { content: options.author } }] }] : [],
            },
          },
        },
      },
    },
  };
}

/** The page of a channel's videos. */
export function channelPage(channelId: string, entries: readonly unknown[], title = 'Valley Films'): { body: string } {
  const data = {
    metadata: { channelMetadataRenderer: { title, externalId: channelId } },
    contents: {
      twoColumnBrowseResultsRenderer: { tabs: [{ tabRenderer: { content: { richGridRenderer: { contents: entries } } } }] },
    },
  };
  return { body: `<html><script>var ytInitialData = ${JSON.stringify(data)};</script></html>` };
}

export function continuation(token: string): Record<string, unknown> {
  return {
    continuationItemViewModel: { continuationCommand: { innertubeCommand: { continuationCommand: { token } } } },
  };
}

/** The first answer to `browse` for a playlist. */
export function playlistAnswer(title: string, entries: readonly unknown[], count: string): Record<string, unknown> {
  return {
    metadata: { playlistMetadataRenderer: { title } },
    sidebar: {
      playlistSidebarRenderer: {
        items: [
          { playlistSidebarPrimaryInfoRenderer: { stats: [{ runs: [{ text: count }, { text: ' videos' }] }] } },
          {
            playlistSidebarSecondaryInfoRenderer: {
              videoOwner: { videoOwnerRenderer: { title: { runs: [{ text: 'Valley Films' }] } } },
            },
          },
        ],
      },
    },
    contents: {
      twoColumnBrowseResultsRenderer: {
        tabs: [
          {
            tabRenderer: {
              content: {
                sectionListRenderer: {
                  contents: [{ itemSectionRenderer: { contents: entries } }, continuation('SOMETHING-ELSE')],
                },
              },
            },
          },
        ],
      },
    },
  };
}

/** A further part. */
export function morePlaylist(entries: readonly unknown[]): Record<string, unknown> {
  return { onResponseReceivedActions: [{ appendContinuationItemsAction: { continuationItems: entries } }], contents: {} };
}
