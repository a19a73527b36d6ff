import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTRPC } from '#rpc/client.tsx';
import { forgetUserTraces } from '#ui/browser/user-traces.ts';

/** A session may also end elsewhere, with its account or on another device. This browser's traces are then removed too. */
export function useForgetTraces(): void {
  const isNobody = useQuery(useTRPC().account.me.queryOptions()).data?.user === null;
  useEffect(() => {
    if (isNobody) forgetUserTraces();
  }, [isNobody]);
}
