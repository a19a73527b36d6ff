/** Stored files for the page: each route checks that the asker owns what the file belongs to. */
import { createContentRoutes } from '#features/summaries/server/index.ts';
import type { App, RouteTools } from './http.ts';

export function addMediaRoutes(app: App, { services, getUser }: RouteTools): void {
  app.route('/api/contents', createContentRoutes({ services, userIdOf: async (c) => (await getUser(c))?.id ?? null }));
}
