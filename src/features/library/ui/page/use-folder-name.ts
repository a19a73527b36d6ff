import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '#rpc/client.tsx';

/** Null without a folder, while its name is loading, and if the folder is gone. */
export function useFolderName(id: string | null): string | null {
  const { data } = useQuery(useTRPC().smartFolder.list.queryOptions(undefined, { enabled: id !== null }));
  return data?.find((folder) => folder.id === id)?.name ?? null;
}
