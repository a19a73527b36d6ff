/** Under which key (an address) an answer is kept, and which of those kept have to go. */

export type Operation = { path: string; input: unknown };

const prefix = '/kept/';
export const ownerPath = `${prefix}owner`;

/** Answers about contents, and pages of lists, which scrolling brings by the dozen: they must not push out contents. */
const most = { contents: 400, lists: 40 };
const lists = new Set(['user.videos', 'user.videosByPage', 'share.getCollectionDetails']);

export const keyOf = ({ path, input }: Operation) => `${prefix}${path}?${encodeURIComponent(JSON.stringify(input ?? null))}`;

/** `urls`: of all kept answers, the oldest first. Gives those that are too many. */
export function surplusOf(urls: readonly string[]): string[] {
  const answers = urls.filter((url) => !url.endsWith(ownerPath));
  const isList = (url: string) => lists.has(operationOf(url).path);
  const ofLists = answers.filter(isList);
  const others = answers.filter((url) => !isList(url));
  return [...tooMany(ofLists, most.lists), ...tooMany(others, most.contents)];
}

const tooMany = (urls: readonly string[], limit: number) => urls.slice(0, Math.max(0, urls.length - limit));

export function answersAbout(urls: readonly string[], contentIds: readonly string[]): string[] {
  const wanted = new Set(contentIds);
  return urls.filter((url) => {
    const { input } = operationOf(url);
    return hasContentId(input) && wanted.has(input.contentId);
  });
}

export const hasContentId = (input: unknown): input is { contentId: string } =>
  typeof input === 'object' && input !== null && 'contentId' in input && typeof input.contentId === 'string';

function operationOf(url: string): Operation {
  const { pathname, search } = new URL(url);
  const path = pathname.slice(prefix.length);
  try {
    return { path, input: JSON.parse(decodeURIComponent(search.slice(1))) };
  } catch {
    return { path, input: null };
  }
}
