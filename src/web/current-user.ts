import type { QueryClient } from '@tanstack/react-query';
import type { RouterOutputs } from '#rpc/client.tsx';

type Me = RouterOutputs['account']['me'];

/** Outside of components; null before it is known who it is. */
export function currentUser(queryClient: QueryClient): Me['user'] {
  return queryClient.getQueryData<Me>([['account', 'me'], { type: 'query' }])?.user ?? null;
}
