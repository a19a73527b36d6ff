import { createFileRoute } from '@tanstack/react-router';
import { HomePage } from '../pages/home/home-page.tsx';

/** `url`: a link that was shared with the installed application, or that a bookmark brings. It waits in the field. */
export const Route = createFileRoute('/')({
  validateSearch: ({ url }: Record<string, unknown>): { url?: string } =>
    typeof url === 'string' && url.trim() !== '' ? { url: url.slice(0, 10_000) } : {},
  component: HomePage,
});
