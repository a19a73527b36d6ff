import { Link, useRouterState } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentPageTitle } from '#web/shell/page-title.ts';
import type { NavPath } from './nav-tree.ts';
import { type Crumb, trailOf } from './trail.ts';

type Part = { text: string; to: NavPath | undefined };

/** The path to the page. Its last part is also the title of the browser's tab. */
export function Breadcrumb() {
  const { t } = useTranslation();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const type = useRouterState({ select: ({ location }) => location.search.type });
  const title = useCurrentPageTitle();
  const appName = t(($) => $.common.appName);
  const { crumbs, whole = false } = trailOf(pathname, type);
  const textOf = (crumb: Crumb) => ('type' in crumb ? t(($) => $.shell.types[crumb.type]) : t(($) => $.shell.nav[crumb.name]));
  const parts: Part[] = crumbs.map((crumb) => ({ text: textOf(crumb), to: 'to' in crumb ? crumb.to : undefined }));
  if (!whole && title !== null) parts.push({ text: title, to: undefined });
  const here = parts.at(-1)?.text;
  const atHome = crumbs.some((crumb) => 'name' in crumb && crumb.name === 'newSummary');

  useEffect(() => {
    document.title = atHome || here === undefined ? appName : `${here} · ${appName}`;
  }, [atHome, here, appName]);

  return (
    <nav aria-label={t(($) => $.shell.breadcrumb)} className="min-w-0 grow">
      <ol className="flex items-center gap-1 text-sm">
        {parts.map(({ text, to }, index) => {
          const last = index === parts.length - 1 && (whole || title !== null);
          return (
            <li
              key={text}
              aria-current={last ? 'page' : undefined}
              className={clsx('flex items-center gap-1', last ? 'min-w-0' : 'shrink-0')}
            >
              {to === undefined ? (
                <span className={clsx('truncate px-1', !last && 'text-soft')} title={last ? text : undefined}>
                  {text}
                </span>
              ) : (
                <Link to={to} className="rounded-sm px-1 py-1 text-soft hover:text-ink">
                  {text}
                </Link>
              )}
              {index === parts.length - 1 ? null : <ChevronRight aria-hidden className="size-4 text-faint" />}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
