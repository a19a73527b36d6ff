/** Stored files for the page: each route checks that the asker owns what the file belongs to. */
import type { Hono } from 'hono';
import { createContentRoutes } from '#features/summaries/server/index.ts';
import type { RouteTools } from './http.ts';

export function addMediaRoutes(app: Hono, { services, getUser }: RouteTools): void {
  app.route('/api/contents', createContentRoutes({ services, userIdOf: async (c) => (await getUser(c))?.id ?? null }));
}
