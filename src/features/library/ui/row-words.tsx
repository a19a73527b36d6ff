import type { TFunction } from 'i18next';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Format, useFormat } from '#ui/format.ts';
import { useRecordText } from './use-record-text.ts';

type RowWords = { t: TFunction; format: Format; text: ReturnType<typeof useRecordText> };

const Context = createContext<RowWords | null>(null);

/** Wraps a list. Subscriptions in each of the ten parts of a row would take most of the row's render time. */
export function RowWordsProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const format = useFormat();
  const text = useRecordText();
  const words = useMemo(() => ({ t, format, text }), [t, format, text]);
  return <Context value={words}>{children}</Context>;
}

export function useRowWords(): RowWords {
  const words = use(Context);
  if (words === null) throw new Error('RowWordsProvider is missing');
  return words;
}
