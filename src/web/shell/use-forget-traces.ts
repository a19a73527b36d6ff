import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTRPC } from '#rpc/client.tsx';
import { forgetUserTraces } from '#ui/browser/user-traces.ts';

/** A session also ends elsewhere: with its account, or on another device. What this browser kept then ends with it. */
export function useForgetTraces(): void {
  const isNobody = useQuery(useTRPC().account.me.queryOptions()).data?.user === null;
  useEffect(() => {
    if (isNobody) forgetUserTraces();
  }, [isNobody]);
}
