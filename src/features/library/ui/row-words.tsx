import type { TFunction } from 'i18next';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Format, useFormat } from '#ui/format.ts';
import { useRecordText } from './use-record-text.ts';

type RowWords = { t: TFunction; format: Format; text: ReturnType<typeof useRecordText> };

const Context = createContext<RowWords | null>(null);

/** Around a list. A subscription in each of a row's ten parts would take most of the time in which the row is drawn. */
export function RowWordsProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const format = useFormat();
  const text = useRecordText();
  const words = useMemo(() => ({ t, format, text }), [t, format, text]);
  return <Context value={words}>{children}</Context>;
}

/** What the rows of a list say things with. */
export function useRowWords(): RowWords {
  const words = use(Context);
  if (words === null) throw new Error('RowWordsProvider is missing');
  return words;
}
