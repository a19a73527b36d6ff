import type { SelectorKey } from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#ui/format.ts';

type Run = { code: string; params: Readonly<Record<string, string | number>> };

/** What a run does now, and until when it waits; null for a stage of a newer server, which this page has no words for. */
export function useProgressText(): (run: Run) => string | null {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  return useCallback(
    ({ code, params }) => {
      const key = `progress.${code}`;
      if (!i18n.exists(key)) return null;
      const stage = t(key as SelectorKey, params);
      return typeof params.until === 'string' ? t(($) => $.common.until, { stage, time: format.time(params.until) }) : stage;
    },
    [t, i18n, format],
  );
}

/** The run itself goes on when somebody else is ready: starting it anew would only lose its place. */
export function isWaiting({ code }: Pick<Run, 'code'>): boolean {
  return code === 'waiting_site' || code === 'waiting_provider' || code === 'waiting_space';
}
