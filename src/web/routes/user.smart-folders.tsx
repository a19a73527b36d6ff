import { createFileRoute, Link } from '@tanstack/react-router';
import { loadSmartFolderWords } from '#features/smart-folders/ui/load-words.ts';
import { SmartFolderPage } from '#features/smart-folders/ui/smart-folder-page.tsx';

export const Route = createFileRoute('/user/smart-folders')({ loader: loadSmartFolderWords, component: SmartFolderRoute });

function SmartFolderRoute() {
  return (
    <SmartFolderPage
      open={({ id }, name) => (
        <Link to="/user/videos" search={{ smartFolder: id }} className="rounded-sm hover:underline">
          {name}
        </Link>
      )}
    />
  );
}
