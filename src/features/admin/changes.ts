import type { ChangesOf } from '#rpc/stale-queries.ts';
import type { adminContract } from './contract.ts';

export const changes: ChangesOf<typeof adminContract> = {
  'admin.changeRole': ['admin.users', 'admin.user', 'admin.actions'],
  'admin.endSessions': ['admin.users', 'admin.user', 'admin.actions'],
  'admin.changeBalance': ['admin.users', 'admin.user', 'admin.actions'],
  'admin.createLicenses': ['admin.licenseBatches', 'admin.actions'],
  'admin.revokeLicenses': ['admin.licenseBatches', 'admin.actions'],
  'admin.hidePublicPage': ['admin.reports', 'admin.actions'],
  'admin.dismissReports': ['admin.reports'],
  'admin.testEngine': ['admin.engines'],
  'admin.cancelTask': ['admin.tasks'],
  'admin.retryTask': ['admin.tasks'],
};
