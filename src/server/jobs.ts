/** Handlers are imported when a job runs, so a web process never loads their tools. */
import { sendMailJob, tidyAccountsJob } from '#features/account/jobs.ts';
import { checkChannelsJob, mailDigestJob, makeDigestsJob, scorePopularJob, tidyChannelsJob } from '#features/channels/jobs.ts';
import { tidyCollectionsJob } from '#features/collections/jobs.ts';
import { deleteFilesJob, makeCoverJob } from '#features/contents/jobs.ts';
import { tidyPlaylistsJob } from '#features/ingest/jobs.ts';
import { indexLibraryJob } from '#features/library/jobs.ts';
import { tidyLedgerJob } from '#features/metering/jobs.ts';
import { deleteAccountsJob } from '#features/my-data/jobs.ts';
import { tidyPromptsJob } from '#features/prompts/jobs.ts';
import { tidySitesJob } from '#features/summaries/jobs.ts';
import { cleanUploadsJob } from '#features/uploads/jobs.ts';
import { handleJob, type JobRegistration } from '#infra/jobs/job.ts';
import type { Services } from '#infra/services.ts';

/** `services` is a function because the services hold the queue, which is started with these registrations. */
export function jobRegistrations(services: () => Services): JobRegistration[] {
  return [
    handleJob(deleteFilesJob, async () => {
      const { createDeleteFiles } = await import('#features/contents/server/delete-files.handler.ts');
      return createDeleteFiles(services());
    }),
    handleJob(makeCoverJob, async () => {
      const { createMakeCover } = await import('#features/contents/server/make-cover.handler.ts');
      return createMakeCover(services());
    }),
    handleJob(tidyPlaylistsJob, async () => {
      const { createTidyPlaylists } = await import('#features/ingest/server/playlist/tidy-playlists.handler.ts');
      return createTidyPlaylists(services());
    }),
    handleJob(tidySitesJob, async () => {
      const { createTidySites } = await import('#features/summaries/server/site-queue/tidy-sites.handler.ts');
      return createTidySites(services());
    }),
    handleJob(tidyPromptsJob, async () => {
      const { createTidyPrompts } = await import('#features/prompts/server/tidy-prompts.handler.ts');
      return createTidyPrompts(services());
    }),
    handleJob(tidyCollectionsJob, async () => {
      const { createTidyCollections } = await import('#features/collections/server/tidy-collections.handler.ts');
      return createTidyCollections(services());
    }),
    handleJob(indexLibraryJob, async () => {
      const { createIndexLibrary } = await import('#features/library/server/index-library.handler.ts');
      return createIndexLibrary(services());
    }),
    handleJob(checkChannelsJob, async () => {
      const { createCheckChannels } = await import('#features/channels/server/check/check-channels.handler.ts');
      return createCheckChannels(services());
    }),
    handleJob(scorePopularJob, async () => {
      const { createScorePopular } = await import('#features/channels/server/explore/score-popular.handler.ts');
      return createScorePopular(services());
    }),
    handleJob(makeDigestsJob, async () => {
      const { createMakeDigests } = await import('#features/channels/server/digest/make-digests.handler.ts');
      return createMakeDigests(services());
    }),
    handleJob(mailDigestJob, async () => {
      const { createMailDigest } = await import('#features/channels/server/digest/mail-digest.handler.ts');
      return createMailDigest(services());
    }),
    handleJob(tidyChannelsJob, async () => {
      const { createTidyChannels } = await import('#features/channels/server/tidy-channels.handler.ts');
      return createTidyChannels(services());
    }),
    handleJob(tidyLedgerJob, async () => {
      const { createTidyLedger } = await import('#features/metering/server/tidy-ledger.handler.ts');
      return createTidyLedger(services());
    }),
    handleJob(tidyAccountsJob, async () => {
      const { createTidyAccounts } = await import('#features/account/server/tidy-accounts.handler.ts');
      return createTidyAccounts(services());
    }),
    handleJob(sendMailJob, async () => {
      const { createSendMail } = await import('#features/account/server/send-mail.handler.ts');
      return createSendMail(services());
    }),
    handleJob(deleteAccountsJob, async () => {
      const { createDeleteAccounts } = await import('#features/my-data/server/deletion/delete-accounts.handler.ts');
      return createDeleteAccounts(services());
    }),
    handleJob(cleanUploadsJob, async () => {
      const { createCleanUploads } = await import('#features/uploads/server/clean-uploads.handler.ts');
      return createCleanUploads(services());
    }),
  ];
}
