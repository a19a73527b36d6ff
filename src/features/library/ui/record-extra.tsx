import { createContext, type ReactNode, useContext } from 'react';
import type { RecordRow } from './use-records.ts';

type Extra = {
  render: (row: RecordRow, title: string) => ReactNode;
  watchLater: boolean;
};

const Context = createContext<Extra | null>(null);

const MenuContext = createContext<(row: RecordRow) => ReactNode>(() => null);

/** Items that a page adds to the menu of every record. */
export const RecordMenuProvider = MenuContext.Provider;

export const useRecordMenu = () => useContext(MenuContext);

/** Content that a page adds to every record of its list. */
export const RecordExtraProvider = Context.Provider;

export function RecordExtra({ row, title }: { row: RecordRow; title: string }) {
  return useContext(Context)?.render(row, title) ?? null;
}

export function useIsWatchLater(): boolean {
  return useContext(Context)?.watchLater ?? false;
}
