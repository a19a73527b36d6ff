import { createFileRoute, Link } from '@tanstack/react-router';
import { AskLink } from '#features/ask/ui/ask-link.tsx';
import { loadAskWords } from '#features/ask/ui/load-words.ts';
import { loadSmartFolderWords } from '#features/smart-folders/ui/load-words.ts';
import { SmartFolderPage } from '#features/smart-folders/ui/smart-folder-page.tsx';

export const Route = createFileRoute('/user/smart-folders')({
  loader: async () => {
    await Promise.all([loadSmartFolderWords(), loadAskWords()]);
  },
  component: SmartFolderRoute,
});

function SmartFolderRoute() {
  return (
    <SmartFolderPage
      actions={({ id }) => <AskLink scope={{ smartFolder: id }} variant="ghost" />}
      open={({ id }, name) => (
        <Link to="/user/videos" search={{ smartFolder: id }} className="rounded-sm hover:underline">
          {name}
        </Link>
      )}
    />
  );
}
