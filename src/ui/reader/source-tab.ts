import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { SourceTarget, ViewState } from './view-state.ts';

export type SourceTabProps<Detail> = {
  detail: Detail;
  /** A note is being written. */
  running: boolean;
  title: string;
  /** The note; its draft while it is being written. */
  note: string | null;
  /** For files made of the content; `pageUrl` is null when only this computer can open it. */
  links: { sourceUrl: string | null; pageUrl: string | null };
  target: SourceTarget | null;
  viewState: ViewState;
};

export type SourceTab<Detail> = {
  /** Its id in the address. */
  id: string;
  label: (t: TFunction) => string;
  /** Whether it has something to show, or may have while the note is written. */
  isShown: (detail: Detail, running: boolean) => boolean;
  Panel: (props: SourceTabProps<Detail>) => ReactNode;
  className: string;
  /** The outline is shown beside it where there is room. */
  withOutline?: boolean;
  preload?: () => void;
};
