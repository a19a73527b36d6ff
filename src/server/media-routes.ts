/** Stored files for the page: each route checks that the asker owns what the file belongs to. */

import { createContentRoutes } from '#features/contents/server/index.ts';
import { createExportRoutes } from '#features/exports/server/http.ts';
import type { App, RouteTools } from './http.ts';

export function addMediaRoutes(app: App, { services, getUser, baseUrl }: RouteTools): void {
  const userIdOf = async (c: Parameters<RouteTools['getUser']>[0]) => (await getUser(c))?.id ?? null;
  app.route('/api/contents', createContentRoutes({ services, userIdOf }));
  app.route('/api/exports', createExportRoutes({ services, userIdOf, baseUrl }));
}
