import { type InvalidateOptions, type InvalidateQueryFilters, type Query, QueryClient } from '@tanstack/react-query';

/**
 * TanStack Query joins a fetch that is under way, unless it may cancel it, and takes its answer as fresh. The server may have
 * read it before the change that made it out of date, so here it is fetched once more.
 */
export class RefetchingQueryClient extends QueryClient {
  readonly #followUps = new WeakMap<Query, Promise<void>>();

  override async invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    const underWay = this.getQueryCache()
      .findAll(filters)
      .flatMap((query) => (query.state.fetchStatus === 'fetching' && query.promise ? [{ query, promise: query.promise }] : []));
    const refetched = super.invalidateQueries(filters, options);
    const joined = underWay.filter(({ query, promise }) => query.promise === promise);
    await Promise.all([refetched, ...joined.map(({ query, promise }) => this.#followUp(query, promise, filters, options))]);
  }

  /** One for all changes that come while the fetch is under way. */
  #followUp(
    query: Query,
    fetching: Promise<unknown>,
    filters?: InvalidateQueryFilters,
    options?: InvalidateOptions,
  ): Promise<void> {
    const known = this.#followUps.get(query);
    if (known) return known;
    const followUp = (async () => {
      await fetching.catch(() => undefined);
      this.#followUps.delete(query);
      const { refetchType } = filters ?? {};
      await super.invalidateQueries({ queryKey: query.queryKey, exact: true, ...(refetchType ? { refetchType } : {}) }, options);
    })();
    this.#followUps.set(query, followUp);
    return followUp;
  }
}
