/** Who may call what, one row for each procedure. A row that is missing fails `access.test.ts`. */
import { randomUUID } from 'node:crypto';

/** Things of the owner that a call may name. */
export type Ids = {
  contentId: string;
  versionId: string;
  listingId: string;
  batchId: string;
  highlightId: string;
  deletedHighlightId: string;
  promptId: string;
  deletedPromptId: string;
  collectionId: string;
  taskId: string;
  sessionId: string;
};

export type Access = {
  type: 'query' | 'mutation' | 'subscription';
  /** What a caller without a session gets: an answer, or this refusal. */
  stranger: 'answered' | 'unauthenticated';
  /** Input that names the owner's things; what another user gets for it. */
  input: (ids: Ids) => unknown;
  other: 'not_found' | 'own data only' | 'no ids';
};

export function markOf(contentId: string) {
  const words = 'the Secret Oven keeps its heat';
  return {
    id: randomUUID(),
    contentId,
    highlight_text: words,
    scope: 'article' as const,
    section_id: null,
    content_key: 'article',
    colour: 'yellow' as const,
    anchors: { exact: words, prefix: '', suffix: '', start: 0, alone: true },
  };
}

/** Every procedure of the router, by name. */
export const matrix: Record<string, Access> = {
  'account.me': { type: 'query', stranger: 'answered', input: () => undefined, other: 'own data only' },
  'account.ensure': { type: 'mutation', stranger: 'answered', input: () => undefined, other: 'own data only' },
  'account.signInOptions': { type: 'query', stranger: 'answered', input: () => undefined, other: 'no ids' },
  'account.signUp': {
    type: 'mutation',
    stranger: 'answered',
    input: () => ({ email: 'matrix@example.org', password: 'short', language: 'en' }),
    other: 'no ids',
  },
  'account.signIn': {
    type: 'mutation',
    stranger: 'answered',
    input: () => ({ email: 'matrix@example.org', password: 'none', language: 'en' }),
    other: 'no ids',
  },
  'account.signOut': { type: 'mutation', stranger: 'unauthenticated', input: () => undefined, other: 'own data only' },
  'account.verifyEmail': {
    type: 'mutation',
    stranger: 'answered',
    input: () => ({ token: 'none', password: 'none' }),
    other: 'no ids',
  },
  'account.requestReset': {
    type: 'mutation',
    stranger: 'answered',
    input: () => ({ email: 'matrix@example.org', language: 'en' }),
    other: 'no ids',
  },
  'account.resetPassword': {
    type: 'mutation',
    stranger: 'answered',
    input: () => ({ token: 'none', password: 'long enough for it' }),
    other: 'no ids',
  },
  'account.changePassword': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: () => ({ current: 'none', password: 'long enough for it' }),
    other: 'own data only',
  },
  'account.startProvider': { type: 'mutation', stranger: 'answered', input: () => ({ provider: 'oidc' }), other: 'no ids' },
  'account.sessions': { type: 'query', stranger: 'unauthenticated', input: () => undefined, other: 'own data only' },
  'account.endSession': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ sessionId }) => ({ id: sessionId }),
    other: 'own data only',
  },
  'account.endOtherSessions': { type: 'mutation', stranger: 'unauthenticated', input: () => undefined, other: 'own data only' },
  'account.invitations': { type: 'query', stranger: 'answered', input: () => undefined, other: 'not_found' },
  'account.createInvitation': {
    type: 'mutation',
    stranger: 'answered',
    input: () => ({ email: null, note: '', mostUses: 1, days: 1 }),
    other: 'not_found',
  },
  'account.deleteInvitation': {
    type: 'mutation',
    stranger: 'answered',
    input: ({ versionId }) => ({ id: versionId }),
    other: 'not_found',
  },
  'user.updateUsername': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: () => ({ username: 'other' }),
    other: 'own data only',
  },
  'account.siteSignIns': { type: 'query', stranger: 'unauthenticated', input: () => undefined, other: 'own data only' },
  'account.saveSiteSignIn': {
    type: 'mutation',
    stranger: 'answered',
    input: () => ({ site: 'bilibili', value: 'no session' }),
    other: 'own data only',
  },
  'account.removeSiteSignIn': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: () => ({ site: 'bilibili' }),
    other: 'own data only',
  },
  'account.modelKey': { type: 'query', stranger: 'answered', input: () => undefined, other: 'own data only' },
  'account.saveModelKey': {
    type: 'mutation',
    stranger: 'answered',
    input: () => ({ provider: 'openai', model: 'gpt', value: 'no key' }),
    other: 'own data only',
  },
  'account.tryModelKey': {
    type: 'mutation',
    stranger: 'answered',
    input: () => ({ provider: 'openai', model: 'gpt', value: 'no key' }),
    other: 'own data only',
  },
  'account.localModels': { type: 'query', stranger: 'answered', input: () => undefined, other: 'no ids' },
  'account.removeModelKey': { type: 'mutation', stranger: 'unauthenticated', input: () => undefined, other: 'own data only' },
  'speech.models': { type: 'query', stranger: 'answered', input: () => undefined, other: 'no ids' },
  'speech.fetchModel': { type: 'mutation', stranger: 'answered', input: () => ({ id: 'no-such-model' }), other: 'no ids' },
  'speech.cancelFetch': { type: 'mutation', stranger: 'answered', input: () => ({ id: 'no-such-model' }), other: 'no ids' },
  'speech.removeModel': { type: 'mutation', stranger: 'answered', input: () => ({ id: 'no-such-model' }), other: 'no ids' },
  'speech.importModels': { type: 'mutation', stranger: 'answered', input: () => undefined, other: 'no ids' },
  'task.watch': {
    type: 'subscription',
    stranger: 'unauthenticated',
    input: ({ taskId }) => ({ taskId }),
    other: 'not_found',
  },
  'task.cancel': { type: 'mutation', stranger: 'unauthenticated', input: ({ taskId }) => ({ taskId }), other: 'not_found' },
  'system.info': { type: 'query', stranger: 'answered', input: () => undefined, other: 'no ids' },
  'ingest.preview': { type: 'query', stranger: 'answered', input: () => ({ text: '' }), other: 'own data only' },
  'ingest.submit': {
    type: 'mutation',
    stranger: 'answered',
    input: () => ({ items: [{ uploadId: 'nosuchupload' }], noteLanguage: 'en' }),
    other: 'own data only',
  },
  'ingest.openListing': {
    type: 'mutation',
    stranger: 'answered',
    input: () => ({ url: 'not a link' }),
    other: 'own data only',
  },
  'ingest.listingPage': {
    type: 'query',
    stranger: 'unauthenticated',
    input: ({ listingId }) => ({ listingId, offset: 0 }),
    other: 'not_found',
  },
  'ingest.queueItems': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ listingId }) => ({ listingId, positions: [0], noteLanguage: 'en' }),
    other: 'not_found',
  },
  'ingest.cancelBatch': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ batchId }) => ({ batchId }),
    other: 'not_found',
  },
  'content.useFile': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId, uploadId: 'nosuchupload' }),
    other: 'not_found',
  },
  'content.useTrack': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId, track: null }),
    other: 'not_found',
  },
  'user.videos': { type: 'query', stranger: 'unauthenticated', input: () => ({}), other: 'own data only' },
  'user.videosByPage': { type: 'query', stranger: 'unauthenticated', input: () => ({ page: 1 }), other: 'own data only' },
  'user.searchVideos': {
    type: 'query',
    stranger: 'unauthenticated',
    input: () => ({ keyword: 'lock' }),
    other: 'own data only',
  },
  'library.find': { type: 'query', stranger: 'unauthenticated', input: () => ({ keyword: 'lock' }), other: 'own data only' },
  'user.tags': { type: 'query', stranger: 'unauthenticated', input: () => undefined, other: 'own data only' },
  'user.noteDays': {
    type: 'query',
    stranger: 'unauthenticated',
    input: () => ({ from: '2026-01-01', zone: 'Asia/Shanghai' }),
    other: 'own data only',
  },
  'user.remainingTime': { type: 'query', stranger: 'answered', input: () => undefined, other: 'own data only' },
  'user.getReferralUserData': { type: 'query', stranger: 'unauthenticated', input: () => undefined, other: 'own data only' },
  'user.timeAccount': { type: 'query', stranger: 'unauthenticated', input: () => undefined, other: 'own data only' },
  'user.timeEntries': { type: 'query', stranger: 'unauthenticated', input: () => ({}), other: 'own data only' },
  'myData.startImport': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: () => ({ uploadId: 'nosuchupload' }),
    other: 'own data only',
  },
  'myData.lastImport': { type: 'query', stranger: 'unauthenticated', input: () => undefined, other: 'own data only' },
  'myData.deletion': { type: 'query', stranger: 'unauthenticated', input: () => undefined, other: 'own data only' },
  'myData.requestDeletion': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: () => ({ sure: true }),
    other: 'own data only',
  },
  'myData.keepAccount': { type: 'mutation', stranger: 'unauthenticated', input: () => undefined, other: 'own data only' },
  'chat.history': {
    type: 'query',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId }),
    other: 'not_found',
  },
  'chat.ask': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId, question: 'What is it?' }),
    other: 'not_found',
  },
  'chat.retry': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId }),
    other: 'not_found',
  },
  'chat.clear': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId }),
    other: 'not_found',
  },
  'chat.find': {
    type: 'query',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId, query: 'oven' }),
    other: 'not_found',
  },
  'content.detail': { type: 'query', stranger: 'unauthenticated', input: ({ contentId }) => ({ contentId }), other: 'not_found' },
  'content.overview': {
    type: 'query',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId }),
    other: 'not_found',
  },
  'content.sourceText': {
    type: 'query',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId }),
    other: 'not_found',
  },
  'content.transcript': {
    type: 'query',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId }),
    other: 'not_found',
  },
  'content.linesNear': {
    type: 'query',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId, anchor: { kind: 'time', ms: 0 } }),
    other: 'not_found',
  },
  'content.speechDensity': {
    type: 'query',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId, durationMs: 60_000 }),
    other: 'not_found',
  },
  'content.running': { type: 'query', stranger: 'unauthenticated', input: () => undefined, other: 'own data only' },
  'content.progress': {
    type: 'subscription',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId }),
    other: 'not_found',
  },
  'content.cancel': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId }),
    other: 'not_found',
  },
  'content.summarizeAgain': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId }),
    other: 'not_found',
  },
  'content.versions': {
    type: 'query',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId }),
    other: 'not_found',
  },
  'content.version': {
    type: 'query',
    stranger: 'unauthenticated',
    input: ({ contentId, versionId }) => ({ contentId, versionId }),
    other: 'not_found',
  },
  'content.saveNote': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId, versionId }) => ({ contentId, baseVersionId: versionId, note: 'taken over' }),
    other: 'not_found',
  },
  'content.setTask': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId, line: 0, words: 'none', done: true }),
    other: 'not_found',
  },
  'content.restore': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId, versionId }) => ({ contentId, versionId }),
    other: 'not_found',
  },
  'content.article': {
    type: 'query',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId }),
    other: 'not_found',
  },
  'content.writtenArticle': {
    type: 'query',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId }),
    other: 'not_found',
  },
  'content.writeArticle': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId, parts: 'all' }),
    other: 'not_found',
  },
  'content.cancelArticle': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId }),
    other: 'not_found',
  },
  'content.deleteArticle': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId }),
    other: 'not_found',
  },
  'content.translation': {
    type: 'query',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId, language: 'en' }),
    other: 'not_found',
  },
  'content.translate': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId, language: 'en' }),
    other: 'not_found',
  },
  'content.cancelTranslation': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId, language: 'en' }),
    other: 'not_found',
  },
  'content.editTranscript': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId, base: 0, edit: { type: 'text', line: 0, startMs: 0, was: 'a', text: 'taken over' } }),
    other: 'not_found',
  },
  'content.undoTranscriptEdit': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId, base: 0 }),
    other: 'not_found',
  },
  'highlights.ofContent': {
    type: 'query',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId }),
    other: 'not_found',
  },
  'highlights.list': { type: 'query', stranger: 'unauthenticated', input: () => ({}), other: 'own data only' },
  'highlights.create': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId, highlightId }) => ({ ...markOf(contentId), id: highlightId }),
    other: 'not_found',
  },
  'highlights.update': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ highlightId }) => ({ highlightId, comment: 'taken over' }),
    other: 'not_found',
  },
  'highlights.reattach': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId, highlightId }) => ({ contentId, items: [{ id: highlightId, anchors: markOf(contentId).anchors }] }),
    other: 'not_found',
  },
  'highlights.delete': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ highlightId }) => ({ highlightId }),
    other: 'not_found',
  },
  'highlights.restore': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ deletedHighlightId }) => ({ highlightId: deletedHighlightId }),
    other: 'not_found',
  },
  'prompt.mine': { type: 'query', stranger: 'answered', input: () => undefined, other: 'own data only' },
  'prompt.official': { type: 'query', stranger: 'answered', input: () => undefined, other: 'no ids' },
  'prompt.create': {
    type: 'mutation',
    stranger: 'answered',
    input: () => ({ title: '', customPrompt: '' }),
    other: 'own data only',
  },
  'prompt.update': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ promptId }) => ({ promptId, title: 'taken', customPrompt: 'over' }),
    other: 'not_found',
  },
  'prompt.remove': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ promptId }) => ({ promptId }),
    other: 'not_found',
  },
  'prompt.restore': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ deletedPromptId }) => ({ promptId: deletedPromptId }),
    other: 'not_found',
  },
  'prompt.results': {
    type: 'query',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId }),
    other: 'not_found',
  },
  'prompt.run': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId, promptId: 'official-quotes', language: 'en' }),
    other: 'not_found',
  },
  'prompt.result': {
    type: 'query',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId, promptId: 'official-quotes' }),
    other: 'not_found',
  },
  'prompt.removeResult': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId, promptId: 'official-quotes' }),
    other: 'not_found',
  },
  'prompt.restoreResult': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId, promptId: 'official-quotes' }),
    other: 'not_found',
  },
  'share.getContentCollections': {
    type: 'query',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId }),
    other: 'not_found',
  },
  'share.getBatchContentCollections': {
    type: 'query',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentIds: [contentId] }),
    other: 'own data only',
  },
  'share.listUserCollections': { type: 'query', stranger: 'answered', input: () => undefined, other: 'own data only' },
  'share.getCollectionDetails': {
    type: 'query',
    stranger: 'unauthenticated',
    input: ({ collectionId }) => ({ id: collectionId }),
    other: 'not_found',
  },
  'share.createCollection': {
    type: 'mutation',
    stranger: 'answered',
    input: ({ contentId }) => ({ name: 'Taken', contentIds: [contentId] }),
    other: 'not_found',
  },
  'share.renameCollection': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ collectionId }) => ({ id: collectionId, name: 'taken over' }),
    other: 'not_found',
  },
  'share.deleteCollection': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ collectionId }) => ({ id: collectionId }),
    other: 'not_found',
  },
  'share.addItemsToCollection': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ collectionId, contentId }) => ({ collectionId, contentIds: [contentId] }),
    other: 'not_found',
  },
  'share.removeItemsFromCollection': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ collectionId, contentId }) => ({ collectionId, contentIds: [contentId] }),
    other: 'not_found',
  },
  'link.find': { type: 'query', stranger: 'answered', input: () => ({ url: 'https://example.org/' }), other: 'own data only' },
  'link.comment': {
    type: 'mutation',
    stranger: 'answered',
    input: () => ({ url: 'https://example.org/', note: '', noteLanguage: 'en' }),
    other: 'own data only',
  },
  'video.batchSummarise': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentIds: [contentId] }),
    other: 'own data only',
  },
  'video.batchResult': { type: 'query', stranger: 'unauthenticated', input: () => undefined, other: 'own data only' },
  'video.summary': { type: 'query', stranger: 'answered', input: () => ({ url: 'not a link' }), other: 'own data only' },
  'userNote.tasks': {
    type: 'query',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId }),
    other: 'not_found',
  },
  'userNote.addTag': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId, tag: 'taken' }),
    other: 'not_found',
  },
  'userNote.removeTag': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId, tag: 'taken' }),
    other: 'not_found',
  },
  'userNote.setFavorite': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId, favorite: true }),
    other: 'not_found',
  },
  'userNote.tagMany': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentIds: [contentId], tag: 'taken' }),
    other: 'own data only',
  },
  'userNote.deleteMany': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentIds: [contentId] }),
    other: 'not_found',
  },
  'userNote.deletionResult': { type: 'query', stranger: 'unauthenticated', input: () => undefined, other: 'own data only' },
  'exports.check': {
    type: 'query',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentIds: [contentId], format: 'md' }),
    other: 'own data only',
  },
  'content.rename': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId, title: 'Another title' }),
    other: 'not_found',
  },
  'userNote.tags': { type: 'query', stranger: 'unauthenticated', input: () => undefined, other: 'own data only' },
  'userNote.changeTag': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: () => ({ from: 'secret', to: null }),
    other: 'own data only',
  },
  'userNote.undoTagChange': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ taskId }) => ({ taskId }),
    other: 'not_found',
  },
  'userNote.lastTagChange': { type: 'query', stranger: 'unauthenticated', input: () => undefined, other: 'own data only' },
  'userNote.deleteContentWithCleanup': {
    type: 'mutation',
    stranger: 'unauthenticated',
    input: ({ contentId }) => ({ contentId }),
    other: 'not_found',
  },
};
