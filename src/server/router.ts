/** Every call of the server under its name. */
import { accountRouter, systemRouter } from '#features/account/server/router.ts';
import { chatRouter } from '#features/chat/server/router.ts';
import { shareRouter } from '#features/collections/server/router.ts';
import { highlightsRouter } from '#features/highlights/server/router.ts';
import { ingestRouter } from '#features/ingest/server/router.ts';
import { userRouter } from '#features/library/server/router.ts';
import { linkRouter } from '#features/links/server/router.ts';
import { promptRouter } from '#features/prompts/server/router.ts';
import { speechRouter } from '#features/speech/server/router.ts';
import { contentRouter, userNoteRouter, videoRouter } from '#features/summaries/server/index.ts';
import { router } from '#rpc/server.ts';

export const appRouter = router({
  account: accountRouter,
  chat: chatRouter,
  content: contentRouter,
  highlights: highlightsRouter,
  ingest: ingestRouter,
  link: linkRouter,
  prompt: promptRouter,
  share: shareRouter,
  speech: speechRouter,
  system: systemRouter,
  user: userRouter,
  userNote: userNoteRouter,
  video: videoRouter,
});

export type AppRouter = typeof appRouter;
