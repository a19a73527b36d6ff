import type { QueryClient } from '@tanstack/react-query';
import type { AppRouter } from '#server/router.ts';

type Procedures = AppRouter['_def']['record'];
type PathsOf<Type> = {
  [Space in keyof Procedures]: {
    [Name in keyof Procedures[Space] & string]: Procedures[Space][Name] extends { _def: { type: Type } }
      ? `${Space}.${Name}`
      : never;
  }[keyof Procedures[Space] & string];
}[keyof Procedures];
type Mutation = PathsOf<'mutation'>;
type Query = PathsOf<'query'>;

export type Change = { path: string; contentId?: string };

const lists = ['user.videos', 'content.running'] as const satisfies readonly Query[];
const work = [...lists, 'content.overview'] as const satisfies readonly Query[];
const note = ['content.overview', 'content.detail', 'content.versions', 'user.videos'] as const satisfies readonly Query[];
const script = [
  ...note,
  'content.transcript',
  'content.linesNear',
  'content.article',
  'content.writtenArticle',
  'content.translation',
  'content.speechDensity',
  'highlights.ofContent',
  'highlights.list',
] as const satisfies readonly Query[];
const marks = ['highlights.ofContent', 'highlights.list', 'user.videos'] as const satisfies readonly Query[];
const collections = [
  'share.listUserCollections',
  'share.getCollectionDetails',
  'share.getContentCollections',
  'share.getBatchContentCollections',
] as const satisfies readonly Query[];
const model = [
  'account.modelKey',
  'prompt.official',
  'content.overview',
  'content.detail',
  'content.writtenArticle',
  'content.translation',
  'chat.history',
] as const satisfies readonly Query[];
const results = ['prompt.results', 'prompt.result'] as const satisfies readonly Query[];

/** A missing call does not compile. */
const staleAfter: Record<Mutation, readonly Query[]> = {
  'account.ensure': ['account.me'],
  'account.saveModelKey': [...model, 'account.me'],
  'account.tryModelKey': [],
  'account.removeModelKey': model,
  'account.saveSiteSignIn': ['account.siteSignIns', 'account.me'],
  'account.removeSiteSignIn': ['account.siteSignIns'],
  'chat.ask': ['chat.history'],
  'chat.retry': ['chat.history'],
  'chat.clear': ['chat.history'],
  'content.cancel': work,
  'content.summarizeAgain': work,
  'content.useFile': work,
  'content.useTrack': work,
  'content.saveNote': note,
  'content.setTask': note,
  'content.restore': note,
  'content.editTranscript': script,
  'content.undoTranscriptEdit': script,
  'content.translate': ['content.translation'],
  'content.cancelTranslation': ['content.translation'],
  'content.writeArticle': ['content.writtenArticle'],
  'content.cancelArticle': ['content.writtenArticle'],
  'content.deleteArticle': ['content.writtenArticle'],
  'highlights.create': marks,
  'highlights.update': marks,
  'highlights.reattach': marks,
  'highlights.delete': marks,
  'highlights.restore': marks,
  'ingest.submit': [...work, 'account.me', 'ingest.preview'],
  'ingest.openListing': [],
  'ingest.queueItems': [...work, 'account.me', 'ingest.preview', 'ingest.listingPage'],
  'ingest.cancelBatch': work,
  'link.comment': [...note, 'link.find'],
  'prompt.create': ['prompt.mine', 'account.me'],
  'prompt.update': ['prompt.mine', 'prompt.results'],
  'prompt.remove': ['prompt.mine', ...results],
  'prompt.restore': ['prompt.mine', ...results],
  'prompt.run': results,
  'prompt.removeResult': results,
  'prompt.restoreResult': results,
  'share.createCollection': [...collections, 'account.me'],
  'share.renameCollection': collections,
  'share.deleteCollection': collections,
  'share.addItemsToCollection': collections,
  'share.removeItemsFromCollection': collections,
  'speech.fetchModel': ['speech.models'],
  'speech.cancelFetch': ['speech.models'],
  'speech.removeModel': ['speech.models'],
  'speech.importModels': ['speech.models'],
  'task.cancel': [],
  'video.batchSummarise': [...work, 'video.batchResult'],
  'userNote.deleteContentWithCleanup': [
    ...work,
    ...collections,
    'content.detail',
    'highlights.list',
    'account.me',
    'ingest.preview',
    'link.find',
  ],
};

/** Refetches what is shown; for one content's change, that content only. */
export async function invalidateAfter(queryClient: QueryClient, { path, contentId }: Change): Promise<void> {
  // A newer version in another tab may have calls that this one does not know.
  if (!isKnown(path)) return queryClient.invalidateQueries();
  const stale = new Set<string>(staleAfter[path]);
  await queryClient.invalidateQueries({
    predicate: ({ queryKey }) => {
      const query = readKey(queryKey);
      if (!stale.has(query.path)) return false;
      return contentId === undefined || query.contentId === undefined || query.contentId === contentId;
    },
  });
}

function isKnown(path: string): path is Mutation {
  return Object.hasOwn(staleAfter, path);
}

export function contentOf(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null || !('contentId' in input)) return undefined;
  return typeof input.contentId === 'string' ? input.contentId : undefined;
}

/** Keys are made by the tRPC client: `[['content', 'overview'], { input, type }]`. */
function readKey([path, options]: readonly unknown[]): { path: string; contentId: string | undefined } {
  const input = typeof options === 'object' && options !== null && 'input' in options ? options.input : undefined;
  return { path: Array.isArray(path) ? path.join('.') : '', contentId: contentOf(input) };
}
