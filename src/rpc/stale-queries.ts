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
export type Query = PathsOf<'query'>;
/** With a name behind `?`: only where the input has that one set, as a filter. */
export type StaleQuery = Query | `${Query}?${string}`;

/** By each mutation of a feature's contract, the queries whose answers it changes. A missing call does not compile. */
export type ChangesOf<Contract> = Record<Mutation & keyof Contract, readonly StaleQuery[]>;
export type Changes = Readonly<Record<string, readonly StaleQuery[]>>;

export type Change = { path: string; contentId?: string };

/** Refetches what is shown; for one content's change, that content only. */
export async function invalidateAfter(queryClient: QueryClient, changes: Changes, { path, contentId }: Change): Promise<void> {
  // A newer version in another tab may have calls that this one does not know.
  if (!Object.hasOwn(changes, path)) return queryClient.invalidateQueries();
  const stale = new Set<string>(changes[path]);
  await queryClient.invalidateQueries({
    predicate: ({ queryKey }) => {
      const { path: query, input } = readKey(queryKey);
      const isStale = stale.has(query) || Object.entries(input).some(([name, value]) => value && stale.has(`${query}?${name}`));
      const of = contentOf(input);
      return isStale && (contentId === undefined || of === undefined || of === contentId);
    },
  });
}

export function contentOf(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null || !('contentId' in input)) return undefined;
  return typeof input.contentId === 'string' ? input.contentId : undefined;
}

/** Keys are made by the tRPC client: `[['content', 'overview'], { input, type }]`. */
function readKey([path, options]: readonly unknown[]): { path: string; input: object } {
  const input = typeof options === 'object' && options !== null && 'input' in options ? options.input : null;
  return { path: Array.isArray(path) ? path.join('.') : '', input: typeof input === 'object' && input !== null ? input : {} };
}
