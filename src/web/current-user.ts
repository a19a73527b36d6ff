import type { QueryClient } from '@tanstack/react-query';
import type { RouterOutputs } from '#rpc/client.tsx';

type Me = RouterOutputs['account']['me'];

/** For use outside of components; null until the user is known. */
export function currentUser(queryClient: QueryClient): Me['user'] {
  return queryClient.getQueryData<Me>([['account', 'me'], { type: 'query' }])?.user ?? null;
}
