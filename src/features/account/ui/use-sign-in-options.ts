import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '#rpc/client.tsx';

export function useSignInOptions() {
  return useQuery(useTRPC().account.signInOptions.queryOptions());
}

/** Everything on the page belongs to the account, so a change of account reloads it. */
export function enter(): void {
  window.location.assign('/');
}
