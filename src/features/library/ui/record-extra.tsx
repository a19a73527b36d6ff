import { createContext, type ReactNode, useContext } from 'react';
import type { RecordRow } from './use-records.ts';

type Extra = (row: RecordRow, title: string) => ReactNode;

const Context = createContext<Extra | null>(null);

/** What a page adds to every record of its list. */
export const RecordExtraProvider = Context.Provider;

export function RecordExtra({ row, title }: { row: RecordRow; title: string }) {
  return useContext(Context)?.(row, title) ?? null;
}

export function useHasRecordExtra(): boolean {
  return useContext(Context) !== null;
}
