import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useTRPC } from '#rpc/client.tsx';
import { useFormat } from '#ui/format.ts';
import { SettingsSection } from '#ui/settings-section.tsx';
import type { Limit } from '../contract.ts';
import { QueryCard } from './query-card.tsx';

export function LimitList() {
  const { t } = useTranslation();
  const query = useQuery(useTRPC().admin.limits.queryOptions());
  return (
    <SettingsSection title={t(($) => $.admin.sections.limits)} lead={t(($) => $.admin.limits.lead)}>
      <QueryCard query={query}>
        {query.data ? (
          <ul className="divide-y divide-line">
            {query.data.limits.map((limit) => (
              <Row key={limit.id} limit={limit} />
            ))}
          </ul>
        ) : null}
      </QueryCard>
    </SettingsSection>
  );
}

function Row({ limit: { id, value, unit, scope, setting } }: { limit: Limit }) {
  const { t } = useTranslation();
  const format = useFormat();
  const texts = {
    count: (value: number) => format.number(value),
    dollars: (value: number) => format.dollars(value),
    bytes: (value: number) => format.bytes(value),
    seconds: (value: number) => format.duration(value),
  };
  return (
    <li className="space-y-1 px-4 py-3 text-sm sm:flex sm:items-baseline sm:justify-between sm:gap-x-4 sm:space-y-0">
      <div className="min-w-0">
        <p className="font-medium">{t(($) => $.admin.limits.names[id])}</p>
        <p className="text-soft">{t(($) => $.admin.limits.scopes[scope])}</p>
      </div>
      <div className="sm:shrink-0 sm:text-right">
        <p className="tabular-nums">{value === null ? t(($) => $.admin.limits.unlimited) : texts[unit](value)}</p>
        <p className="text-soft wrap-anywhere">{t(($) => $.admin.limits.set, { setting })}</p>
      </div>
    </li>
  );
}
