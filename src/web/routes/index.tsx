import { createFileRoute } from '@tanstack/react-router';
import { HomePage } from '../pages/home/home-page.tsx';

/** `url`: a link shared with the installed application, or from a bookmark. It is put into the field. */
export const Route = createFileRoute('/')({
  validateSearch: ({ url }: Record<string, unknown>): { url?: string } =>
    typeof url === 'string' && url.trim() !== '' ? { url: url.slice(0, 10_000) } : {},
  component: HomePage,
});
