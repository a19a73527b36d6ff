import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '#rpc/client.tsx';

export function useSignInOptions() {
  return useQuery(useTRPC().account.signInOptions.queryOptions());
}

/** Another account has other everything: the page is loaded anew. */
export function enter(): void {
  window.location.assign('/');
}
