/** What other features and the composition root may call. */
export { createContentRoutes } from './http.ts';
export { coverPathOf, toProblem, toRunState } from './present.ts';
export { contentRouter, userNoteRouter, videoRouter } from './router.ts';
export { type Started, startWork } from './start-work.ts';
export { wantedLink } from './summary-of-url.ts';
