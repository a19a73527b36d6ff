import { createFileRoute, Link } from '@tanstack/react-router';
import { loadTagWords } from '#features/notes/ui/tags/load-words.ts';
import { TagPage } from '#features/notes/ui/tags/tag-page.tsx';

type TagSearch = { search?: string; order?: 'name' };

const longest = 60;

export const Route = createFileRoute('/user/tags')({
  validateSearch: ({ search, order }): TagSearch => ({
    ...(typeof search === 'string' && search !== '' && search.length <= longest ? { search } : {}),
    ...(order === 'name' ? { order } : {}),
  }),
  loader: loadTagWords,
  component: TagRoute,
});

function TagRoute() {
  const { search = '', order = 'count' } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <TagPage
      address={{ search, order }}
      onAddress={(next) =>
        void navigate({
          search: {
            ...(next.search === '' ? {} : { search: next.search }),
            ...(next.order === 'name' ? { order: next.order } : {}),
          },
          replace: true,
          resetScroll: false,
        })
      }
      open={(tag) => (
        <Link to="/user/videos" search={{ tag }} className="rounded-sm hover:underline">
          #{tag}
        </Link>
      )}
    />
  );
}
