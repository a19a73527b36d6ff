import { accountProcedures, profileProcedures } from '#features/account/server/router.ts';
import { adminProcedures } from '#features/admin/server/router.ts';
import { articleProcedures } from '#features/articles/server/router.ts';
import { askProcedures } from '#features/ask/server/router.ts';
import { channelProcedures, digestProcedures, exploreProcedures } from '#features/channels/server/router.ts';
import { chatProcedures } from '#features/chat/server/router.ts';
import { collectionProcedures } from '#features/collections/server/router.ts';
import { contentProcedures, userNoteProcedures } from '#features/contents/server/router.ts';
import { correctionProcedures } from '#features/corrections/server/router.ts';
import { credentialProcedures } from '#features/credentials/server/router.ts';
import { exportProcedures } from '#features/exports/server/router.ts';
import { highlightProcedures } from '#features/highlights/server/router.ts';
import { ingestProcedures } from '#features/ingest/server/router.ts';
import { findProcedures, libraryProcedures } from '#features/library/server/router.ts';
import { linkProcedures } from '#features/links/server/router.ts';
import { meteringProcedures } from '#features/metering/server/router.ts';
import { myDataProcedures } from '#features/my-data/server/router.ts';
import { markProcedures, noteProcedures } from '#features/notes/server/router.ts';
import { outputProcedures } from '#features/outputs/server/router.ts';
import { promptProcedures } from '#features/prompts/server/router.ts';
import { sharingProcedures } from '#features/sharing/server/router.ts';
import { smartFolderProcedures } from '#features/smart-folders/server/router.ts';
import { speechProcedures } from '#features/speech/server/router.ts';
import { batchProcedures, costProcedures, summaryProcedures, videoProcedures } from '#features/summaries/server/router.ts';
import { systemProcedures } from '#features/system/server/router.ts';
import { transcriptProcedures } from '#features/transcripts/server/router.ts';
import { playlistProcedures } from '#features/watch-later/server/router.ts';
import { router } from '#rpc/server.ts';
import { taskRouter } from '#rpc/task-router.ts';

export const appRouter = router({
  account: router({ ...accountProcedures, ...credentialProcedures }),
  admin: router(adminProcedures),
  ask: router(askProcedures),
  channel: router(channelProcedures),
  chat: router(chatProcedures),
  content: router({
    ...contentProcedures,
    ...summaryProcedures,
    ...noteProcedures,
    ...transcriptProcedures,
    ...correctionProcedures,
    ...articleProcedures,
  }),
  digest: router(digestProcedures),
  explore: router(exploreProcedures),
  exports: router(exportProcedures),
  highlights: router(highlightProcedures),
  ingest: router({ ...ingestProcedures, ...batchProcedures }),
  library: router(findProcedures),
  link: router(linkProcedures),
  myData: router(myDataProcedures),
  output: router(outputProcedures),
  playlist: router(playlistProcedures),
  prompt: router(promptProcedures),
  public: router(sharingProcedures),
  share: router(collectionProcedures),
  smartFolder: router(smartFolderProcedures),
  speech: router(speechProcedures),
  system: router(systemProcedures),
  task: taskRouter,
  user: router({ ...libraryProcedures, ...meteringProcedures, ...profileProcedures, ...costProcedures }),
  userNote: router({ ...userNoteProcedures, ...markProcedures }),
  video: router(videoProcedures),
});

export type AppRouter = typeof appRouter;
