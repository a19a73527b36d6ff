import { type InvalidateOptions, type InvalidateQueryFilters, type Query, QueryClient } from '@tanstack/react-query';

type RefetchType = InvalidateQueryFilters['refetchType'];
type FollowUp = { refetchType: RefetchType; done: Promise<void> };

/** TanStack Query joins a fetch under way, whose answer may be older than the change. So here it is fetched once more. */
export class RefetchingQueryClient extends QueryClient {
  readonly #followUps = new WeakMap<Query, FollowUp>();

  override async invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    const underWay = this.getQueryCache()
      .findAll(filters)
      .flatMap((query) => (query.state.fetchStatus === 'fetching' && query.promise ? [{ query, promise: query.promise }] : []));
    const refetched = super.invalidateQueries(filters, options);
    const joined = underWay.filter(({ query, promise }) => query.promise === promise);
    await Promise.all([
      refetched,
      ...joined.map(({ query, promise }) => this.#followUp(query, promise, filters?.refetchType, options)),
    ]);
  }

  /** One for all changes that come while the fetch is under way. If one of them wants it fetched at once, it is. */
  #followUp(query: Query, fetching: Promise<unknown>, refetchType: RefetchType, options?: InvalidateOptions): Promise<void> {
    const known = this.#followUps.get(query);
    if (known) {
      if (refetchType !== 'none') known.refetchType = refetchType;
      return known.done;
    }
    const followUp: FollowUp = {
      refetchType,
      done: fetching.then(
        () => {
          this.#followUps.delete(query);
          const { refetchType: type } = followUp;
          return super.invalidateQueries(
            { queryKey: query.queryKey, exact: true, ...(type ? { refetchType: type } : {}) },
            options,
          );
        },
        // Without an answer the query is still out of date. A fetch is cancelled for a change that is shown before it is stored.
        () => void this.#followUps.delete(query),
      ),
    };
    this.#followUps.set(query, followUp);
    return followUp.done;
  }
}
