import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ModelUsage } from '#engine/domain.ts';
import { useFormat } from '#ui/format.ts';

export function ModelUse({ usage }: { usage: ModelUsage }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const id = useId();
  const { inputTokens, cachedTokens, outputTokens, calls, estimatedCalls, costUsd } = usage;
  const facts: [string, string][] = [
    [
      t(($) => $.summaries.use.read),
      cachedTokens > 0
        ? t(($) => $.summaries.use.readCached, {
            tokens: format.number(inputTokens),
            cached: format.number(cachedTokens),
          })
        : t(($) => $.summaries.use.tokens, { tokens: format.number(inputTokens) }),
    ],
    [t(($) => $.summaries.use.written), t(($) => $.summaries.use.tokens, { tokens: format.number(outputTokens) })],
    [t(($) => $.summaries.use.requests), format.number(calls)],
  ];
  if (costUsd !== null) facts.push([t(($) => $.summaries.use.cost), format.dollars(costUsd)]);
  return (
    <div className={`text-sm text-soft ${open ? 'basis-full' : ''}`}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="inline-flex min-h-6 items-center gap-1 rounded-sm underline decoration-line-strong underline-offset-4 hover:text-ink"
      >
        {t(($) => $.summaries.use.title)}
        <ChevronDown aria-hidden className={`size-3.5 transition-transform ${open ? 'rotate-180' : ''}`} />
      </button>
      <div id={id} hidden={!open} className="mt-1.5 border-l-2 border-line pl-3">
        <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1">
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt>{name}</dt>
              <dd className="text-ink">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-1.5">
          {t(($) => $.summaries.use.about)}
          {estimatedCalls > 0 ? t(($) => $.summaries.use.estimated) : null}
          {costUsd === null ? null : t(($) => $.summaries.use.listPrice)}
        </p>
      </div>
    </div>
  );
}
