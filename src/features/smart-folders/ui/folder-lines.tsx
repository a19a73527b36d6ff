import { Link } from '@tanstack/react-router';
import { useSmartFolders } from './use-smart-folders.ts';

type FolderLinesProps = { isCurrent: (folderId: string) => boolean; look: (current: boolean) => string };

export function FolderLines({ isCurrent, look }: FolderLinesProps) {
  const { data } = useSmartFolders();
  return (data ?? []).map(({ id, name }) => (
    <li key={id}>
      <Link
        to="/user/videos"
        search={{ smartFolder: id }}
        activeOptions={{ exact: true, includeSearch: true }}
        aria-current={isCurrent(id) ? 'page' : undefined}
        title={name}
        className={look(isCurrent(id))}
      >
        <span className="truncate">{name}</span>
      </Link>
    </li>
  ));
}
