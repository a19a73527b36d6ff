/** Every call of the server under its name. Calls of one name space may come from several features. */
import { accountProcedures } from '#features/account/server/router.ts';
import { articleProcedures } from '#features/articles/server/router.ts';
import { chatRouter } from '#features/chat/server/router.ts';
import { shareRouter } from '#features/collections/server/router.ts';
import { userNoteProcedures } from '#features/contents/server/router.ts';
import { correctionProcedures } from '#features/corrections/server/router.ts';
import { credentialProcedures } from '#features/credentials/server/router.ts';
import { highlightsRouter } from '#features/highlights/server/router.ts';
import { ingestRouter } from '#features/ingest/server/router.ts';
import { userRouter } from '#features/library/server/router.ts';
import { linkRouter } from '#features/links/server/router.ts';
import { noteProcedures } from '#features/notes/server/router.ts';
import { promptRouter } from '#features/prompts/server/router.ts';
import { speechRouter } from '#features/speech/server/router.ts';
import { summaryProcedures, videoProcedures } from '#features/summaries/server/router.ts';
import { systemProcedures } from '#features/system/server/router.ts';
import { transcriptProcedures } from '#features/transcripts/server/router.ts';
import { router } from '#rpc/server.ts';

export const appRouter = router({
  account: router({ ...accountProcedures, ...credentialProcedures }),
  chat: chatRouter,
  content: router({
    ...summaryProcedures,
    ...noteProcedures,
    ...transcriptProcedures,
    ...correctionProcedures,
    ...articleProcedures,
  }),
  highlights: highlightsRouter,
  ingest: ingestRouter,
  link: linkRouter,
  prompt: promptRouter,
  share: shareRouter,
  speech: speechRouter,
  system: router(systemProcedures),
  user: userRouter,
  userNote: router(userNoteProcedures),
  video: router(videoProcedures),
});

export type AppRouter = typeof appRouter;
