/** What a request that names the owner's things is answered to anybody else, one row for each route besides the calls. A row that is missing fails `access.test.ts`. */
import { tus } from '../harness/http/tus.ts';
import type { Ids } from './access-matrix.ts';

export type RouteIds = Ids & { uploadId: string; avatarId: string; imageId: string };

type RouteAccess = {
  path: (ids: RouteIds) => string;
  init?: (ids: RouteIds) => RequestInit;
  /** Somebody without a session, and another user of any role. Null: whatever it is, it says nothing of the owner. */
  stranger: number | null;
  other: number | null;
  /** Where the owner has what is asked for. */
  owner?: number;
};

const hidden = { stranger: 404, other: 404 } as const;
const ofContent = (part: string): RouteAccess => ({ path: ({ contentId }) => `/api/contents/${contentId}/${part}`, ...hidden });

export const routeMatrix: Record<string, RouteAccess> = {
  'GET /api/auth/callback/:provider': { path: () => '/api/auth/callback/oidc?code=1&state=1', ...hidden },
  'PUT /api/account/avatar': {
    path: () => '/api/account/avatar',
    init: () => ({ method: 'PUT', body: 'no picture' }),
    stranger: 401,
    other: null,
  },
  'GET /api/account/avatar/:id': { path: ({ avatarId }) => `/api/account/avatar/${avatarId}`, ...hidden },
  'ALL /api/uploads': { path: () => '/api/uploads', init: () => ({ method: 'POST', headers: tus }), stranger: 400, other: 400 },
  'ALL /api/uploads/*': {
    path: ({ uploadId }) => `/api/uploads/${uploadId}`,
    init: () => ({ method: 'DELETE', headers: tus }),
    ...hidden,
  },
  'GET /api/contents/:contentId/media': ofContent('media'),
  'GET /api/contents/:contentId/cover': ofContent('cover'),
  'GET /api/contents/:contentId/icon': ofContent('icon'),
  'GET /api/contents/:contentId/pdf': ofContent('pdf'),
  'GET /api/contents/:contentId/file': ofContent('file'),
  'GET /api/contents/:contentId/images/:index{[0-9]{1,4}}': ofContent('images/0'),
  'POST /api/active-license': {
    path: () => '/api/active-license',
    init: () => ({ method: 'POST', body: JSON.stringify({ licenseKey: 'GLN1.x' }) }),
    stranger: 401,
    other: null,
  },
  'GET /api/outputs/:kind/:id/:name': { path: ({ imageId }) => `/api/outputs/images/${imageId}/0.png`, ...hidden, owner: 200 },
  'GET /api/my-data/archive': { path: () => '/api/my-data/archive', stranger: 404, other: 200, owner: 200 },
  'GET /api/channels/opml': { path: () => '/api/channels/opml', stranger: 404, other: 200, owner: 200 },
  'GET /api/channels/digest.atom': { path: ({ channelId }) => `/api/channels/digest.atom?token=${channelId}`, ...hidden },
  'GET /api/channels/digest/unsubscribe': {
    path: ({ channelId }) => `/api/channels/digest/unsubscribe?token=${channelId}`,
    ...hidden,
  },
  'POST /api/channels/digest/unsubscribe': {
    path: ({ channelId }) => `/api/channels/digest/unsubscribe?token=${channelId}`,
    init: () => ({ method: 'POST' }),
    ...hidden,
  },
  // The interface, which finds out whose it is.
  'GET /user/collections/:slug': { path: ({ collectionId }) => `/user/collections/${collectionId}`, stranger: null, other: null },
  'GET /user/collections/:slug/feed.atom': {
    path: ({ collectionId }) => `/user/collections/${collectionId}/feed.atom`,
    ...hidden,
  },
  'GET /user/collections/:slug/:contentId': {
    path: ({ collectionId, contentId }) => `/user/collections/${collectionId}/${contentId}`,
    ...hidden,
  },
  'GET /s/note/:slug': { path: ({ contentId }) => `/s/note/${contentId}`, ...hidden },
  'GET /api/public/collections/:id/cover': {
    path: ({ collectionId }) => `/api/public/collections/${collectionId}/cover`,
    ...hidden,
  },
  'GET /api/public/collections/:id/items/:contentId/:picture{cover|icon}': {
    path: ({ collectionId, contentId }) => `/api/public/collections/${collectionId}/items/${contentId}/cover`,
    ...hidden,
  },
  'GET /api/public/notes/:slug/cover': { path: ({ contentId }) => `/api/public/notes/${contentId}/cover`, ...hidden },
  'POST /api/public/copy': {
    path: () => '/api/public/copy',
    init: ({ collectionId, contentId }) => {
      const body = new URLSearchParams({ collection: collectionId, contentId }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(body.length) };
      return { method: 'POST', body, headers };
    },
    ...hidden,
  },
  'POST /api/public/report': {
    path: () => '/api/public/report',
    init: ({ collectionId, contentId }) => {
      const body = new URLSearchParams({ collection: collectionId, contentId, reason: 'spam', message: '' }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(body.length) };
      return { method: 'POST', body, headers };
    },
    ...hidden,
  },
  'POST /api/exports/batch/:format': {
    path: () => '/api/exports/batch/md',
    init: ({ contentId }) => ({ method: 'POST', body: JSON.stringify({ contentIds: [contentId] }) }),
    stranger: 404,
    other: null,
    owner: 200,
  },
  'GET /api/exports/:contentId/:format': { path: ({ contentId }) => `/api/exports/${contentId}/md`, ...hidden, owner: 200 },
};
