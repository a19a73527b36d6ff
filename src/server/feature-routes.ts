import { createAvatarRoutes, createSignInRoutes } from '#features/account/server/index.ts';
import { avatarPath } from '#features/account/shared/avatar-path.ts';
import { createChannelRoutes } from '#features/channels/server/http.ts';
import { createContentRoutes } from '#features/contents/server/index.ts';
import { createExportRoutes } from '#features/exports/server/http.ts';
import { createLicenseRoutes } from '#features/metering/server/http.ts';
import { activateLicensePath } from '#features/metering/shared/license-path.ts';
import { myDataPath } from '#features/my-data/contract.ts';
import { createMyDataRoutes } from '#features/my-data/server/http.ts';
import { createOutputRoutes } from '#features/outputs/server/http.ts';
import { createPublicRoutes } from '#features/sharing/server/http.ts';
import { uploadsPath } from '#features/uploads/contract.ts';
import { createUploadRoutes } from '#features/uploads/server/http.ts';
import type { App, RouteTools } from './http.ts';

export function addFeatureRoutes(app: App, tools: RouteTools): void {
  const { services, getUser, baseUrl } = tools;
  const userIdOf = async (c: Parameters<RouteTools['getUser']>[0]) => (await getUser(c))?.id ?? null;
  app.route('/api/auth', createSignInRoutes(tools));
  app.route(avatarPath, createAvatarRoutes(tools));
  app.route(uploadsPath, createUploadRoutes(tools));
  app.route('/api/contents', createContentRoutes({ services, userIdOf }));
  app.route(activateLicensePath, createLicenseRoutes(tools));
  app.route(myDataPath, createMyDataRoutes({ services, userIdOf }));
  app.route('/api/channels', createChannelRoutes({ services, userIdOf, baseUrl }));
  app.route('/api/outputs', createOutputRoutes({ services, userIdOf }));
  app.route('/', createPublicRoutes(tools));
  app.route('/api/exports', createExportRoutes({ services, getUser, baseUrl }));
}
