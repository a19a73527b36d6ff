import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useBrowserKey } from '#features/credentials/ui/browser-key.ts';
import { useTRPC } from '#rpc/client.tsx';

export function ModelLine() {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const info = useQuery(trpc.system.info.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }));
  const key = useQuery(trpc.account.modelKey.queryOptions());
  const me = useQuery(trpc.account.me.queryOptions());
  const inBrowser = useBrowserKey(me.data?.user ?? null);
  const saved = key.data?.state === 'saved' ? key.data.model : null;
  const own = inBrowser?.model ?? saved;
  const model = own ?? info.data?.model ?? null;
  const isKnown = info.data !== undefined && !key.isPending;
  return (
    <p className="mt-2 flex min-h-6 flex-wrap content-start max-md:min-h-10 items-center gap-x-2 text-xs text-soft">
      {!isKnown ? null : model === null ? (
        <>
          <span>{t(($) => $.home.extractiveNote)}</span>
          <Link
            to="/user/settings"
            search={{ section: 'model' }}
            className="inline-flex min-h-6 items-center rounded-sm font-medium text-accent-ink hover:underline"
          >
            {t(($) => $.home.setModel)}
          </Link>
        </>
      ) : (
        <span>{t(($) => $.home.modelNote, { model })}</span>
      )}
    </p>
  );
}
