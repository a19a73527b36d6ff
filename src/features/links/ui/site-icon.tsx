import { useQuery } from '@tanstack/react-query';
import { Globe } from 'lucide-react';
import { useTRPC } from '#rpc/client.tsx';

export function SiteIcon({ hostname }: { hostname: string }) {
  const query = useQuery(
    useTRPC().link.favicon.queryOptions({ hostname }, { staleTime: Number.POSITIVE_INFINITY, retry: false }),
  );
  const icon = query.data?.icon ?? null;
  return icon === null ? (
    <Globe aria-hidden className="size-4 text-faint" />
  ) : (
    <img src={icon} alt="" width={16} height={16} className="size-4 rounded-xs object-contain" />
  );
}
